/** Runs the matrices of test/fixtures/authz, each run against a sample API of its own with chosen flaws. */
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import { startOrdersApi, type OrdersApi } from '../../../examples/orders-api/ordersApi';
import type { CleanUp } from '../../../src/core/authz/run/cleanUp';
import type { LedgerEntry } from '../../../src/core/authz/act/ledger';
import type { AuthzEvent, AuthzResult } from '../../../src/core/authz/model/authzResult';
import { defined } from '../../../src/core/defined';
import { openLedger } from '../../../src/node/authz/ledgerFile';
import type { MatrixJob } from '../../../src/node/authz/loadMatrix';
import { cleanUp, runMatrix } from '../../../src/node/authz/runMatrix';
import type { MatrixSettings } from '../../../src/node/authz/wireMatrix';
import { createWorkspace, defaultSettings, type Workspace } from '../workspace';
import { jobIn } from './failingNotes';

/** What differs from run to run. */
export interface MatrixRunOptions {
  readonly flaws?: Iterable<FlawName>;
  /** Names of operations; absent are all. */
  readonly only?: readonly string[];
  /** Milliseconds for a request. */
  readonly timeoutMs?: number;
  /** How many cells that only read are tested at a time. */
  readonly parallel?: number;
  /** Absent are changes allowed. */
  readonly allowMutations?: boolean;
  /** What answers are compared with. */
  readonly described?: MatrixJob['described'];
  /** Looks at the API before and after the run. */
  readonly look?: (api: OrdersApi) => Promise<void>;
}

/** A copy of a folder with matrices, deleted in the end. */
export interface Matrices {
  /** Runs `<name>.authz.json` to its end. */
  run(name: string, options?: MatrixRunOptions): Promise<AuthzResult>;
  dispose(): Promise<void>;
}

/** Copies a folder, for a run writes its ledger into its workspace. */
export async function copyMatrices(folder = 'test/fixtures/authz'): Promise<Matrices> {
  const workspace = await createWorkspace();
  await cp(folder, workspace.folder, { recursive: true });
  return {
    run: (name, options = {}) => runToEnd(workspace.folder, name, options),
    dispose: () => workspace.dispose(),
  };
}

async function runToEnd(
  workspace: string,
  name: string,
  {
    flaws = [],
    only,
    timeoutMs = 5000,
    parallel,
    allowMutations,
    described,
    look = () => Promise.resolve(),
  }: MatrixRunOptions,
): Promise<AuthzResult> {
  // What earlier runs left was in an API that is gone. Read after each run, it made hundreds of them slower and slower.
  await rm(path.join(workspace, '.chainwright/ledger'), { recursive: true, force: true });
  const api = await startOrdersApi({ flaws: [...flaws], now: distinctTimes() });
  try {
    await look(api);
    const run = runMatrix(
      { file: path.join(workspace, `${name}.authz.json`), workspace, ...defined({ described }) },
      { ...matrixSettings(api.origin, timeoutMs), ...defined({ only, parallel, allowMutations }) },
      AbortSignal.timeout(100_000),
    );
    const result = await resultOf(run);
    await look(api);
    return result;
  } finally {
    await api.close();
  }
}

/** What a run leaves when it has ended. */
export async function resultOf(run: AsyncIterable<AuthzEvent>): Promise<AuthzResult> {
  for await (const event of run) {
    if (event.type === 'authz-finished') {
      return event.result;
    }
  }
  throw new Error('the run has no result');
}

/** Cleans up after a killed run of the only matrix of a workspace, which had written this down. */
export async function cleanUpAfter(
  workspace: Workspace,
  entry: LedgerEntry,
  origin: string,
): Promise<CleanUp> {
  const ledger = await openLedger(workspace.folder, 'm.authz.json');
  await ledger.write(entry);
  await ledger.close();
  return cleanUp(jobIn(workspace), matrixSettings(origin), AbortSignal.timeout(100_000));
}

/** Settings of a person who tests the sample API at an origin and allows changes. */
export function matrixSettings(origin: string, timeoutMs = 5000): MatrixSettings {
  return {
    execute: {
      ...defaultSettings,
      overrides: new Map([['baseUrl', origin]]),
      secrets: { ...defaultSettings.secrets, environment: secretVariables() },
      timeoutMs,
    },
    allowMutations: true,
    irreversible: [],
    seed: 'flaws',
    keepBodies: false,
  };
}

/** No two orders of a run have a time in common, which would look like data of the other one; no token expires. */
function distinctTimes(): () => number {
  let time = Date.UTC(2040, 0, 1);
  return () => {
    time += 1;
    return time;
  };
}

function secretVariables(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(DEMO_SECRETS).map(([name, value]) => [`CHAINWRIGHT_SECRET_${name}`, value]),
  );
}
