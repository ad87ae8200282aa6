/**
 * The format and size of an image, read off the first bytes before anything decodes them: a small file
 * can decode to more pixels than a machine has memory. The media type that a server states is not believed, and
 * formats that can hold more than pixels (SVG) are none here: they are shown as the text that they are.
 */

/** An image that can be shown. */
export interface ImageFacts {
  readonly kind: 'PNG' | 'GIF' | 'JPEG' | 'WebP' | 'BMP';
  readonly width: number;
  readonly height: number;
}

/** Pixels that a page decodes without a noticeable pause; four bytes each. */
const MAX_PIXELS = 16_000_000;

/** The facts of an image; absent for anything else, and for one that is empty or too large. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [kind, read] of READERS) {
    const size = read(view);
    if (size !== undefined) {
      const [width, height] = size;
      const isShowable = width > 0 && height > 0 && width * height <= MAX_PIXELS;
      return isShowable ? { kind, width, height } : undefined;
    }
  }
  return undefined;
}

type Size = readonly [width: number, height: number];

/** Reads a size; nothing when the bytes are of another format, or end too early. */
type Reader = (view: DataView) => Size | undefined;

/** PNG, third edition, §11.2.1. */
const png: Reader = (view) =>
  begins(view, '\x89PNG\r\n\x1a\n') && view.byteLength >= 24
    ? [view.getUint32(16), view.getUint32(20)]
    : undefined;

/** GIF89a §18. */
const gif: Reader = (view) =>
  (begins(view, 'GIF87a') || begins(view, 'GIF89a')) && view.byteLength >= 10
    ? [view.getUint16(6, true), view.getUint16(8, true)]
    : undefined;

/** ITU T.81 §B.2.2: the size is in the header of the frame, behind segments of any length. */
const jpeg: Reader = (view) => {
  let at = begins(view, '\xff\xd8\xff') ? 2 : view.byteLength;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
};

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** RFC 9649 §2: lossy, lossless and extended files. */
const webp: Reader = (view) => {
  if (!begins(view, 'RIFF') || !begins(view, 'WEBP', 8) || view.byteLength < 30) {
    return undefined;
  }
  if (begins(view, 'VP8X', 12)) {
    return [(view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(27, true) & 0xffffff) + 1];
  }
  if (begins(view, 'VP8L', 12)) {
    const bits = view.getUint32(21, true);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
};

/** Rows may be stored from the top, which a negative height says. */
const bmp: Reader = (view) =>
  begins(view, 'BM') && view.byteLength >= 26
    ? [view.getInt32(18, true), Math.abs(view.getInt32(22, true))]
    : undefined;

const READERS: readonly (readonly [ImageFacts['kind'], Reader])[] = [
  ['PNG', png],
  ['GIF', gif],
  ['JPEG', jpeg],
  ['WebP', webp],
  ['BMP', bmp],
];

function begins(view: DataView, text: string, offset = 0): boolean {
  return (
    view.byteLength >= offset + text.length &&
    [...text].every((character, at) => view.getUint8(offset + at) === character.charCodeAt(0))
  );
}
