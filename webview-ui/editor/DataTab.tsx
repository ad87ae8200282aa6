/** For which rows of data a chain runs: those of a file, or its own; with the first of them. */
import type { WrittenChain } from '../../src/core/files/writtenChain';
import { CHAIN, below, type PathTo } from '../../src/core/files/writtenPath';
import type { RowPreview } from '../../src/core/form/rowPreview';
import { isArray } from '../../src/core/json/json';
import { DataTable } from '../ui/DataTable';
import { t } from '../ui/l10n';
import { ChoiceRow } from './ChoiceRow';
import { FileField } from './FileField';
import { JsonField } from './JsonField';
import { SwitchField } from './SwitchField';
import { choicesOf } from './choice';
import { useMember } from './useMember';

const DATA = below(CHAIN, 'data');

type DataKind = 'once' | 'file' | 'rows';

const FIRST_DATA: Readonly<Record<DataKind, WrittenChain['data']>> = {
  once: undefined,
  file: 'rows.csv',
  rows: [{ name: '' }],
};

/** The fields; `preview` is absent where there are no rows to show. */
export function DataTab({ preview }: { readonly preview: RowPreview | undefined }) {
  const { value, set } = useMember(DATA);
  const kind: DataKind = value === undefined ? 'once' : isArray(value) ? 'rows' : 'file';
  return (
    <>
      <ChoiceRow
        label={t('Runs')}
        value={kind}
        choices={choicesOf<DataKind>({
          once: () => t('once'),
          file: () => t('for each row of a file'),
          rows: () => t('for each of these rows'),
        })}
        hint={t('Each column of a row is a variable.')}
        onChoose={(chosen) => set(FIRST_DATA[chosen])}
      />
      {kind === 'file' && <FileField label={t('Data file')} path={DATA as PathTo<string>} />}
      {kind === 'rows' && <JsonField label={t('Rows')} path={DATA} lines={8} />}
      {kind !== 'once' && (
        <SwitchField label={t('Rows may run at the same time')} path={below(CHAIN, 'independentRows')} />
      )}
      {kind !== 'once' && preview !== undefined && <FirstRows preview={preview} />}
    </>
  );
}

function FirstRows({ preview: { columns, rows, count } }: { readonly preview: RowPreview }) {
  const hasMore = rows.length < count;
  return (
    <>
      <h3 class="form-section">
        {hasMore ? t('The first {0} of {1} rows', rows.length, count) : t('Rows: {0}', count)}
      </h3>
      <DataTable label={t('Rows of data')} columns={columns} rows={rows} empty={t('There are no rows.')} />
    </>
  );
}
