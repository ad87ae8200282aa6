/** What was masked in the outgoing content, and how often. */
import type { CountedMask } from '../../src/core/masking/masksIn';
import { humanSize } from '../../src/core/result/resultViews';
import { t } from '../ui/l10n';

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
        {isCurrent ? `${humanSize(size)} · ${wordsOf(masks)}` : t('Rendering…')}
      </span>
      {masks.length > 0 && (
        <details class="egress-masks">
          <summary>{t('What was masked')}</summary>
          <ul>
            {masks.map(({ mask, count, name }) => (
              <li key={mask}>
                <mark>{mask}</mark>
                {name === undefined ? '' : ` ${name}`} <span class="quiet">{placesText(count)}</span>
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
  if (masks.length === 0) {
    return t('nothing had to be masked');
  }
  if (masks.length === 1) {
    return places === 1 ? t('1 secret masked in 1 place') : t('1 secret masked in {0} places', places);
  }
  return t('{0} secrets masked in {1} places', masks.length, places);
}

function placesText(count: number): string {
  return count === 1 ? t('1 place') : t('{0} places', count);
}
