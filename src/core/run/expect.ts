/**
 * Expectations: what a response must be for its request to pass, and the condition a retry waits for.
 *
 * A part that is not there fulfils no condition but "does not exist": a mistyped path must not let a
 * request pass. A header or a whole body is text; where that text is JSON as well, a condition may hold
 * for either, so that a header `12` is less than 20.
 */
import {
  compareNumbers,
  isArray,
  isNumber,
  isObject,
  jsonEquals,
  jsonType,
  parseJson,
  stringifyJson,
  type JsonValue,
} from '../json/json';
import { pathFault, selectPath } from '../json/jsonPath';
import { checkSchema } from '../schema/jsonSchema';
import { asClause, joinMessages, phrase, type Message } from '../message';
import type { Check, Expectation, Operator } from '../model';
import { compileRegex } from '../regex';
import { describeCheck, describePart, shownValue } from './describeCheck';
import type { ResponseView } from './responseView';
import type { ExpectationResult } from '../result/result';
import { BudgetExceededError, NeedsFullEffortError, type Effort } from '../workBudget';

/** A condition, and the same as messages quote it. */
export interface ShownCheck {
  readonly check: Check;
  readonly shown: Check;
}

/** Checks a condition of an answer: a result for each operator. */
export type ApplyCheck = (check: ShownCheck) => Promise<readonly ExpectationResult<Message>[]>;

/**
 * Checks everything that is expected of a response: its status first, then headers, body and duration,
 * in the order they are written. `shown` is the expectation as messages quote it.
 */
export async function checkExpectation(
  expectation: Expectation,
  { status, durationMs }: { readonly status: number; readonly durationMs: number },
  shown: Expectation,
  apply: ApplyCheck,
): Promise<readonly ExpectationResult<Message>[]> {
  const { headers, body, maxDurationMs } = expectation;
  const quoted = [...shown.headers, ...shown.body];
  const results = [checkStatus(expectation, status)];
  for (const [index, check] of [...headers, ...body].entries()) {
    results.push(...(await apply({ check, shown: quoted[index] ?? check })));
  }
  return maxDurationMs === undefined ? results : [...results, checkDuration(maxDurationMs, durationMs)];
}

/** Whether all operators of a check hold: their results put together into one. */
export function joinResults(results: readonly ExpectationResult<Message>[]): ExpectationResult<Message> {
  const failure = results.find(({ passed }) => !passed);
  const condition = joinMessages(
    results.map((result) => result.condition),
    ' and ',
  );
  return { ...failure, condition, passed: failure === undefined };
}

/** Whether a status is one of the accepted ones; any 2xx or 3xx when none are named. */
export function statusIsExpected({ status }: Pick<Expectation, 'status'>, actual: number): boolean {
  return (status ?? DEFAULT_STATUS).some((accepted) => acceptsStatus(String(accepted), String(actual)));
}

const DEFAULT_STATUS = ['2xx', '3xx'];

const DEFAULT_CONDITION = statusCondition(DEFAULT_STATUS);

function statusCondition(accepted: readonly (string | number)[]): Message {
  return phrase`status is ${accepted.join(' or ')}`;
}

/** `x` in a class such as `2xx` matches any digit. */
function acceptsStatus(accepted: string, actual: string): boolean {
  return (
    accepted.length === actual.length &&
    [...accepted].every((digit, index) => digit.toLowerCase() === 'x' || digit === actual[index])
  );
}

function checkStatus(expectation: Expectation, status: number): ExpectationResult<Message> {
  const condition =
    expectation.status === undefined ? DEFAULT_CONDITION : statusCondition(expectation.status);
  return statusIsExpected(expectation, status)
    ? { condition, passed: true }
    : { condition, passed: false, actual: phrase`${status}` };
}

function checkDuration(limit: number, durationMs: number): ExpectationResult<Message> {
  const condition = phrase`duration is at most ${limit} ms`;
  return durationMs <= limit
    ? { condition, passed: true }
    : { condition, passed: false, actual: phrase`${Math.round(durationMs)} ms` };
}

/** What of a response a check can be about. */
export type CheckedBody = Pick<ResponseView, 'text' | 'json' | 'header'>;

/** Whether each operator of a check holds. Throws NeedsFullEffortError when quick work does not do. */
export function checkOperators(
  { check, shown }: ShownCheck,
  view: CheckedBody,
  effort: Effort,
): readonly ExpectationResult<Message>[] {
  if (effort === 'quick' && check.operators.some(({ operator }) => operator === 'schema')) {
    throw new NeedsFullEffortError();
  }
  const part = partOf(check, view, effort);
  const conditions = describeCheck(shown);
  return check.operators.map((operator, index) => {
    const condition = conditions[index] ?? describePart(check, operator);
    const fault = faultOf(operator, part, effort);
    return fault === undefined
      ? { condition, passed: true }
      : { condition, passed: false, actual: asClause(fault) };
  });
}

/** The part of a response that a check is about. */
interface Part {
  /** The values it can be read as, most literal first; none when it is absent. */
  readonly readings: readonly JsonValue[];
  /** What is there instead, when there are no readings. */
  readonly absence: Message;
  /** The check itself cannot be carried out, and so holds neither way. */
  readonly isUnusable: boolean;
}

