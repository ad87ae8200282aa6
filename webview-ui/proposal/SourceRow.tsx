/** The file that the matrix is proposed from: one of the workspace, or another one. */
import type { ProposalView, SourceName } from '../../src/protocol/proposalContract';
import { Button } from '../ui/Button';
import { t } from '../ui/l10n';

/** The choice, and the button for another file. */
export function SourceRow(props: {
  readonly view: ProposalView;
  /** Position of the chosen one. */
  readonly source: number | null;
  readonly onChoose: (source: number) => void;
  readonly onBrowse: () => void;
}) {
  const { view, source, onChoose, onBrowse } = props;
  return (
    <div class="proposal-row">
      <label for="proposal-source">{t('Propose from')}</label>
      <select
        id="proposal-source"
        class="field"
        value={source ?? ''}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      >
        {source === null && <option value="">{t('Choose a file')}</option>}
        {view.sources.map((one, index) => (
          <option key={one.name} value={index}>
            {sourceTitle(one)}
          </option>
        ))}
      </select>
      <Button quiet onPress={onBrowse}>
        {t('Browse…')}
      </Button>
    </div>
  );
}

function sourceTitle({ name, kind }: SourceName): string {
  switch (kind) {
    case 'chain':
      return t('{0} (chain)', name);
    case 'recording':
      return t('{0} (recording)', name);
    case 'description':
      return t('{0} (OpenAPI)', name);
  }
}
