/**
 * What the body of a list says about further pages. A list of which only a part was seen proves nothing about
 * what is not in that part.
 */
import { isArray, isNumber, isObject, type JsonObject, type JsonValue } from '../../json/json';
import type { RecordedResponse } from '../../result/result';
import { jsonBody } from './responseBody';

/** Whether the body of a list names more than it holds, at its top or one level below. */
export function bodyNamesMore(response: RecordedResponse | undefined): boolean {
  const body = response === undefined ? undefined : jsonBody(response);
  if (body === undefined || !isObject(body)) {
    return false;
  }
  const objects = [body, ...Object.values(body).filter(isObject)];
  const shown = Math.max(0, ...objects.flatMap(listLengths));
  return objects.some((object) =>
    Object.entries(object).some(([name, value]) => namesMore(plainName(name), value, shown)),
  );
}

/**
 * Whether a list may be cut off although nothing says so: it holds as many items as pages usually have, and does
 * not tell how many there are.
 */
export function isFullPage(response: RecordedResponse): boolean {
  const body = jsonBody(response);
  const objects = body !== undefined && isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
  const lengths = body !== undefined && isArray(body) ? [body.length] : objects.flatMap(listLengths);
  const names = objects.flatMap((object) => Object.keys(object).map(plainName));
  return (
    !names.some((name) => FLAGS.has(name) || TOTALS.has(name)) &&
    lengths.some((length) => length > 0 && PAGE_SIZES.some((size) => length % size === 0))
  );
}

const PAGE_SIZES = [10, 12, 15, 16, 25];

/** Compared without case, `_` and `-`. */
const FLAGS: ReadonlySet<string> = new Set(['hasmore', 'hasnext', 'hasnextpage', 'more', 'moreavailable']);
const NEXT: ReadonlySet<string> = new Set(
  'next nextpage nexturl nextlink nextcursor nexttoken nextpagetoken cursor @odata.nextlink'.split(' '),
);
const TOTALS: ReadonlySet<string> = new Set(['total', 'totalcount', 'totalitems', 'totalresults']);

function namesMore(name: string, value: JsonValue, shown: number): boolean {
  if (FLAGS.has(name)) {
    return value === true;
  }
  if (TOTALS.has(name)) {
    return isNumber(value) && /^\d+$/.test(String(value)) && Number(String(value)) > shown;
  }
  return NEXT.has(name) && isPointer(value);
}

/** What leads to another page: a text, a number, or a link object (`{ "href": … }`). */
function isPointer(value: JsonValue): boolean {
  return (typeof value === 'string' && value !== '') || isNumber(value) || isFilled(value);
}

function isFilled(value: JsonValue): boolean {
  return isObject(value) && Object.values(value).some((member) => member !== null && member !== '');
}

function listLengths(object: JsonObject): readonly number[] {
  return Object.values(object).flatMap((value) => (isArray(value) ? [value.length] : []));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}
