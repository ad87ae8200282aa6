/** A Markdown table whose columns line up. */
export function markdownTable(titles, rows) {
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((cells) => cells[at].length)));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |\n`;
  return [titles, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('');
}
