/**
 * What the GitHub Action does (`action.yml`): runs the installed command line once for the chains and once for each
 * matrix, and passes on what it says as annotations, a summary and outputs.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

const { env } = process;
const cli = path.join(env.RUNNER_TEMP, 'chainwright/node_modules/chainwright/dist/cli.js');

/** GitHub drops a summary of more than a MiB whole. */
const MAX_SUMMARY = 2 ** 20;
/** Exit codes from the worst to the best, as the documentation of the command line has them. */
const WORST_FIRST = [130, 1, 2, 3, 4, 0];

const chains = lines(env.FILES);
const matrices = lines(env.AUTHORIZATION);
if (chains.length === 0 && matrices.length === 0) {
  end('Neither "files" nor "authorization" names anything. Name chains, matrices, or both.');
}
if (env.BASELINE && matrices.length !== 1) {
  end('"baseline" belongs to one matrix. Use a step of its own for each matrix that has a baseline.');
}
/** A job can use the action several times, and reports of an earlier use are not those of this one. */
const reports = await mkdtemp(path.join(env.RUNNER_TEMP, 'chainwright-reports-'));
const sarif = path.join(reports, 'sarif');
await mkdir(sarif);

const jobs = [
  ...(chains.length === 0 ? [] : [chainsJob()]),
  ...matrices.map((matrix, index) => matrixJob(matrix, index + 1)),
];
const codes = [];
for (const { args, name } of jobs) {
  codes.push(await run(args));
  process.stdout.write(await reportOf(name, 'github', 'txt'));
}
await summarize();
await output();
process.exitCode = worst(codes);

function chainsJob() {
  const shard = env.SHARD ? ['--shard', env.SHARD] : [];
  const seed = env.SEED ? ['--seed', env.SEED] : [];
  const kinds = ['github=txt', 'markdown=md', 'json=json', 'junit=xml', 'html=html'];
  return {
    name: 'chains',
    args: ['run', ...chains, ...shard, ...seed, ...common(), ...reporters('chains', kinds)],
  };
}

function matrixJob(matrix, number) {
  const name = `matrix-${number}`;
  const kinds = ['github=txt', 'markdown=md', 'json=json', 'junit=xml', 'html=html'];
  const args = [
    ...['authz', 'run', matrix],
    ...(env.ALLOW_MUTATIONS === 'true' ? ['--allow-mutations'] : []),
    ...(env.BASELINE ? ['--baseline', env.BASELINE] : []),
    ...(env.OPENAPI ? ['--openapi', env.OPENAPI] : []),
    ...(env.SINCE_SPEC ? ['--since-spec', env.SINCE_SPEC] : []),
    ...common(),
    ...reporters(name, kinds),
    ...['--reporter', `sarif=${path.join(sarif, `${name}.sarif`)}`],
  ];
  return { name, args };
}

/** Options that both commands have. */
function common() {
  return [
    ...(env.ENVIRONMENT ? ['--environment', env.ENVIRONMENT] : []),
    ...each('--trust-environment', env.TRUST_ENVIRONMENT),
    ...each('--secret-host', env.SECRET_HOSTS),
    ...each('--allow-host', env.ALLOW_HOSTS),
  ];
}

function each(option, text) {
  return lines(text).flatMap((line) => [option, line]);
}

function reporters(name, kinds) {
  return kinds.flatMap((kind) => {
    const [reporter, extension] = kind.split('=');
    return ['--reporter', `${reporter}=${fileOf(name, reporter, extension)}`];
  });
}

function fileOf(name, reporter, extension) {
  return path.join(reports, `${name}.${reporter}.${extension}`);
}

/** A report that was not made is empty: the command has said why. */
function reportOf(name, reporter, extension) {
  return readFile(fileOf(name, reporter, extension), 'utf8').catch(() => '');
}

/**
 * Runs the command line to its end; resolves to its exit code. What it prints comes from servers, too, which must not
 * give commands to GitHub: they are off meanwhile.
 */
async function run(args) {
  const token = randomUUID();
  process.stdout.write(`::stop-commands::${token}\n`);
  const child = spawn(process.execPath, [cli, ...args], { stdio: 'inherit' });
  // On Windows the console tells both of Ctrl-C, and kill() would end the run before it deletes what it created.
  const forward = (signal) => process.platform === 'win32' || child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => resolve(ended ?? 130));
  });
  process.off('SIGINT', forward).off('SIGTERM', forward);
  process.stdout.write(`::${token}::\n`);
  return code;
}

async function summarize() {
  let text = '';
  for (const { name } of jobs) {
    text += await reportOf(name, 'markdown', 'md');
  }
  const isLong = Buffer.byteLength(text) > MAX_SUMMARY;
  const shown = isLong ? 'The summary is longer than GitHub shows. The reports have everything.\n' : text;
  await appendFile(env.GITHUB_STEP_SUMMARY, shown);
}

async function output() {
  const { requests } = await summaryOf('chains');
  const cells = { pass: 0, flaw: 0, inconclusive: 0 };
  for (const { name } of jobs.filter((job) => job.name !== 'chains')) {
    const found = await summaryOf(name);
    Object.keys(cells).forEach((judgement) => (cells[judgement] += found[judgement] ?? 0));
  }
  const values = {
    ...{ passed: requests?.passed ?? 0, failed: requests?.failed ?? 0, blocked: requests?.blocked ?? 0 },
    ...{ 'cells-passed': cells.pass, flaws: cells.flaw, inconclusive: cells.inconclusive },
    ...{ sarif, reports, 'exit-code': worst(codes) },
  };
  const text = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  await appendFile(env.GITHUB_OUTPUT, text.join(''));
}

async function summaryOf(name) {
  const text = await reportOf(name, 'json', 'json');
  return text === '' ? {} : JSON.parse(text).summary;
}

function worst(all) {
  return WORST_FIRST.find((code) => all.includes(code)) ?? 2;
}

function lines(text = '') {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function end(problem) {
  console.log(`::error title=Chainwright::${problem}`);
  process.exit(2);
}
