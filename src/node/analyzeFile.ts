/** Analyzing a chain file on disk, with its surroundings and its last result. */
import { analyzeChain } from '../core/analysis/analyzeChain';
import type { ChainAnalysis, LastRun } from '../core/analysis/analysis';
import { lastRunOf } from '../core/analysis/lastRun';
import { compareRequests } from '../core/analysis/openapiFindings';
import { createChainReader } from '../core/analysis/readSource';
import { UserError } from '../core/errors';
import { createResultStore } from './results/resultStore';
import { loadDescription, type LoadDescription } from './files/loadDescription';
import { readSurroundings, type ChainPlace } from './files/surroundings';
import { readWorkspaceText, workspacePath, type ReadText } from './files/workspaceText';

/**
 * Analyzes the chain at a place. What is wrong with the files around it is among the problems.
 *
 * @param text how files are read; from disk by default
 * @param description how descriptions of APIs are read; in this thread by default
 * @throws UserError when the chain itself cannot be read
 */
export async function analyzeFile(
  place: Omit<ChainPlace, 'lastRun'>,
  text: ReadText = readWorkspaceText,
  description: LoadDescription = loadDescription,
): Promise<ChainAnalysis> {
  const { file, workspace } = place;
  const read = createChainReader();
  const source = read(await text(file, workspace), workspacePath(file, workspace));
  const environment = place.environment ?? source.marks.environment?.name;
  const lastRun = await readLastRun(source.file, workspace, environment);
  const readers = { text, chain: createChainReader(), description };
  const whole = lastRun === undefined ? place : { ...place, lastRun };
  const surroundings = await readSurroundings(source, whole, readers);
  return analyzeChain(source, surroundings, await compareRequests(source, surroundings));
}

/** The newest result of a chain in an environment; a result that cannot be read is none. */
async function readLastRun(
  file: string,
  workspace: string,
  environment: string | undefined,
): Promise<LastRun | undefined> {
  const store = createResultStore(workspace, Number.MAX_SAFE_INTEGER);
  try {
    const stored = await store.list(file);
    const newest = stored.find(({ head }) => head.kind === 'run' && head.environment === environment);
    return newest === undefined ? undefined : lastRunOf(await store.read(newest.file), file);
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
