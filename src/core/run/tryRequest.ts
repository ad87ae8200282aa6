/**
 * One attempt at a request, from its scope to its result: prepare, send, judge what came back, and keep what was
 * extracted for the scopes of later requests.
 */
import { defined } from '../defined';
import { isConditional, unresolvedResult } from './blame';
import { joinSensitive, type Sensitive } from '../permission/sensitive';
import { exchange, type ExchangeOutcome } from './exchange';
import { createFiller, type MissingReference } from '../prepare/fill';
import { Listening } from './listening';
import { judgeAnswer, unanswered, type Conditions, type Finding, type Trial } from './judgeAnswer';
import { phrase } from '../message';
import type { Check } from '../model';
import type { ListenTo } from '../ports';
import { prepareRequest, type Preparation, type PreparedRequest } from '../prepare/prepare';
import type { Substitution } from '../result/result';
import { producedVariables } from './plan';
import { requiredBefore, rowVariables, type RunState, type RunStep } from './runStep';
import { createTape, memoWithStandIns, needStandIns, standingIn, withStandIns } from './standIns';
import { createScope, type ExtractedValue, type RequestScope, type Scope } from '../prepare/scope';

/** Tries a request once, for the nth time. Failures are in the result; it does not reject for them. */
export async function tryRequest(step: RunStep, attempt: number): Promise<Trial> {
  const { sent, shown } = await inBothForms(step, attempt, (own) => fillIn(step, own));
  return carryOut(step, sent, shown);
}

/** What the references of a step are replaced with. */
interface FilledFrom extends Pick<RunState, 'builtIns' | 'memo'> {
  /** Whether secrets that cannot be recognised have stand-ins. */
  readonly isShown: boolean;
}

/** Fills something in as it is sent, and as results show it: the same, unless a secret has a stand-in. */
export async function inBothForms<Filled>(
  step: RunStep,
  attempt: number,
  fill: (own: FilledFrom) => Promise<Filled>,
): Promise<{ readonly sent: Filled; readonly shown: Filled }> {
  const { memo, secrets } = step.state;
  const plain = await fill({ memo, builtIns: builtInsAt(step, attempt), isShown: false });
  if (!needStandIns(secrets)) {
    return { sent: plain, shown: plain };
  }
  const tape = createTape();
  const builtIns = builtInsAt(step, attempt);
  const sent = await fill({ memo, builtIns: tape.builtIns(builtIns), isShown: false });
  tape.rewind();
  const shown = await fill({
    memo: memoWithStandIns(memo),
    builtIns: tape.builtIns(standingIn(builtIns)),
    isShown: true,
  });
  return { sent, shown };
}

/** What an attempt takes its values from: what is random depends on nothing that ran before it. */
function builtInsAt(
  { item, iteration, call, state: { builtIns } }: RunStep,
  attempt: number,
): RunState['builtIns'] {
  const place = iteration === undefined ? [String(attempt)] : [String(iteration.index), String(attempt)];
  const random = builtIns.random.at(...(call?.place ?? []), item.loaded.file, item.request.id, ...place);
  return { ...builtIns, random, ...defined({ index: iteration?.index }) };
}

/** The scope in which it is decided whether a request is sent. */
export function flowScope(step: RunStep): Scope {
  return scopeOf(step, { memo: step.state.memo, builtIns: builtInsAt(step, 0), isShown: false });
}

/** The values of the variables that a request may fail to find, as they are before it. */
export function valuesBefore({ item, state }: RunStep): ReadonlyMap<string, ExtractedValue> | undefined {
  const optional = item.request.extract.filter((rule) => rule.optional);
  const values = optional.length === 0 ? undefined : state.extracted.get(item.loaded.file);
  return (
    values &&
    new Map(
      optional.flatMap(({ variable }) => {
        const value = values.get(variable);
        return value === undefined ? [] : [[variable, value]];
      }),
    )
  );
}

