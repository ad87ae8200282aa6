/**
 * Judging what came back for a request: whether it is what was expected, what is extracted from it, and in
 * words what did not go as it should. Values of a response whose status was not expected are not used.
 */
import { defined } from '../defined';
import { cancelledUnderWay, type ExchangeOutcome } from './exchange';
import { AnswerRules } from './answerRules';
import type { Listening } from './listening';
import type { SendResult } from '../ports';
import { checkContract } from './contract';
import { checkExpectation, joinResults, statusIsExpected, type ShownCheck } from './expect';
import { EVENT_STREAM } from '../eventStream';
import type { Check, Expectation } from '../model';
import { phrase, type Message } from '../message';
import { originOf } from '../permission/origin';
import { derivedFrom } from '../permission/sensitive';
import { describeExtraction } from './describeExtraction';
import { recordExchange, recordExtraction } from './record';
import { mediaTypeOf, viewResponse, type ResponseView } from './responseView';
import type {
  ExpectationResult,
  ExtractionResult,
  Reason,
  Substitution,
  UnmaskedResult,
} from '../result/result';
import { referenceTo, type RunStep } from './runStep';
import type { ExtractedValue } from '../prepare/scope';

/** What one attempt at a request found. */
export type Finding = Omit<
  UnmaskedResult,
  'request' | 'name' | 'method' | 'startedAt' | 'durationMs' | 'attempts'
>;

/** Values by variable name. */
type ExtractedValues = ReadonlyMap<string, ExtractedValue>;

/** One attempt at a request, and whether another one may bring something else. */
export interface Trial {
  readonly result: Finding;
  readonly worthRepeating: boolean;
  /** What the answer brought; absent when nothing was looked for in it. */
  readonly extracted?: ExtractedValues;
  /** Whether it is the last page of a list; absent when pages are not asked for. */
  readonly isLastPage?: boolean;
}

/** What an answer has to be, its references filled. */
export interface Conditions {
  readonly expect: Expectation;
  /** What a request is repeated for. */
  readonly until: Check | undefined;
  /** What holds for the last page of a list. */
  readonly lastPage: Check | undefined;
  /** Present when the answer has to be an event stream. */
  readonly listening?: Listening | undefined;
}

/** What the result says about an attempt: what was done, with placeholders where needed. */
export interface ShownAttempt {
  readonly conditions: Conditions;
  readonly substitutions: readonly Substitution[];
  readonly outcome: ExchangeOutcome;
}

/** Reads an answer: expectations, extractions, and everything that did not go as it should. */
export async function judgeAnswer(
  step: RunStep,
  outcome: ExchangeOutcome,
  conditions: Conditions,
  { substitutions, ...shown }: ShownAttempt,
): Promise<Trial> {
  const { answer, reason, request } = outcome;
  const view = answer?.response === undefined ? undefined : viewResponse(answer.response, request.url);
  const exchange = recordExchange(shown.outcome, view);
  const kept = exchange === undefined ? { substitutions } : { substitutions, exchange };
  if (answer?.ok !== true || reason !== undefined || view === undefined) {
    const reasons = reason === undefined ? transportReasons(outcome) : [reason];
    return { result: unanswered(reasons, kept), worthRepeating: reason === undefined };
  }
  return judgeView(
    { step, view, answer, method: request.method },
    { conditions, shown: shown.conditions },
    kept,
  );
}

/** The finding about a request without an answer to look at: failed, or skipped when the user cancelled it. */
export function unanswered(reasons: readonly Reason<Message>[], kept: Kept): Finding {
  const cancelled = reasons.some(({ kind }) => kind === 'cancelled');
  return {
    outcome: cancelled ? 'skipped' : 'failed',
    reasons,
    ...kept,
    extractions: [],
    expectations: [],
  };
}

/** What a finding keeps of what was sent and received. */
type Kept = Pick<Finding, 'substitutions' | 'exchange'>;

/** An answer to look at. */
interface Answered {
  readonly step: RunStep;
  readonly view: ResponseView;
  readonly answer: SendResult;
  /** Of the request that was answered, after redirects. */
  readonly method: string;
}

