/** Runs a matrix against the sample API in a process of its own, and kills it after so many requests. */
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../../examples/orders-api/ordersApi';
import type { CleanUp } from '../../../src/core/authz/run/cleanUp';
import { cleanUp } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import { matrixSettings } from './matrixRun';
import { startMatrix } from './startMatrix';

/** What is run, and when it ends. */
export interface Killing {
  /** Folder with the matrix. */
  readonly folder: string;
  /** Name of the matrix, without its ending. */
  readonly matrix: string;
  readonly flaws?: readonly string[];
  /** Requests after which the process is killed. */
  readonly moment: number;
  /** What an administrator is shown of the API. */
  readonly listed: string;
}

/** What the killed run left, and what was there before and after it was cleaned up: identifiers. */
export interface Killed {
  readonly cleaned: CleanUp;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Kills a run, and cleans up. */
export async function killRun({ folder, matrix, flaws = [], moment, listed }: Killing): Promise<Killed> {
  const workspace = await createWorkspace();
  await cp(folder, workspace.folder, { recursive: true });
  let answered = 0;
  let reached: () => void = () => undefined;
  const atMoment = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const onAnswer = (): void => {
    answered += 1;
    if (answered === moment) {
      reached();
    }
  };
  const api = await startOrdersApi({ flaws, onAnswer });
  try {
    const before = await idsOf(api.origin, listed);
    answered = 0;
    const job = { file: path.join(workspace.folder, `${matrix}.authz.json`), workspace: workspace.folder };
    const child = await startMatrix(job, api.origin);
    const exited = once(child, 'exit');
    await Promise.race([atMoment, exited]);
    child.kill('SIGKILL');
    await exited;
    const cleaned = await cleanUp(job, matrixSettings(api.origin), AbortSignal.timeout(100_000));
    return { cleaned, before, after: await idsOf(api.origin, listed) };
  } finally {
    await api.close();
    await workspace.dispose();
  }
}

/** The ids of everything in a list, as an administrator sees them. */
async function idsOf(origin: string, path: string): Promise<readonly string[]> {
  const login = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'root@example.com', password: DEMO_SECRETS.ROOT_PASSWORD }),
  });
  const { token } = (await login.json()) as { readonly token: string };
  const list = await fetch(`${origin}${path}?pageSize=100`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  // Identifiers of users have more digits than a number can hold.
  return [...(await list.text()).matchAll(/"id":("?[\w-]+"?)/g)].map(([, id = '']) => id);
}
