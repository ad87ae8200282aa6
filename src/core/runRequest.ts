/**
 * One request of a run, from its scope to its result: prepare, send (and send again while it is told
 * to), check what came back, extract, and say in words why it did not pass.
 */
import { blockedResult } from './blame';
import type { Secret } from './builtIns';
import { cancelledUnderWay, exchange } from './exchange';
import type { ExchangeOutcome } from './exchange';
import { checkExpectation, checkHolds, statusIsExpected } from './expect';
import { describeExtraction, extractValue } from './extract';
import { createFiller } from './fill';
import type { MissingReference } from './fill';
import { joinObjects } from './joinObjects';
import { stringifyJson } from './json';
import type { Check, Expectation } from './model';
import { prepareRequest } from './prepare';
import type { PreparedRequest } from './prepare';
import { recordExchange } from './record';
import { viewResponse } from './responseView';
import type { ResponseView } from './responseView';
import type {
  ExpectationResult,
  ExtractionResult,
  Reason,
  RequestResult,
  RunEvent,
  Substitution,
} from './result';
import { referenceTo, requiredBefore, resultHead } from './runStep';
import type { RunStep } from './runStep';
import { createScope } from './scope';
import type { ExtractedValue, Scope } from './scope';

/** Runs one request; says so at each further attempt. Failures are in the result; it does not reject for them. */
export async function* runRequest(step: RunStep): AsyncGenerator<RunEvent, RequestResult, void> {
  const started = step.ports.clock.monotonic();
  const head = resultHead(step);
  const times = step.item.request.retry?.times ?? 0;
  const finish = ({ result }: Trial, attempt: number): RequestResult => {
    forgetFailedProducts(step, result);
    const attempts = result.exchange === undefined ? attempt - 1 : attempt;
    const durationMs = step.ports.clock.monotonic() - started;
    return joinObjects(head, result, { attempts, durationMs });
  };
  for (let attempt = 1; ; attempt += 1) {
    const trial = await attemptOnce(step);
    const again = attempt <= times && trial.worthRepeating && !step.signal.aborted;
    if (!again) {
      return finish(trial, attempt);
    }
    await step.ports.clock.sleep(step.item.request.retry?.delayMs ?? 0, step.signal);
    if (step.signal.aborted) {
      return finish(trial, attempt);
    }
    yield { type: 'request-started', index: step.index, attempt: attempt + 1 };
  }
}

type Finding = Omit<RequestResult, 'request' | 'name' | 'method' | 'startedAt' | 'durationMs' | 'attempts'>;

interface Trial {
  readonly result: Finding;
  readonly worthRepeating: boolean;
}

async function attemptOnce(step: RunStep): Promise<Trial> {
  const scope = scopeOf(step);
  const { item, settings, ports } = step;
  const preparation = await prepareRequest(item.request, {
    chain: item.loaded.chain,
    chainFile: item.loaded.file,
    scope,
    cookies: ports.cookies,
    files: ports.files,
    random: ports.random,
    userAgent: settings.userAgent,
  });
  const conditions = fillConditions(step, scope);
  const missing = [...(preparation.kind === 'unresolved' ? preparation.missing : []), ...conditions.missing];
  const substitutions = [
    ...(preparation.kind === 'ready' ? preparation.prepared.substitutions : preparation.substitutions),
    ...conditions.substitutions,
  ];
  if (missing.length > 0) {
    return { result: blockedResult(step, missing, substitutions), worthRepeating: false };
  }
  if (preparation.kind !== 'ready') {
    const message = preparation.kind === 'not-sendable' ? preparation.message : '';
    return {
      result: withoutAnswer([{ kind: 'not-sendable', message }], substitutions),
      worthRepeating: false,
    };
  }
  const outcome = await send(step, preparation.prepared, conditions.secrets);
  return judge(step, outcome, conditions, substitutions);
}

function scopeOf({ item, plan, settings, state }: RunStep): Scope {
  const own = state.extracted.get(item.loaded.file) ?? new Map<string, ExtractedValue>();
  return createScope(
    {
      extracted: own,
      overrides: settings.overrides,
      ...(settings.user === undefined ? {} : { user: settings.user }),
      chain: { file: item.loaded.file, variables: item.loaded.chain.variables },
      requires: requiredBefore(plan, item.loaded).map(({ file, chain }) => ({
        file,
        variables: chain.variables,
        extracted: state.extracted.get(file) ?? new Map<string, ExtractedValue>(),
      })),
      environment: { file: settings.environmentFile, variables: settings.environment?.variables ?? {} },
    },
    state.builtIns,
    state.memo,
  );
}

interface Conditions {
  readonly expect: Expectation;
  readonly until: Check | undefined;
  readonly missing: readonly MissingReference[];
  readonly substitutions: readonly Substitution[];
  readonly secrets: readonly Secret[];
}

