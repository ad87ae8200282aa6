/** Tables of the HTML report; on a phone their rows stack, and each cell brings its title along. */
import { html, type Html, type HtmlPart } from './htmlText';

/** A row: its cells in the order of the titles, and a class when it stands out. */
export interface TableRow {
  readonly cells: readonly HtmlPart[];
  readonly look?: string;
}

/** A table with titles over its columns. */
export function renderTable(titles: readonly string[], rows: readonly TableRow[]): Html {
  return html`<table class="wide">
    <thead>
      <tr>
        ${titles.map((title) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ cells, look }) =>
          html`<tr class="${look}">
            ${cells.map((cell, index) => html`<td data-title="${titles[index]}">${cell}</td>`)}
          </tr> `,
      )}
    </tbody>
  </table>`;
}
