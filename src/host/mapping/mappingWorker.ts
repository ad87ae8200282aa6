/**
 * The thread that maps, `dist/mappingWorker.js`: it gets a session and perhaps a second recording to hold it
 * against, reports its progress, and answers with proposals. Its creator ends it.
 */
import * as path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../../core/errors';
import { objectCopies } from '../../core/mapping/match/objectCopies';
import { proposeMappings } from '../../core/mapping/review/proposeMappings';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import { readHarText } from '../../formats/importers/read/har/harSession';
import type { MappingJob, MappingReport } from '../../node/mapInWorker';
import { openText } from '../../node/files/openSource';

/** At most so many reports of progress for a session. */
const REPORTS = 50;

const { steps, taken, recording } = workerData as MappingJob;
const every = Math.max(1, Math.ceil(steps.length / REPORTS));
const report = (message: MappingReport): void => parentPort?.postMessage(message);

async function propose(): Promise<void> {
  const second = recording === undefined ? undefined : await readRecording(recording);
  const proposals = proposeMappings(steps, {
    taken,
    ...(second === undefined ? {} : { second }),
    onStep: (read, total) => {
      if (read % every === 0) {
        report({ type: 'read', read, total });
      }
    },
  });
  report({ type: 'proposed', proposals, copies: objectCopies(steps) });
}

propose().catch((error: unknown) => {
  // The class of an error does not cross from one thread to the other.
  if (!(error instanceof UserError)) {
    throw error;
  }
  report({ type: 'refused', what: error.what, todo: error.todo });
});

async function readRecording(file: string): Promise<readonly RecordedStep[]> {
  const name = path.basename(file);
  return readHarText(await openText(file, name), name);
}