/**
 * Takes back what a producer produced before when it did not produce it now: a stale value would hide the failure.
 * A request that passed only lacks what is optional, so a value from earlier in this run stays.
 */
export function forgetFailedProducts(
  step: RunStep,
  { outcome, extractions, reasons }: Finding,
  before: ReturnType<typeof valuesBefore>,
): void {
  if (isConditional(reasons)) {
    forgetEarlierProducts(step);
    return;
  }
  const { item, state, settings } = step;
  const { file } = item.loaded;
  const values = state.extracted.get(file);
  const ofEarlierRuns = settings.known?.get(file);
  for (const variable of producedVariables(item.request)) {
    if (extractions.some((result) => result.found && result.variable === variable)) {
      continue;
    }
    const value = before?.get(variable);
    if (outcome === 'passed' && value !== undefined && value !== ofEarlierRuns?.get(variable)) {
      values?.set(variable, value);
    } else {
      values?.delete(variable);
    }
  }
}

/** Takes back what earlier runs left of a request that a condition skips: it would be used as if it were of this run. */
function forgetEarlierProducts({ item, state, settings }: RunStep): void {
  const { file } = item.loaded;
  const values = state.extracted.get(file);
  const ofEarlierRuns = settings.known?.get(file);
  for (const variable of producedVariables(item.request)) {
    if (values?.get(variable) === ofEarlierRuns?.get(variable)) {
      values?.delete(variable);
    }
  }
}

/** A request with its references replaced. */
interface FilledRequest {
  readonly preparation: Preparation;
  readonly conditions: FilledConditions;
  readonly substitutions: readonly Substitution[];
}

async function fillIn(step: RunStep, own: FilledFrom): Promise<FilledRequest> {
  const scope = scopeOf(step, own);
  const { item, settings, ports } = step;
  const preparation = await prepareRequest(item.request, {
    chain: item.loaded.chain,
    chainFile: item.loaded.file,
    scope,
    cookies: ports.cookies,
    files: ports.files,
    random: own.builtIns.random,
    userAgent: settings.userAgent,
  });
  const conditions = fillConditions(step, scope);
  const { substitutions } = preparation.kind === 'ready' ? preparation.prepared : preparation;
  return {
    preparation,
    conditions,
    substitutions: [...step.admitted.substitutions, ...substitutions, ...conditions.substitutions],
  };
}

/** Sends a request and judges what comes back; `shown` is what the result records. */
async function carryOut(step: RunStep, sent: FilledRequest, shown: FilledRequest): Promise<Trial> {
  const { preparation, conditions } = sent;
  const { substitutions } = shown;
  const missing = [...(preparation.kind === 'unresolved' ? preparation.missing : []), ...conditions.missing];
  if (missing.length > 0) {
    return { result: unresolvedResult(step, missing, substitutions), worthRepeating: false };
  }
  if (preparation.kind !== 'ready') {
    const message = notSendable(shown.preparation) ?? notSendable(preparation) ?? '';
    return {
      result: unanswered([{ kind: 'not-sendable', message: phrase`${message}` }], { substitutions }),
      worthRepeating: false,
    };
  }
  const prepared = shown === sent ? preparation.prepared : notComputedAgain(preparation.prepared);
  const compared = joinSensitive([step.admitted.sensitive, conditions.sensitive]);
  const listening = listeningFor(step, sent, shown);
  const outcome = await send(step, prepared, { compared, listenTo: listening?.listenTo });
  const trial = await judgeAnswer(
    step,
    outcome,
    { ...conditions, listening },
    {
      conditions: shown.conditions,
      substitutions,
      outcome:
        shown.preparation.kind === 'ready' && shown !== sent
          ? withStandIns(outcome, prepared, shown.preparation.prepared)
          : outcome,
    },
  );
  keepExtracted(step, trial);
  return trial;
}

