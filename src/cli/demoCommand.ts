/**
 * `chainwright demo`: the sample API and the sample chains, end to end. Sends to this machine only.
 */
import path from 'node:path';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../examples/orders-api/ordersApi';
import { runCommand } from './runCommand';
import type { CommandContext } from './runCommand';
import type { RunOptions } from './runOptions';

/** Everything that the demo leaves as it is. */
const DEFAULTS: Omit<RunOptions, 'environment' | 'var' | 'reporter'> = {
  bail: false,
  includeDrafts: false,
  parallel: 1,
  allowHost: [],
  allowEnv: [],
  secretHost: [],
  json: false,
  timeout: 30_000,
  insecure: false,
};

/** Runs the demo; resolves to the exit code of its run. */
export async function demoCommand(context: CommandContext): Promise<number> {
  const api = await startOrdersApi();
  const workspace = path.resolve(__dirname, '../examples/workspace');
  const report = path.resolve(context.folder, '.chainwright/demo-report.html');
  console.error(`The sample orders API listens at ${api.origin}.\n`);
  try {
    return await runCommand(
      [workspace],
      {
        ...DEFAULTS,
        environment: 'local',
        var: [`baseUrl=${api.origin}`],
        reporter: ['console', `html=${report}`],
      },
      { ...context, environment: { ...context.environment, ...secretVariables() } },
    );
  } finally {
    await api.close();
  }
}

function secretVariables(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(DEMO_SECRETS).map(([name, value]) => [`CHAINWRIGHT_SECRET_${name}`, value]),
  );
}
