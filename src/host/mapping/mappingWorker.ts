/**
 * The thread that maps, `dist/mappingWorker.js`: it gets a session and perhaps a second recording to hold it
 * against, reports its progress, and answers with proposals. It also reads recordings. Its creator ends it.
 */
import * as path from 'node:path';
import { defined } from '../../core/defined';
import { objectCopies } from '../../core/mapping/match/objectCopies';
import { repeatedRequests } from '../../core/mapping/match/repeatedRequests';
import { typedValues } from '../../core/mapping/match/typedValues';
import { proposeRepair } from '../../core/mapping/repair/repairSession';
import { proposeMappings } from '../../core/mapping/review/proposeMappings';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import { readHarText } from '../../formats/importers/read/har/harSession';
import { openText } from '../../node/files/openSource';
import { serveEditor } from '../ownWorker';
import type { MappingCalls, MappingNotifications } from './mapInWorker';

/** At most so many reports of progress for a session. */
const REPORTS = 50;

const editor = serveEditor<MappingCalls, MappingNotifications>({
  propose: async ({ steps, taken, recording }) => {
    const every = Math.max(1, Math.ceil(steps.length / REPORTS));
    const second = recording === undefined ? undefined : await readRecording(recording);
    const proposals = proposeMappings(steps, {
      taken,
      ...defined({ second }),
      onStep: (read, total) => {
        if (read % every === 0) {
          editor.notify('progress', read, total);
        }
      },
    });
    return {
      proposals,
      copies: objectCopies(steps),
      loops: repeatedRequests(steps),
      columns: second === undefined ? [] : typedValues(steps, second),
    };
  },
  proposeRepair: (job) => Promise.resolve(proposeRepair(job)),
  readRecording,
});

async function readRecording(file: string): Promise<readonly RecordedStep[]> {
  const name = path.basename(file);
  return readHarText(await openText(file, name), name);
}
