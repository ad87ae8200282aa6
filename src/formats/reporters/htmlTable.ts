/** Tables of the HTML report; on a phone their rows stack, and each cell brings its title along. */
import { html, htmlEach, htmlPieces, type HtmlPart, type HtmlPieces } from './htmlText';

/** A row: its cells in the order of the titles, and a class when it stands out. */
export interface TableRow {
  readonly cells: readonly HtmlPart[];
  readonly look?: string;
}

/** A table with titles over its columns, a row for each item. */
export function renderTable<T>(
  titles: readonly string[],
  items: readonly T[],
  rowOf: (item: T, index: number) => TableRow,
): HtmlPieces {
  return htmlPieces`<table class="wide">
    <thead>
      <tr>
        ${titles.map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${htmlEach(items, (item, position) => {
        const { cells, look } = rowOf(item, position);
        return html`<tr class="${look}">
          ${cells.map((cell, index) => html`<td data-title="${titles[index]}">${cell}</td>`)}
        </tr> `;
      })}
    </tbody>
  </table>`;
}
