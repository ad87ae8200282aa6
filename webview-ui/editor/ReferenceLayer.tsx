/**
 * The layer behind a field, which draws its text with references as chips and tokens in colour. The field on top
 * is an ordinary one whose text is transparent: caret, selection, undo and input methods stay its own.
 */
import type { RefObject } from 'preact';
import { referenceWords, type TextPiece } from './referencePieces';

/** Draws pieces of a text. */
export function ReferenceLayer(props: {
  readonly pieces: readonly TextPiece[];
  readonly layer: RefObject<HTMLDivElement | null>;
}) {
  const { pieces, layer } = props;
  return (
    <div class="reference-layer" aria-hidden="true" ref={layer}>
      {pieces.map((piece, index) => (
        <Piece piece={piece} key={index} />
      ))}
      {/* A text that ends with a line break has another, empty line. */}
      {'\u200b'}
    </div>
  );
}

function Piece({ piece: { text, colour, reference } }: { readonly piece: TextPiece }) {
  if (reference !== undefined) {
    return (
      <span
        class={`reference ${reference.definition?.state ?? 'unknown'}`}
        data-words={referenceWords(reference)}
      >
        {text}
      </span>
    );
  }
  return colour === undefined ? <>{text}</> : <span class={`json-${colour}`}>{text}</span>;
}
