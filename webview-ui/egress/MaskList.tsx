/** What was masked in the outgoing content, and how often. */
import type { CountedMask } from '../../src/core/masking/masksIn';
import { humanSize } from '../../src/core/result/resultViews';
import { plural } from '../../src/core/words';

/** A line that tells it, and the masks one by one. */
export function MaskList(props: {
  readonly masks: readonly CountedMask[];
  /** Bytes. */
  readonly size: number;
  /** Whether it is about what the person has chosen. */
  readonly isCurrent: boolean;
}) {
  const { masks, size, isCurrent } = props;
  return (
    <>
      <span class="egress-summary" role="status">
        {isCurrent ? `${humanSize(size)} · ${wordsOf(masks)}` : 'Rendering…'}
      </span>
      {masks.length > 0 && (
        <details class="egress-masks">
          <summary>What was masked</summary>
          <ul>
            {masks.map(({ mask, count, name }) => (
              <li key={mask}>
                <mark>{mask}</mark>
                {name === undefined ? '' : ` ${name}`} <span class="quiet">{plural(count, 'place')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function wordsOf(masks: readonly CountedMask[]): string {
  const places = masks.reduce((sum, { count }) => sum + count, 0);
  return masks.length === 0
    ? 'nothing had to be masked'
    : `${plural(masks.length, 'secret')} masked in ${plural(places, 'place')}`;
}
