/** Where in a URL a reference is, which says how its value is encoded: before the path, in a segment, in the query. */
import { splitUrl, type Reference } from '../../core/prepare/template';
import type { Pieces } from './templatePieces';

/** A part of a URL. */
export type UrlPlace = 'base' | 'path' | 'query';

/** Writes a URL in pieces, each reference by the part that it is in. */
export function writeUrl(pieces: Pieces, write: (reference: Reference, place: UrlPlace) => string): string {
  const literals = pieces.map((piece) => (typeof piece === 'string' ? piece : '_'));
  const { pathStart, queryStart } = splitUrl(literals.join(''));
  let at = 0;
  return pieces
    .map((piece, index) => {
      const start = at;
      at += literals[index]?.length ?? 0;
      if (typeof piece === 'string') {
        return piece;
      }
      return write(piece, start < pathStart ? 'base' : start < queryStart ? 'path' : 'query');
    })
    .join('');
}
