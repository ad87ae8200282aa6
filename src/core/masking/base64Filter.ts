/**
 * Where base64 could be of text: which of its characters can be at each of the four positions of a group, given
 * the bytes that text consists of. A byte of ASCII begins with a zero bit, so few names and identifiers pass.
 */
import type { EncodedRun } from './encodedRuns';

/** Finds stretches of a run. */
export interface Base64Filter {
  /** By byte, 1 for those of text. */
  readonly bytes: Uint8Array;
  /** Characters of the shortest run. */
  readonly leastRun: number;
  /**
   * The next stretch, from a character on, that could be of text when groups begin at an alignment (0 to 3). The
   * characters before and after it may have a part of the text's bits.
   */
  readonly nextStretch: (run: EncodedRun, alignment: number, from: number) => Stretch | undefined;
}

/** Characters of a run, `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A filter for text of `bytes`, at least `shortest` of them. */
export function base64Filter(bytes: Uint8Array, shortest: number): Base64Filter {
  const possible = possibleSextets(bytes);
  const least = Math.max(1, Math.floor((8 * shortest - 4) / 6));
  return {
    bytes,
    leastRun: Math.ceil((8 * shortest) / 6),
    nextStretch({ sextets, length }, alignment, from) {
      const isPossible = (at: number): boolean =>
        possible[(((at + alignment) & 3) << 6) | (sextets[at] ?? 0)] === 1;
      let start = from;
      // A stretch is tried from its end: where that fails, all that could begin before are out of question.
      for (let checked = from; start + least <= length;) {
        const until = start + least;
        let at = until - 1;
        while (at >= checked && isPossible(at)) {
          at -= 1;
        }
        if (at < checked) {
          let end = until;
          while (end < length && isPossible(end)) {
            end += 1;
          }
          return { start, end };
        }
        start = at + 1;
        checked = until;
      }
      return undefined;
    },
  };
}

/** By position in a group and six bits, 1 when a group of three bytes of text can have them there. */
function possibleSextets(bytes: Uint8Array): Uint8Array {
  const possible = new Uint8Array(256);
  const highBits = [2, 4, 6].map((count) => partsOf(bytes, (byte) => byte >> (8 - count)));
  const lowBits = [2, 4, 6].map((count) => partsOf(bytes, (byte) => byte & ((1 << count) - 1)));
  for (let bits = 0; bits < 64; bits += 1) {
    const isAt = [
      highBits[2]?.[bits],
      (lowBits[0]?.[bits >> 4] ?? 0) & (highBits[1]?.[bits & 15] ?? 0),
      (lowBits[1]?.[bits >> 2] ?? 0) & (highBits[0]?.[bits & 3] ?? 0),
      lowBits[2]?.[bits],
    ];
    isAt.forEach((is, position) => {
      possible[(position << 6) | bits] = is ?? 0;
    });
  }
  return possible;
}

/** By a part of a byte, 1 when bytes of text have it. */
function partsOf(bytes: Uint8Array, partOf: (byte: number) => number): Uint8Array {
  const parts = new Uint8Array(64);
  bytes.forEach((is, byte) => {
    if (is === 1) {
      parts[partOf(byte)] = 1;
    }
  });
  return parts;
}
