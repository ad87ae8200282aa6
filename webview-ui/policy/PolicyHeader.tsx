/** Above the grid: what it is, how much the policy leaves open, and how it is read. */
import type { PolicyView } from '../../src/protocol/policyView';
import { Icon } from '../ui/Icon';
import { t } from '../ui/l10n';

/** The header; `onFilter` shows only operations that no line is about, or all. */
export function PolicyHeader(props: {
  readonly view: PolicyView;
  readonly isFiltered: boolean;
  readonly onFilter: (isFiltered: boolean) => void;
}) {
  const { view, isFiltered, onFilter } = props;
  const unpoliced = view.rows.filter((row) => row.isUnpoliced).length;
  return (
    <header class="policy-header">
      <h1>{view.name === '' ? view.file : view.name}</h1>
      <p class="quiet">{t('The name of an operation decides, else the longest pattern that fits.')}</p>
      {unpoliced > 0 && (
        <p class="policy-open" role="status">
          <span class="doubtful">
            <Icon name="warning" />
          </span>{' '}
          {unpoliced === 1
            ? t('1 operation is named by no line of the policy.')
            : t('{0} operations are named by no line of the policy.', unpoliced)}{' '}
          <button type="button" class="link" onClick={() => onFilter(!isFiltered)}>
            {isFiltered ? t('Show all operations') : t('Show only these')}
          </button>
        </p>
      )}
    </header>
  );
}
