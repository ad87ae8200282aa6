/**
 * What base64, hexadecimal digits and bytes of UTF-16 in a text represent, as one text: the parts that could
 * contain a value, at every alignment, with separators between them.
 *
 * A value is found in what was decoded, so it is not encoded in all the ways in which it could arrive, and
 * encodings inside encodings are decoded again. Bytes that no text with such a value has are left out: hardly
 * anything remains of pictures and random identifiers.
 */
import type { Base64Filter, Stretch } from './base64Filter';
import {
  createPieces,
  HEX,
  UTF_16,
  type Decoded,
  type Encoded,
  type Mode,
  type Pieces,
} from './decodedPieces';
import { forEachRun, NIBBLES, type EncodedRun } from './encodedRuns';
import type { SearchProfile } from './searchProfile';
import { unitAt, type Units } from './units';

/**
 * Decodes the encoded parts of a text and of its readings, the text itself first; absent when nothing is encoded.
 *
 * @param room units after which nothing more is decoded
 */
export function decodeRuns(
  texts: readonly Encoded[],
  profile: SearchProfile,
  room: number,
): Decoded | undefined {
  const filter = profile.filter();
  const pieces = createPieces(texts, profile.shortest(), room);
  texts.forEach(({ units }, index) => {
    forEachRun(units, filter.leastRun, (run) => {
      pieces.from(index, run.offsetOf);
      decodeBase64(run, filter, pieces);
      decodeHex(run, filter.bytes, 2 * profile.shortest(), pieces);
    });
    if (profile.isWide() || (typeof units === 'string' ? units.includes('\0') : units.includes(0))) {
      pieces.from(index, (character) => character);
      decodeUtf16(units, profile, pieces);
    }
  });
  return pieces.decoded();
}

/** Zero bytes in a row that text in UTF-16 has. */
const MAX_ZEROS = 2;

function decodeBase64(run: EncodedRun, filter: Base64Filter, pieces: Pieces): void {
  for (let alignment = 0; alignment < 4; alignment += 1) {
    for (let from = 0; ;) {
      const stretch = filter.nextStretch(run, alignment, from);
      if (stretch === undefined) {
        break;
      }
      const start = Math.max(0, stretch.start - 1);
      decodeStretch(
        run,
        { start, end: Math.min(run.length, stretch.end + 1), alignment },
        { filter, pieces },
      );
      from = stretch.end + 1;
    }
  }
}

function decodeStretch(
  { sextets }: EncodedRun,
  { start, end, alignment }: Stretch & { readonly alignment: number },
  { filter: { bytes }, pieces }: { readonly filter: Base64Filter; readonly pieces: Pieces },
): void {
  let zeros = 0;
  for (let at = start; at + 1 < end; at += 1) {
    const phase = (at + alignment) & 3;
    if (phase !== 3) {
      const bits = ((sextets[at] ?? 0) << 6) | (sextets[at + 1] ?? 0);
      const byte = (bits >> (4 - 2 * phase)) & 0xff;
      zeros = byte === 0 ? zeros + 1 : 0;
      if (bytes[byte] !== 1 || zeros > MAX_ZEROS) {
        pieces.end();
      }
      if (bytes[byte] === 1) {
        pieces.put(byte, at, phase as Mode);
      }
    }
  }
  pieces.end();
}

function decodeHex(run: EncodedRun, bytes: Uint8Array, least: number, pieces: Pieces): void {
  const { sextets, length } = run;
  for (let start = 0; start + least <= length;) {
    let end = start;
    while (end < length && isDigit(sextets, end)) {
      end += 1;
    }
    for (let shift = 0; shift < 2 && end - start >= least; shift += 1) {
      for (let at = start + shift; at + 1 < end; at += 2) {
        const byte = ((NIBBLES[sextets[at] ?? 0] ?? 0) << 4) | (NIBBLES[sextets[at + 1] ?? 0] ?? 0);
        if (bytes[byte] === 1) {
          pieces.put(byte, at, HEX);
        } else {
          pieces.end();
        }
      }
      pieces.end();
    }
    start = end + 1;
  }
}

function isDigit(sextets: Uint8Array, at: number): boolean {
  return (NIBBLES[sextets[at] ?? 0] ?? NIBBLES.length) < 16;
}

/** Bytes of either order, from an even and from an odd offset. */
function decodeUtf16(units: Units, profile: SearchProfile, pieces: Pieces): void {
  for (const highFirst of [false, true]) {
    for (const shift of [0, 1]) {
      for (let at = shift; at + 1 < units.length; at += 2) {
        const one = unitAt(units, at);
        const other = unitAt(units, at + 1);
        const unit = highFirst ? (one << 8) | other : (other << 8) | one;
        if (one < 0x100 && other < 0x100 && profile.hasUnit(unit)) {
          pieces.put(unit, at, UTF_16);
        } else {
          pieces.end();
        }
      }
      pieces.end();
    }
  }
}
