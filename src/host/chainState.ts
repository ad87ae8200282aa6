/** What the editor keeps about a chain between its runs, and what the next run uses. */
import { defined } from '../core/defined';
import type { RequestResult } from '../core/result/result';
import type { RunTrigger } from '../core/result/resultFile';
import type { RunMemory } from '../core/run/runStep';
import type { ExecuteJob } from '../node/run/executeSettings';
import type { RunView } from '../protocol/runView';
import { openText, type ChainPlace } from './chainDocument';
import { descriptions } from './openapi/descriptionThread';
import type { Recording } from './results/resultHistory';

/** What is kept about a chain between its runs. */
export interface ChainState {
  readonly place: ChainPlace;
  runs: number;
  /** What the last or current run was started by. */
  trigger: RunTrigger;
  memory: RunMemory | undefined;
  view: RunView | undefined;
  results: Map<number, RequestResult>;
  /** Keeps the last run and its long bodies. */
  recording: Recording | undefined;
}

/** The state of a chain that was not run in this window. */
export function stateBeforeRuns(place: ChainPlace): ChainState {
  return {
    place,
    runs: 0,
    trigger: 'part',
    memory: undefined,
    view: undefined,
    results: new Map<number, RequestResult>(),
    recording: undefined,
  };
}

/** The input of the engine: the text as the editor shows it, and what is known from the run before. */
export function jobOf(
  { place, memory }: ChainState,
  { select, environment, rows }: Pick<ExecuteJob, 'select' | 'environment' | 'rows'>,
): ExecuteJob {
  const text = openText(place.uri);
  return {
    file: place.file,
    workspace: place.root,
    select,
    describe: descriptions.describe,
    ...defined({ environment, text, known: memory, rows }),
    ...(select.kind === 'all' || rows !== undefined ? {} : { oneRow: memory?.row?.number ?? 1 }),
  };
}
