/**
 * The readings of a text: what it says once escapes are undone, and base64, hexadecimal digits and UTF-16 are
 * decoded, in every order in which encodings are put inside encodings.
 *
 * The work grows with the text, whatever a hostile server sends: each kind of decoding reads a text once, the
 * depth is bounded, and so is the sum of what is decoded.
 */
import { escapeMarks } from './escapes';
import type { Decoded, Encoded } from './decodedPieces';
import { decodeRuns } from './decodedRuns';
import type { FindSource, Place } from './places';
import type { SearchProfile } from './searchProfile';
import { undoEscapes } from './unescape';
import type { Units } from './units';

/** A text and where its parts come from; offsets in code units, `end` exclusive. */
export interface Reading {
  readonly units: Units;
  /** Where characters are in the source, escapes included; absent for the source itself. */
  readonly source?: FindSource;
  /** Whether base64, hexadecimal digits or UTF-16 were decoded for it. */
  readonly isDecoded: boolean;
}

/** Escapes inside escapes that are seen through: JSON in a JSON string in a query in a page, for example. */
const LEVELS = 8;

/** Base64 inside base64 that is seen through; hexadecimal digits and UTF-16 count the same. */
const DEPTH = 8;

/** Decoded units for each unit of the text, and for a short text altogether. */
const WORK_PER_UNIT = 3;
const SMALL_WORK = 1 << 16;

/** The readings of a text for values of some kind: itself first, and then the parts that decode to more. */
export function* readings(units: Units, profile: SearchProfile): Generator<Reading> {
  let work = units.length * WORK_PER_UNIT + SMALL_WORK;
  let layer: Encoded | undefined = { units };
  for (let depth = 0; layer !== undefined; depth += 1) {
    const texts: Encoded[] = [];
    for (const text of levelsOf(layer.units, profile)) {
      texts.push(text);
      yield { ...seenThrough(text, layer.source), isDecoded: depth > 0 };
      work -= texts.length === 1 ? 0 : text.units.length;
      if (work <= 0) {
        return;
      }
    }
    const decoded: Decoded | undefined = depth < DEPTH ? decodeRuns(texts, profile, work) : undefined;
    work -= decoded?.units.length ?? 0;
    layer = decoded && seenThrough(decoded, layer.source);
  }
}

/** A text, and what it says when its escapes are undone once, twice and so on. */
function* levelsOf(units: Units, profile: SearchProfile): Generator<Encoded> {
  const marks = profile.beyondAscii() ? ESCAPES_AND_BYTES : ESCAPES;
  const reach = profile.longest() + MORE_REACH;
  let text: Encoded = { units };
  yield text;
  for (let level = 0; level < LEVELS; level += 1) {
    const next = undoEscapes(text.units, marks, reach);
    if (next === undefined) {
      return;
    }
    text = seenThrough(next, text.source);
    yield text;
  }
}

const ESCAPES = escapeMarks(['%', '\\', '&']);
const ESCAPES_AND_BYTES = escapeMarks(['%', '\\', '&', 'bytes']);

/** Units around an escape that are read with it, besides those of a value: line breaks and spaces in base64. */
const MORE_REACH = 64;

/** A text with its places in what its source was decoded from. */
function seenThrough(text: Encoded, outer: FindSource | undefined): Encoded {
  const { units, source } = text;
  if (outer === undefined) {
    return text;
  }
  const through = (start: number, end: number): Place => {
    const place = source?.(start, end) ?? { start, end };
    return outer(place.start, place.end);
  };
  return { units, source: through };
}
