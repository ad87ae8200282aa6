/** What benchmarks find, as rows of one readable table. */

/**
 * One line of the table. `verdict` is absent when the figure has no budget: it explains another one.
 *
 * @typedef {{
 *   readonly what: string,
 *   readonly figure: string,
 *   readonly budget?: string,
 *   readonly verdict?: 'ok' | 'over' | 'skipped' | 'did not run',
 * }} Row
 */

const HEADING = { what: 'what', figure: 'figure', budget: 'budget', verdict: 'ok/over' };

/**
 * A figure held against its budget; a figure exactly at the budget is within it.
 *
 * @param {{ readonly what: string, readonly figure: string, readonly value: number }} measured `value` is what counts
 * @param {{ readonly text: string } & ({ readonly most: number } | { readonly least: number })} budget
 * @returns {Row}
 */
export function judged({ what, figure, value }, { text, most = Infinity, least = -Infinity }) {
  return { what, figure, budget: text, verdict: value <= most && value >= least ? 'ok' : 'over' };
}

/**
 * The rows as aligned text.
 *
 * @param {readonly Row[]} rows
 */
export function renderTable(rows) {
  const lines = [HEADING, ...rows].map(({ what, figure, budget = '', verdict = '' }) => [
    what,
    figure,
    budget,
    verdict,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((cells) => cells[column].length)));
  const written = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join(' | ')
      .trimEnd(),
  );
  return [written[0], widths.map((width) => '-'.repeat(width)).join('-|-'), ...written.slice(1)].join('\n');
}
