/** Makes the text of an issue as short as a tracker wants it. */
import { beginning } from '../../core/shownText';
import { joinPieces, piecesOf, type Piece } from './issueText';

/** Marks an omission. */
const MARK = '… (shortened)';

/** Lines that a listing keeps at least. */
const FEW_LINES = 4;

/** UTF-16 code units that its only line keeps at least. */
const FEW_CHARACTERS = 200;

/**
 * Shortens a text until it fits: the longest listings first, then what comes last. What `keep` recognises stays
 * whatever happens. A text that fits is returned unchanged.
 */
export function fitText(
  markdown: string,
  fits: (markdown: string) => boolean,
  keep: (text: string) => boolean,
): string {
  if (fits(markdown)) {
    return markdown;
  }
  let pieces = piecesOf(markdown);
  for (;;) {
    const text = joinPieces(pieces);
    const shorter = fits(text) ? undefined : (withoutSome(pieces) ?? withoutLast(pieces, keep));
    if (shorter === undefined) {
      return text;
    }
    pieces = shorter;
  }
}

/** The longest listing cut in half; half a command is none, so that goes whole. Absent when all of them are short. */
function withoutSome(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const sizes = pieces.map((piece) => (isLong(piece) ? piece.lines.join('\n').length : 0));
  const longest = Math.max(0, ...sizes);
  const at = sizes.indexOf(longest);
  const piece = pieces[at];
  if (longest === 0 || piece?.kind !== 'code') {
    return undefined;
  }
  const cut = piece.open.endsWith('bash') ? [] : [{ ...piece, lines: half(piece.lines) }];
  return [...pieces.slice(0, at), ...cut, ...pieces.slice(at + 1)];
}

function isLong(piece: Piece): boolean {
  return (
    piece.kind === 'code' &&
    (piece.lines.length > FEW_LINES || piece.lines.join('\n').length > FEW_CHARACTERS)
  );
}

function half(lines: readonly string[]): readonly string[] {
  const own = lines.filter((line) => line !== MARK);
  if (own.length > FEW_LINES - 1) {
    return [...own.slice(0, Math.floor(own.length / 2)), MARK];
  }
  return [...own.map((line) => beginning(line, Math.floor(line.length / 2))), MARK];
}

function withoutLast(
  pieces: readonly Piece[],
  keep: (text: string) => boolean,
): readonly Piece[] | undefined {
  const at = pieces.findLastIndex((piece) => !keep(piece.lines.join('\n')));
  return at === -1 ? undefined : pieces.toSpliced(at, 1);
}
