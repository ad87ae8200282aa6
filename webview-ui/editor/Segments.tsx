/** A prepared text in pieces: resolved values are highlighted, missing ones say why. */
import type { Segment } from '../../src/protocol/formPreview';
import { engineText } from '../ui/l10n';
import './Segments.css';

/** The pieces of a text. */
export function Segments({ segments }: { readonly segments: readonly Segment[] }) {
  return (
    <>
      {segments.map(({ text, kind, why }, index) =>
        kind === 'written' ? (
          text
        ) : (
          <span class={`segment ${kind}`} title={why === undefined ? undefined : engineText(why)} key={index}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

/** Why pieces of a text have no value, each reason once. */
export function reasonsOf(segments: readonly Segment[]): readonly string[] {
  const reasons = segments.flatMap(({ kind, why }) =>
    kind === 'missing' && why !== undefined ? [engineText(why)] : [],
  );
  return [...new Set(reasons)];
}
