/** Runs that were recorded: the results that a file holds, or the newest one of a chain, their bodies whole. */
import path from 'node:path';
import { UserError } from '../../core/errors';
import { readReportedResults } from '../../core/result/reportedResults';
import { readResult } from '../../core/result/resultFile';
import type { ExecutionResult } from '../../core/result/result';
import { restoreResult } from './restoreResult';
import { createResultStore, storedBodies } from './resultStore';
import { readWorkspaceText, workspacePath } from '../files/workspaceText';

/**
 * Reads a run.
 *
 * @param file absolute path of a result, or of a chain, which means its newest result
 * @throws UserError when none is available
 */
export async function readStoredRun(file: string, workspace: string): Promise<ExecutionResult> {
  const found = file.endsWith('.chain.json') ? await newestOf(file, workspace) : file;
  const text = await readWorkspaceText(found, workspace);
  return restoreResult(readResult(text, path.basename(found)), storedBodies(found));
}

/**
 * Reads the runs of a file: a result, a JSON report, or a chain, which means its newest result.
 *
 * @param file absolute path
 * @throws UserError when none is available
 */
export async function readStoredRuns(file: string, workspace: string): Promise<readonly ExecutionResult[]> {
  if (file.endsWith('.chain.json')) {
    return [await readStoredRun(file, workspace)];
  }
  // Windows PowerShell begins what it sends to a file with a byte order mark.
  const text = (await readWorkspaceText(file, workspace)).replace(/^\ufeff/, '');
  const results: ExecutionResult[] = [];
  for (const result of readReportedResults(text, path.basename(file))) {
    results.push(await restoreResult(result, storedBodies(file)));
  }
  return results;
}

async function newestOf(chain: string, workspace: string): Promise<string> {
  const name = workspacePath(chain, workspace);
  const [newest] = await createResultStore(workspace, Number.MAX_SAFE_INTEGER).list(name);
  if (newest === undefined) {
    throw new UserError(
      `${name} has no recorded result.`,
      'Run it in the editor, or name the file that run --reporter json=report.json writes.',
    );
  }
  return newest.file;
}
