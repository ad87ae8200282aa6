/** The grid of the HTML report: operations by callers, each cell a link to its evidence. */
import { pathWords } from '../../../core/authz/report/explain/evidenceText';
import { authzGrid, type GridRow } from '../../../core/authz/report/grid';
import type { AuthzResult, CellResult } from '../../../core/authz/model/authzResult';
import { cellWords } from '../../../core/authz/report/summary';
import { judgementOf } from '../../../core/authz/model/verdict';
import { html, type Html } from '../htmlText';
import { lookOf, signOfClass } from './htmlLooks';

/** The grid; `idOf` gives the id of the element with a cell's evidence. */
export function renderGrid(result: AuthzResult, idOf: (cell: CellResult) => string): Html {
  const { columns, rows } = authzGrid(result);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Operations by callers">
    <table class="grid">
      <caption>
        Operations by callers
      </caption>
      <thead>
        <tr>
          <td></td>
          ${columns.map(
            ({ user, role }) =>
              html`<th scope="col"><span>${user}</span><span class="quiet">${role}</span></th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => renderRow(row, idOf))}
      </tbody>
    </table>
  </div>`;
}

function renderRow(row: GridRow, idOf: (cell: CellResult) => string): Html {
  const { operation, method, location, cells } = row;
  return html`<tr>
    <th scope="row">
      <span>${method} ${operation}</span><span class="quiet">${pathWords(row)}</span
      ><span class="quiet">${location}</span>
    </th>
    ${cells.map((cell) => (cell === undefined ? EMPTY : renderCell(cell, idOf(cell))))}
  </tr>`;
}

const EMPTY = html`<td><span aria-label="not asked">·</span></td>`;

function renderCell(result: CellResult, id: string): Html {
  const { headline, detail } = cellWords(result);
  // What is granted and works is as it should be: the refusals are what a reader looks for.
  const isOwn = result.cell.kind === 'SELF' && judgementOf(result.class) === 'pass';
  return html`<td class="${lookOf(result.class)}${isOwn ? ' own' : ''}">
    <a href="#${id}"
      >${signOfClass(result.class)}
      <b>${headline}</b>${detail === '' ? undefined : html`<span>${detail}</span>`}</a
    >
  </td>`;
}
