/** Header lines as they crossed the wire: in order, in their case, duplicates kept. */
import type { HeaderLine } from '../../src/core/model';
import { DataTable } from './DataTable';

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
      columns={['Name', 'Value']}
      rows={headers.map((line) => [
        line.name,
        onPick === undefined ? (
          <code>{line.value}</code>
        ) : (
          <button type="button" class="pick" title="Extract as variable" onClick={() => onPick(line)}>
            <code>{line.value}</code>
          </button>
        ),
      ])}
      empty="There are no headers."
    />
  );
}
