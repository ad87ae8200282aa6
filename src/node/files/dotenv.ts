/**
 * `.env` files, read as shells and Docker Compose read them: `NAME=value`, optionally after `export`; a `#`
 * after a space begins a comment; single quotes keep everything unchanged, double quotes know `\n`, `\r`,
 * `\t`, `\"` and `\\`, and both go across lines.
 *
 * `$NAME` and backticks are ordinary text: nothing is expanded or run. Lines that are no assignment are
 * passed over, and so are names that every JavaScript object has.
 */

/** Values by name; the last of several assignments counts. */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  for (let position = 0; position < source.length;) {
    const assignment = match(ASSIGNMENT, source, position);
    if (assignment === undefined) {
      position = endOfLine(source, position) + 1;
      continue;
    }
    const [whole, name = ''] = assignment;
    const value = readValue(source, position + whole.length);
    if (!RESERVED.has(name)) {
      values.set(name, value.text);
    }
    position = value.end + 1;
  }
  return values;
}

const ASSIGNMENT = /[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/y;
const DOUBLE_QUOTED = /"((?:[^"\\]|\\[^])*)"[ \t]*(?:#.*)?(?=\n|$)/y;
const SINGLE_QUOTED = /'([^']*)'[ \t]*(?:#.*)?(?=\n|$)/y;
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);

/** A value and the end of its last line; a quote that is never closed is an ordinary character. */
function readValue(source: string, start: number): { readonly text: string; readonly end: number } {
  const double = match(DOUBLE_QUOTED, source, start);
  if (double !== undefined) {
    return { text: unescape(double[1] ?? ''), end: start + double[0].length };
  }
  const single = match(SINGLE_QUOTED, source, start);
  if (single !== undefined) {
    return { text: single[1] ?? '', end: start + single[0].length };
  }
  const end = endOfLine(source, start);
  return { text: unquoted(source.slice(start, end)), end };
}

/** The value without a comment, which a space or the start of the value precedes. */
function unquoted(text: string): string {
  return text.replace(/(?:^|[ \t])#.*$/, '').trim();
}

function unescape(text: string): string {
  return text.replace(/\\([^])/g, (sequence, character: string) => ESCAPES.get(character) ?? sequence);
}

function match(pattern: RegExp, source: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(source) ?? undefined;
}

function endOfLine(source: string, position: number): number {
  const end = source.indexOf('\n', position);
  return end === -1 ? source.length : end;
}
