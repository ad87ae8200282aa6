/** A table of fields: the browser's own, its headings over columns that are seen, or said only. */
import type { ComponentChildren } from 'preact';
import './FieldTable.css';

/** The table. A heading in parentheses is said and not seen. */
export function RowTable(props: {
  readonly label: string;
  readonly columns: readonly string[];
  /** A class besides the usual one. */
  readonly look?: string;
  readonly children: ComponentChildren;
}) {
  const { label, columns, look = '', children } = props;
  return (
    <table class={`field-table ${look}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column.startsWith('(') ? <span class="spoken">{column.slice(1, -1)}</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
