/** `chainwright authz run`: tests who may do what, reports, and keeps the result for `authz replay`. */
import path from 'node:path';
import type { AuthzResult } from '../../core/authz/result/authzResult';
import { partialBaseline } from '../../core/authz/result/baseline';
import { isComparable } from '../../core/authz/result/comparable';
import { dryRunText } from '../../core/authz/plan/dryRunText';
import { oneLine } from '../../core/shownText';
import { latestAuthzResult, writeAuthzResult } from '../../node/authz/authzStore';
import type { MatrixJob } from '../../node/authz/loadMatrix';
import type { AuthzEngine } from './authzEngine';
import { matrixSettings } from './authzOptions';
import type { AuthzRunOptions } from './authzOptions';
import { createAuthzProgress } from './authzProgress';
import { reportAuthz, wantedReports } from './authzReports';
import { workspaceOf } from '../chainFiles';
import { exitCodes } from '../exitCode';
import { notifyAll } from '../notify/notify';
import { matrixNews } from '../notify/notifyMatrix';
import { requestedNews } from '../notify/notifyOptions';
import { colours } from '../paint';
import type { CommandContext } from '../runCommand';

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
    ...(options.environment === undefined ? {} : { environment: options.environment }),
  };
  const settings = matrixSettings(options, context);
  const wanted = await wantedReports(options, folder);
  const news = requestedNews(options, environment, folder);
  if (options.only.length > 0 && wanted.baselineFile !== undefined && wanted.baseline === undefined) {
    throw partialBaseline();
  }
  if (options.dryRun) {
    const dry = await engine.dryRun(job, settings);
    const text = options.json ? `${JSON.stringify(dry, null, 2)}\n` : dryRunText({ file: name, ...dry });
    process.stdout.write(text);
    return { code: exitCodes.passed };
  }
  const result = await followRun(engine.run(job, settings, context.signal), context);
  const earlier =
    news.recipients.length === 0
      ? undefined
      : await latestAuthzResult(workspace, result.matrix.file, (one) => isComparable(one, result));
  // Stored before it is reported: whatever goes wrong with a report, the run is not lost.
  const stored = await writeAuthzResult(workspace, result, KEPT_RESULTS);
  const paint = colours(process.stdout, environment);
  const code = await reportAuthz(result, wanted, { workspace, version, paint });
  console.error(`Seed: ${oneLine(result.seed)}`);
  console.error(`Result: ${stored}`);
  const told = matrixNews(news, result, { measure: wanted, earlier: earlier?.result });
  if (told !== undefined) {
    await notifyAll(news, told, { ...settings.execute, signal: context.signal });
  }
  return { code, result };
}

/** Shows progress until a run has ended, and says what an interruption does. */
export async function followRun(
  run: ReturnType<AuthzEngine['run']>,
  { environment, signal }: CommandContext,
): Promise<AuthzResult> {
  const progress = createAuthzProgress({
    write: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
    paint: colours(process.stderr, environment),
  });
  const tellCancelled = (): void => {
    console.error('Cancelled: what the run created is being deleted. Interrupt again to end at once.');
  };
  signal.addEventListener('abort', tellCancelled, { once: true });
  try {
    for await (const event of run) {
      progress(event);
      if (event.type === 'authz-finished') {
        return event.result;
      }
    }
  } finally {
    signal.removeEventListener('abort', tellCancelled);
  }
  throw new Error('a run always ends with its result');
}
