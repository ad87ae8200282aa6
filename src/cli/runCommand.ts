/** `chainwright run`: runs chains and reports. */
import path from 'node:path';
import { defined } from '../core/defined';
import { readChainOnly } from '../core/files/chainFile';
import { UserError } from '../core/errors';
import type { Chain } from '../core/model';
import { renderSummary } from '../formats/reporters/consoleReport';
import { reporters } from '../formats/reporters/reporters';
import { loadGivenData } from '../node/files/loadData';
import { readWorkspaceText } from '../node/files/workspaceText';
import { findChains, takeShard } from './chainFiles';
import { workspaceOf } from '../node/files/workspaceOf';
import { exitCodeOf, exitCodes, faultExitCode, worstExitCode } from './exitCode';
import { createLineOutput } from './lineOutput';
import { notifyAll, type NotifyContext } from './notify/notify';
import { chainNews, previousRuns, type PreviousRuns } from './notify/notifyChains';
import { requestedNews, type RequestedNews } from './notify/notifyOptions';
import { colours, printable } from './paint';
import { createProgress } from './progress';
import {
  requestedReports,
  printFaults,
  listReports,
  takesOutput,
  unwritableReports,
  writeReports,
  type RequestedReport,
} from './reports';
import { runFiles, type ChainFile, type FileResults, type RunFilesOptions } from './runFiles';
import type { CommandContext } from './commandContext';
import { executeSettings, selectionOf, type RunOptions } from './runOptions';

/** Runs the chains that the patterns name; resolves to the exit code. */
export async function runCommand(
  patterns: readonly string[],
  options: RunOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, environment, signal } = context;
  const select = selectionOf(options);
  const reports = requestedReports(options, folder, reporters);
  const news = requestedNews(options, environment, folder);
  // Before anything is written: the report of this run may take the place of that one.
  const previous = await previousRuns(news);
  const settings = executeSettings(options, context);
  const data = options.data === undefined ? undefined : await loadGivenData(options.data, folder);
  const found = await unlessCancelled(findChains(patterns, folder), signal);
  const sharded = options.shard === undefined ? found : takeShard(found, options.shard);
  const files = await runnable(sharded, options, context);
  if (select.kind !== 'all' && files.length > 1) {
    throw new UserError('--only, --from and --to take one chain.', `These arguments name ${files.length}.`);
  }
  // Before anything is sent: a run whose report nobody gets would have to be repeated.
  const unwritable = await unwritableReports(reports);
  if (unwritable.length > 0) {
    printFaults(unwritable);
    return exitCodes.usage;
  }
  const run = await runAndReport(
    { files, select, ...defined({ data }), settings, reports, news, previous },
    options,
    context,
  );
  if (found.length > 0 && sharded.length === 0) {
    return exitCodes.passed;
  }
  const faulty = files.length === 0 || run.faults.length > 0;
  return worstExitCode([exitCodeOf(run.results), ...(faulty ? [faultExitCode(signal)] : [])]);
}

interface Job extends Pick<RunFilesOptions, 'select' | 'data' | 'settings'> {
  readonly files: readonly ChainFile[];
  readonly reports: readonly RequestedReport[];
  readonly news: RequestedNews;
  readonly previous: PreviousRuns;
}

async function runAndReport(
  { files, select, data, settings, reports, ...notifyJob }: Job,
  options: RunOptions,
  { environment, version, signal }: CommandContext,
): Promise<FileResults> {
  const toOutput = !reports.some(takesOutput);
  const paint = colours(process.stdout, environment);
  const lines = createLineOutput(process.stdout);
  const progress = createProgress({
    ...(toOutput ? { line: lines.write } : {}),
    ...(process.stderr.isTTY ? { terminal: process.stderr } : {}),
    paint,
    together: options.parallel > 1,
  });
  const run = await runFiles(files, {
    select,
    settings,
    keep: reports.length === 0 ? 'outcomes' : 'exchanges',
    parallel: options.parallel,
    progress,
    signal,
    ...defined({ environment: options.environment, data, rows: options.rows }),
  }).finally(lines.flush);
  try {
    progress.end();
    printNotRun(run);
    if (toOutput && run.results.length > 0) {
      process.stdout.write(`${renderSummary(run.results, paint)}\n`);
    }
    const written = await writeReports(reports, run, { version, signal });
    listReports(written);
    await notifyChats(notifyJob, run, { ...settings, signal }, version);
    return { ...run, faults: [...run.faults, ...written.faults] };
  } finally {
    run.dispose();
  }
}

/** A chat that cannot be notified is reported, and changes nothing about the run. */
async function notifyChats(
  { news, previous }: Pick<Job, 'news' | 'previous'>,
  { results }: FileResults,
  context: NotifyContext,
  version: string,
): Promise<void> {
  const report = { tool: { name: 'chainwright', version }, results, generatedAt: new Date().toISOString() };
  const message = chainNews(news, report, previous);
  if (message !== undefined) {
    await notifyAll(news, message, context);
  }
}

function printNotRun({ faults, notRun }: FileResults): void {
  printFaults(faults);
  for (const message of notRun) {
    console.error(printable(message));
  }
}

async function chainAt(file: string, workspace: string): Promise<Chain | undefined> {
  try {
    return readChainOnly(await readWorkspaceText(file, workspace), file).chain;
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}

/** The chains that may run: drafts and archived ones are left out with a line that says so. */
async function runnable(
  files: readonly string[],
  { includeDrafts }: RunOptions,
  { folder, signal }: CommandContext,
): Promise<readonly ChainFile[]> {
  const chosen: ChainFile[] = [];
  for (const file of files) {
    const workspace = await unlessCancelled(workspaceOf(file, folder), signal);
    // An unreadable chain is kept: running it says what is wrong.
    const chain = await chainAt(file, workspace);
    const why = chain === undefined ? undefined : skipReason(chain, includeDrafts);
    if (chain !== undefined && why !== undefined) {
      console.error(printable(`Skipped ${chain.name} (${path.relative(folder, file)}): ${why}`));
    } else {
      chosen.push({ file, workspace, ...defined({ chain }) });
    }
  }
  if (chosen.length === 0) {
    console.error(files.length === 0 ? 'This shard has no chains.' : 'No chain was run.');
  }
  return chosen;
}

/** Why a chain does not run, and what to do to run it; nothing for one that may. */
function skipReason({ status }: Chain, includeDrafts: boolean): string | undefined {
  if (status === 'draft' && !includeDrafts) {
    return 'it is a draft. Set its "status" to "active", or add --include-drafts to this command.';
  }
  return status === 'archived' ? 'it is archived. Set its "status" to "active" to run it.' : undefined;
}

/** What comes of work that sends nothing. Throws UserError as soon as the run is cancelled, which leaves the work to itself. */
async function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let cancel = (): void => undefined;
  const cancelled = new Promise<never>((_resolve, reject) => {
    cancel = () => reject(new UserError('The run was cancelled before it began.', 'Nothing was sent.'));
  });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) {
    cancel();
  }
  try {
    return await Promise.race([cancelled, work]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
