/** Header lines as they crossed the wire: in order, in their case, duplicates kept. */
import type { HeaderLine } from '../../src/core/model';
import { DataTable } from './DataTable';

/** A table of header lines. */
export function HeaderTable({
  label,
  headers,
}: {
  readonly label: string;
  readonly headers: readonly HeaderLine[];
}) {
  return (
    <DataTable
      label={label}
      columns={['Name', 'Value']}
      rows={headers.map(({ name, value }) => [name, <code>{value}</code>])}
      empty="There are no headers."
    />
  );
}
