/**
 * Where later requests have a value written out that an earlier one was answered: there a reference can
 * stand instead. Short values are no evidence, a `1` is everywhere, so they are left alone; so is a value inside
 * a longer text, which may be there by chance.
 */
import type { ChainSource, RequestSource } from '../analysis/chainSource';
import { siteAt } from '../analysis/siteAt';
import { contentRange, offsetInString } from '../analysis/stringRange';
import type { TextEdit } from '../edit/textEdit';
import type { JsonNode } from '../jsonTree';
import { insertReference } from '../language/insertReference';
import { insertionPlace } from '../language/insertionPlace';
import type { InsertionPlace } from '../language/insertionPlace';
import type { Location } from '../model';

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

/** The places after a request that hold the value, in the order of the file. */
export function literalUses(source: ChainSource, after: number, value: string): readonly LiteralUse[] {
  if (value.length < MIN_LENGTH) {
    return [];
  }
  const written = [...new Set([value, encodeURIComponent(value)])];
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
  const offsets = leavesOf(request.tree).flatMap((node) =>
    offsetsIn(source.text, node, request.start, written),
  );
  const uses = offsets.flatMap((offset) => {
    const site = siteAt(source, offset);
    const place = site === undefined ? undefined : insertionPlace(source.text, site);
    return place?.literal !== value || place.location.in === 'expect'
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

/** Offsets in the file at which a leaf says the value, or holds it. */
function offsetsIn(
  text: string,
  node: JsonNode,
  base: number,
  written: readonly string[],
): readonly number[] {
  if (node.kind === 'number') {
    return written.includes(node.text) ? [node.start + base] : [];
  }
  if (node.kind !== 'scalar' || typeof node.value !== 'string') {
    return [];
  }
  const { value } = node;
  const { start } = contentRange(text, { start: node.start + base, end: node.end + base }, value);
  // A character further, so that of two neighbours the right one is found.
  return written.flatMap((part) =>
    occurrences(value, part).map((index) => offsetInString(text, start, index + 1)),
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
