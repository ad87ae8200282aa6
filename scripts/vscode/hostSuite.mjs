/**
 * The in-host suite: the compiled mocha tests of `test/host/`, inside a real VS Code.
 *
 * It chooses by itself: the desktop where one is given or can be downloaded, else VS Code's web
 * workbench in a browser; where neither can be had the suite counts as skipped, visibly. It runs
 * twice, once trusted and once in Restricted Mode, because trust cannot be taken back in one window.
 * The tests report through a file: a window's console is not the place for results.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT, Unavailable, exists } from './cache.mjs';
import { withCleanup } from './cleanup.mjs';
import { findDesktop, runInDesktop } from './desktop.mjs';
import { openWorkbench, suiteExit } from './workbench.mjs';

/** Only for a suite that hangs: a busy machine may take several times as long as a quiet one. */
const SUITE_DEADLINE_MS = 1_200_000;
/** What the test index puts before a line that is meant for the person who runs the tests. */
const LINE_MARK = '[chainwright test] ';
const KEPT_LOG_LINES = 60;

/**
 * Runs the in-host suite and prints its progress.
 *
 * @returns {Promise<{
 *   readonly passed: number,
 *   readonly failed: number,
 *   readonly skipped: number,
 *   readonly failures: readonly string[],
 *   readonly used: string,
 * }>} `failures` has the title and the trace of each test that failed; `used` says which VS Code it was, or why there was none
 */
export async function runHostSuite() {
  const desktop = await findDesktop();
  const used = desktop.kind === 'none' ? `the browser workbench (${desktop.reason})` : 'VS Code desktop';
  console.log(`In-host suite: using ${used}.`);
  const start = desktop.kind === 'none' ? runInWorkbench : runInDesktop;
  try {
    const trusted = await runOnce(start, true);
    const restricted = await runOnce(start, false);
    return {
      passed: trusted.passed + restricted.passed,
      failed: trusted.failed + restricted.failed,
      skipped: trusted.skipped + restricted.skipped,
      failures: [...trusted.failures, ...restricted.failures],
      used,
    };
  } catch (error) {
    if (!(error instanceof Unavailable)) {
      throw error;
    }
    console.log(`In-host suite: SKIPPED, no VS Code can be had here. ${error.message}`);
    return { passed: 0, failed: 0, skipped: 1, failures: [], used: 'nothing: no VS Code can be had here' };
  }
}

/** One launch of VS Code with one workspace; throws when it leaves no report. */
async function runOnce(start, trusted) {
  console.log(trusted ? 'In a trusted workspace' : 'In Restricted Mode');
  return withCleanup(async (cleanup) => {
    const folder = await mkdtemp(join(tmpdir(), 'chainwright-suite-'));
    cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const report = join(folder, 'report.json');
    const workspace = await prepareWorkspace(folder, trusted);
    const log = [];
    const code = await start({
      extension: PROJECT,
      workspace,
      tests: join(PROJECT, 'out/test/host/index.js'),
      trusted,
      env: { CHAINWRIGHT_HOST_REPORT: report },
      deadlineMs: SUITE_DEADLINE_MS,
      onLog: (text) => forward(text, log),
      cleanup,
    }).catch((error) => {
      throw error instanceof Unavailable
        ? error
        : new Error(`${error.message}\n${log.join('\n')}`, { cause: error });
    });
    return readReport(report, { trusted, code, log });
  });
}

/** The sample for the trusted run; for Restricted Mode a folder without chains, to see the activation. */
async function prepareWorkspace(folder, trusted) {
  const workspace = join(folder, 'workspace');
  const source = trusted ? 'examples/workspace' : 'test/fixtures/host/plain';
  await cp(join(PROJECT, source), workspace, { recursive: true });
  return workspace;
}

async function runInWorkbench({ trusted, deadlineMs, ...options }) {
  const settings = trusted
    ? {}
    : { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };
  const workbench = await openWorkbench({ ...options, settings });
  return suiteExit(workbench, deadlineMs);
}

function forward(text, log) {
  for (const line of text.split('\n')) {
    const mark = line.indexOf(LINE_MARK);
    if (mark >= 0) {
      console.log(line.slice(mark + LINE_MARK.length));
    } else {
      log.push(line);
    }
  }
  log.splice(0, log.length - KEPT_LOG_LINES);
}

async function readReport(path, { trusted, code, log }) {
  if (!(await exists(path))) {
    throw new Error(
      `The in-host suite left no report (exit ${code}). The last lines of its log:\n${log.join('\n')}`,
    );
  }
  const report = JSON.parse(await readFile(path, 'utf8'));
  if (report.trusted !== trusted) {
    throw new Error(`The window was ${report.trusted ? '' : 'not '}trusted, so the wrong tests ran.`);
  }
  return report;
}