function listeningFor(
  { item, ports }: RunStep,
  sent: FilledRequest,
  shown: FilledRequest,
): Listening | undefined {
  const { stream } = item.request;
  const check = sent.conditions.streamUntil;
  const until = check === undefined ? undefined : { check, shown: shown.conditions.streamUntil ?? check };
  return stream === undefined ? undefined : new Listening(stream, until, ports.clock);
}

/**
 * Lines that were made from the request would be computed with secrets that cannot be recognised in a record, so a
 * redirect leaves them behind.
 */
function notComputedAgain({ bound, ...prepared }: PreparedRequest): PreparedRequest {
  return bound === undefined ? prepared : { ...prepared, bound: { ...bound, linesFor: () => [] } };
}

function notSendable(preparation: Preparation): string | undefined {
  return preparation.kind === 'not-sendable' ? preparation.message : undefined;
}

/** The scope of a step. */
export function scopeOf(
  { item, plan, settings, state, iteration, call }: RunStep,
  { builtIns, memo, isShown }: FilledFrom,
): RequestScope {
  const own = state.extracted.get(item.loaded.file) ?? new Map<string, ExtractedValue>();
  return createScope(
    {
      ...defined({ items: iteration?.items, given: isShown ? call?.shown : call?.given }),
      extracted: own,
      overrides: settings.overrides,
      ...defined({
        user: settings.user,
        row: call === undefined ? rowVariables(plan, item.row) : undefined,
      }),
      chain: {
        file: item.loaded.file,
        variables: item.loaded.chain.variables,
        ...defined({ call: call?.place }),
      },
      requires: requiredBefore(plan, item.loaded).map(({ file, chain }) => ({
        file,
        variables: chain.variables,
        extracted: state.extracted.get(file) ?? new Map<string, ExtractedValue>(),
      })),
      environment: { file: settings.environmentFile, variables: settings.environment?.variables ?? {} },
    },
    builtIns,
    memo,
  ).forRequest(item.request.variables);
}

/** The next attempt and later requests may use them. */
function keepExtracted({ item, state }: RunStep, { extracted, isLastPage = false }: Trial): void {
  state.isLastPage = isLastPage;
  if (extracted !== undefined) {
    const values = state.extracted.get(item.loaded.file) ?? new Map<string, ExtractedValue>();
    state.extracted.set(item.loaded.file, values);
    extracted.forEach((value, variable) => values.set(variable, value));
  }
}

interface FilledConditions extends Conditions {
  /** What ends the reading of a stream. */
  readonly streamUntil: Check | undefined;
  readonly missing: readonly MissingReference[];
  readonly substitutions: readonly Substitution[];
  readonly sensitive: Sensitive;
}

function fillConditions({ item }: RunStep, scope: Scope): FilledConditions {
  const filler = createFiller(scope);
  const { expect, retry, stream, forEach } = item.request;
  return {
    expect: {
      ...expect,
      headers: expect.headers.map((check) => filler.check(check)),
      body: expect.body.map((check) => filler.check(check)),
    },
    until: retry?.until === undefined ? undefined : filler.check(retry.until),
    streamUntil: stream?.until === undefined ? undefined : filler.check(stream.until),
    lastPage: forEach?.kind === 'pages' ? filler.check(forEach.until) : undefined,
    missing: filler.missing,
    substitutions: filler.substitutions,
    sensitive: filler.sensitive,
  };
}

function send(
  step: RunStep,
  prepared: PreparedRequest,
  more: { readonly compared: Sensitive; readonly listenTo: ListenTo | undefined },
): Promise<ExchangeOutcome> {
  const { item, settings, ports, state, signal } = step;
  return exchange(prepared, ports, {
    signal,
    timeoutMs: item.request.timeoutMs ?? settings.timeoutMs,
    redirects: item.request.redirects,
    policy: settings.policy,
    remedies: settings.remedies,
    cookies: ports.cookies,
    secrets: [...state.secrets],
    ...more,
    learned: state.learned,
  });
}
