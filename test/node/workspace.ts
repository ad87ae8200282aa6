/** A temporary workspace of files, and executing a chain in it against real servers. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { remedies } from '../../src/cli/remedies';
import { reduceRun, type ExecutionResult, type RequestResult } from '../../src/core/result/result';
import type { RunMemory } from '../../src/core/run/runStep';
import { prepareRun } from '../../src/node/run/execute';
import type { ExecuteJob, ExecuteSettings } from '../../src/node/run/executeSettings';

/** A folder that is deleted with everything in it. */
export interface Workspace {
  readonly folder: string;
  write(files: Readonly<Record<string, string | object>>): Promise<void>;
  /** Runs a chain of the workspace to its end. */
  run(
    file: string,
    more?: Partial<ExecuteJob>,
    settings?: Partial<ExecuteSettings>,
    signal?: AbortSignal,
  ): Promise<Executed>;
  dispose(): Promise<void>;
}

/** What a run left. */
export interface Executed {
  readonly result: ExecutionResult;
  readonly memory: RunMemory;
  /** The result of one request. */
  readonly request: (id: string) => RequestResult;
}

/** Settings of a person who changed nothing. */
export const defaultSettings: ExecuteSettings = {
  overrides: new Map(),
  allowHosts: [],
  vouchedHosts: [],
  approval: 'all',
  remedies,
  timeoutMs: 5000,
  network: { mode: 'direct', verifyTls: true },
  secrets: { environment: {}, granted: [], bindings: new Map() },
  maskingKey: new Uint8Array(32),
  userAgent: 'test',
};

/** Makes an empty workspace. */
export async function createWorkspace(): Promise<Workspace> {
  // Without links and short names, which the systems of CI have in the path of temporary files.
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'chainwright-workspace-')));
  return {
    folder,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        const file = path.join(folder, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      }
    },
    run: (file, more, settings, signal) =>
      runToEnd(
        { file: path.join(folder, file), workspace: folder, select: { kind: 'all' }, ...more },
        { ...defaultSettings, ...settings },
        signal,
      ),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A chain file's content. */
export function chainOf(requests: readonly object[], more: object = {}): object {
  return { formatVersion: 2, name: 'Test', ...more, requests };
}

async function runToEnd(
  job: ExecuteJob,
  settings: ExecuteSettings,
  signal: AbortSignal = AbortSignal.timeout(100_000),
): Promise<Executed> {
  const run = (await prepareRun(job, settings.overrides)).start(settings, signal);
  let result: ExecutionResult | undefined;
  for (;;) {
    const step = await run.next();
    if (step.done === true && result !== undefined) {
      const { requests } = result;
      const request = (id: string): RequestResult => {
        const found = requests.find((one) => one.request.id === id);
        if (found === undefined) {
          throw new Error(`there is no ${id} in the result`);
        }
        return found;
      };
      return { result, memory: step.value, request };
    }
    if (step.done === true) {
      throw new Error('the run said nothing');
    }
    result = reduceRun(result, step.value);
  }
}
