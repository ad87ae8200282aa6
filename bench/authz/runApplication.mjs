/** One application: started with data that is there already, tested with its matrix, and looked at again. */
import { cp, mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { runToEnd } from '../process/runProcess.mjs';
import { compareSnapshots, scoreCells } from './score.mjs';
import { compareStatusRules } from './statusRules.mjs';

/** Passwords of the users of every application, by their names; none has a meaning outside this benchmark. */
export const PASSWORDS = {
  alice: 'alice-Bench-Passw0rd',
  bob: 'bob-Bench-Passw0rd',
  carol: 'carol-Bench-Passw0rd',
  admin: 'admin-Bench-Passw0rd',
};
/** Ends of a run that leave a result: passed, flaws, inconclusive, refusals of another kind. */
const FINISHED = [0, 1, 3, 4];

/**
 * Runs the matrix of an application and scores every cell.
 *
 * @param {Awaited<ReturnType<typeof import('./applications.mjs').applications>>[number]} application
 * @param {{ readonly cli: string, readonly folder: string }} where
 */
export async function runApplication({ name, version, source, truths, start }, { cli, folder }) {
  await mkdir(folder, { recursive: true });
  const running = await start({ folder, version, passwords: PASSWORDS });
  try {
    const before = await running.snapshot();
    const result = await runMatrix(running, { cli, source, folder });
    const after = await running.snapshot();
    const scored = scoreCells(result.cells, truths, version);
    return {
      ...{ name, version, scored },
      requests: result.requests.sent,
      // What a function did that concerns no object is reported as well: nothing shows it.
      leftovers: result.leftovers.filter(({ carriedOut }) => carriedOut !== true),
      data: compareSnapshots(before, after),
      rules: compareStatusRules(scored, result.exchanges),
    };
  } finally {
    await running.stop();
  }
}

async function runMatrix({ baseUrl, variables = {} }, { cli, source, folder }) {
  const cwd = path.join(folder, 'matrix');
  await cp(source, cwd, { recursive: true });
  const matrix = (await readdir(cwd)).find((file) => file.endsWith('.authz.json'));
  const given = Object.entries({ baseUrl, ...variables }).flatMap(([name, value]) => [
    '--var',
    `${name}=${value}`,
  ]);
  const secrets = Object.entries(PASSWORDS).map(([user, password]) => [
    `CHAINWRIGHT_SECRET_${user.toUpperCase()}_PASSWORD`,
    password,
  ]);
  const report = path.join(folder, 'result.json');
  const { ending, output } = await runToEnd(
    [
      cli,
      'authz',
      'run',
      matrix,
      '--allow-mutations',
      '--seed',
      'bench',
      ...given,
      '--reporter',
      `json=${report}`,
    ],
    { cwd, outputFile: path.join(folder, 'run.log'), environment: Object.fromEntries(secrets) },
  );
  if (!FINISHED.includes(ending)) {
    throw new Error(`authz run ended with ${ending}: ${output.trim().split('\n').slice(-3).join(' | ')}`);
  }
  return JSON.parse(await readFile(report, 'utf8'));
}
