/** Header lines as they crossed the wire: in order, in their case, duplicates kept. */
import type { HeaderLine } from '../../src/core/model';
import { t } from './l10n';
import { DataTable } from './DataTable';
import { PickButton } from './PickButton';

/** A table of header lines; with `onPick` each value can be chosen. */
export function HeaderTable({
  label,
  headers,
  onPick,
}: {
  readonly label: string;
  readonly headers: readonly HeaderLine[];
  readonly onPick?: (line: HeaderLine) => void;
}) {
  return (
    <DataTable
      label={label}
      columns={[t('Name'), t('Value')]}
      rows={headers.map((line) => [
        line.name,
        onPick === undefined ? (
          <code>{line.value}</code>
        ) : (
          <PickButton value={line.value} onPick={() => onPick(line)} />
        ),
      ])}
      empty={t('There are no headers.')}
    />
  );
}
