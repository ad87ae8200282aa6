/** What pages have at a place that a pattern names, whose group is the value. */

/** Rows of tables and items of lists, each with what is between it and the next one. */
const ROWS = /(?=<(?:tr|li)\b)/i;
/** Ids, numbers and moments are other ones in each run. */
const VOLATILE = /^(?=.*\d)\S+$|^\d{4}-\d\d-\d\d/;

/** A page without the escapes that attributes have. */
function unescaped(page) {
  return page
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;/g, "'")
    .replaceAll('&amp;', '&');
}

/** The values of a page. */
export function patternValues(page, pattern) {
  return [...unescaped(page).matchAll(new RegExp(pattern, 'g'))].map(([, value]) => value);
}

/** The values in the rows of a page that have the most words of the row that had the recorded value. */
export function pickedValues(page, recordedPage, pattern, recordedValue) {
  const known = recordedPage.split(ROWS).find((row) => patternValues(row, pattern).includes(recordedValue));
  const words = new Set(wordsOf(known ?? ''));
  const rows = page
    .split(ROWS)
    .map((row) => ({
      values: patternValues(row, pattern),
      count: wordsOf(row).filter((word) => words.has(word)).length,
    }))
    .filter(({ values }) => values.length > 0);
  const most = Math.max(...rows.map(({ count }) => count));
  return rows.filter(({ count }) => count === most).flatMap(({ values }) => values);
}

/** The texts of a page that are no ids. */
function wordsOf(page) {
  return page
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && !VOLATILE.test(text));
}
