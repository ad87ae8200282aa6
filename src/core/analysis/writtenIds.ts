/**
 * Ids and page tokens that a request contains literally, in place of a value from an earlier answer.
 *
 * What a person may have typed is left alone: only shapes that machines make count, and only in places that name
 * another thing. A bare `id` in a body, idempotency keys and ids of traces are made by the sender.
 */
import { isSent } from '../prepare/references';
import { nodeAt, visitStrings, type VisitedString } from '../json/jsonDocument';
import { proposeName } from '../extraction/proposeName';
import { nameWords } from '../language/nameWords';
import { isGenerated } from '../masking/generatedText';
import { nameSegment } from '../language/placeName';
import { isCredentialPlace } from '../masking/credentialPlaces';
import type { Location } from '../model';
import type { TextRange } from '../problem';
import { hideReferences, splitUrl } from '../prepare/template';
import type { RequestMarks, RequestSource } from './chainSource';
import { isTrueAt, locationOf, rowOf } from './locationOf';
import { offsetInString } from './stringRange';

/** An id as written; the range counts from the start of the request. */
interface WrittenId {
  readonly range: TextRange;
  readonly value: string;
  /** What a variable for it would be called. */
  readonly variable: string;
}

/** What a request writes out. */
export interface WrittenIds {
  /** Those that an answer could have said. */
  readonly asked: readonly WrittenId[];
  /** Values of such a shape, at any place. */
  readonly all: ReadonlySet<string>;
}

/** The ids of a request; `text` is that of the file. Remembered with the request, whose text alone decides. */
export function writtenIds(text: string, request: RequestSource): WrittenIds {
  const known = remembered.get(request.marks);
  if (known !== undefined) {
    return known;
  }
  const found = idsIn(text.slice(request.start, request.end), request);
  remembered.set(request.marks, found);
  return found;
}

/** By the marks, which every reading of the same text shares. */
const remembered = new WeakMap<RequestMarks, WrittenIds>();

function idsIn(text: string, { tree }: RequestSource): WrittenIds {
  const asked: WrittenId[] = [];
  const all = new Set<string>();
  visitStrings(tree, [], (string) => {
    const location = string.kind === 'value' ? locationOf(tree, string.path) : undefined;
    if (location === undefined || !isSent(location) || location.in === 'auth') {
      return;
    }
    for (const { value, index, variable } of string.path[0] === 'url'
      ? inUrl(string.value)
      : inField(string, location)) {
      if (isGenerated(value)) {
        all.add(value);
        const at = (offset: number): number => offsetInString(text, string.range.start + 1, offset);
        if (variable !== undefined && !isSwitchedOff(tree, string)) {
          asked.push({ range: { start: at(index), end: at(index + value.length) }, value, variable });
        }
      }
    }
  });
  return { asked, all };
}

/** A text that may be an id; without a variable nothing says of what. */
interface Candidate {
  readonly value: string;
  /** Where it begins in its string. */
  readonly index: number;
  readonly variable?: string;
}

function inUrl(url: string): readonly Candidate[] {
  const { pathStart, queryStart } = splitUrl(url);
  const shown = hideReferences(url);
  const segments = piecesOf(shown.slice(pathStart, queryStart), /[^/]+/g, pathStart);
  const names = segments.map(({ value }) => value);
  const fields = [...shown.slice(queryStart).matchAll(/([^?&=#]+)=([^&#]*)/g)];
  return [
    ...segments.map((segment, index) => {
      const { noun, field } = nameSegment(names, index);
      return noun.length === 0
        ? segment
        : { ...segment, variable: variableOf([...noun, ...field].join('-')) };
    }),
    ...fields.map(({ 0: pair, 1: name = '', 2: value = '', index }) => ({
      value,
      index: queryStart + index + pair.length - value.length,
      ...(isAsked(name) ? { variable: variableOf(name) } : {}),
    })),
  ];
}

function piecesOf(text: string, piece: RegExp, start: number): readonly Candidate[] {
  return [...text.matchAll(piece)].map(({ 0: value, index }) => ({ value, index: start + index }));
}

function inField({ value, path }: VisitedString, location: Location): readonly Candidate[] {
  const last = path.at(-1);
  const isJson = path[1] === 'json' || path[1] === 'graphql';
  if (!isJson && last !== 'value') {
    return [];
  }
  const name = isJson ? (typeof last === 'string' ? last : '') : (location.name ?? '');
  const namesThing = location.in !== 'header' && !isCredentialPlace(location) && isAsked(name);
  // A page token is not a secret to store: the next page has another one.
  const isWanted = namesThing || isPageToken(name);
  return [{ value, index: 0, ...(isWanted ? { variable: variableOf(name) } : {}) }];
}

const ID_WORDS: ReadonlySet<string> = new Set(['id', 'uuid', 'guid', 'ref']);
/** Ids that the sender makes, or that stay the same. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  'api app application client correlation device external idempotency installation message request span tenant trace tracking transaction visitor'.split(
    ' ',
  ),
);

/** Whether a field names another thing by its id, or carries the token of a page. */
function isAsked(name: string): boolean {
  const words = nameWords(name);
  const isId = words.length > 1 && ID_WORDS.has(words.at(-1) ?? '');
  return (isId && !words.some((word) => OWN_WORDS.has(word))) || isPageToken(name);
}

function isPageToken(name: string): boolean {
  return /csrf|xsrf|nonce|authenticity/i.test(name);
}

function variableOf(name: string): string {
  return proposeName({ from: 'header', name }, { url: '', taken: [] });
}

function isSwitchedOff(tree: RequestSource['tree'], { path }: VisitedString): boolean {
  const row = rowOf(path);
  return row !== undefined && nodeAt(tree, row) !== undefined && isTrueAt(tree, [...row, 'disabled']);
}
