/**
 * A rule and its outcome, as they are sent to the place where long work can be stopped: plain data, in which
 * every JSON value is text, because a number that keeps its digits is an object of our own.
 */
import { isArray, parseJson, stringifyJson, type JsonValue } from '../json/json';
import { Message, phrase } from '../message';
import type { Check, Extraction, Operator } from '../model';
import type { ExpectationResult } from '../result/result';
import { schemaDifferences, type SchemaDifference } from '../schema/jsonSchema';
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
  | { readonly kind: 'check'; readonly check: SentCheck; readonly shown: SentCheck }
  /** The whole body, held against a JSON Schema as text. */
  | { readonly kind: 'schema'; readonly schema: string };

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
  | { readonly kind: 'checked'; readonly results: readonly SentResult[] }
  | { readonly kind: 'compared'; readonly differences: readonly SentDifference[] };

type SentDifference = Omit<BodyDifference, 'actual'> & { readonly actual: SentMessage };

interface SentResult {
  readonly passed: boolean;
  readonly condition: SentMessage;
  readonly actual?: SentMessage;
}

/** Where a body is not what a schema asks for; `pointer` and `rule` are absent for what is wrong with the whole. */
export type BodyDifference = Partial<Omit<SchemaDifference, 'actual'>> & Pick<SchemaDifference, 'actual'>;

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
  if (rule.kind === 'schema') {
    const schema = parseJson(rule.schema);
    return ({ json }) => ({
      kind: 'compared',
      differences: json.ok ? differencesIn(schema, json.value) : [],
    });
  }
  const search = await loadSearch(rule.extraction.select);
  return (view) => sentFinding(extracted(rule, view, search));
}

/** Differences that a result names for one response. */
const MAX_DIFFERENCES = 50;

function differencesIn(schema: JsonValue, value: JsonValue): readonly SentDifference[] {
  const found = schemaDifferences(schema, value);
  if ('ok' in found) {
    return [{ actual: phrase`unknown: ${found.message}` }];
  }
  const more = found.length - MAX_DIFFERENCES;
  return more > 0
    ? [...found.slice(0, MAX_DIFFERENCES), { actual: phrase`different in ${more} more places` }]
    : found;
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
    case 'compared':
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

/** What the comparison of a body with a schema gave. */
export function receivedDifferences(outcome: SentOutcome): readonly BodyDifference[] {
  if (outcome.kind !== 'compared') {
    throw new Error('a schema was answered as another rule');
  }
  return outcome.differences.map(({ actual, ...place }) => ({ ...place, actual: received(actual) }));
}

/** The class does not cross from one place to the other. */
function received({ parts }: SentMessage): Message {
  return new Message(parts);
}
