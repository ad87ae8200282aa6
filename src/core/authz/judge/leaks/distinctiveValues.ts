/**
 * What is distinctive in the view that an owner has of an object: the values that, seen in an answer to somebody
 * else, can have come from nowhere but this object.
 *
 * Texts of six characters and numbers of five digits are, unless they are moments: the clock of an error
 * message shows the same second as the creation of an object. A link says where, not what; its keys count, not
 * the whole. What the caller sees anyway is taken away later (`withoutKnown`).
 */
import { headerValue } from '../../../headers';
import { isArray, isNumber, isObject, type JsonValue } from '../../../json/json';
import { selectPath } from '../../../json/jsonPath';
import { lastName } from '../../../json/lastName';
import { withoutFormEscapes } from '../../../masking/unescape';
import { escapePointer } from '../../../prepare/references';
import type { RecordedResponse } from '../../../result/result';
import { singlePlace } from '../../request/bodyMember';
import { stringAt, walkJson } from '../../request/jsonPointers';
import { jsonBody } from '../../response/responseBody';

/** A value that tells whose data it is. */
export interface KnownValue {
  readonly value: string;
  /** Which one it is: the planted text, or where it is in the owner's view. */
  readonly name: string;
  /** Present for a value that is not distinctive by itself: it counts only as the member of that name. */
  readonly member?: string;
}

/** How a planted text is called in evidence. */
export const PLANTED = 'planted text';

/** Values of a view and what else a matrix says about them. */
export interface DistinctiveOptions {
  /** The text that was planted in the object. */
  readonly canary?: string;
  /** JSONPaths of values that tell whose object it is, distinctive or not. */
  readonly markers: readonly string[];
}

/** Values looked for at most, and code units of each. */
const MAX_VALUES = 2000;
const MAX_LENGTH = 100;
/** Code units of a page that are read for values. */
const MAX_TEXT = 1 << 20;

/** The values that identify an object, the planted text and the markers first; each once. */
export function distinctiveValues(
  ownerView: RecordedResponse,
  { canary, markers }: DistinctiveOptions,
): readonly KnownValue[] {
  const json = jsonBody(ownerView);
  const values = new Map<string, KnownValue>();
  const add = (known: KnownValue): void => {
    const key = known.member === undefined ? known.value : `${known.member}\0${known.value}`;
    if (values.size < MAX_VALUES && !values.has(key)) {
      values.set(key, known);
    }
  };
  if (canary !== undefined) {
    add({ value: canary, name: PLANTED });
  }
  const moments = momentsOf(ownerView);
  if (json !== undefined) {
    markers.flatMap((path) => markedValues(path, json, moments)).forEach(add);
    scalarsOfJson(ownerView.body.content, moments).forEach(add);
  } else if (ownerView.body.encoding === 'utf8') {
    scalarsOfText(ownerView, moments).forEach(add);
  }
  return [...values.values()];
}

/** Whether a number is a moment, in seconds or milliseconds since 1970. */
type IsMoment = (digits: string) => boolean;

/**
 * Moments near the answer's own date can be the time of something else as well. An answer without a date may be
 * of any time; then every number counts as a moment that is one between 2001 and 2033.
 */
function momentsOf({ headers }: RecordedResponse): IsMoment {
  const now = Date.parse(headerValue(headers, 'date') ?? '');
  return (digits) =>
    DAY_NUMBER.test(digits) ||
    (Number.isNaN(now)
      ? /^1\d{9}(?:\d{3})?(?:\.\d+)?$/.test(digits)
      : [1, 1000].some((unit) => Math.abs(Number(digits) * unit - now) <= DAY));
}

const DAY = 86_400_000;
/** `20271231`. */
const DAY_NUMBER = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

function scalarsOfJson(text: string, isMoment: IsMoment): readonly KnownValue[] {
  const found: KnownValue[] = [];
  walkJson(text, (token) => {
    if (token.kind !== 'name' && found.length < MAX_VALUES) {
      const values =
        token.kind === 'string'
          ? distinctiveTexts(stringAt(text, token), isMoment)
          : distinctiveNumbers(text.slice(token.start, token.end), isMoment);
      const name = token.pointer();
      found.push(...values.filter((value) => !isEnumeration(name, value)).map((value) => ({ value, name })));
    }
  });
  return found;
}

/** What may be found in a text of any kind: keys, addresses and numbers; in tables and XML also whole fields. */
function scalarsOfText({ body }: RecordedResponse, isMoment: IsMoment): readonly KnownValue[] {
  const { mediaType } = body;
  const content = body.content.slice(0, MAX_TEXT);
  const fields = [...content.matchAll(fieldsOf(mediaType, content))].flatMap(([, field = '']) =>
    distinctiveTexts(field, isMoment),
  );
  const keys = Array.from(content.matchAll(KEYS), ([key]) => key).filter((key) => !isMoment(key));
  return [...fields, ...keys].map((value) => ({ value, name: 'body' }));
}

