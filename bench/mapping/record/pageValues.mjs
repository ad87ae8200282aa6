/** What pages have at a place that a pattern names, whose group is the value. */
import { NodeType, parse } from 'node-html-parser';

/** Ids, numbers and moments are other ones in each run. */
const VOLATILE = /^(?=.*\d)\S+$|^\d{4}-\d\d-\d\d/;

/** A page without the escapes that attributes have, and those of JSON and of parameters in an address. */
function unescaped(page) {
  return page
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%3D', '=')
    .replaceAll('%22', '"');
}

/** The values of a page. */
export function patternValues(page, pattern) {
  return [...unescaped(page).matchAll(new RegExp(pattern, 'g'))].map(([, value]) => value);
}

/** The values in the rows of a page that have the most words of the row that had the recorded value. */
export function pickedValues(page, recordedPage, pattern, recordedValue) {
  const known = rowsOf(recordedPage, pattern).find(({ value }) => value === recordedValue);
  const words = new Set(wordsOf(known?.text ?? ''));
  const rows = rowsOf(page, pattern).map(({ value, text }) => ({
    value,
    count: wordsOf(text).filter((word) => words.has(word)).length,
  }));
  const most = Math.max(...rows.map(({ count }) => count));
  return rows.filter(({ count }) => count === most).map(({ value }) => value);
}

/**
 * The rows of a page: the largest elements that have one value, whatever they are called; of code in JSON, its lines; of data
 * in a script, the objects.
 */
function rowsOf(page, pattern) {
  const rowOf = (text) => patternValues(text, pattern).map((value) => ({ value, text }));
  if (page.startsWith('{')) return page.split('\\n').flatMap(rowOf);
  const rowsIn = (node) => {
    const text = String(node);
    if (node.nodeType === NodeType.TEXT_NODE) return text.split(/[{}]/).flatMap(rowOf);
    const values = new Set(patternValues(text, pattern));
    if (values.size > 1) return node.childNodes.flatMap(rowsIn);
    return [...values].map((value) => ({ value, text }));
  };
  return rowsIn(parse(page));
}

/** The texts of a page, or of code in JSON, that are no ids. */
function wordsOf(page) {
  return page
    .split(/<[^>]*>|\\*"/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && !VOLATILE.test(text));
}
