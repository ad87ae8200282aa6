/** What `chainwright map` maps: a recording by itself, or a chain with the responses that its requests got. */
import path from 'node:path';
import type { ChainSource } from '../../core/analysis/chainSource';
import { UserError } from '../../core/errors';
import { alignRecording } from '../../core/mapping/read/alignRecording';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import { sessionOfResult } from '../../core/mapping/read/sessionFromResult';
import { readHarText } from '../../formats/importers/read/har/harSession';
import { analyzeFile } from '../../node/analyzeFile';
import { mostTelling } from '../../node/results/mostTelling';
import { openText } from '../../node/files/openSource';
import { restoreResult } from '../../node/results/restoreResult';
import { createResultStore, storedBodies } from '../../node/results/resultStore';
import { workspaceOf } from '../../node/files/workspaceOf';

/** A session, and the chain whose requests it holds. */
export interface MapSource {
  readonly steps: readonly RecordedStep[];
  readonly chain?: MappedChain;
}

/** A chain that suggestions can be applied to. */
export interface MappedChain {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  /** Names of variables that it has. */
  readonly taken: readonly string[];
  /** Index of the request that an entry of the session is; absent for none. */
  readonly indexOf: (entry: number) => number | undefined;
}

/** What is to be mapped, as the user names it. */
export interface NamedSource {
  readonly file: string;
  /** A recording with the responses of a chain; absent for its own result that says most. */
  readonly responses?: string;
  /** Where the command runs. */
  readonly folder: string;
}

/** Reads what is to be mapped. Rejects with UserError when it cannot be read or has no responses. */
export async function readMapSource(named: NamedSource): Promise<MapSource> {
  const { file, responses, folder } = named;
  if (!file.endsWith('.chain.json')) {
    if (responses !== undefined) {
      throw new UserError(
        `${file} is not a chain, so --responses cannot be used.`,
        'Name a *.chain.json file, or the recording alone.',
      );
    }
    return { steps: await readRecording(file, folder) };
  }
  const absolute = path.resolve(folder, file);
  const workspace = await workspaceOf(absolute, folder);
  const { source, variables } = await analyzeFile({ file: absolute, workspace });
  const { steps, indexOf } =
    responses === undefined
      ? await ownResult(source, workspace)
      : fromRecording(source, await readRecording(responses, folder), responses);
  return {
    steps,
    chain: { file: absolute, text: source.text, taken: variables.map(({ name }) => name), indexOf },
  };
}

/**
 * The steps of a second session: those of a recording, or of the result of a chain that says most. Rejects with UserError
 * when it cannot be read.
 */
export async function readSecondSession(name: string, folder: string): Promise<readonly RecordedStep[]> {
  return (await readMapSource({ file: name, folder })).steps;
}

type Session = Pick<MappedChain, 'indexOf'> & Pick<MapSource, 'steps'>;

function fromRecording(source: ChainSource, recorded: readonly RecordedStep[], name: string): Session {
  const aligned = alignRecording(source, recorded);
  if (aligned.size === 0) {
    throw new UserError(
      `No request of ${source.file} is in ${name}.`,
      'Give a recording of the same requests, or import this one as a chain of its own.',
    );
  }
  return {
    steps: recorded.filter(({ entry }) => aligned.has(entry)),
    indexOf: (entry) => aligned.get(entry),
  };
}

async function ownResult(source: ChainSource, workspace: string): Promise<Session> {
  const store = createResultStore(workspace, Number.MAX_SAFE_INTEGER);
  const telling = mostTelling(await store.list(source.file));
  if (telling === undefined) {
    throw new UserError(
      `${source.file} has no result whose responses could be read.`,
      'Run it first, or give a recording with --responses.',
    );
  }
  const result = await restoreResult(await store.read(telling.file), storedBodies(telling.file));
  return {
    steps: sessionOfResult(result),
    indexOf: (entry) => {
      const index = source.requests.findIndex(({ id }) => id === result.requests[entry]?.request.id);
      return index === -1 ? undefined : index;
    },
  };
}

async function readRecording(name: string, folder: string): Promise<readonly RecordedStep[]> {
  return readHarText(await openText(path.resolve(folder, name), name), name);
}
