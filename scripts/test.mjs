/**
 * `npm test`: installs, builds, checks the style and the types, and runs every suite. A part that fails
 * does not keep the others from running. Ends in one line `N passed, N failed, N skipped` over all suites.
 * `npm test -- unit types` runs these parts only.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { buildBundles, buildTests } = await import('../esbuild.mjs');
const { ensureExtensionBrowser } = await import('./vscode/debianBrowser.mjs');
const { runHostSuite } = await import('./vscode/hostSuite.mjs');
const { browserPath, serverMain } = await import('./vscode/parts.mjs');
const { artillery } = await import('./artillery.mjs');
const { respect } = await import('./respect.mjs');
const { httpyac } = await import('./httpyac.mjs');
const { sarifMultitool } = await import('./sarifMultitool.mjs');

/** Folders that are type-checked by themselves: each may see other things. */
const LAYERS = [
  '.',
  'src/core',
  'src/formats',
  'src/sharing',
  'src/protocol',
  'webview-ui',
  'recorder',
  'test/e2e',
];

/** Tests that start the built program hundreds of times. */
const PROGRAM = 'out/test/{attack,cli}/**/*.test.js';
/** Tests that run hundreds of matrices. */
const MATRICES = 'out/test/node/authz/*{flaws,Flaws}.test.js';

/** What to run, such as `unit`; nothing named is everything. */
const wanted = process.argv.slice(2);
/** Priority of what draws no pages: others on a busy machine may have twice as much of the processor, not ten times. */
const LATER = 4;
/** What the check of the format knows from earlier runs. */
const FORMAT_CACHE = path.join(root, 'node_modules/.cache/prettier-check');

const totals = { passed: 0, failed: 0, skipped: 0 };
const problems = [];
/** What failed, as lines for people: shown again at the end, where a long output is cut off last. */
const failures = [];
const temporary = await mkdtemp(path.join(os.tmpdir(), 'chainwright-test-'));

await step('build', async () => {
  await buildBundles();
  await buildTests();
});
if (problems.length === 0) {
  // Programs that only tests need are fetched before time limits of tests count. A suite whose program cannot be had
  // says so itself.
  const workbench = Promise.allSettled([browserPath(), serverMain()]);
  void Promise.allSettled([artillery(), respect(), httpyac(), sarifMultitool()]);
  const recorderBrowser = step('browser for the recorder', async () =>
    console.log(`  ${await ensureExtensionBrowser()}`),
  );
  // A workbench mostly waits; two of them would only slow each other down.
  const drawing = {
    vscode: () => workbench.then(() => step('tests in VS Code', async () => add(await runHostSuite()))),
    workbench: () =>
      step('tests in the workbench', () =>
        mocha('workbench', ['out/test/e2e/workbench/**/*.test.js'], { drawing: true }),
      ),
    pages: () =>
      recorderBrowser.then(() =>
        step('tests of pages', () => mocha('pages', ['out/test/e2e/*.test.js'], { drawing: true })),
      ),
  };
  const checks = {
    lint: () =>
      step('lint', async () => {
        await run('eslint', ['--quiet', '.']);
        await run('oxlint', ['--quiet']);
      }),
    unused: () => step('unused code', () => run('knip', [])),
    format: () => step('format', checkFormat),
    types: () => step('types', checkTypes),
  };
  const suites = {
    program: () => step('tests of the program', () => mocha('program', [PROGRAM])),
    unit: () =>
      step('unit tests', () =>
        mocha('unit', ['out/test/**/*.test.js'], {
          ignored: ['out/test/{host,e2e}/**', PROGRAM, MATRICES],
        }),
      ),
    matrices: () => step('matrices of an API with flaws', () => mocha('matrices', [MATRICES])),
  };
  checkNames([drawing, checks, suites].flatMap(Object.keys));
  // The suites come after the checks: tests of the release write the validators again, which the checks read.
  const checking = inTurn(chosen(checks));
  const left = chosen(suites);
  const takeTurns = () => inTurn(left);
  await Promise.all([
    checking.then(takeTurns),
    Promise.all([inTurn(chosen(drawing)), checking]).then(takeTurns),
  ]);
}
await rm(temporary, { recursive: true, force: true });

for (const failure of failures) {
  console.log(`\n✗ ${failure}`);
}
for (const problem of problems) {
  console.log(`✗ ${problem}`);
}
totals.failed = Math.max(totals.failed, problems.length);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);

/** A part that is not known would pass by never running. */
function checkNames(known) {
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    problems.push(`There is no part ${unknown.join(', ')}. The parts are: ${known.join(', ')}.`);
  }
}

/** The parts that are wanted. */
function chosen(parts) {
  return Object.entries(parts).flatMap(([name, part]) =>
    wanted.length === 0 || wanted.includes(name) ? [part] : [],
  );
}

/** Does what is left, one after the other; others can take from it at the same time. */
async function inTurn(left) {
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    await part();
  }
}

async function checkFormat() {
  const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', FORMAT_CACHE];
  await run('prettier', ['--check', '--log-level', 'warn', ...cache, '.']);
}

async function checkTypes() {
  for (const layer of LAYERS) {
    await run('tsc', ['-p', layer]);
  }
}

async function step(title, work) {
  const started = performance.now();
  console.log(`\n— ${title}`);
  try {
    await work();
    console.log(`  ${title}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    problems.push(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    console.log(`  ${problems.at(-1)}`);
  }
}

/** Runs a suite with mocha and adds its counts; rejects when a test failed, or when the process did not end well. */
async function mocha(suite, files, { ignored = [], drawing = false } = {}) {
  const report = path.join(temporary, `${suite}.json`);
  const ignore = ignored.flatMap((pattern) => ['--ignore', pattern]);
  const reporter = ['--reporter', 'scripts/mochaReporter.cjs', '--reporter-option', `file=${report}`];
  const outcome = await run('mocha', [...reporter, ...ignore, ...files], { drawing }).catch((error) => error);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw outcome ?? new Error('mocha wrote no report');
  }
  const { keptBy, ...counts } = JSON.parse(text);
  add(counts);
  if (keptBy !== undefined) {
    throw new Error(`the tests ended, their process did not: ${keptBy.join(', ')}`);
  }
}

function add({ passed, failed, skipped, failures: reports }) {
  failures.push(...reports);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  if (failed > 0) {
    throw new Error(`${failed} failed`);
  }
}

/**
 * Runs a tool of `node_modules`; rejects when it ends with another code than 0. Others run at the same time,
 * so what it says is shown when it has ended. One that draws pages goes first: it mostly waits, and what it
 * waits for has a time limit.
 */
function run(tool, args, { drawing = false } = {}) {
  const scripts = {
    prettier: 'prettier/bin/prettier.cjs',
    eslint: 'eslint/bin/eslint.js',
    oxlint: 'oxlint/bin/oxlint',
    tsc: 'typescript-native/bin/tsc',
    mocha: 'mocha/bin/mocha.js',
    knip: 'knip/bin/knip.js',
  };
  const script = path.join(root, 'node_modules', scripts[tool]);
  // Some packages are ES modules, which Node 20 loads by require() with a warning at each start.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (!drawing && child.pid !== undefined) {
    os.setPriority(child.pid, LATER);
  }
  const held = [];
  child.stdout.on('data', (chunk) => held.push(chunk));
  child.stderr.on('data', (chunk) => held.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(held));
      if (code === 0) {
        resolve();
      } else {
        reject(new Error(`${tool} ended with ${code}`));
      }
    });
  });
}
