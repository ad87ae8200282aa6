/**
 * `npm test`: installs, builds, checks the style and the types, and runs every suite. A part that fails
 * does not keep the others from running. Ends in one line `N passed, N failed, N skipped` over all suites.
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
const { browserPath } = await import('./vscode/parts.mjs');

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

/** Runs hundreds of matrices, which takes as long as all other unit tests together. */
const MATRICES = 'out/test/node/authz/flaws.test.js';

const totals = { passed: 0, failed: 0, skipped: 0 };
const problems = [];
const temporary = await mkdtemp(path.join(os.tmpdir(), 'chainwright-test-'));

await step('build', async () => {
  await buildBundles();
  await buildTests();
});
if (problems.length === 0) {
  // Lint takes about as long as the others together.
  const format = step('format', () => run('prettier', ['--check', '--log-level', 'warn', '.']));
  await Promise.all([
    format.then(() => step('types', checkTypes)),
    step('lint', () => run('eslint', ['--quiet', '.'])),
    step('browser for the recorder', async () => console.log(`  ${await ensureExtensionBrowser()}`)),
  ]);
  await Promise.all([
    step('matrices of an API with flaws', () => mocha('matrices', [MATRICES], [], 'held')),
    step('unit tests', () => mocha('unit', ['out/test/**/*.test.js'], ['out/test/{host,e2e}/**', MATRICES])),
  ]);
  // Fetched before time limits of tests count; they say what is wrong where there is none.
  await browserPath().catch(() => undefined);
  await step('tests in VS Code', async () => add(await runHostSuite()));
  // A workbench mostly waits, and a page mostly works; two workbenches would only slow each other down.
  await Promise.all([
    step('tests of pages', () => mocha('pages', ['out/test/e2e/*.test.js'], [], 'held')),
    step('tests in the workbench', () => mocha('workbench', ['out/test/e2e/workbench/**/*.test.js'], [])),
  ]);
}
await rm(temporary, { recursive: true, force: true });

for (const problem of problems) {
  console.log(`✗ ${problem}`);
}
totals.failed = Math.max(totals.failed, problems.length);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed === 0 ? 0 : 1);

async function checkTypes() {
  for (const project of LAYERS) {
    await run('tsc', ['-p', project]);
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

/**
 * Runs a suite with mocha and adds its counts; rejects when a test failed, or when the process did not end well.
 * One that runs beside another is `held`: what it says is shown when it has ended.
 */
async function mocha(suite, files, ignored, output = 'inherit') {
  const report = path.join(temporary, `${suite}.json`);
  const ignore = ignored.flatMap((pattern) => ['--ignore', pattern]);
  const reporter = ['--reporter', 'scripts/mochaReporter.cjs', '--reporter-option', `file=${report}`];
  const outcome = await run('mocha', [...reporter, ...ignore, ...files], output).catch((error) => error);
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

function add({ passed, failed, skipped }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  if (failed > 0) {
    throw new Error(`${failed} failed`);
  }
}

/** Runs a tool of `node_modules`, its output shown, at once or `held` until it ends; rejects when that is with another code than 0. */
function run(tool, args, output = 'inherit') {
  const scripts = {
    prettier: 'prettier/bin/prettier.cjs',
    eslint: 'eslint/bin/eslint.js',
    tsc: 'typescript/bin/tsc',
    mocha: 'mocha/bin/mocha.js',
  };
  const script = path.join(root, 'node_modules', scripts[tool]);
  const shown = output === 'held' ? 'pipe' : output;
  // Some packages are ES modules, which Node 20 loads by require() with a warning at each start.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: ['ignore', shown, shown],
  });
  const held = [];
  child.stdout?.on('data', (chunk) => held.push(chunk));
  child.stderr?.on('data', (chunk) => held.push(chunk));
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
