/**
 * The pieces of a text that was decoded from base64, hexadecimal digits or UTF-16, with separators between them,
 * and where each of their units comes from. A unit is written in two characters of its source; in base64 it shares
 * them with its neighbors.
 */
import { nextCharacter, type EncodedRun } from './encodedRuns';
import { createPlaces, type FindSource, type Place, type Places } from './places';
import { createUnitWriter, SEPARATOR, unitAt, type Units } from './units';

/** A text to decode. */
export interface Encoded {
  readonly units: Units;
  /** Where it comes from in the first text that is decoded. Parts that are the same there are left out. */
  readonly source?: FindSource;
}

/** What was decoded, with its places in the first text. */
export interface Decoded {
  readonly units: Uint16Array;
  readonly source: FindSource;
}

/** How a unit is written: in base64, from the first, second or third character of a group on, or otherwise. */
export type Mode = 0 | 1 | 2 | typeof HEX | typeof UTF_16;
export const HEX = 3;
export const UTF_16 = 4;

/** Collects decoded units. */
export interface Pieces {
  /** What follows is decoded from a text; `offsetOf` gives the offsets of its characters there. */
  readonly from: (text: number, offsetOf: EncodedRun['offsetOf']) => void;
  /** Adds the unit that is written in a character and the next one. */
  readonly put: (unit: number, character: number, mode: Mode) => void;
  /** Ends a piece: the next unit does not follow the last one. */
  readonly end: () => void;
  /** All pieces; absent when there are none. */
  readonly decoded: () => Decoded | undefined;
}

/** Bits of a note's mode that say how a unit is written; those above are the index of its text. */
const MODE_BITS = 3;

/**
 * Collects pieces of at least `shortest` units.
 *
 * @param room units after which no piece begins
 */
export function createPieces(texts: readonly Encoded[], shortest: number, room: number): Pieces {
  const writer = createUnitWriter();
  const places = createPlaces();
  let text = 0;
  let offsetOf: EncodedRun['offsetOf'] = (character) => character;
  let start = -1;
  let first = 0;
  let last = 0;
  return {
    from(index, offsets) {
      text = index;
      offsetOf = offsets;
    },
    put(unit, character, mode) {
      const at = writer.length();
      if (start === -1) {
        if (at > room) {
          return;
        }
        start = at;
        first = character;
        places.begin(at, offsetOf(character), (text << MODE_BITS) | mode);
      } else if (at >= places.next()) {
        places.note(at, offsetOf(character), (text << MODE_BITS) | mode);
      }
      writer.write(unit);
      last = character;
    },
    end() {
      if (start === -1) {
        return;
      }
      const isShort = writer.length() - start < shortest;
      if (isShort || isUnchanged(texts[text], offsetOf(first), offsetOf(last + 1) + 1)) {
        writer.cut(start);
        places.cut(start);
      } else {
        writer.write(SEPARATOR);
      }
      start = -1;
    },
    decoded: () =>
      writer.length() === 0 ? undefined : { units: writer.units(), source: sourceOf(texts, places) },
  };
}

/** Whether a part of a text is the same in the first text, where it is decoded as well. */
function isUnchanged(text: Encoded | undefined, start: number, end: number): boolean {
  if (text?.source === undefined) {
    return false;
  }
  const padded = withPadding(text.units, end);
  const place = text.source(start, padded);
  return place.end - place.start === padded - start;
}

/** Finds the source of decoded units by walking on from the nearest note. */
function sourceOf(texts: readonly Encoded[], places: Places): FindSource {
  return (start, end) => ({
    start: placeOf(texts, places, start).start,
    end: placeOf(texts, places, end - 1).end,
  });
}

function placeOf(texts: readonly Encoded[], places: Places, index: number): Place {
  const { decoded, source: noted, mode: noteMode } = places.before(index);
  const { units, source } = texts[noteMode >> MODE_BITS] ?? { units: '' };
  let mode = noteMode & ((1 << MODE_BITS) - 1);
  const next = (at: number): number => (mode === UTF_16 ? at + 1 : nextCharacter(units, at + 1));
  let at = noted;
  for (let left = index - decoded; left > 0; left -= 1) {
    at = next(at);
    if (mode < 2) {
      mode += 1; // The second character has bits of the next byte, too.
    } else {
      at = next(at);
      mode = mode === 2 ? 0 : mode;
    }
  }
  const end = next(at) + 1;
  const place = { start: at, end: mode < HEX ? withPadding(units, end) : end };
  return source === undefined ? place : source(place.start, place.end);
}

function withPadding(units: Units, end: number): number {
  let last = end;
  while (last < end + 2 && unitAt(units, last) === 0x3d) {
    last += 1;
  }
  return last;
}
