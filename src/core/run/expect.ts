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
} from '../json/json';
import type { JsonValue } from '../json/json';
import { pathFault, selectPath } from '../json/jsonPath';
import { checkSchema } from '../schema/jsonSchema';
import type { Check, Expectation, Operator } from '../model';
import { compileRegex } from '../regex';
import type { ResponseView } from './responseView';
import type { ExpectationResult } from '../result/result';
import { BudgetExceededError } from '../workBudget';

/**
 * Checks everything that is expected of a response: its status first, then headers, body and duration,
 * in the order they are written.
 */
export function checkExpectation(
  expectation: Expectation,
  view: ResponseView,
  durationMs: number,
): readonly ExpectationResult[] {
  const { headers, body, maxDurationMs } = expectation;
  return [
    checkStatus(expectation, view.status),
    ...[...headers, ...body].flatMap((check) => checkOperators(check, view)),
    ...(maxDurationMs === undefined ? [] : [checkDuration(maxDurationMs, durationMs)]),
  ];
}

/** Whether all operators of a check hold; the results of several are put together into one. */
export function checkHolds(check: Check, view: ResponseView): ExpectationResult {
  const results = checkOperators(check, view);
  const failure = results.find(({ passed }) => !passed);
  const condition = results.map((result) => result.condition).join(' and ');
  return { ...failure, condition, passed: failure === undefined };
}

/** Whether a status is one of the accepted ones; any 2xx or 3xx when none are named. */
export function statusIsExpected({ status }: Pick<Expectation, 'status'>, actual: number): boolean {
  return (status ?? DEFAULT_STATUS).some((accepted) => acceptsStatus(String(accepted), String(actual)));
}

const DEFAULT_STATUS = ['2xx', '3xx'];

/** `x` in a class such as `2xx` stands for any digit. */
function acceptsStatus(accepted: string, actual: string): boolean {
  return (
    accepted.length === actual.length &&
    [...accepted].every((digit, index) => digit.toLowerCase() === 'x' || digit === actual[index])
  );
}

function checkStatus(expectation: Expectation, status: number): ExpectationResult {
  const condition = `status is ${(expectation.status ?? DEFAULT_STATUS).join(' or ')}`;
  return statusIsExpected(expectation, status)
    ? { condition, passed: true }
    : { condition, passed: false, actual: String(status) };
}

function checkDuration(limit: number, durationMs: number): ExpectationResult {
  const condition = `duration is at most ${limit} ms`;
  return durationMs <= limit
    ? { condition, passed: true }
    : { condition, passed: false, actual: `${Math.round(durationMs)} ms` };
}

function checkOperators(check: Check, view: ResponseView): readonly ExpectationResult[] {
  const part = partOf(check, view);
  const subject = check.path ?? (check.name === undefined ? 'body' : `header ${check.name}`);
  return check.operators.map((operator) => {
    const condition = `${subject} ${describeOperator(operator)}`;
    const fault = faultOf(operator, part);
    return fault === undefined
      ? { condition, passed: true }
      : { condition, passed: false, actual: shortened(fault.replace(/\.$/, '')) };
  });
}

/** The part of a response that a check is about. */
interface Part {
  /** The values it can be read as, most literal first; none when it is absent. */
  readonly readings: readonly JsonValue[];
  /** What is there instead, when there are no readings. */
  readonly absence: string;
  /** The check itself cannot be carried out, and so holds neither way. */
  readonly isUnusable: boolean;
}

function partOf({ path, name }: Check, view: ResponseView): Part {
  if (path !== undefined) {
    return partAt(path, view);
  }
  if (name === undefined) {
    return partOfReadings(view.json.ok ? [view.text, view.json.value] : [view.text]);
  }
  const lines = view.header(name);
  return partOfReadings(lines.length === 0 ? [] : readingsOf(lines.join(', ')));
}

/** Several selected values are looked at as a list. */
function partAt(path: string, { json }: ResponseView): Part {
  const fault = pathFault(path);
  if (fault !== undefined) {
    return { readings: [], absence: fault, isUnusable: true };
  }
  if (!json.ok) {
    return { readings: [], absence: `absent, for the body ${json.reason}`, isUnusable: false };
  }
  const selection = selectPath(path, json.value);
  if (!selection.ok) {
    return { readings: [], absence: selection.message, isUnusable: true };
  }
  const { values } = selection;
  return partOfReadings(values.length > 1 ? [values] : values);
}

function partOfReadings(readings: readonly JsonValue[]): Part {
  return { readings, absence: 'absent', isUnusable: false };
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
function faultOf(operator: Operator, { readings, absence, isUnusable }: Part): string | undefined {
  const [literal] = readings;
  if (operator.operator === 'exists' && !isUnusable) {
    const isThere = literal !== undefined;
    return isThere === operator.value ? undefined : isThere ? stringifyJson(literal) : absence;
  }
  return literal === undefined ? absence : valueFault(operator, literal, readings);
}

function valueFault(
  operator: Operator,
  literal: JsonValue,
  readings: readonly JsonValue[],
): string | undefined {
  switch (operator.operator) {
    case 'exists':
      return undefined;
    case 'schema':
      return schemaFault(operator.value, readings.at(-1) ?? null);
    case 'matches':
      return patternFault(operator.value, literal);
    case 'notEquals':
      return readings.some((reading) => jsonEquals(reading, operator.value))
        ? stringifyJson(literal)
        : undefined;
    default: {
      const { operator: comparison, value } = operator;
      const holds = readings.some((reading) => holdsFor(comparison, reading, value));
      return holds ? undefined : stringifyJson(literal);
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

function patternFault(pattern: string, actual: JsonValue): string | undefined {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) {
    return compiled.message;
  }
  try {
    const text = typeof actual === 'string' ? actual : stringifyJson(actual);
    return compiled.regex.occursIn(text) ? undefined : stringifyJson(actual);
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return `unknown: the regular expression was given up, for ${error.message}`;
    }
    throw error;
  }
}

function schemaFault(schema: JsonValue, actual: JsonValue): string | undefined {
  const verdict = checkSchema(schema, actual);
  return verdict.ok ? undefined : `not: ${verdict.message}`;
}

/** A comparison in words: `is 12.5`, `contains "a"`. */
export function describeOperator({ operator, value }: Operator): string {
  switch (operator) {
    case 'exists':
      return value ? 'exists' : 'does not exist';
    case 'matches':
      return `matches /${shortened(value)}/`;
    case 'type':
      return `is of type ${value}`;
    case 'schema':
      return 'matches its schema';
    case 'equals':
    case 'notEquals':
    case 'contains':
    case 'lessThan':
    case 'greaterThan':
      return `${PHRASES[operator]} ${shortened(stringifyJson(value))}`;
  }
}

const PHRASES = {
  equals: 'equals',
  notEquals: 'does not equal',
  contains: 'contains',
  lessThan: 'is less than',
  greaterThan: 'is greater than',
};

const MAX_SHOWN = 200;

function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
