/**
 * Words of a POSIX shell with their quotes and escapes resolved: the adapter of shell-quote.
 *
 * Nothing is carried out: `$TOKEN` becomes the reference `{{TOKEN}}`, and what a shell would run (`$(date)`)
 * stays the text that it is. References that are there already (`{{$guid}}`) stay, too.
 */
import parse from 'shell-quote/parse.js';

/** `$(…)`, with others inside. Written out, for an expression cannot count parentheses. */
const SUBSTITUTION = [1, 2, 3].reduce((inner) => String.raw`\((?:[^()]|${inner})*\)`, String.raw`\([^()]*\)`);

/** Pieces of words, as one expression each; joined they match whole words. */
export const wordSegment = [
  String.raw`\$'[^'\\]*(?:\\[\s\S][^'\\]*)*'`,
  String.raw`'[^']*'`,
  String.raw`"[^"\\$]*(?:(?:\\[\s\S]|\$${SUBSTITUTION}|\$(?!\())[^"\\$]*)*"`,
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

/** A text in which a shell only replaces variables, such as the lines between `<<EOF` and `EOF`. */
export function expandedText(text: string): string {
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
