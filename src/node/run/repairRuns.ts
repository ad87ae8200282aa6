/**
 * The runs of a repair: a chain in its unsaved text, as a whole or from a request on with what an earlier run left.
 * They go to this machine and to origins that the person named, and never to a protected environment. That is looked at
 * before each of them, because an environment may change while a chain is repaired.
 */
import { defined } from '../../core/defined';
import type { ChainPart, RepairPorts } from '../../core/mapping/repair/repairReport';
import { isLoopbackOrigin, originsOf } from '../../core/permission/origin';
import { growResult, type ExecutionResult } from '../../core/result/result';
import { foreignProxy } from './environmentTrust';
import type { LoadDescription } from '../files/loadDescription';
import { prepareRun, type PreparedRun } from './execute';
import type { ExecuteSettings } from './executeSettings';
import type { RunSurvey } from './surveyRun';

/** The chain of a repair, and how it is run. */
export interface RepairRuns {
  /** Absolute path. */
  readonly file: string;
  readonly workspace: string;
  readonly environment?: string;
  readonly settings: ExecuteSettings;
  readonly signal: AbortSignal;
  /** Reads descriptions of APIs; absent reads them in this thread. */
  readonly describe?: LoadDescription;
  /** The error that says why nothing is sent. */
  readonly refusal: (hindrance: RepairHindrance) => Error;
}

/** Why a repair does not send. */
export type RepairHindrance =
  | { readonly kind: 'protected'; readonly environment: string }
  /** Only the environment names a proxy, and it is not this machine. */
  | { readonly kind: 'proxy'; readonly proxy: string }
  /** An origin that is not this machine, and that nobody named. */
  | { readonly kind: 'origin'; readonly origin: string };

/** What keeps a repair from sending; absent when nothing does. */
function repairHindrance(
  { environment, destinations, proxy }: Pick<RunSurvey, 'environment' | 'destinations' | 'proxy'>,
  { allowHosts, network }: Pick<ExecuteSettings, 'allowHosts' | 'network'>,
): RepairHindrance | undefined {
  if (environment?.protected === true) {
    return { kind: 'protected', environment: environment.name };
  }
  const relay = network.proxy === undefined ? foreignProxy(proxy) : undefined;
  if (relay !== undefined) {
    return { kind: 'proxy', proxy: relay };
  }
  const named = new Set(originsOf(allowHosts));
  const stranger = destinations.find(({ origin }) => !isLoopbackOrigin(origin) && !named.has(origin));
  return stranger === undefined ? undefined : { kind: 'origin', origin: stranger.origin };
}

/** What a repair is going to send first; rejects with the refusal where it may not. */
export async function surveyRepair(text: string, runs: RepairRuns): Promise<RunSurvey> {
  return (await prepareAllowed({ text, isSentOnce: true }, runs)).survey;
}

/** The runs of a chain. */
export function createRepairPorts(runs: RepairRuns): RepairPorts {
  const settings = { ...runs.settings, isConfined: true };
  return {
    signal: runs.signal,
    async run(part) {
      const stopping = new AbortController();
      const { run } = await prepareAllowed(part, runs);
      const events = run.start(settings, AbortSignal.any([stopping.signal, runs.signal]));
      const growing = growResult();
      let main = '';
      for (;;) {
        const step = await events.next();
        if (step.done === true) {
          return { result: finished(growing.result()), memory: step.value };
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

async function prepareAllowed(
  { text, rest, isSentOnce }: Omit<ChainPart, 'stopsAfter'>,
  { file, workspace, environment, settings, describe, refusal }: RepairRuns,
): Promise<{ readonly run: PreparedRun; readonly survey: RunSurvey }> {
  const select =
    rest === undefined
      ? ({ kind: 'all' } as const)
      : ({ kind: 'rest', id: rest.from, again: rest.again } as const);
  const job = {
    ...{ file, workspace, text, select, isSentOnce },
    ...defined({ environment, known: rest?.known, describe }),
  };
  const run = await prepareRun(job, settings.overrides);
  const survey = await run.survey(settings);
  const hindrance = repairHindrance(survey, settings);
  if (hindrance !== undefined) {
    throw refusal(hindrance);
  }
  return { run, survey };
}

function finished(result: ExecutionResult | undefined): ExecutionResult {
  if (result === undefined) {
    throw new Error('a run always reports that it started');
  }
  return result;
}
