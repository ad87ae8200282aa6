/** A table of texts. It is the browser's own: the control library's has no accessible structure. */
import type { ComponentChildren } from 'preact';
import './DataTable.css';

/** A table with one header row; says `empty` instead when there are no rows. */
export function DataTable(props: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly empty: string;
}) {
  if (props.rows.length === 0) {
    return <p class="quiet">{props.empty}</p>;
  }
  return (
    <table class="data-table" aria-label={props.label}>
      <thead>
        <tr>
          {props.columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
