/** `chainwright authz run`: tests who may do what, reports, and keeps the result for `authz replay`. */
import path from 'node:path';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { partialBaseline } from '../../core/authz/report/baseline';
import { isComparable } from '../../core/authz/report/comparableResult';
import { dryRunText } from '../../core/authz/plan/dryRunText';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { oneLine } from '../../core/shownText';
import { checkAuthzFolder, latestAuthzResult, writeAuthzResult } from '../../node/authz/authzStore';
import type { MatrixJob } from '../../node/authz/loadMatrix';
import { workspacePath } from '../../node/files/workspaceText';
import type { AuthzEngine } from './authzEngine';
import { matrixSettings, type AuthzRunOptions } from './authzOptions';
import { createAuthzProgress } from './authzProgress';
import { reportAuthz, unwritable, wantedReports } from './authzReports';
import { workspaceOf } from '../../node/files/workspaceOf';
import { exitCodes, worstExitCode } from '../exitCode';
import { notifyAll } from '../notify/notify';
import { matrixNews } from '../notify/notifyMatrix';
import { requestedNews } from '../notify/notifyOptions';
import { colours, printable } from '../paint';
import { printFaults } from '../reports';
import type { CommandContext } from '../commandContext';

/** Results of each matrix that stay on the disk. */
const KEPT_RESULTS = 50;

/** What a run came to. */
export interface AuthzRun {
  readonly code: number;
  /** Absent for a dry run. */
  readonly result?: AuthzResult;
}

/** Runs a matrix, or says what a run would do. */
export async function authzRunCommand(
  name: string,
  options: AuthzRunOptions,
  context: CommandContext,
  engine: AuthzEngine,
): Promise<AuthzRun> {
  const { folder, environment, version } = context;
  const file = path.resolve(folder, name);
  const workspace = await workspaceOf(file, folder);
  const job: MatrixJob = {
    file,
    workspace,
    ...defined({ environment: options.environment }),
  };
  const only = await selectedPatterns(job, options, folder);
  const settings = matrixSettings(options, only, context);
  const wanted = await wantedReports(options, folder);
  const tested = { ...job, ...defined({ described: await describedBy(options, folder) }) };
  const news = requestedNews(options, environment, folder);
  if (only !== undefined && wanted.baselineFile !== undefined && wanted.baseline === undefined) {
    throw partialBaseline();
  }
  if (options.dryRun) {
    const dry = await engine.dryRun(tested, settings);
    const text = options.json ? `${JSON.stringify(dry, null, 2)}\n` : dryRunText({ file: name, ...dry });
    process.stdout.write(text);
    return { code: exitCodes.passed };
  }
  // Before anything is changed: what nobody could keep would have to be tested again.
  const faults = await unwritable(wanted);
  if (faults.length > 0) {
    printFaults(faults);
    return { code: exitCodes.usage };
  }
  const result = await followRun(engine.run(tested, settings, context.signal), context, () =>
    checkAuthzFolder(workspace, workspacePath(file, workspace)),
  );
  // Before it is stored: it is not to be compared with itself.
  const earlier = news.recipients.length === 0 ? undefined : await resultBefore(workspace, result);
  // Stored before it is reported, and reported when it cannot be: either way the run is not lost.
  const stored = await writeAuthzResult(workspace, result, KEPT_RESULTS).catch(whyNotKept);
  const paint = colours(process.stdout, environment);
  const reported = await reportAuthz(
    result,
    { ...wanted, nothingToTest: only?.length === 0 },
    { workspace, version, paint, signal: context.signal },
  );
  console.error(`Seed: ${oneLine(result.seed)}`);
  const code = printStored(stored, reported);
  const message = matrixNews(news, result, { measure: wanted, earlier });
  if (message !== undefined) {
    await notifyAll(news, message, { ...settings.execute, signal: context.signal });
  }
  return { code, result };
}

/** What the description says of answers, where one is named. */
async function describedBy({ openapi }: AuthzRunOptions, folder: string): Promise<MatrixJob['described']> {
  if (openapi === undefined) {
    return undefined;
  }
  const { answersIn } = await import('../../node/files/openDescription');
  return answersIn(openapi, folder);
}

/** Patterns of what is tested; undefined is all. */
async function selectedPatterns(
  job: MatrixJob,
  { only, openapi, sinceSpec }: AuthzRunOptions,
  folder: string,
): Promise<readonly string[] | undefined> {
  if (sinceSpec === undefined) {
    return only.length === 0 ? undefined : only;
  }
  if (only.length > 0) {
    throw new UserError('--only and --since-spec both choose what is tested.', 'Give one of them.');
  }
  if (openapi === undefined) {
    throw new UserError(
      '--since-spec compares with another description, and none is named.',
      'Name the newer one with --openapi.',
    );
  }
  const { changedSince } = await import('./changedSince');
  return changedSince(job, { older: sinceSpec, newer: openapi }, folder);
}

/** The last result to compare with; absent when there is none that can be read. */
async function resultBefore(workspace: string, result: AuthzResult): Promise<AuthzResult | undefined> {
  try {
    const suits = (one: AuthzResult): boolean => isComparable(one, result);
    return (await latestAuthzResult(workspace, result.matrix.file, suits))?.result;
  } catch {
    return undefined;
  }
}

function whyNotKept(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Says where the result is, or why it is not; returns the exit code. */
function printStored(stored: string | Error, reported: number): number {
  if (typeof stored === 'string') {
    console.error(`Result: ${stored}`);
    return reported;
  }
  console.error(printable(`The result of this run was not kept for "authz replay". ${stored.message}`));
  return worstExitCode([reported, exitCodes.usage]);
}

/**
 * Shows progress until a run has ended, and says what an interruption does.
 *
 * @param beforeRequests looks, once the plan is made, whether the run may begin; it rejects when not
 */
export async function followRun(
  run: ReturnType<AuthzEngine['run']>,
  { environment, signal }: CommandContext,
  beforeRequests: () => Promise<void> = () => Promise.resolve(),
): Promise<AuthzResult> {
  const progress = createAuthzProgress({
    write: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
    paint: colours(process.stderr, environment),
  });
  const printCancelled = (): void => {
    console.error(
      'Cancelled: what the run created is being deleted. Interrupt again to end at once; "chainwright authz cleanup" then deletes what is left.',
    );
  };
  signal.addEventListener('abort', printCancelled, { once: true });
  try {
    for await (const event of run) {
      if (event.type === 'authz-started') {
        await beforeRequests();
      }
      progress(event);
      if (event.type === 'authz-finished') {
        return event.result;
      }
    }
  } finally {
    signal.removeEventListener('abort', printCancelled);
  }
  throw new Error('a run always ends with its result');
}
