/**
 * Words of a POSIX shell with their quotes and escapes resolved: the adapter of shell-quote.
 *
 * Nothing is carried out: `$TOKEN` becomes the reference `{{TOKEN}}`, and what a shell would run (`$(date)`)
 * stays the text that it is. References that are there already (`{{$guid}}`) stay, too.
 */
import parse from 'shell-quote/parse.js';

/**
 * `$(cat <<EOF …)`, whose output is the document: its lines can hold any parentheses and quotes. It ends at the first line
 * that is a word with a parenthesis behind it, so that there is one way to read it.
 */
function documentPattern(group: '(' | '(?:'): string {
  const end = String.raw`[ \t]*\w+\s*\)`;
  return String.raw`\$\(\s*cat\s+<<${group}-?)[ \t]*${group}['"]?\w+['"]?)[ \t]*\r?\n${group}(?:(?!${end})[^\n]*\n)*)${end}`;
}

const DOCUMENT = documentPattern('(?:');

/** `$(…)`, with others inside. Written out, for an expression cannot count parentheses. */
const SUBSTITUTION = `(?!(?<=\\$)${DOCUMENT.slice(2)})${[1, 2, 3].reduce((inner) => String.raw`\((?:[^()]|${inner})*\)`, String.raw`\([^()]*\)`)}`;

/** Pieces of words, as one expression each; joined they match whole words. */
export const wordSegment = [
  String.raw`\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'`,
  String.raw`'[^']*'`,
  String.raw`"[^"\\$]*(?:(?:\\[\s\S]|${DOCUMENT}|\$${SUBSTITUTION}|\$(?!\())[^"\\$]*)*"`,
  DOCUMENT,
  String.raw`\$${SUBSTITUTION}`,
  '`[^`]*`',
  String.raw`\{\{[^{}'"\r\n]*\}\}`,
  String.raw`\$\{\w+\}|\$[A-Za-z_]\w*|\$(?![('])`,
  String.raw`\\(?:\r\n|[\s\S])`,
  '[^\\s\'"\\\\;&|<>()`$]',
].join('|');

const SEGMENTS = new RegExp(wordSegment, 'g');

/** The text of a word without its quotes and escapes. */
export function wordText(raw: string): string {
  return raw.replace(SEGMENTS, segmentText);
}

/** A word with the text of each `$(cat <<EOF …)` in its place, in quotes, without the line breaks at its end. */
export function withDocuments(raw: string): string {
  return raw.includes('<<') ? raw.replace(SEGMENTS, documentsQuoted) : raw;
}

function documentsQuoted(segment: string): string {
  return segment.replace(DOCUMENTS, (_whole, dash: string, delimiter: string, lines: string) => {
    const text = documentText(lines, delimiter, dash !== '').replace(/\n+$/, '');
    const literal = `'${text.replaceAll("'", String.raw`'\''`)}'`;
    return segment.startsWith('"') ? `"${literal}"` : literal;
  });
}

const DOCUMENTS = new RegExp(documentPattern('('), 'g');

/** What a command gets from the lines of a here-document, whose delimiter is in quotes when variables stay text. */
export function documentText(lines: string, delimiter: string, isIndented: boolean): string {
  const body = lines.replaceAll('\r\n', '\n');
  const text = isIndented ? body.replace(/^\t+/gm, '') : body;
  return /['"\\]/.test(delimiter) ? text : expandedText(text);
}

/** A text in which a shell only replaces variables, such as the lines between `<<EOF` and `EOF`. */
function expandedText(text: string): string {
  return text.replace(/\\[\\$`]|\\\r?\n|\$\{\w+\}|\$[A-Za-z_]\w*/g, (mark) =>
    mark.startsWith('$') ? reference(mark) : mark.slice(1).trimStart(),
  );
}

/** The content of a `$(…)` or backquotes that are a whole word, quoted or not. */
export function substitutedCommands(raw: string): string | undefined {
  const [, parenthesised, backquoted] = /^"?(?:\$\(([\s\S]*)\)|`([^`]*)`)"?$/.exec(raw) ?? [];
  return parenthesised ?? backquoted;
}

/**
 * What a shell would put something in place of that is known to nobody before: `$(date)`, `${USER:-…}`. Only the
 * first word of each, because what follows may be a credential.
 */
export function substitutionsIn(raw: string): readonly string[] {
  const open = (raw.match(SEGMENTS) ?? []).filter((segment) => !/^(?:\$?'|\\)/.test(segment)).join('');
  return (open.replace(/\\[\s\S]/g, '').match(SUBSTITUTIONS) ?? []).map(shortened);
}

function shortened(substitution: string): string {
  const [begin = ''] = /^(?:\$\{\w+:?[-+=?]?|(?:\$\(|`)\s*[\w./-]*)/.exec(substitution) ?? [];
  const isWhole = begin.length >= substitution.length - 1;
  return isWhole ? substitution : `${begin}${begin.startsWith('${') ? '' : ' '}…${substitution.slice(-1)}`;
}

const SUBSTITUTIONS = new RegExp(`\\$${SUBSTITUTION}|\`[^\`]*\`|\\$\\{\\w+[^\\w}][^}]*\\}`, 'g');

function segmentText(segment: string): string {
  switch (segment.charAt(0)) {
    case "'":
      return segment.slice(1, -1);
    case '"':
      return unquoted(doubleQuoted(segment));
    case '\\':
      return /^\\\r?\n/.test(segment) ? '' : segment.slice(1);
    case '$':
      return segment.startsWith("$'") ? unquoted(segment) : reference(segment);
    default:
      return segment;
  }
}

/** As shell-quote understands it: what it would take for a variable, and is none, is escaped. */
function doubleQuoted(segment: string): string {
  return segment
    .replace(/\\(?:(\r?\n)|([\s\S]))/g, (whole, line: string | undefined, mark: string | undefined) =>
      line === undefined ? (mark === '`' ? '`' : whole) : '',
    )
    .replace(
      /(\\[\s\S])|(\{\{\s*)\$|\$(?!\{\w+\}|[A-Za-z_])/g,
      (whole, escaped?: string, opening?: string) => (escaped === undefined ? `${opening ?? ''}\\$` : whole),
    );
}

function unquoted(segment: string): string {
  return parse(segment, (name: string) => `{{${name}}}`)
    .map((entry) => (typeof entry === 'string' ? entry : ''))
    .join('');
}

/** `$NAME` and `${NAME}` as a reference; everything else that begins with `$` unchanged. */
function reference(mark: string): string {
  const [, name] = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(mark) ?? [];
  return name === undefined ? mark : `{{${name}}}`;
}
