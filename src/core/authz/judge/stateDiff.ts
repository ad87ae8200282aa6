/**
 * What happened to an object: the views that its owner has before and after an attack, compared member by
 * member with every digit, lists item by item in their order. What is not JSON is compared line by line.
 *
 * Members that move without a write (counters, the time of the answer) are found by reading twice, and left out.
 * A view that moves as a whole proves nothing, and neither does one that could not be had.
 */
import { isArray, isNumber, isObject, jsonEquals, type JsonObject, type JsonValue } from '../../json/json';
import { part, phrase, type Message } from '../../message';
import { escapePointer } from '../../prepare/references';
import type { RecordedResponse } from '../../result/result';
import { CANARY } from '../request/nonexistentId';
import type { StateChange } from '../model/authzResult';
import { jsonBody } from '../response/responseBody';
import type { Signals } from '../model/verdict';
import { hasContent } from '../response/hasContent';

/** What an after-check showed. */
export interface Comparison {
  readonly state: Exclude<Signals['state'], 'unasked'>;
  readonly changes: readonly StateChange<Message>[];
}

/** JSON pointers to what differs between two reads that nobody wrote between; empty text for the whole view. */
export function volatilePaths(first: RecordedResponse, second: RecordedResponse): ReadonlySet<string> {
  const one = viewOf(first);
  const other = viewOf(second);
  if (first.status !== second.status || one.isText !== other.isText) {
    return WHOLE;
  }
  return new Set(differencesOf(pairOf(one, other), NONE).map(({ path, list }) => list ?? path));
}

/** Compares what an owner saw before an attack with what is there afterwards; absent when nothing answered. */
export function compareViews(
  before: RecordedResponse,
  after: RecordedResponse | undefined,
  volatile: ReadonlySet<string>,
): Comparison {
  if (after === undefined || before.body.content === '') {
    return UNKNOWN;
  }
  if (!hasContent(after.status)) {
    return isGone(after.status)
      ? {
          state: 'gone',
          changes: [{ path: phrase`status`, before: `${before.status}`, after: `${after.status}` }],
        }
      : UNKNOWN;
  }
  if (after.body.content === '') {
    return { state: 'gone', changes: [{ path: phrase``, before: '…' }] };
  }
  const was = viewOf(before);
  const is = viewOf(after);
  if (was.isText !== is.isText || volatile.has('')) {
    // Another kind of page, such as one to sign in, shows neither the object nor its absence.
    return UNKNOWN;
  }
  const changed = differencesOf(pairOf(was, is), volatile);
  const shown = was.isText
    ? changed.slice(0, 1).map((line) => ({ ...line, path: '' }))
    : changed.slice(0, MAX_CHANGES);
  return { state: changed.length === 0 ? 'same' : 'changed', changes: shown.map(stateChange) };
}

const UNKNOWN: Comparison = { state: 'unknown', changes: [] };
const NONE: ReadonlySet<string> = new Set();
const WHOLE: ReadonlySet<string> = new Set(['']);

/** Changes that are kept of one view. */
const MAX_CHANGES = 50;
/** A number of as many digits may be a person's: an account, a telephone. */
const MIN_PERSONAL_DIGITS = 5;

/**
 * Refusing what was allowed before is the sign of an object that has another owner now. A refusal that may have
 * other reasons is none: credentials that ended (401, 419, 440), time (408, 425), too many requests (429).
 */
function isGone(status: number): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status);
}

const PASSING: ReadonlySet<number> = new Set([401, 407, 408, 419, 421, 425, 429, 440]);

/** A body as a value: JSON, or the lines of any other text. */
interface View {
  readonly value: JsonValue;
  readonly isText: boolean;
}

function viewOf(response: RecordedResponse): View {
  const json = jsonBody(response);
  return json === undefined
    ? { value: response.body.content.split(/\r\n|[\r\n]/), isText: true }
    : { value: json, isText: false };
}

function pairOf(before: View, after: View): Pair {
  return { path: '', before: before.value, after: after.value };
}

/** A place in both views. */
interface Pair {
  readonly path: string;
  /** Absent when there was nothing, or is nothing any more. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** The list that has become longer or shorter: what it lacks has no place of its own. */
  readonly list?: string;
}

/** Places that differ, those left out that are volatile. */
function differencesOf(pair: Pair, volatile: ReadonlySet<string>): readonly Pair[] {
  if (volatile.has(pair.path)) {
    return [];
  }
  const { path, before, after } = pair;
  if (before === undefined || after === undefined) {
    return [pair];
  }
  if (isArray(before) && isArray(after)) {
    return itemPairs(path, before, after).flatMap((item) => differencesOf(item, volatile));
  }
  if (isObject(before) && isObject(after) && (path === '' || !isRenewed(before, after))) {
    return memberPairs(path, before, after).flatMap((member) => differencesOf(member, volatile));
  }
  return jsonEquals(before, after) ? [] : [pair];
}

function itemPairs(path: string, before: readonly JsonValue[], after: readonly JsonValue[]): readonly Pair[] {
  const [longer, shorter] = before.length > after.length ? [before, after] : [after, before];
  return longer.map((_, index) => ({
    path: `${path}/${index}`,
    before: before[index],
    after: after[index],
    ...(index < shorter.length ? {} : { list: path }),
  }));
}

function memberPairs(path: string, before: JsonObject, after: JsonObject): readonly Pair[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(names, (name) => ({
    path: `${path}/${escapePointer(name)}`,
    before: Object.hasOwn(before, name) ? before[name] : undefined,
    after: Object.hasOwn(after, name) ? after[name] : undefined,
  }));
}

/** Whether nothing of an object stayed, as in one whose members have other names at each read. */
function isRenewed(before: JsonObject, after: JsonObject): boolean {
  return Object.keys(before).length > 0 && !Object.keys(before).some((name) => Object.hasOwn(after, name));
}

/** Characters of a place that are shown. */
const MAX_PATH = 200;

function stateChange({ path, before, after }: Pair): StateChange<Message> {
  return {
    path: phrase`${part(path, MAX_PATH)}`,
    ...(before === undefined ? {} : { before: shownValue(before) }),
    ...(after === undefined ? {} : { after: shownValue(after) }),
  };
}

/** Planted texts and what tells nothing of anybody; everything else is an ellipsis. */
function shownValue(value: JsonValue): string {
  if (typeof value === 'string') {
    const planted = CANARY.exec(value)?.[0];
    const isWhole = planted === value || value === '';
    return isWhole ? JSON.stringify(value) : `"${planted ?? ''}…"`;
  }
  if (isArray(value)) {
    return value.length === 0 ? '[]' : '[…]';
  }
  if (isObject(value)) {
    return Object.keys(value).length === 0 ? '{}' : '{…}';
  }
  const isLong = isNumber(value) && String(value).replace(/\D/g, '').length >= MIN_PERSONAL_DIGITS;
  return isLong ? '…' : String(value);
}
