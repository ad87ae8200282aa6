import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../../examples/orders-api/ordersApi';
import { cleanUp } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import type { Workspace } from '../workspace';
import { matrixSettings } from './matrixRun';

/** Requests after which the process is killed: spread over the run, each at another step of the procedure. */
const MOMENTS = [3, 5, 6, 9, 14, 17, 23, 31, 38, 44, 52, 61, 73, 88, 101, 115, 128, 142, 157, 171];

describe('a matrix run that is killed', function () {
  this.timeout(60_000);
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await cp('examples/workspace', workspace.folder, { recursive: true });
  });
  afterEach(() => workspace.dispose());

  for (const moment of MOMENTS) {
    it(`after ${moment} requests leaves nothing behind that cleanup does not delete`, async () => {
      let answered = 0;
      let reached: () => void = () => undefined;
      const atMoment = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const api = await startOrdersApi({
        flaws: [],
        onAnswer: () => {
          answered += 1;
          if (answered === moment) {
            reached();
          }
        },
      });
      try {
        const before = await ordersOf(api.origin);
        answered = 0;
        const file = path.join(workspace.folder, 'orders.authz.json');
        const child = spawn(
          process.execPath,
          [path.join(__dirname, 'matrixProcess.js'), file, workspace.folder, api.origin],
          { stdio: 'ignore' },
        );
        const exited = once(child, 'exit');
        await Promise.race([atMoment, exited]);
        child.kill('SIGKILL');
        await exited;
        const settings = matrixSettings(api.origin);
        const { left } = await cleanUp(
          { file, workspace: workspace.folder },
          settings,
          AbortSignal.timeout(30_000),
        );
        assert.deepEqual(left, []);
        assert.deepEqual(await ordersOf(api.origin), before);
      } finally {
        await api.close();
      }
    });
  }
});

/** The ids of all orders, as an administrator is told them. */
async function ordersOf(origin: string): Promise<readonly string[]> {
  const login = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'root@example.com', password: DEMO_SECRETS.ROOT_PASSWORD }),
  });
  const { token } = (await login.json()) as { readonly token: string };
  const list = await fetch(`${origin}/api/orders?pageSize=100`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { items } = (await list.json()) as { readonly items: readonly { readonly id: string }[] };
  return items.map(({ id }) => id);
}
