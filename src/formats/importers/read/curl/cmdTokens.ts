/**
 * The pieces of a text as Windows' cmd takes it apart: `^` makes the next character an ordinary one, and each
 * program takes its own line apart (Microsoft C, "Parsing C command-line arguments").
 *
 * Browsers copy commands like that ("Copy as cURL (cmd)"), with a caret in front of nearly everything.
 */
import { isBlankLine, type ShellToken } from './shellToken';

/** Whether a text is written for cmd: a caret before a quote that begins a word, or at the end of a line. */
export function isCmd(text: string): boolean {
  // Between single quotes, which cmd does not know, a caret is a POSIX shell's ordinary character.
  return /\s\^"|\^[ \t]*\r?\n/.test(text.replace(/'[^']*'/g, "''"));
}

/** Takes a text apart. */
export function cmdTokens(text: string): readonly ShellToken[] {
  const set = new Set(
    [...text.matchAll(/^[ \t]*@?set[ \t]+"?(\w+)=/gim)].map(([, name = '']) => name.toLowerCase()),
  );
  return commandLines(text).flatMap(({ line, start, end, closes }): readonly ShellToken[] => {
    const place = { start, end };
    const [, remark] = /^\s*@?(?:rem\b|::)(.*)$/is.exec(line) ?? [];
    const [, name, value = ''] = /^\s*@?set\s+"?(\w+)=(.*?)"?\s*$/is.exec(line) ?? [];
    const words =
      remark !== undefined
        ? [{ ...place, kind: 'comment' as const, text: remark.trim() }]
        : name !== undefined
          ? [{ ...place, kind: 'word' as const, text: '', assigns: { name, value } }]
          : programWords(line).map((word) => ({
              ...place,
              kind: 'word' as const,
              text: word.replace(/%(\w+)%/g, (whole, variable: string) =>
                set.has(variable.toLowerCase()) ? `{{${variable}}}` : whole,
              ),
            }));
    return [...words, { start: end, end, ...closes }];
  });
}

/** A line as a program gets it: carets resolved, up to what ends the command. */
interface CommandLine {
  readonly line: string;
  readonly start: number;
  readonly end: number;
  readonly closes: { readonly kind: 'pipe' | 'end' } | { readonly kind: 'line'; readonly isBlank: boolean };
}

function commandLines(text: string): readonly CommandLine[] {
  const lines: CommandLine[] = [];
  let [line, start, isQuoted] = ['', 0, false];
  for (const { 0: mark, index } of `${text}\n`.matchAll(MARKS)) {
    const isLineEnd = /^\r?\n/.test(mark);
    if (mark.startsWith('^') && !isQuoted) {
      line += escapedByCaret(mark);
    } else if (/^\d?>/.test(mark) && !isQuoted) {
      // Where its output goes is not part of a request.
    } else if (isLineEnd || (!isQuoted && /^[&|]/.test(mark))) {
      const isBlank = isBlankLine(text, index + mark.length);
      const closes = isLineEnd ? { kind: 'line' as const, isBlank } : { kind: kindOf(mark) };
      lines.push({ line, start, end: index, closes });
      [line, start, isQuoted] = ['', index + mark.length, false];
    } else {
      line += mark;
      isQuoted = mark === '"' ? !isQuoted : isQuoted;
    }
  }
  return lines;
}

const MARKS =
  /\^(?:\r?\n(?:\r?\n)?|[\s\S])?|\r?\n|"|&&?|\|\|?|(?<=\s)\d?>>?[ \t]*[^\s&|]+|[^"^&|\r\n\s]+|\s/g;

/** An escaped line end is whitespace; before another line end, it is that one. */
function escapedByCaret(mark: string): string {
  return mark
    .slice(1)
    .replace(/^(?:\r?\n){1,2}$/, (lines) => (lines.indexOf('\n') < lines.length - 1 ? '\n' : ' '));
}

function kindOf(mark: string): 'pipe' | 'end' {
  return mark === '|' ? 'pipe' : 'end';
}

/** How Windows programs take their command line apart (Microsoft C, "Parsing C command-line arguments"). */
function programWords(line: string): readonly string[] {
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
