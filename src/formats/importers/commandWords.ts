/**
 * A command line as a shell takes it apart: the adapter of shell-quote.
 *
 * Commands are copied from browsers and documentation, for POSIX shells (`'…'`, `"…"`, `$'…'`, `\` at
 * the end of a line) and for Windows' cmd (`^` escapes). Nothing is carried out: `$TOKEN` becomes the
 * reference `{{TOKEN}}`, everything that a shell would run or read stays text. What comes after the
 * first command is told apart, for it is not part of it.
 */
import parse from 'shell-quote/parse';
import { UserError } from '../../core/errors';

/** A command taken apart. */
export interface CommandWords {
  /** Quotes and escapes resolved; the command itself comes first. */
  readonly words: readonly string[];
  /** A pipe, a redirection or a further command after it; empty when there is none. */
  readonly rest: string;
}

/** UTF-16 code units; the expressions here and in shell-quote need a stack in proportion to a text. */
const MAX_LENGTH = 1_000_000;

/** Takes the first command of a text apart. Throws UserError when it is too long or a quote is not closed. */
export function splitCommand(text: string): CommandWords {
  if (text.length > MAX_LENGTH) {
    throw new UserError('This command is too long to be read.', 'Put its data into a file.');
  }
  // Between single quotes, which cmd does not know, a caret is a POSIX shell's ordinary character.
  const isWindows = WINDOWS_CMD.test(text.replace(/'[^']*'/g, "''"));
  return isWindows ? { words: splitArguments(withoutCarets(text)), rest: '' } : splitShell(text);
}

/** A caret before a quote that begins a word, or at the end of a line. */
const WINDOWS_CMD = /\s\^"|\^[ \t]*\r?\n/;

function splitShell(text: string): CommandWords {
  const { command, rest } = firstCommand(text);
  const entries = parse(command, variableReference);
  const end = entries.findIndex((entry) => typeof entry === 'object' && 'op' in entry && entry.op !== 'glob');
  const own = end === -1 ? entries : entries.slice(0, end);
  const others = end === -1 ? [] : entries.slice(end);
  return {
    words: own.map(entryText),
    rest: [...others.map(entryText), rest.trim()].filter((part) => part !== '').join(' '),
  };
}

function entryText(entry: parse.ParseEntry): string {
  if (typeof entry === 'string') {
    return entry;
  }
  if ('comment' in entry) {
    return `#${entry.comment}`;
  }
  return entry.op === 'glob' ? entry.pattern : entry.op;
}

function variableReference(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `{{${name}}}` : `$${name}`;
}

const SEGMENTS =
  /\$'(?:\\[\s\S]|[^\\'])*'|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\\r?\n|\\[\s\S]|\{\{\s*\$|#|\r?\n[ \t]*|['"]/g;

/** Cuts a text after its first command, and mends what shell-quote takes for something else. */
function firstCommand(text: string): { readonly command: string; readonly rest: string } {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: segment, index } of text.matchAll(SEGMENTS)) {
    parts.push(text.slice(from, index));
    from = index + segment.length;
    const insideWord = index > 0 && !/\s/.test(text.charAt(index - 1));
    // Documentation often leaves out the `\` at the end of a line whose next one begins with an option.
    const goesOn = segment === '#' ? insideWord : !/^\r?\n/.test(segment) || text[from] === '-';
    if (!goesOn) {
      return { command: parts.join(''), rest: text.slice(index) };
    }
    parts.push(mended(segment));
  }
  return { command: [...parts, text.slice(from)].join(''), rest: '' };
}

function mended(segment: string): string {
  switch (segment.charAt(0)) {
    case '#':
      return '\\#';
    case '\r':
    case '\n':
      return ' ';
    case "'":
    case '$':
      return closed(segment);
    default:
      return closed(segment)
        .replace(/\\\r?\n/g, '')
        .replace(/\{\{\s*\$/g, (opening) => `${opening.slice(0, -1)}\\$`);
  }
}

function closed(segment: string): string {
  if (segment === "'" || segment === '"') {
    throw new UserError('A quote of this command is not closed.', 'Copy the whole command.');
  }
  return segment;
}

/** What cmd hands on: `^` makes the next character an ordinary one, except between quotes. */
function withoutCarets(text: string): string {
  let quoted = false;
  return text.replace(/\^(?:\r?\n)?([\s\S]?)|"/g, (mark: string, escaped: string | undefined) => {
    quoted = mark === '"' ? !quoted : quoted;
    return mark === '"' || quoted ? mark : (escaped ?? '');
  });
}

/** How Windows programs take their command line apart (Microsoft C, "Parsing C command-line arguments"). */
function splitArguments(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  for (const [mark, backslashes] of line.matchAll(/(\\*)"|\s+|[^\s"\\]+|\\+/g)) {
    if (backslashes !== undefined) {
      const isLiteral = backslashes.length % 2 === 1;
      word = (word ?? '') + '\\'.repeat(backslashes.length >> 1) + (isLiteral ? '"' : '');
      quoted = isLiteral ? quoted : !quoted;
    } else if (quoted || mark.trim() !== '') {
      word = (word ?? '') + mark;
    } else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}
