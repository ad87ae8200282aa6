/**
 * Leaks: data of an owner in an answer to somebody else, whatever its status says. Body and headers are searched,
 * escapes and base64 undone; evidence names the place and a fingerprint of the value, never the value.
 */
import { hex } from '../../../hex';
import { isSensitiveName } from '../sensitiveNames';
import { part, phrase, type Message } from '../../../message';
import type { Hash } from '../../../ports';
import { escapePointer } from '../../../prepare/references';
import type { RecordedBody, RecordedResponse } from '../../../result/result';
import type { LeakEvidence } from '../../model/authzResult';
import { pointersAt } from '../../request/jsonPointers';
import { createValueSearch, type ValueSearch } from './valueSearch';
import type { KnownValue } from './distinctiveValues';
import { binaryBody, jsonBody } from '../../response/responseBody';

/** Drops the values that occur, in any encoding, in texts that the caller has, and those to ignore. */
export function withoutKnown(
  values: readonly KnownValue[],
  texts: readonly string[],
  ignore: readonly string[],
): readonly KnownValue[] {
  const ignored = new Set(ignore);
  const candidates = values.filter(({ value }) => !ignored.has(value));
  const search = createValueSearch(candidates);
  const known = new Set(texts.flatMap((text) => [...search(text).keys()]));
  return candidates.filter((value) => !known.has(value));
}

/** Where an answer holds any of the values; the values in their order, the body before the headers. */
export function findLeaks(
  { body, headers }: RecordedResponse,
  values: readonly KnownValue[],
  hash: Hash,
): readonly LeakEvidence<Message>[] {
  const search = createValueSearch(values);
  const inHeaders = headers.flatMap(({ name, value: text }) =>
    Array.from(search(text), ([value, { encoding }]) => ({
      value,
      encoding,
      found: phrase`header ${part(name, MAX_POINTER)}`,
    })),
  );
  const order = new Map(values.map((value, index) => [value, index]));
  return [...leaksInBody(body, search), ...inHeaders]
    .toSorted((one, other) => (order.get(one.value) ?? 0) - (order.get(other.value) ?? 0))
    .slice(0, MAX_EVIDENCE)
    .map((leak) => evidenceOf(leak, hash));
}

/** Of a longer body only the beginning is searched: code units of a text, bytes of anything else. */
const MAX_SEARCHED = 5 * 1024 * 1024;

/** Pieces of evidence that are kept of one answer. */
const MAX_EVIDENCE = 50;

interface Leak extends Pick<LeakEvidence<Message>, 'found' | 'encoding'> {
  readonly value: KnownValue;
}

function leaksInBody(body: RecordedBody, search: ValueSearch): readonly Leak[] {
  const text =
    body.encoding === 'utf8' ? body.content.slice(0, MAX_SEARCHED) : binaryBody(body, MAX_SEARCHED);
  const found = [...search(text)].toSorted(([, one], [, other]) => one.start - other.start);
  const starts = found.map(([, { start }]) => start);
  const pointers = found.length > 0 && jsonBody({ body }) !== undefined ? pointersAt(text, starts) : [];
  return found.map(([value, { encoding }], index) => ({
    value,
    encoding,
    found: placeInBody(pointers[index] ?? '', value),
  }));
}

/** Characters of a place that are shown. */
const MAX_POINTER = 200;

/** Places are not data: a member that bears the value as its name does not give it away. */
function placeInBody(pointer: string, { value }: KnownValue): Message {
  const place = pointer.replaceAll(escapePointer(value), '…');
  return place === '' ? phrase`body` : phrase`body ${part(place, MAX_POINTER)}`;
}

/** Evidence of a member of an answer, at a JSON pointer. */
export function memberEvidence(pointer: string, value: string, hash: Hash): LeakEvidence<Message> {
  const found = phrase`body ${part(pointer, MAX_POINTER)}`;
  return evidenceOf({ value: { value, name: pointer }, found, encoding: 'plain' }, hash);
}

function evidenceOf({ value: known, found, encoding }: Leak, hash: Hash): LeakEvidence<Message> {
  const { value, name } = known;
  const digest = hash.digest('sha256', new TextEncoder().encode(value));
  const isSecret = isSensitiveName(name);
  return {
    found,
    value: phrase`${part(name, MAX_POINTER)}`,
    // Of a password neither its beginning nor what it could be guessed from.
    begins: isSecret ? '' : value.slice(0, 4),
    sha256: isSecret ? '' : hex(digest).slice(0, 16),
    encoding,
  };
}
