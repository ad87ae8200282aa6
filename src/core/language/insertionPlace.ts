/**
 * Where a reference goes that somebody inserts at a place of a chain: which literal it replaces, and what
 * parameter it then belongs to.
 *
 * A literal that is a whole value is replaced: a segment of a path, a query value, the token after
 * `Bearer`, a text, number or boolean. Inside longer text only what equals the variable's value is
 * replaced; else the reference is put next to it, so that nothing a person wrote is lost by one click.
 */
import type { ValueSite } from '../analysis/siteAt';
import { rowOf } from '../analysis/locationOf';
import { offsetInString } from '../analysis/stringRange';
import type { Location } from '../model';
import type { TextRange } from '../problem';
import { splitUrl, type UrlParts } from '../prepare/template';

/** A place for a reference. Ranges are those of the file. */
export interface InsertionPlace {
  /** The literal under the mouse; empty when there is none. */
  readonly range: TextRange;
  /** What the literal says. */
  readonly literal: string;
  /** The literal gives way to any variable, not only to one of the same value. */
  readonly replaces: boolean;
  /** Where a reference goes that does not replace the literal. */
  readonly at: number;
  /** Written before a reference that does not replace the literal: the slash before a path segment. */
  readonly prefix: string;
  /** No text yet: the reference needs quotes. */
  readonly needsQuotes: boolean;
  /** What the value there is called: `limit`, `orders id`, `Authorization`. */
  readonly parameter: string;
  readonly location: Location;
}

/** The place at a site; absent where no references are resolved, and in names. */
export function insertionPlace(text: string, site: ValueSite): InsertionPlace | undefined {
  const place = placeInValue(site);
  if (place === undefined || typeof site.value !== 'string') {
    return place && { ...place, range: site.range, at: site.range.end };
  }
  const offsetOf = (index: number): number => offsetInString(text, site.range.start, index);
  const { range, at } = place;
  return { ...place, range: { start: offsetOf(range.start), end: offsetOf(range.end) }, at: offsetOf(at) };
}

/** The same with ranges in what the value says as text, for those who edit it apart from its file. */
export function placeInValue(site: Omit<ValueSite, 'range'>): InsertionPlace | undefined {
  const { location, path, value, valueText } = site;
  if (location === undefined || isRowName(site)) {
    return undefined;
  }
  const isText = typeof value === 'string';
  const stretch: Stretch = !isText
    ? { start: 0, end: valueText.length, replaces: true, at: valueText.length }
    : path.length === 1 && path[0] === 'url'
      ? urlStretch(site)
      : textStretch(site);
  const { start, end } = stretch;
  return {
    range: { start, end },
    literal: stretch.literal ?? valueText.slice(start, end),
    replaces: stretch.replaces,
    at: stretch.at ?? start,
    prefix: stretch.prefix ?? '',
    needsQuotes: !isText,
    parameter: stretch.parameter ?? parameterName(site),
    location,
  };
}

/** A part of a string; indices in what it says. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly replaces: boolean;
  /** When it differs from the text there: decoded. */
  readonly literal?: string;
  readonly at?: number;
  readonly prefix?: string;
  readonly parameter?: string;
}

function isRowName({ path }: Pick<ValueSite, 'path'>): boolean {
  const isInRow = rowOf(path)?.length === path.length - 1;
  return isInRow && (path.at(-1) === 'name' || path.at(-1) === 'fileName');
}

/** The parameter that a value belongs to: its row, header, member, or comparison. */
function parameterName({ path, location }: Pick<ValueSite, 'path' | 'location'>): string {
  const member = path.findLast((step) => typeof step === 'string');
  return member === 'value' || location?.in === 'expect' ? (location?.name ?? '') : String(member);
}

