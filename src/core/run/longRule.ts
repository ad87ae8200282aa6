/**
 * A rule and its outcome, as they are sent to the place where long work can be stopped: plain data, in which
 * every JSON value is text, because a number that keeps its digits is an object of our own.
 */
import { isArray, parseJson, stringifyJson, type JsonValue } from '../json/json';
import { Message } from '../message';
import type { Check, Extraction, Operator } from '../model';
import type { ExpectationResult } from '../result/result';
import { checkOperators, type ShownCheck } from './expect';
import { extractNow, loadSearch, type ExtractionOutcome, type MarkupSearch } from './extract';
import type { ResponseView } from './responseView';

/** A rule of a request. */
export type SentRule =
  | {
      readonly kind: 'extraction';
      readonly extraction: Extraction;
      /** The cookie that the rule names, as the jar has it. */
      readonly cookie: string | undefined;
    }
  | { readonly kind: 'check'; readonly check: SentCheck; readonly shown: SentCheck };

/** A check whose values are JSON texts. */
interface SentCheck extends Omit<Check, 'operators'> {
  readonly operators: readonly { readonly operator: string; readonly value: string }[];
}

type SentMessage = Pick<Message, 'parts'>;

/** The outcome of a rule. */
export type SentOutcome =
  | { readonly kind: 'found'; readonly value: string }
  | { readonly kind: 'found-list'; readonly values: readonly string[] }
  | { readonly kind: 'absent' | 'failed'; readonly message: SentMessage }
  | { readonly kind: 'checked'; readonly results: readonly SentResult[] };

interface SentResult {
  readonly passed: boolean;
  readonly condition: SentMessage;
  readonly actual?: SentMessage;
}

/** An extraction to be sent. */
export function sentExtraction(extraction: Extraction, cookie: string | undefined): SentRule {
  return { kind: 'extraction', extraction, cookie };
}

/** A check to be sent. */
export function sentCheck({ check, shown }: ShownCheck): SentRule {
  return { kind: 'check', check: withTexts(check), shown: withTexts(shown) };
}

function withTexts(check: Check): SentCheck {
  const operators = check.operators.map(({ operator, value }) => ({ operator, value: stringifyJson(value) }));
  return { ...check, operators };
}

function withValues(check: SentCheck): Check {
  return {
    ...check,
    // They were made of operators.
    operators: check.operators.map(
      ({ operator, value }) => ({ operator, value: parseJson(value) }) as Operator,
    ),
  };
}

/** A rule that is ready to be applied, at the other end: loading is done, and what is left takes no waiting. */
export async function preparedRule(rule: SentRule): Promise<(view: ResponseView) => SentOutcome> {
  if (rule.kind === 'check') {
    const shown = { check: withValues(rule.check), shown: withValues(rule.shown) };
    return (view) => ({ kind: 'checked', results: checkOperators(shown, view, 'full') });
  }
  const search = await loadSearch(rule.extraction.select);
  return (view) => sentFinding(extracted(rule, view, search));
}

function extracted(
  { extraction, cookie }: Extract<SentRule, { kind: 'extraction' }>,
  view: ResponseView,
  search: MarkupSearch | undefined,
): ExtractionOutcome {
  return extractNow(extraction, view, { cookies: { get: () => cookie }, effort: 'full', search });
}

/** A list is sent item by item: as one text it would be a level deeper than a response may be. */
function sentFinding(outcome: ExtractionOutcome): SentOutcome {
  if (outcome.kind !== 'found') {
    return outcome;
  }
  const { value } = outcome;
  return isArray(value)
    ? { kind: 'found-list', values: value.map((item) => stringifyJson(item)) }
    : { kind: 'found', value: stringifyJson(value) };
}

/** What an extraction that was sent gave. */
export function receivedExtraction(outcome: SentOutcome): ExtractionOutcome {
  switch (outcome.kind) {
    case 'found':
      return { kind: 'found', value: parseJson(outcome.value) };
    case 'found-list':
      return { kind: 'found', value: outcome.values.map((text): JsonValue => parseJson(text)) };
    case 'checked':
      throw new Error('an extraction was answered as a check');
    default:
      return { kind: outcome.kind, message: received(outcome.message) };
  }
}

/** What a check that was sent gave. */
export function receivedResults(outcome: SentOutcome): readonly ExpectationResult<Message>[] {
  if (outcome.kind !== 'checked') {
    throw new Error('a check was answered as an extraction');
  }
  return outcome.results.map(({ passed, condition, actual }) => ({
    passed,
    condition: received(condition),
    ...(actual === undefined ? {} : { actual: received(actual) }),
  }));
}

/** The class does not cross from one place to the other. */
function received({ parts }: SentMessage): Message {
  return new Message(parts);
}
