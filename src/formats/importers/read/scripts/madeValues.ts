/**
 * What scripts make up: times, random numbers and ids, as the built-ins of a chain that make the same. Times go on from
 * `Date.now()`, `new Date()` and `moment()`; random numbers from `Math.random()`, whose range is followed through
 * the usual arithmetic.
 */
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import { momentText, NOW, type Moment } from './moment';
import { textValue, UNKNOWN, valueText, type ScriptValue } from './scriptValue';

/** A new UUID. */
export const NEW_ID: ScriptValue = textValue('{{$guid}}');

/** The time in milliseconds, as `Date.now()` gives it. */
export function clockValue(at: Moment): ScriptValue {
  return { kind: 'clock', at, perSecond: 1000, isWhole: true };
}

/** `new Date(…)`: now, or the moment that the argument is. */
export function dateValue(argument: ScriptValue | undefined): ScriptValue {
  switch (argument?.kind) {
    case undefined:
      return { kind: 'date', at: NOW };
    case 'date':
      return argument;
    case 'clock':
      return argument.perSecond === 1000 ? { kind: 'date', at: argument.at } : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** What a method of a date, or of a moment of moment.js, gives. */
export function dateMethod(at: Moment, method: string, [first, second]: readonly ScriptValue[]): ScriptValue {
  switch (method) {
    case 'getTime':
    case 'valueOf':
      return clockValue(at);
    case 'unix':
      return { kind: 'clock', at, perSecond: 1, isWhole: true };
    case 'toISOString':
    case 'toJSON':
      return textValue(momentText('$isoTimestamp', at));
    case 'utc':
    case 'local':
    case 'toDate':
    case 'clone':
      return { kind: 'date', at };
    case 'add':
    case 'subtract':
      return moved(at, method === 'add' ? 1 : -1, first, valueText(second));
    case 'format':
      return formatted(at, valueText(first));
    default:
      return UNKNOWN;
  }
}

function moved(at: Moment, sign: 1 | -1, amount: ScriptValue | undefined, unit = 'ms'): ScriptValue {
  const known = UNITS.get(unit) ?? UNITS.get(unit.replace(/s$/, ''));
  if (known === undefined || amount?.kind !== 'constant' || typeof amount.value !== 'number') {
    return UNKNOWN;
  }
  const by = { amount: sign * amount.value, unit: known };
  const sum = at.amount === 0 ? by : at.unit === known ? { ...by, amount: at.amount + by.amount } : undefined;
  return sum !== undefined && Number.isSafeInteger(sum.amount) ? { kind: 'date', at: sum } : UNKNOWN;
}

/** https://momentjs.com/docs/#/manipulating/add/ */
const UNITS: ReadonlyMap<string, string> = new Map([
  ...['y', 'M', 'w', 'd', 'h', 'm', 's', 'ms'].map((unit) => [unit, unit] as const),
  ...(['year', 'Month', 'week', 'day', 'hour', 'minute', 'second'] as const).map(
    (word) => [word.toLowerCase(), word.charAt(0)] as const,
  ),
  ['millisecond', 'ms'],
]);

/** A format of moment.js whose letters `$datetime` knows, too. */
function formatted(at: Moment, format: string | undefined): ScriptValue {
  const others = format?.replace(/YYYY|MM|DD|HH|mm|ss|SSS|(?<=D)T(?=H)/g, '');
  return others === undefined || /[A-Za-z"'\\{}[\]]/.test(others)
    ? UNKNOWN
    : textValue(momentText(`$datetime "${format ?? ''}"`, at));
}

/** The day of an ISO time: what is in front of its `T`. Absent for another text. */
export function dayOfTime(text: string): string | undefined {
  const [, offset] = /^\{\{\$isoTimestamp((?: -?\d+ \w+)?)\}\}$/.exec(text) ?? [];
  return offset === undefined ? undefined : `{{$datetime "YYYY-MM-DD"${offset}}}`;
}

/** A random whole number, both ends included. */
function randomInteger(from: number, to: number): ScriptValue {
  const isRange = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from <= to;
  return isRange ? { kind: 'made', text: `{{$randomInt ${from} ${to}}}` } : UNKNOWN;
}

/** lodash's `_.random(1, 9)`, `_.random(9)`. */
export function randomBetween([first, second]: readonly ScriptValue[]): ScriptValue {
  const [one, other] = [numberOf(first), second === undefined ? 0 : numberOf(second)];
  return one === undefined || other === undefined
    ? UNKNOWN
    : randomInteger(Math.min(one, other), Math.max(one, other));
}

/** `Math.floor(…)` and its relatives. */
export function rounded(value: ScriptValue | undefined, how: 'floor' | 'ceil' | 'round'): ScriptValue {
  switch (value?.kind) {
    case 'random':
      return randomInteger(
        how === 'ceil' ? Math.floor(value.from) + 1 : Math[how](value.from),
        how === 'floor' ? Math.ceil(value.to) - 1 : Math[how](value.to),
      );
    case 'clock':
      return { ...value, isWhole: true };
    case 'made':
      return value;
    case 'constant':
      return typeof value.value === 'number' ? { kind: 'constant', value: Math[how](value.value) } : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** What an operator makes of numbers; absent for operands that are none. */
export function arithmetic(operator: string, left: ScriptValue, right: ScriptValue): ScriptValue | undefined {
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one !== undefined && other !== undefined) {
    const value = OPERATIONS.get(operator)?.(one, other);
    return value === undefined || !Number.isFinite(value) ? UNKNOWN : { kind: 'constant', value };
  }
  if (left.kind === 'clock' && other !== undefined) {
    return clockArithmetic(operator, left, other);
  }
  if (left.kind === 'random' && other !== undefined) {
    return ofRange(left, (end) => OPERATIONS.get(operator)?.(end, other));
  }
  if (right.kind === 'random' && one !== undefined && (operator === '*' || operator === '+')) {
    return ofRange(right, (end) => OPERATIONS.get(operator)?.(end, one));
  }
  if (left.kind === 'made' && operator === '+' && other !== undefined) {
    return shiftedInteger(left.text, other);
  }
  if (right.kind === 'made' && operator === '+' && one !== undefined) {
    return shiftedInteger(right.text, one);
  }
  return [left, right].some(({ kind }) => NUMBERS.has(kind)) &&
    [left, right].every(({ kind }) => kind !== 'text')
    ? UNKNOWN
    : undefined;
}

/** Kinds of values that `+` adds rather than joins, unless the other one is a text. */
const NUMBERS: ReadonlySet<ScriptValue['kind']> = new Set(['clock', 'random', 'made']);

const OPERATIONS: ReadonlyMap<string, (one: number, other: number) => number> = new Map([
  ['+', (one: number, other: number) => one + other],
  ['-', (one: number, other: number) => one - other],
  ['*', (one: number, other: number) => one * other],
  ['/', (one: number, other: number) => one / other],
]);

/** `Math.floor(Math.random() * 10) + 1`. */
function shiftedInteger(text: string, by: number): ScriptValue {
  const [, from, to] = /^\{\{\$randomInt (-?\d+) (-?\d+)\}\}$/.exec(text) ?? [];
  return from === undefined ? UNKNOWN : randomInteger(Number(from) + by, Number(to) + by);
}

function clockArithmetic(
  operator: string,
  clock: Extract<ScriptValue, { kind: 'clock' }>,
  operand: number,
): ScriptValue {
  if (operator === '/' && operand === 1000 && clock.perSecond === 1000) {
    return { ...clock, perSecond: 1, isWhole: false };
  }
  const ms = (operator === '-' ? -operand : operand) * (1000 / clock.perSecond);
  const sum = clock.at.amount + ms;
  const isShift =
    (operator === '+' || operator === '-') && clock.at.unit === 'ms' && Number.isSafeInteger(sum);
  return isShift ? { ...clock, at: { amount: sum, unit: 'ms' } } : UNKNOWN;
}

function ofRange(
  { from, to }: Extract<ScriptValue, { kind: 'random' }>,
  apply: (end: number) => number | undefined,
): ScriptValue {
  const ends = [apply(from), apply(to)];
  const [low, high] = ends;
  return low === undefined || high === undefined || !(low < high)
    ? UNKNOWN
    : { kind: 'random', from: low, to: high };
}

function numberOf(value: ScriptValue | undefined): number | undefined {
  return value?.kind === 'constant' && typeof value.value === 'number' ? value.value : undefined;
}

/** What a script knows of a value as JSON; absent when running it would show more. */
export function jsonOf(value: ScriptValue | undefined): JsonValue | undefined {
  switch (value?.kind) {
    case 'text':
      return value.text;
    case 'constant':
      return value.value;
    case 'list': {
      const items = value.items.map(jsonOf);
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case 'object': {
      const members = [...value.members].map(([name, member]) => [name, jsonOf(member)] as const);
      return members.every((member): member is [string, JsonValue] => member[1] !== undefined)
        ? Object.fromEntries(members)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** `JSON.stringify(…)` of a value that is known. */
export function jsonText(value: ScriptValue, others: readonly ScriptValue[]): ScriptValue {
  const json = others.length > 0 ? undefined : jsonOf(value);
  return json === undefined ? UNKNOWN : textValue(stringifyJson(json));
}
