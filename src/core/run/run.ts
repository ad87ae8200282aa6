/**
 * Running a plan: one request after the other, each with the values known by then.
 *
 * A request with an unresolved reference is not sent: it is blocked and names the request that should
 * have produced the value and the root cause behind that. After a failure the run continues with what
 * does not depend on it. Values of a response whose status was not expected are not used, and a
 * producer that fails takes its older value back, because a stale one would hide the failure. A producer that passed
 * without finding what is optional leaves the value from earlier in the run.
 */
import { defined } from '../defined';
import type { Secret, SecretLookup, SecretSource } from '../permission/secret';
import { phrase, type Message } from '../message';
import { LearnedSecrets } from '../permission/sensitive';
import type { PlanItem, RunPlan } from './plan';
import type { PlannedRequest, Reason, RunOutcome, UnmaskedEvent, UnmaskedResult } from '../result/result';
import { admitted } from './flow';
import { runPlanned } from './loop';
import { cancelledBefore, notSent, skippedFor } from './runRequest';
import {
  referenceTo,
  type Bail,
  type EndedRequest,
  type RunMemory,
  type RunPorts,
  type RunSettings,
  type RunState,
  type RunStep,
} from './runStep';

/**
 * Runs a plan and reports as it goes; returns what the next run may build on. Aborting `signal` ends the
 * request in flight, skips the rest and still finishes with `run-finished`.
 */
export async function* runChain(
  plan: RunPlan,
  settings: RunSettings,
  ports: RunPorts,
  signal: AbortSignal,
): AsyncGenerator<UnmaskedEvent, RunMemory, void> {
  const started = ports.clock.monotonic();
  const state = startState(settings, ports);
  yield {
    type: 'run-started',
    chain: { file: plan.main.file, name: plan.main.chain.name },
    ...defined({ environment: settings.environment?.name, seed: settings.seed }),
    startedAt: new Date(ports.clock.now()).toISOString(),
    requests: plan.items.map(planned),
    notes: settings.notes,
  };
  for (const [index, item] of plan.items.entries()) {
    const step: RunStep = { item, index, plan, settings, ports, state, signal, admitted };
    const skip = reasonToSkip(step);
    const result = skip === undefined ? yield* runPlanned(step) : notSent(step, skippedFor(skip));
    state.ended.push(ended(result, item));
    noteFailure(result, settings.bail);
    yield { type: 'request-finished', index, result };
  }
  yield {
    type: 'run-finished',
    outcome: runOutcome(state.ended, signal),
    durationMs: ports.clock.monotonic() - started,
    notes: [],
  };
  const environment = settings.environment === undefined ? {} : { environment: settings.environment.name };
  const { extracted, learned, memo } = state;
  return { ...environment, extracted, cookies: ports.cookies, learned, memo };
}

function startState(
  { known = new Map(), learned = new LearnedSecrets(), memo = new Map() }: RunSettings,
  ports: RunPorts,
): RunState {
  const secrets = new Set<Secret>();
  const remember = (lookup: SecretLookup): SecretLookup => {
    if (lookup.ok) {
      secrets.add(lookup.secret);
    }
    return lookup;
  };
  const source: SecretSource = {
    secret: (name) => remember(ports.secrets.secret(name)),
    processEnv: (name) => remember(ports.secrets.processEnv(name)),
    dotenv: (name) => remember(ports.secrets.dotenv(name)),
    computed(secret) {
      const noted = ports.secrets.computed(secret);
      secrets.add(noted);
      return noted;
    },
  };
  return {
    extracted: new Map([...known].map(([file, values]) => [file, new Map(values)])),
    memo,
    ended: [],
    secrets,
    learned,
    builtIns: { clock: ports.clock, random: ports.content, hash: ports.hash, secrets: source },
  };
}

function planned(item: PlanItem): PlannedRequest {
  return { request: referenceTo(item), name: item.request.name, method: item.request.method };
}

function reasonToSkip({ item, settings, signal }: RunStep): Reason<Message> | undefined {
  if (signal.aborted) {
    return cancelledBefore;
  }
  if (item.request.disabled) {
    return { kind: 'disabled', message: phrase`This request is disabled.` };
  }
  const cause = settings.bail?.cause;
  return cause === undefined ? undefined : { kind: 'bail', message: phrase`The run stopped after ${cause}.` };
}

/** The cause names the chain, because other chains that stop can have requests of the same name. */
function noteFailure({ request, name, outcome }: UnmaskedResult, bail: Bail | undefined): void {
  if (bail !== undefined && (outcome === 'failed' || outcome === 'blocked')) {
    bail.cause ??= `${name} of ${request.chain} ${outcome === 'failed' ? 'failed' : 'was blocked'}`;
  }
}

/** Later requests ask only producers for their reasons, whose messages may quote much of a body. */
function ended({ request, name, outcome, reasons, exchange }: UnmaskedResult, item: PlanItem): EndedRequest {
  const status = exchange?.response?.status;
  const isAsked = outcome === 'skipped' || item.request.extract.length > 0;
  return {
    request,
    name,
    outcome,
    reasons: isAsked ? reasons : [],
    ...defined({ status }),
  };
}

function runOutcome(results: readonly EndedRequest[], signal: AbortSignal): RunOutcome {
  if (signal.aborted) {
    return 'cancelled';
  }
  const failed = results.some(
    ({ outcome, reasons }) =>
      outcome === 'failed' || outcome === 'blocked' || reasons.some(({ kind }) => kind === 'bail'),
  );
  return failed ? 'failed' : 'passed';
}
