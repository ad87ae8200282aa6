/** `chainwright authz cleanup`: deletes what killed runs created, and puts right what they changed. */
import path from 'node:path';
import type { CleanUp } from '../../core/authz/run/cleanUp';
import { UserError } from '../../core/errors';
import { oneLine } from '../../core/shownText';
import { plural } from '../../core/words';
import { readLedger } from '../../node/authz/ledgerFile';
import { workspacePath } from '../../node/files/workspaceText';
import type { AuthzEngine } from './authzEngine';
import { cleanupSettings, type AuthzCleanupOptions } from './authzOptions';
import { workspaceOf } from '../../node/files/workspaceOf';
import { exitCodes, worstExitCode } from '../exitCode';
import { findFiles } from '../../node/files/findFiles';
import { printable } from '../paint';
import type { CommandContext } from '../commandContext';

/** Deletes what runs of a matrix left, or of all matrices below the folder; resolves to the exit code. */
export async function authzCleanupCommand(
  name: string | undefined,
  options: AuthzCleanupOptions,
  context: CommandContext,
  engine: AuthzEngine,
): Promise<number> {
  const { folder, signal } = context;
  const settings = cleanupSettings(options, context);
  const named = options.environment === undefined ? {} : { environment: options.environment };
  const files = name === undefined ? await withLeftovers(folder) : [path.resolve(folder, name)];
  const cleaned: Cleaned[] = [];
  for (const file of files) {
    const job = { file, workspace: await workspaceOf(file, folder), ...named };
    cleaned.push(await engine.cleanUp(job, settings, signal).catch(asFault));
  }
  cleaned.forEach(printOutcome);
  process.stdout.write(`${summary(cleaned)}\n`);
  return signal.aborted ? exitCodes.cancelled : exitCodeOf(cleaned);
}

/** What became of the leftovers of one matrix, or why nothing did. */
type Cleaned = CleanUp | UserError;

/** One matrix that cannot be read keeps no other from being cleaned up. */
function asFault(error: unknown): UserError {
  if (error instanceof UserError) {
    return error;
  }
  throw error;
}

function printOutcome(cleaned: Cleaned): void {
  if (cleaned instanceof UserError) {
    console.error(printable(cleaned.message));
    return;
  }
  for (const { resource, owner, ids, reason } of cleaned.left) {
    const values = Object.entries(ids).map(([id, value]) => ` ${id}=${value}`);
    console.error(oneLine(`Still there: ${resource} of ${owner}${values.join('')}. ${reason}`));
  }
}

function summary(cleaned: readonly Cleaned[]): string {
  const done = cleaned.flatMap((one) => (one instanceof UserError ? [] : [one]));
  const deleted = done.reduce((sum, one) => sum + one.deleted, 0);
  const absent = done.reduce((sum, one) => sum + (one.absent ?? 0), 0);
  const restored = done.reduce((sum, one) => sum + one.restored, 0);
  const left = done.reduce((sum, one) => sum + one.left.length, 0);
  const notThere = absent === 0 ? '' : `${plural(absent, 'was', 'were')} not there, `;
  return deleted + absent + restored + left === 0 && done.length === cleaned.length
    ? 'Nothing is left of earlier runs.'
    : `${deleted} deleted, ${notThere}${restored === 0 ? '' : `${restored} restored, `}${left} still there.`;
}

function exitCodeOf(cleaned: readonly Cleaned[]): number {
  return worstExitCode([
    exitCodes.passed,
    ...cleaned.map((one) =>
      one instanceof UserError ? exitCodes.usage : one.left.length > 0 ? exitCodes.failed : exitCodes.passed,
    ),
  ]);
}

/** The matrices below a folder that a run may have left objects of; cleaning up reports broken ledgers. */
async function withLeftovers(folder: string): Promise<readonly string[]> {
  const left: string[] = [];
  const { files } = await findFiles('**/*.authz.json', folder);
  for (const file of files) {
    const workspace = await workspaceOf(file, folder);
    const entries = await readLedger(workspace, workspacePath(file, workspace)).catch(asFault);
    if (entries instanceof UserError || entries.length > 0) {
      left.push(file);
    }
  }
  return left;
}