/** A reference, which is not a literal. */
const REFERENCE = /\{\{[^{}]*\}\}/g;
const WORD = /[\p{L}\p{N}_@.:-]/u;
/** `Bearer`, `Basic`, `Token` and the like: the credential comes after it (RFC 9110 §11.4). */
const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest)\s+/i;
/** Documents in a text: no variable is all of them. */
const DOCUMENTS: ReadonlySet<string> = new Set(['body/text', 'body/graphql/query']);

function textStretch(site: Omit<ValueSite, 'range'>): Stretch {
  const { valueText, index, location, path } = site;
  const scheme = location?.in === 'header' ? (SCHEME.exec(valueText)?.[0].length ?? 0) : 0;
  const isDocument = DOCUMENTS.has(path.join('/'));
  return isDocument || valueText.search(REFERENCE) !== -1 || index < scheme
    ? wordAt(valueText, index)
    : { start: scheme, end: valueText.length, replaces: true };
}

/** The word at an index; a reference is put before it. References around it are left alone. */
function wordAt(text: string, index: number): Stretch {
  const literal = text.replace(REFERENCE, (reference) => ' '.repeat(reference.length));
  const isWord = (at: number): boolean => WORD.test(literal.charAt(at));
  let start = index;
  while (start > 0 && isWord(start - 1)) {
    start -= 1;
  }
  let end = index;
  while (end < literal.length && isWord(end)) {
    end += 1;
  }
  return { start, end, replaces: false };
}

function urlStretch({ valueText, index }: Pick<ValueSite, 'valueText' | 'index'>): Stretch {
  const literal = valueText.replace(REFERENCE, (reference) => '\0'.repeat(reference.length));
  const { pathStart, queryStart } = splitUrl(valueText);
  if (index <= pathStart && pathStart > 0 && literal.charAt(index) !== '/') {
    return literal.slice(0, pathStart).includes('\0')
      ? wordAt(valueText, index)
      : { start: 0, end: pathStart, replaces: true, parameter: 'base url host origin' };
  }
  return index <= queryStart
    ? segmentStretch(literal, index, { pathStart, queryStart })
    : queryStretch(literal, index);
}

function segmentStretch(literal: string, from: number, { pathStart, queryStart }: UrlParts): Stretch {
  const index = literal.charAt(from) === '/' ? from + 1 : from;
  const start = Math.max(literal.lastIndexOf('/', index - 1) + 1, pathStart);
  const slash = literal.indexOf('/', index);
  const end = slash === -1 || slash > queryStart ? queryStart : slash;
  const segment = literal.slice(start, end);
  if (segment.includes('\0')) {
    return { start: index, end: index, replaces: false, at: index };
  }
  const replaces = segment === '' ? literal.charAt(start - 1) === '/' : isValueLike(segment);
  const before = literal.slice(pathStart, start).split('/').filter(isCollection).at(-1);
  return {
    start,
    end,
    literal: decoded(segment),
    replaces,
    at: end,
    prefix: '/',
    parameter: `${replaces ? (before ?? '') : segment} id`,
  };
}

function queryStretch(literal: string, index: number): Stretch {
  const start = Math.max(literal.lastIndexOf('&', index - 1), literal.lastIndexOf('?', index - 1)) + 1;
  const stop = /[&#]/.exec(literal.slice(index))?.index;
  const end = stop === undefined ? literal.length : index + stop;
  const equals = literal.indexOf('=', start);
  if (equals === -1 || equals >= end || literal.slice(equals, end).includes('\0')) {
    return { start: index, end: index, replaces: false };
  }
  const parameter = literal.slice(start, equals);
  return {
    start: equals + 1,
    end,
    literal: decoded(literal.slice(equals + 1, end)),
    replaces: true,
    parameter,
  };
}

/** `7`, `ord_1001`, a UUID; not `orders` and not `v1`. */
function isValueLike(segment: string): boolean {
  return /\d/.test(segment) && !/^v\d+$/i.test(segment);
}

function isCollection(segment: string): boolean {
  return segment !== '' && !segment.includes('\0') && !isValueLike(segment);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // URIError: a % that begins no escape is an ordinary character.
    return text;
  }
}
