/** What a text loses and what it gets, shown without colours as well. */
import { t } from '../ui/l10n';
import './Change.css';

/** A change; what only comes has no `before`, what only goes no `after`. */
export function Change(props: {
  /** Where, when the surroundings do not show that. */
  readonly place?: string;
  readonly before?: string;
  readonly after?: string;
}) {
  const { place, before, after } = props;
  return (
    <p class="change">
      {place !== undefined && <span class="change-place">{place}</span>}
      {before !== undefined && (
        <del>
          <span class="change-sign" aria-hidden="true">
            {'− '}
          </span>
          <span class="change-text">
            <span class="spoken">{after === undefined ? t('removes') : t('instead of')} </span>
            {before}
          </span>
        </del>
      )}
      {after !== undefined && (
        <ins>
          <span class="change-sign" aria-hidden="true">
            {'+ '}
          </span>
          <span class="change-text">
            <span class="spoken">{before === undefined ? t('adds') : t('says')} </span>
            {after}
          </span>
        </ins>
      )}
    </p>
  );
}