function partOf({ path, name }: Check, view: CheckedBody, effort: Effort): Part {
  if (path !== undefined) {
    return partAt(path, view, effort);
  }
  if (name === undefined) {
    return partOfReadings(view.json.ok ? [view.text, view.json.value] : [view.text]);
  }
  const lines = view.header(name);
  return partOfReadings(lines.length === 0 ? [] : readingsOf(lines.join(', ')));
}

/** Several selected values are looked at as a list. */
function partAt(path: string, { json }: CheckedBody, effort: Effort): Part {
  const fault = pathFault(path);
  if (fault !== undefined) {
    return { readings: [], absence: fault, isUnusable: true };
  }
  if (!json.ok) {
    return { readings: [], absence: phrase`absent, for the body ${json.reason}`, isUnusable: false };
  }
  const selection = selectPath(path, json.value, effort);
  if (!selection.ok) {
    return { readings: [], absence: selection.message, isUnusable: true };
  }
  const { values } = selection;
  return partOfReadings(values.length > 1 ? [values] : values);
}

const ABSENT = phrase`absent`;

function partOfReadings(readings: readonly JsonValue[]): Part {
  return { readings, absence: ABSENT, isUnusable: false };
}

function readingsOf(text: string): readonly JsonValue[] {
  try {
    return [text, parseJson(text)];
  } catch {
    // Not JSON, as most headers are not.
    return [text];
  }
}

/** What is there instead, when an operator does not hold. */
function faultOf(
  operator: Operator,
  { readings, absence, isUnusable }: Part,
  effort: Effort,
): Message | undefined {
  const [literal] = readings;
  if (operator.operator === 'exists' && !isUnusable) {
    const isThere = literal !== undefined;
    return isThere === operator.value ? undefined : isThere ? shownValue(literal) : absence;
  }
  return literal === undefined ? absence : valueFault(operator, { literal, readings }, effort);
}

function valueFault(
  operator: Operator,
  { literal, readings }: { readonly literal: JsonValue; readonly readings: readonly JsonValue[] },
  effort: Effort,
): Message | undefined {
  switch (operator.operator) {
    case 'exists':
      return undefined;
    case 'schema':
      return schemaFault(operator.value, readings.at(-1) ?? null);
    case 'matches':
      return patternFault(operator.value, literal, effort);
    case 'notEquals':
      return readings.some((reading) => jsonEquals(reading, operator.value))
        ? shownValue(literal)
        : undefined;
    default: {
      const { operator: comparison, value } = operator;
      const holds = readings.some((reading) => holdsFor(comparison, reading, value));
      return holds ? undefined : shownValue(literal);
    }
  }
}

type Comparison = Exclude<Operator['operator'], 'exists' | 'schema' | 'matches' | 'notEquals'>;

function holdsFor(operator: Comparison, actual: JsonValue, expected: JsonValue): boolean {
  switch (operator) {
    case 'equals':
      return jsonEquals(actual, expected);
    case 'contains':
      return contains(actual, expected);
    case 'lessThan':
      return (order(actual, expected) ?? 0) < 0;
    case 'greaterThan':
      return (order(actual, expected) ?? 0) > 0;
    case 'type': {
      const type = jsonType(actual);
      return type === expected || (type === 'integer' && expected === 'number');
    }
  }
}

/** A text contains a text, a list an item, an object a member name or all members of another object. */
function contains(actual: JsonValue, expected: JsonValue): boolean {
  if (typeof actual === 'string') {
    return typeof expected === 'string' && actual.includes(expected);
  }
  if (isArray(actual)) {
    return actual.some((item) => jsonEquals(item, expected));
  }
  if (!isObject(actual)) {
    return false;
  }
  if (typeof expected === 'string') {
    return Object.hasOwn(actual, expected);
  }
  return (
    isObject(expected) &&
    Object.entries(expected).every(
      ([name, value]) => Object.hasOwn(actual, name) && jsonEquals(actual[name] ?? null, value),
    )
  );
}

/** Below, at or above zero; undefined for values without an order between them. Texts go by code units. */
function order(actual: JsonValue, expected: JsonValue): number | undefined {
  if (isNumber(actual) && isNumber(expected)) {
    return compareNumbers(actual, expected);
  }
  if (typeof actual !== 'string' || typeof expected !== 'string' || actual === expected) {
    return undefined;
  }
  return actual < expected ? -1 : 1;
}

function patternFault(pattern: string, actual: JsonValue, effort: Effort): Message | undefined {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) {
    return compiled.message;
  }
  try {
    const text = typeof actual === 'string' ? actual : stringifyJson(actual);
    return compiled.regex.occursIn(text, effort) ? undefined : shownValue(actual);
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return phrase`unknown: the regular expression was given up, for ${error.message}`;
    }
    throw error;
  }
}

function schemaFault(schema: JsonValue, actual: JsonValue): Message | undefined {
  const verdict = checkSchema(schema, actual);
  return verdict.ok ? undefined : phrase`not: ${verdict.message}`;
}
