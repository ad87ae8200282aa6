/**
 * Answers that say no in their own way, and those that only look like success: declared denials, GraphQL
 * errors, and what a caller gets for an object that does not exist.
 *
 * Two answers are the same when they are equal but for the identifiers in them. That they are similar is never
 * evidence of anything.
 */
import { headerValue } from '../../headers';
import { compileRegex } from '../../regex';
import { statusIsExpected } from '../../run/expect';
import { isArray, isObject, jsonEquals, type JsonValue } from '../../json/json';
import { selectPath } from '../../json/jsonPath';
import type { ChainRequest } from '../../model';
import type { RecordedResponse } from '../../result/result';
import type { DeniedPattern, TextPattern } from '../model/matrix';
import { jsonBody } from '../response/responseBody';
import { hasContent } from '../response/hasContent';

/** What a declared denial says of an answer. */
export interface Denial {
  /** A success whose body is a denial. */
  readonly soft: boolean;
  /** The status that it means. */
  readonly mapped?: 403 | 404;
}

/** Whether an answer is one of the declared denials; the first one that fits decides. */
export function denialOf(response: RecordedResponse, patterns: readonly DeniedPattern[]): Denial {
  const pattern = patterns.find((candidate) => fitsPattern(response, candidate));
  if (pattern === undefined) {
    return { soft: false };
  }
  return pattern.as === undefined
    ? { soft: hasContent(response.status) }
    : { soft: false, mapped: pattern.as };
}

/** Whether a request that should succeed did: the status it expects itself, else 2xx, and no denial in the body. */
export function statusAccepted(
  response: RecordedResponse,
  { expect, body }: Pick<ChainRequest, 'expect' | 'body'>,
  patterns: readonly DeniedPattern[],
): boolean {
  const { soft, mapped } = denialOf(response, patterns);
  const isDenied =
    soft || mapped !== undefined || (body?.kind === 'graphql' && hasErrors(jsonBody(response)));
  return !isDenied && statusIsExpected({ status: expect.status ?? ['2xx'] }, response.status);
}

/** Whether an answer is the one for an object that does not exist, each with its own identifiers. */
export function sameShape(
  answer: RecordedResponse,
  absent: RecordedResponse | undefined,
  ids: { readonly attacked: readonly string[]; readonly absent: readonly string[] },
): boolean {
  if (
    absent === undefined ||
    answer.status !== absent.status ||
    answer.body.mediaType !== absent.body.mediaType ||
    answer.body.encoding !== absent.body.encoding
  ) {
    return false;
  }
  return withoutIds(answer.body.content, ids.attacked) === withoutIds(absent.body.content, ids.absent);
}

/**
 * Whether an answer is a list that was emptied: what it shows is in the full list of somebody else as well, whose
 * items it leaves out. Counts may differ.
 */
export function isEmptied(answer: RecordedResponse, full: RecordedResponse): boolean {
  const [shown, whole] = [jsonBody(answer), jsonBody(full)];
  return shown !== undefined && whole !== undefined && compareLists(shown, whole) === 'emptied';
}

/** `same` says nothing: there is no list whose items are missing. */
function compareLists(shown: JsonValue, whole: JsonValue | undefined): 'emptied' | 'same' | 'other' {
  if (isArray(shown)) {
    const isList = whole !== undefined && isArray(whole);
    return !isList || shown.length > 0 ? 'other' : whole.length > 0 ? 'emptied' : 'same';
  }
  if (isObject(shown)) {
    const members = Object.entries(shown).map(([name, member]: [string, JsonValue]) =>
      compareLists(member, whole !== undefined && isObject(whole) ? whole[name] : undefined),
    );
    return members.includes('other') ? 'other' : members.includes('emptied') ? 'emptied' : 'same';
  }
  return typeof shown === 'string' && shown !== whole ? 'other' : 'same';
}

/** Statuses that say themselves what they mean; a pattern must name one of them to mean it, or a fault of the server. */
const MEANINGFUL_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 429]);

/** Every member that is there must hold. */
function fitsPattern(response: RecordedResponse, pattern: DeniedPattern): boolean {
  const { status, path, equals, text, header, contentType, as } = pattern;
  const isMeaningful = response.status >= 500 || MEANINGFUL_STATUSES.has(response.status);
  if (status === undefined ? isMeaningful : response.status !== status) {
    return false;
  }
  if (!fitsWords(response, pattern)) {
    return false;
  }
  if (path === undefined && equals === undefined) {
    return [status, text, header, contentType].some((member) => member !== undefined);
  }
  const json = jsonBody(response);
  if (json === undefined || (as !== undefined && holdsData(json))) {
    return false;
  }
  const selection = selectPath(path ?? '$', json);
  return selection.ok && selection.values.some((value) => equals === undefined || jsonEquals(value, equals));
}

/** Whether the body as a text, a header and the media type are those of the denial, as far as it names them. */
function fitsWords(
  { headers, body }: RecordedResponse,
  { text, header, contentType }: DeniedPattern,
): boolean {
  const isType = contentType === undefined || body.mediaType.toLowerCase() === contentType.toLowerCase();
  const isText =
    text === undefined || (body.encoding === 'utf8' && holds(body.content.slice(0, MAX_TEXT), text));
  const value = header === undefined ? undefined : headerValue(headers, header.name);
  const isHeader = header === undefined || (value !== undefined && holds(value, header));
  return isType && isText && isHeader;
}

/** Code units of a body in which a denial is looked for. */
const MAX_TEXT = 1 << 20;

function holds(text: string, { contains, matches }: TextPattern): boolean {
  const compiled = matches === undefined ? undefined : compileRegex(matches);
  const isMatched = compiled === undefined || (compiled.ok && compiled.regex.occursIn(text));
  return isMatched && (contains === undefined || text.includes(contains));
}

/** A GraphQL answer with errors and data: what it denies is not all that was asked for. */
function holdsData(json: JsonValue): boolean {
  return (
    hasErrors(json) && isObject(json) && Object.hasOwn(json, 'data') && !isEmptyData(json['data'] ?? null)
  );
}

function hasErrors(json: JsonValue | undefined): boolean {
  if (json === undefined || !isObject(json) || !Object.hasOwn(json, 'errors')) {
    return false;
  }
  const { errors } = json;
  return errors !== undefined && isArray(errors) && errors.length > 0;
}

/** `null`, or an object whose every member is (GraphQL §6.4.4: a field that failed is null). */
function isEmptyData(data: JsonValue): boolean {
  return data === null || (isObject(data) && Object.values(data).every((field) => field === null));
}

/** Each identifier in its plain and its percent-encoded form, as the same mark in both answers. */
function withoutIds(text: string, ids: readonly string[]): string {
  const marks = ids.flatMap((id, index) =>
    [...new Set([id, percentEncoded(id)])]
      .filter((form) => form !== '')
      .map((form) => [form, `\0${index}\0`] as const),
  );
  return marks
    .toSorted(([one], [other]) => other.length - one.length)
    .reduce((left, [form, mark]) => replaceWhole(left, form, mark), text);
}

/** A lone surrogate has no percent encoding; it is encoded as the replacement character. */
function percentEncoded(id: string): string {
  return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(id)));
}

/** Replaces what is not part of a longer word or number. */
function replaceWhole(text: string, part: string, mark: string): string {
  const [first = '', ...rest] = text.split(part);
  const parts = [first];
  let before = first;
  for (const after of rest) {
    const isPart = isWordPart(before.at(-1)) || isWordPart(after.at(0));
    parts.push(isPart ? part : mark, after);
    before = after === '' ? part : after;
  }
  return parts.join('');
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}
