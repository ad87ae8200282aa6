/** Above the grid: what it is, how much the policy leaves open, and how it is read. */
import type { PolicyView } from '../../src/protocol/policyView';
import { Icon } from '../ui/Icon';
import { t } from '../ui/l10n';

/** The header; `onFilter` shows only operations that no line is about, which it gets, or all: `undefined`. */
export function PolicyHeader(props: {
  readonly view: PolicyView;
  readonly isFiltered: boolean;
  readonly onFilter: (only: readonly string[] | undefined) => void;
}) {
  const { view, isFiltered, onFilter } = props;
  const unpoliced = view.rows.filter((row) => row.isUnpoliced).map(({ operation }) => operation);
  return (
    <header class="policy-header">
      <h1>{view.name === '' ? view.file : view.name}</h1>
      <p class="quiet">{t('The name of an operation decides, else the longest pattern that fits.')}</p>
      {(unpoliced.length > 0 || isFiltered) && (
        <p role="status">
          {unpoliced.length > 0 && (
            <span class="doubtful">
              <Icon name="warning" />
            </span>
          )}{' '}
          {countText(unpoliced.length)}{' '}
          <button type="button" class="link" onClick={() => onFilter(isFiltered ? undefined : unpoliced)}>
            {isFiltered ? t('Show all operations') : t('Show only these')}
          </button>
        </p>
      )}
    </header>
  );
}

function countText(unpoliced: number): string {
  switch (unpoliced) {
    case 0:
      return t('Every operation is named by a line of the policy.');
    case 1:
      return t('1 operation is named by no line of the policy.');
    default:
      return t('{0} operations are named by no line of the policy.', unpoliced);
  }
}
