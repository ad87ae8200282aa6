/**
 * `chainwright demo`: the sample API, the sample chains and the sample matrix, end to end. Sends to this
 * machine only.
 */
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../examples/orders-api/ordersApi';
import { UserError } from '../core/errors';
import { errorCode } from '../node/files/systemError';
import { demoMatrix } from './demoMatrix';
import { exitCodes, worstExitCode } from './exitCode';
import { runCommand } from './runCommand';
import type { CommandContext } from './commandContext';
import type { RunOptions } from './runOptions';

/** What commander gives for `demo`. */
export interface DemoOptions {
  /** Port to serve the sample API on, in place of the demo. */
  readonly serve?: number;
}

/** The options that the demo does not change. */
const DEFAULTS: Omit<RunOptions, 'environment' | 'var' | 'reporter'> = {
  bail: false,
  includeDrafts: false,
  parallel: 1,
  varJson: [],
  allowHost: [],
  allowEnv: [],
  secretHost: [],
  trustEnvironment: [],
  json: false,
  timeout: 30_000,
  insecure: false,
  notify: [],
  notifyWhen: 'always',
  notifyThreshold: 1,
  notifyMention: [],
};

/** Runs the demo; resolves to its exit code: 0 when the chains pass and the matrix finds what is to be found. */
export async function demoCommand(context: CommandContext): Promise<number> {
  const api = await startOrdersApi();
  const workspace = fileURLToPath(new URL('../examples/workspace', import.meta.url));
  const report = path.resolve(context.folder, '.chainwright/demo-report.html');
  const options = { ...DEFAULTS, var: [`baseUrl=${api.origin}`] };
  const secure = { ...context, environment: { ...context.environment, ...secretVariables() } };
  console.error(`The sample orders API listens at ${api.origin}.\n`);
  try {
    const chains = await runCommand(
      [workspace],
      { ...options, environment: 'local', reporter: ['console', `html=${report}`] },
      secure,
    );
    if (chains === exitCodes.cancelled) {
      return chains;
    }
    const matrix = await demoMatrix(workspace, options, secure);
    return worstExitCode([chains, matrix]);
  } finally {
    await api.close();
  }
}

/**
 * Answers as the sample API until the program is cancelled.
 *
 * @returns the exit code
 * @throws UserError when the port is in use
 */
export async function serveSample(port: number, { signal }: CommandContext): Promise<number> {
  const api = await startOrdersApi({ port }).catch((error: unknown) => {
    throw errorCode(error) === 'EADDRINUSE'
      ? new UserError(`Port ${port} is in use.`, 'Choose another one, such as --serve 4011.')
      : error;
  });
  console.log(`The sample orders API listens at ${api.origin}. Press Ctrl-C to stop it.`);
  console.log('Its chains use these secrets:');
  for (const [name, value] of Object.entries(secretVariables())) {
    console.log(`  ${name}=${value}`);
  }
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await api.close();
  return exitCodes.passed;
}

function secretVariables(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(DEMO_SECRETS).map(([name, value]) => [`CHAINWRIGHT_SECRET_${name}`, value]),
  );
}
