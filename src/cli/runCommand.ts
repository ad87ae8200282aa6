/** `chainwright run`: runs chains and reports. */
import { readFile } from 'node:fs/promises';
import { readChain } from '../core/chainFile';
import { UserError } from '../core/errors';
import { renderSummary } from '../formats/reporters/consoleReport';
import { findChains, takeShard, workspaceOf } from './chainFiles';
import { exitCodeOf } from './exitCode';
import { colours } from './paint';
import { createProgress } from './progress';
import { requestedReports, writeReports } from './reports';
import { runFiles } from './runFiles';
import type { ChainFile } from './runFiles';
import { executeSettings, selectionOf } from './runOptions';
import type { RunOptions } from './runOptions';

/** What the command line runs in. */
export interface CommandContext {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Runs the chains that the patterns name; resolves to the exit code. */
export async function runCommand(
  patterns: readonly string[],
  options: RunOptions,
  { folder, environment, version, signal }: CommandContext,
): Promise<number> {
  const select = selectionOf(options);
  const reports = requestedReports([...options.reporter, ...(options.json ? ['json'] : [])], folder);
  const settings = executeSettings(options, environment, version);
  const found = await findChains(patterns, folder);
  const files = await runnable(
    options.shard === undefined ? found : takeShard(found, options.shard),
    options,
    folder,
  );
  if (select.kind !== 'all' && files.length > 1) {
    throw new UserError('--only, --from and --to take one chain.', `These arguments name ${files.length}.`);
  }
  const toOutput = reports.every(({ file }) => file !== undefined);
  const paint = colours(process.stdout, environment);
  const progress = createProgress({
    ...(toOutput ? { line: (text) => process.stdout.write(`${text}\n`) } : {}),
    ...(process.stderr.isTTY ? { terminal: process.stderr } : {}),
    paint,
    together: options.parallel > 1,
  });
  const run = await runFiles(files, {
    select,
    settings,
    parallel: options.parallel,
    progress,
    signal,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
  });
  try {
    if (toOutput) {
      process.stdout.write(`${renderSummary(run.results, paint)}\n`);
    }
    for (const file of await writeReports(reports, run, version)) {
      console.error(`Report: ${file}`);
    }
  } finally {
    await run.dispose();
  }
  return files.length === 0 ? 2 : exitCodeOf(run.results);
}

/** The chains that may run: drafts and archived ones are left out with a line that says so. */
async function runnable(
  files: readonly string[],
  { includeDrafts }: RunOptions,
  folder: string,
): Promise<readonly ChainFile[]> {
  const chosen: ChainFile[] = [];
  for (const file of files) {
    const { chain } = readChain(await readFile(file, 'utf8'), file);
    if (chain?.status === 'draft' && !includeDrafts) {
      console.error(`Skipped ${chain.name} (${file}): it is a draft. Run it with --include-drafts.`);
    } else if (chain?.status === 'archived') {
      console.error(
        `Skipped ${chain.name} (${file}): it is archived. Set its "status" to "active" to run it.`,
      );
    } else {
      chosen.push({ file, workspace: await workspaceOf(file, folder) });
    }
  }
  if (chosen.length === 0) {
    console.error('No chain was run.');
  }
  return chosen;
}
