/**
 * Finds where later requests have a value of an earlier answer written out: a reference can
 * replace it. Short values are no evidence, a `1` is everywhere, so they are left alone; so is a value inside
 * a longer text, which may be there by chance.
 */
import { isSent } from '../prepare/references';
import type { ChainSource, RequestSource } from '../analysis/chainSource';
import { siteAt } from '../analysis/siteAt';
import { contentRange, offsetInString } from '../analysis/stringRange';
import type { TextEdit } from '../edit/textEdit';
import type { JsonNode } from '../json/jsonTree';
import { insertReference } from '../language/insertReference';
import { insertionPlace, type InsertionPlace } from '../language/insertionPlace';
import type { Location } from '../model';
import { encodeComponent } from '../prepare/url';
import type { TextRange } from '../problem';

/** A place of a later request that holds the value. */
export interface LiteralUse {
  /** Index of the request in the chain. */
  readonly request: number;
  readonly requestName: string;
  readonly location: Location;
  readonly place: InsertionPlace;
}

/** UTF-16 code units; fewer are found by chance. */
const MIN_LENGTH = 3;
const MAX_USES = 50;
/** Inside a longer text: as long as an id, and with a digit, which no word has. */
const DISTINCTIVE = /^(?=.*\d).{8,}$/su;
/** Characters that continue a word; braces, so that no reference is split. */
const IN_WORD = /[\p{L}\p{N}_{}-]/u;

/** The places after a request that hold the value, in the order of the file. */
export function literalUses(source: ChainSource, after: number, value: string): readonly LiteralUse[] {
  if (value.length < MIN_LENGTH) {
    return [];
  }
  const written = [...new Set([value, encodeComponent(value)])];
  return source.requests
    .filter(({ index }) => index > after)
    .flatMap((request) => usesIn(source, request, value, written))
    .slice(0, MAX_USES);
}

/** The edit that puts a reference in place of the value. */
export function replaceUse({ place }: LiteralUse, variable: string): TextEdit {
  return insertReference({ ...place, replaces: true }, { name: variable });
}

function usesIn(
  source: ChainSource,
  request: RequestSource,
  value: string,
  written: readonly string[],
): readonly LiteralUse[] {
  const found = leavesOf(request.tree).flatMap((node) =>
    occurrencesIn(source.text, node, request.start, written),
  );
  const uses = found.flatMap((occurrence) => {
    const site = siteAt(source, occurrence.inside);
    const around = site === undefined ? undefined : insertionPlace(source.text, site);
    const place = around === undefined ? undefined : placeOf(around, occurrence, value);
    return place === undefined || !isSent(place.location)
      ? []
      : [
          {
            request: request.index,
            requestName: request.name === '' ? request.id : request.name,
            location: place.location,
            place,
          },
        ];
  });
  const starts = uses.map(({ place }) => place.range.start);
  return uses.filter(({ place }, index) => starts.indexOf(place.range.start) === index);
}

/** A piece of a leaf that says the value. */
interface Occurrence {
  /** An offset in the file that is inside this place. */
  readonly inside: number;
  readonly range: TextRange;
  /** It is a word of its own in a longer text. */
  readonly isWord: boolean;
}

/** What a reference would replace; absent when the value is there by chance, or may be. */
function placeOf(
  around: InsertionPlace,
  { range, isWord }: Occurrence,
  value: string,
): InsertionPlace | undefined {
  if (around.literal === value) {
    return around;
  }
  return isWord && DISTINCTIVE.test(value) && !around.needsQuotes ? { ...around, range } : undefined;
}

function leavesOf(node: JsonNode): readonly JsonNode[] {
  switch (node.kind) {
    case 'array':
      return node.items.flatMap(leavesOf);
    case 'object':
      return node.members.flatMap(({ value }) => leavesOf(value));
    default:
      return [node];
  }
}

/** Where a leaf says the value, or holds it. */
function occurrencesIn(
  text: string,
  node: JsonNode,
  base: number,
  written: readonly string[],
): readonly Occurrence[] {
  if (node.kind === 'number') {
    const range = { start: node.start + base, end: node.end + base };
    return written.includes(node.text) ? [{ inside: range.start, range, isWord: false }] : [];
  }
  if (node.kind !== 'scalar' || typeof node.value !== 'string') {
    return [];
  }
  const { value } = node;
  const { start } = contentRange(text, { start: node.start + base, end: node.end + base }, value);
  const offsetOf = (index: number): number => offsetInString(text, start, index);
  return written.flatMap((part) =>
    occurrences(value, part).map((index) => ({
      // A character further, so that of two neighbours the right one is found.
      inside: offsetOf(index + 1),
      range: { start: offsetOf(index), end: offsetOf(index + part.length) },
      isWord: !IN_WORD.test(value.charAt(index - 1)) && !IN_WORD.test(value.charAt(index + part.length)),
    })),
  );
}

function occurrences(text: string, part: string): readonly number[] {
  const found: number[] = [];
  for (
    let at = text.indexOf(part);
    at !== -1 && found.length < MAX_USES;
    at = text.indexOf(part, at + part.length)
  ) {
    found.push(at);
  }
  return found;
}
