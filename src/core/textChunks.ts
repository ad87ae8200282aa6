/**
 * Texts in pieces: one that can be longer than a string can be, or is made while it is written. A plain string is a
 * single piece, although it could be iterated by its characters.
 */
export type TextPieces = string | Iterable<string>;

/** Joins short pieces, so that each write is worth its while; a long piece keeps its length. */
export function* textChunks(text: TextPieces): Generator<string> {
  if (typeof text === 'string') {
    yield text;
    return;
  }
  let waiting: string[] = [];
  let length = 0;
  for (const piece of text) {
    waiting.push(piece);
    length += piece.length;
    if (length >= CHUNK) {
      yield waiting.join('');
      waiting = [];
      length = 0;
    }
  }
  if (length > 0) {
    yield waiting.join('');
  }
}

/** UTF-16 code units. */
const CHUNK = 65_536;
