/**
 * The pieces of a text as PowerShell takes it apart: a backtick escapes and continues lines, a quote inside
 * quotes is written twice.
 *
 * Windows PowerShell takes the quotes of an argument away from programs, so people write `\"` for them; what
 * that becomes in the end is a quote, and so it is read.
 */
import { isBlankLine, unclosedQuote, type ShellToken } from './shellToken';

/** Whether a text is written for PowerShell: a line that a backtick continues, or a variable that is set. */
export function isPowerShell(text: string): boolean {
  const withoutQuoted = text.replace(/'[^']*'/g, "''");
  return /[ \t]`[ \t]*\r?\n|^[ \t]*\$(?:env:)?\w+[ \t]*=[ \t]/im.test(withoutQuoted);
}

/** Takes a text apart. Throws UserError when a quote is not closed. */
export function powerShellTokens(text: string): readonly ShellToken[] {
  const tokens: ShellToken[] = [];
  const pieces = new RegExp(PIECE);
  while (pieces.lastIndex < text.length) {
    const start = pieces.lastIndex;
    const { groups } = pieces.exec(text) ?? {};
    if (groups === undefined) {
      throw unclosedQuote(text, start);
    }
    tokens.push(...tokenOf(groups, { start, end: pieces.lastIndex }, text));
  }
  return tokens;
}

function tokenOf(
  { line, comment, word, name, value, pipe, end, writeTo }: Readonly<Record<string, string | undefined>>,
  place: Pick<ShellToken, 'start' | 'end'>,
  text: string,
): readonly ShellToken[] {
  if (line !== undefined) {
    return [{ ...place, kind: 'line', isBlank: isBlankLine(text, place.end) }];
  }
  if (comment !== undefined) {
    return [{ ...place, kind: 'comment', text: comment.trim() }];
  }
  if (name !== undefined && value !== undefined) {
    return [{ ...place, kind: 'word', text: '', assigns: { name, value: wordText(value) } }];
  }
  if (word !== undefined) {
    return [{ ...place, kind: 'word', text: wordText(word) }];
  }
  const kind = pipe !== undefined ? 'pipe' : end !== undefined ? 'end' : 'writeTo';
  return [pipe, end, writeTo].some((mark) => mark !== undefined) ? [{ ...place, kind }] : [];
}

const SEGMENT = [
  String.raw`@'\r?\n[\s\S]*?\r?\n'@`,
  String.raw`@"\r?\n[\s\S]*?\r?\n"@`,
  String.raw`'[^']*(?:''[^']*)*'`,
  '"[^"`]*(?:(?:`[\\s\\S]|"")[^"`]*)*"',
  '`[^\\r\\n]',
  String.raw`\$\{\w+\}|\$(?:env:)?\w+`,
  '[^\\s\'"`;|#&>]',
  String.raw`(?<=\S)[#&>]`,
].join('|');

const PIECE = new RegExp(
  [
    '(?<blank>(?:[ \\t]|`[ \\t]*\\r?\\n|\\r(?!\\n))+)',
    String.raw`(?<line>\r?\n)`,
    String.raw`<#(?<block>[\s\S]*?)#>`,
    String.raw`#(?<comment>[^\r\n]*)`,
    String.raw`(?<=^[ \t]*)\$(?:env:)?(?<name>\w+)[ \t]*=[ \t]*(?<value>(?:${SEGMENT})+)[ \t]*(?=[\r\n;]|$)`,
    String.raw`(?<pipe>\|(?!\|))`,
    String.raw`(?<end>&&|\|\||[;&])`,
    String.raw`(?<writeTo>>>?)`,
    `(?<word>(?:${SEGMENT})+)`,
  ].join('|'),
  'ym',
);

const SEGMENTS = new RegExp(SEGMENT, 'g');

function wordText(raw: string): string {
  return raw.replace(SEGMENTS, segmentText).replaceAll('\\"', '"');
}

function segmentText(segment: string): string {
  switch (segment.charAt(0)) {
    case '@':
      return /^@['"]\r?\n/.test(segment) ? hereString(segment) : segment;
    case "'":
      return segment.slice(1, -1).replaceAll("''", "'");
    case '"':
      return expanded(segment.slice(1, -1));
    case '`':
      return escaped(segment.charAt(1));
    case '$':
      return reference(segment);
    default:
      return segment;
  }
}

/** `@'…'@` and `@"…"@`, whose quotes are on lines of their own. */
function hereString(segment: string): string {
  const text = segment.replace(/^@['"]\r?\n|\r?\n['"]@$/g, '').replaceAll('\r\n', '\n');
  return segment.startsWith('@"') ? expanded(text) : text;
}

/** The text between double quotes. */
function expanded(text: string): string {
  return text.replace(/`([\s\S])|""|\$\{\w+\}|\$(?:env:)?\w+/g, (mark: string, after: string | undefined) =>
    after === undefined ? (mark === '""' ? '"' : reference(mark)) : escaped(after),
  );
}

/** "about_Special_Characters" of PowerShell's documentation. */
function escaped(mark: string): string {
  return { n: '\n', r: '\r', t: '\t', '0': '\0' }[mark] ?? mark;
}

/** `$name`, `${name}` and `$env:name` as a reference; `$1` unchanged. */
function reference(mark: string): string {
  const [, name] = /^\$(?:env:|\{)?([A-Za-z_]\w*)\}?$/i.exec(mark) ?? [];
  return name === undefined ? mark : `{{${name}}}`;
}