function fillConditions({ item }: RunStep, scope: Scope): Conditions {
  const filler = createFiller(scope);
  const { expect, retry } = item.request;
  return {
    expect: {
      ...expect,
      headers: expect.headers.map((check) => filler.check(check)),
      body: expect.body.map((check) => filler.check(check)),
    },
    until: retry?.until === undefined ? undefined : filler.check(retry.until),
    missing: filler.missing,
    substitutions: filler.substitutions,
    secrets: filler.secrets,
  };
}

function send(
  step: RunStep,
  prepared: PreparedRequest,
  comparedSecrets: readonly Secret[],
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
    comparedSecrets,
  });
}

/** Reads an answer: expectations, extractions, and everything that did not go as it should. */
async function judge(
  step: RunStep,
  outcome: ExchangeOutcome,
  { expect, until }: Conditions,
  substitutions: readonly Substitution[],
): Promise<Trial> {
  const { answer, reason } = outcome;
  const view =
    answer?.response === undefined ? undefined : viewResponse(answer.response, outcome.request.url);
  const exchanged = recordExchange(outcome, view);
  const recorded = exchanged === undefined ? {} : { exchange: exchanged };
  if (answer === undefined || !answer.ok || reason !== undefined || view === undefined) {
    const reasons = reason === undefined ? transportReasons(outcome) : [reason];
    return {
      result: { ...withoutAnswer(reasons, substitutions), ...recorded },
      worthRepeating: reason === undefined,
    };
  }
  const expectations = checkExpectation(expect, view, answer.timings.totalMs);
  const waiting = until === undefined ? undefined : checkHolds(until, view);
  const conditions = waiting === undefined ? expectations : [...expectations, waiting];
  const taken = statusIsExpected(expect, view.status) ? await extractAll(step, view) : nothingTaken;
  const reasons = [...conditions.flatMap(expectationReason), ...taken.reasons];
  return {
    result: {
      outcome: reasons.length === 0 ? 'passed' : 'failed',
      reasons,
      ...recorded,
      substitutions,
      extractions: taken.extractions,
      expectations: conditions,
    },
    worthRepeating: waiting === undefined ? reasons.length > 0 : !waiting.passed,
  };
}

function transportReasons({ answer }: ExchangeOutcome): readonly Reason[] {
  if (answer === undefined || answer.ok) {
    return [];
  }
  const { failure } = answer;
  return failure.code === 'cancelled'
    ? [{ kind: 'cancelled', message: cancelledUnderWay }]
    : [{ kind: 'transport', message: `${failure.message} ${failure.todo}`, failure }];
}

/** A result without an answer to look at: failed, or skipped when the user cancelled it. */
function withoutAnswer(reasons: readonly Reason[], substitutions: readonly Substitution[]): Finding {
  const cancelled = reasons.some(({ kind }) => kind === 'cancelled');
  return {
    outcome: cancelled ? 'skipped' : 'failed',
    reasons,
    substitutions,
    extractions: [],
    expectations: [],
  };
}

interface Taken {
  readonly extractions: readonly ExtractionResult[];
  readonly reasons: readonly Reason[];
}

const nothingTaken: Taken = { extractions: [], reasons: [] };

async function extractAll({ item, ports, state }: RunStep, view: ResponseView): Promise<Taken> {
  const extractions: ExtractionResult[] = [];
  const reasons: Reason[] = [];
  const values = state.extracted.get(item.loaded.file) ?? new Map<string, ExtractedValue>();
  state.extracted.set(item.loaded.file, values);
  for (const extraction of item.request.extract) {
    const { variable } = extraction;
    const from = describeExtraction(extraction);
    const outcome = await extractValue(extraction, view, ports.cookies);
    if (outcome.kind === 'found') {
      values.set(variable, { value: outcome.value, producer: referenceTo(item) });
      extractions.push({ variable, from, found: true, value: stringifyJson(outcome.value) });
      continue;
    }
    extractions.push({ variable, from, found: false, message: outcome.message });
    if (outcome.kind === 'failed') {
      const message = `${variable} was not extracted from ${from}: ${outcome.message}`;
      reasons.push({ kind: 'extraction', variable, message });
    }
  }
  return { extractions, reasons };
}

function expectationReason({ passed, condition, actual }: ExpectationResult): readonly Reason[] {
  return passed
    ? []
    : [{ kind: 'expectation', message: `Expected ${condition}, but it was ${actual ?? 'absent'}.` }];
}

/** A producer that did not produce takes back what it produced before: a stale value would hide the failure. */
function forgetFailedProducts({ item, state }: RunStep, { extractions }: Finding): void {
  const values = state.extracted.get(item.loaded.file);
  for (const { variable } of item.request.extract) {
    if (!extractions.some((result) => result.variable === variable && result.found)) {
      values?.delete(variable);
    }
  }
}
