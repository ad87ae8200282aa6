/** A table of fields: the browser's own, its headings over columns that are seen, or said only. */
import type { ComponentChildren } from 'preact';
import './FieldTable.css';

/** The table. A heading can be one that is said and not seen. */
export function RowTable(props: {
  readonly label: string;
  readonly columns: readonly (string | { readonly spoken: string })[];
  /** A class besides the usual one. */
  readonly look?: string;
  readonly children: ComponentChildren;
}) {
  const { label, columns, look = '', children } = props;
  return (
    <table class={`field-table ${look}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th scope="col" key={at}>
              {typeof column === 'string' ? column : <span class="spoken">{column.spoken}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