async function judgeView(
  { step, view, answer, method }: Answered,
  {
    conditions: { expect, until, lastPage, listening },
    shown,
  }: { readonly conditions: Conditions; readonly shown: Conditions },
  kept: Kept,
): Promise<Trial> {
  const { item, settings, ports, signal } = step;
  const rules = new AnswerRules(view, ports, {
    timeoutMs: item.request.timeoutMs ?? settings.timeoutMs,
    signal,
  });
  const apply = (check: ShownCheck): ReturnType<AnswerRules['check']> => rules.check(check);
  const answered = { status: view.status, durationMs: answer.timings.totalMs };
  const expectations = await checkExpectation(expect, answered, shown.expect, apply);
  const { descriptions } = settings;
  const contract =
    expect.contract === undefined || descriptions === undefined
      ? []
      : await checkContract(descriptions.get(item.loaded.file), { method, url: view.url }, view, rules);
  const waiting =
    until === undefined
      ? undefined
      : joinResults(await rules.check({ check: until, shown: shown.until ?? until }));
  const isExpected = statusIsExpected(expect, view.status);
  const heard = isExpected ? (listening?.judge(view, answer) ?? []) : [];
  const conditions = [...expectations, ...contract, ...heard, ...(waiting === undefined ? [] : [waiting])];
  const taken = isExpected ? await extractAll(step, view, rules) : nothingTaken;
  const last =
    lastPage === undefined ? undefined : joinResults(await rules.check({ check: lastPage, shown: lastPage }));
  if (rules.wasCancelled) {
    return unfinished(kept);
  }
  const reasons = [...conditions.flatMap(expectationReason), ...taken.reasons];
  return {
    result: {
      outcome: reasons.length === 0 ? 'passed' : 'failed',
      reasons,
      ...kept,
      extractions: taken.extractions,
      expectations: conditions,
    },
    worthRepeating: waiting === undefined ? reasons.length > 0 : !waiting.passed,
    ...defined({ extracted: taken.values, isLastPage: last?.passed }),
  };
}

/** A run that is cancelled while an answer is judged does not know what the rest of its rules would have given. */
function unfinished(kept: Kept): Trial {
  const reason = { kind: 'cancelled', message: cancelledUnderWay } as const;
  return { result: unanswered([reason], kept), worthRepeating: false };
}

function transportReasons({ answer }: ExchangeOutcome): readonly Reason<Message>[] {
  if (answer === undefined || answer.ok) {
    return [];
  }
  const { failure, response } = answer;
  if (failure.code === 'cancelled') {
    return [{ kind: 'cancelled', message: cancelledUnderWay }];
  }
  const isStream = failure.code === 'timeout' && mediaTypeOf(response?.headers ?? []) === EVENT_STREAM;
  const todo = isStream ? ENDLESS_STREAM : failure.todo;
  return [{ kind: 'transport', message: phrase`${failure.message} ${todo}`, failure }];
}

const ENDLESS_STREAM = 'It is an event stream, which need not end: add "stream" to read a part of it.';

interface Taken {
  readonly extractions: readonly ExtractionResult<Message>[];
  readonly reasons: readonly Reason<Message>[];
  readonly values?: ExtractedValues;
}

const nothingTaken: Taken = { extractions: [], reasons: [] };

async function extractAll({ item, state }: RunStep, view: ResponseView, rules: AnswerRules): Promise<Taken> {
  const origin = originOf(view.url);
  const extractions: ExtractionResult<Message>[] = [];
  const reasons: Reason<Message>[] = [];
  const values = new Map<string, ExtractedValue>();
  for (const extraction of item.request.extract) {
    const { variable, from, name } = extraction;
    const outcome = await rules.extract(extraction);
    const recorded = recordExtraction(extraction, outcome);
    extractions.push(recorded);
    if (outcome.kind === 'found') {
      const derived = derivedFrom(state.learned.of(origin ?? ''), origin, `variable ${variable}`);
      values.set(variable, { value: outcome.value, producer: referenceTo(item), derived });
    } else if (outcome.kind === 'failed') {
      // The message says which rule; here it is enough where it looked.
      const place = describeExtraction({ from, ...defined({ name }) });
      const message = phrase`${variable} was not extracted from ${place}: ${outcome.message}`;
      reasons.push({ kind: 'extraction', variable, message });
    }
  }
  return { extractions, reasons, values };
}

function expectationReason({
  passed,
  condition,
  actual,
}: ExpectationResult<Message>): readonly Reason<Message>[] {
  return passed
    ? []
    : [
        {
          kind: 'expectation',
          message: phrase`Expected ${condition}, but it was ${actual ?? phrase`absent`}.`,
        },
      ];
}
