/**
 * The runs of a repair: a chain in its unsaved text, as a whole or from a request on with what the run before it left.
 * They go to this machine and to origins that the person named, and never to a protected environment.
 */
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { readChainOnly } from '../../core/files/chainFile';
import { isLoopbackOrigin } from '../../core/permission/origin';
import type { ChainPart, RepairPorts } from '../../core/mapping/repair/repairReport';
import { growResult, type ExecutionResult } from '../../core/result/result';
import type { RunMemory } from '../../core/run/runStep';
import { plural } from '../../core/words';
import { foreignProxy } from '../../node/run/environmentTrust';
import { prepareRun } from '../../node/run/execute';
import type { ExecuteSettings } from '../../node/run/executeSettings';
import { remedies } from '../remedies';

/** The chain of a repair, and how it is run. */
export interface RepairRuns {
  /** Absolute path. */
  readonly file: string;
  readonly workspace: string;
  readonly environment?: string;
  readonly settings: ExecuteSettings;
  readonly signal: AbortSignal;
}

/**
 * What a repair is going to send, in a sentence; rejects with UserError where nothing may be sent.
 *
 * @param text the chain
 */
export async function announceRuns(text: string, runs: RepairRuns): Promise<string> {
  const run = await prepareRun(jobFor({ text }, runs), runs.settings.overrides);
  const { environment, destinations, changing, proxy } = await run.survey(runs.settings);
  if (environment?.protected === true) {
    throw new UserError(
      `The environment ${environment.name} is protected, so nothing was sent.`,
      'Repair the chain in another environment: --environment <name>.',
    );
  }
  const relay = runs.settings.network.proxy === undefined ? foreignProxy(proxy) : undefined;
  if (relay !== undefined) {
    throw new UserError(
      `Requests would go through the proxy ${relay}, which the environment names and which is not this machine, so nothing was sent.`,
      'If it is right, name it yourself: --proxy <url>. For no proxy: --proxy none.',
    );
  }
  const named = new Set(runs.settings.allowHosts);
  const origins = destinations.map(({ origin }) => origin);
  const stranger = origins.find((origin) => !isLoopbackOrigin(origin) && !named.has(origin));
  if (stranger !== undefined) {
    throw new UserError(
      `${stranger} is not this machine, so nothing was sent.`,
      remedies.allowOrigin(stranger),
    );
  }
  const count =
    readChainOnly(text, runs.file).chain?.requests.filter(({ disabled }) => !disabled).length ?? 0;
  const where = origins.length === 0 ? '' : ` to ${origins.join(', ')}`;
  const methods = [...new Set(changing.map(({ method }) => method))].join(', ');
  const changes = changing.length === 0 ? '' : `, ${changing.length} of them ${methods}`;
  return `Sends ${plural(count, 'request')}${where}${changes}.`;
}

/** The runs of a chain. */
export function createRepairPorts(runs: RepairRuns): RepairPorts {
  let known: RunMemory | undefined;
  return {
    signal: runs.signal,
    async run(part) {
      const stopping = new AbortController();
      const job = { ...jobFor(part, runs), ...defined({ known }) };
      const run = await prepareRun(job, runs.settings.overrides);
      const events = run.start(runs.settings, AbortSignal.any([stopping.signal, runs.signal]));
      const growing = growResult();
      let main = '';
      for (;;) {
        const step = await events.next();
        if (step.done === true) {
          known = step.value;
          return finished(growing.result());
        }
        const event = step.value;
        growing.take(event);
        main = event.type === 'run-started' ? event.chain.file : main;
        const isOwn = event.type === 'request-finished' && event.result.request.chain === main;
        if (isOwn && part.stopsAfter(event.result)) {
          stopping.abort();
        }
      }
    },
  };
}

function finished(result: ExecutionResult | undefined): ExecutionResult {
  if (result === undefined) {
    throw new Error('a run always reports that it started');
  }
  return result;
}

function jobFor(
  { text, from }: Pick<ChainPart, 'text' | 'from'>,
  { file, workspace, environment }: RepairRuns,
) {
  const select = from === undefined ? ({ kind: 'all' } as const) : ({ kind: 'from', id: from } as const);
  return { file, workspace, text, select, ...defined({ environment }) };
}