function fieldsOf(mediaType: string, content: string): RegExp {
  if (mediaType === 'text/csv') {
    return /([^,;\t\r\n"]{6,200})/g;
  }
  if (/[/+]xml$/.test(mediaType) && mediaType !== 'application/xhtml+xml') {
    return /(?:>|=["'])([^<>"'&]{6,200})(?=[<"'])/g;
  }
  // A text of one line is a value; one of several is a page.
  return mediaType === 'text/plain' && content.length <= 200 && !content.trim().includes('\n')
    ? /^([^]*)$/g
    : NOTHING;
}

const NOTHING = /(?!)/g;
const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const E_MAIL = '[\\w.%+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}';
const KEYS = new RegExp(`\\b(?:${UUID}|${E_MAIL}|\\d{5,20})\\b`, 'g');

/** Values of a path; those that are not distinctive count as the member of their name. */
function markedValues(path: string, json: JsonValue, isMoment: IsMoment): readonly KnownValue[] {
  const selection = selectPath(path, json);
  const member = lastName(path);
  const name =
    singlePlace(path)
      ?.map((key) => `/${escapePointer(String(key))}`)
      .join('') ?? path;
  if (!selection.ok) {
    return [];
  }
  return selection.values.flatMap(scalarsIn).flatMap((value) => {
    const text = cut(value.trim());
    const distinctive = /^-?[\d.]+$/.test(text)
      ? distinctiveNumbers(text, isMoment)
      : distinctiveTexts(text, isMoment);
    if (distinctive.includes(text)) {
      return [{ value: text, name }];
    }
    return member === undefined || text === '' ? [] : [{ value: text, name, member }];
  });
}

function scalarsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string' || isNumber(value)) {
    return [String(value)];
  }
  if (isArray(value)) {
    return value.flatMap(scalarsIn);
  }
  return isObject(value) ? Object.values(value).flatMap(scalarsIn) : [];
}

function distinctiveTexts(text: string, isMoment: IsMoment): readonly string[] {
  const value = text.trim();
  if (LINK.test(value)) {
    return keysOfLink(value);
  }
  if (/^\d+$/.test(value)) {
    return distinctiveNumbers(value, isMoment);
  }
  const isDistinctive =
    [...value.slice(0, MAX_LENGTH)].length >= 6 && !TIMES.some((time) => time.test(value));
  return isDistinctive ? [cut(value)] : [];
}

/** What APIs say of every object, and not whose it is: `"status": "success"`. A marker still counts. */
function isEnumeration(pointer: string, value: string): boolean {
  return WORD.test(value) && ENUMERATIONS.test(pointer);
}

const WORD = /^(?:[a-z]+(?:[_-][a-z]+)*|[A-Z]+(?:[_-][A-Z]+)*)$/;
const ENUMERATIONS =
  /(?:^|[/_-]|[a-z](?=[A-Z]))(?:status|state|type|kind|roles?(?:\/\d+)?|result|outcome|category|level|scope|gender|currency|language|method|visibility|priority|success)$/i;

function distinctiveNumbers(text: string, isMoment: IsMoment): readonly string[] {
  const digits = text.replace('-', '');
  const isDistinctive = /^[\d.]+$/.test(digits) && digits.replace('.', '').length >= 5;
  return isDistinctive && !isMoment(digits) ? [cut(digits)] : [];
}

/** Dates and times as APIs write them (RFC 3339, ISO 8601, RFC 9110 §5.6.7, and by hand). */
const TIMES = [
  /^[+-]?\d{4}-\d\d-\d\d(?:[T ][\d:.,]{2,20}\s?(?:Z|[+-]\d\d:?\d\d|UTC|GMT)?(?:\[[\w/+-]+\])?)?$/i,
  /^\d{8}T\d{4,6}(?:[.,]\d+)?(?:Z|[+-]\d{4})?$/,
  /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d|[ap]m)?$/i,
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d\d|\d{4})|\d{4}[./]\d\d?[./]\d\d?)(?:[ ,T]+\d\d?:\d\d(?::\d\d)?(?: ?[ap]m)?)?$/i,
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? [\w ,+-]{0,30}\d\d:\d\d[\w :+-]{0,30}(?:\([\w ]{1,40}\))?$/i,
];

const LINK = /^(?:[a-z][a-z0-9+.-]{0,20}:)?\/{1,2}[^\s]+$/i;
const AUTHORITY = /^(?:[a-z][a-z0-9+.-]{0,20}:)?\/\/[^/?#]*/i;

/** Long parts with letters and digits, numbers and addresses: what a link has that its likes have not. */
function keysOfLink(link: string): readonly string[] {
  return link
    .replace(AUTHORITY, '')
    .split(/[/?#&=;]/)
    .map((part) => cut(withoutFormEscapes(part)))
    .filter((part) => LINK_KEY.test(part));
}

const LINK_KEY = new RegExp(`^(?:\\d{5,}|${E_MAIL}|(?=[\\w.-]*\\d)(?=[\\w.-]*[A-Za-z])[\\w.-]{12,})$`);

/** The beginning of a long text tells as much as the whole; no character is cut in half. */
function cut(text: string): string {
  const beginning = text.slice(0, MAX_LENGTH);
  return text.length > MAX_LENGTH && /[\uD800-\uDBFF]$/.test(beginning) ? beginning.slice(0, -1) : beginning;
}
