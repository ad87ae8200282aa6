/** The pieces of a text as bash and its relatives take it apart, comments and here-documents included. */
import { defined } from '../../../../core/defined';
import { isBlankLine, unclosedQuote, type ShellToken } from './shellToken';
import {
  documentText,
  substitutedCommands,
  substitutionsIn,
  withDocuments,
  wordSegment,
  wordText,
} from './posixWords';

/** Takes a text apart. Throws UserError when a quote is not closed. */
export function posixTokens(text: string): readonly ShellToken[] {
  const tokens: ShellToken[] = [];
  const pieces = new RegExp(PIECE);
  const documents = new HereDocuments(text);
  /** Where the text continues after the here-documents of this line. */
  let afterDocuments = 0;
  while (pieces.lastIndex < text.length) {
    const start = pieces.lastIndex;
    const { groups } = pieces.exec(text) ?? {};
    if (groups === undefined) {
      throw unclosedQuote(text, start);
    }
    const place = { start, end: pieces.lastIndex };
    const { delimiter, dash } = groups;
    if (delimiter !== undefined) {
      const document = documents.read(Math.max(place.end, afterDocuments), delimiter, dash !== '');
      tokens.push({ ...place, kind: 'input', text: document.text });
      afterDocuments = document.end;
    } else if (groups['line'] === undefined) {
      tokens.push(...tokenOf(groups, place));
    } else {
      pieces.lastIndex = Math.max(place.end, afterDocuments);
      tokens.push({
        ...place,
        kind: 'line',
        isBlank: isBlankLine(text, place.end),
      });
    }
  }
  return tokens;
}

const WORD = `(?:${wordSegment})+`;

const PIECE = new RegExp(
  [
    String.raw`(?<blank>(?:[ \t\f\v\u00a0]|\\\r?\n|\r(?!\n))+)`,
    String.raw`(?<line>\r?\n)`,
    String.raw`#(?<comment>[^\r\n]*)`,
    String.raw`<<<[ \t]*(?<words>${WORD})`,
    String.raw`<<(?<dash>-?)[ \t]*(?<delimiter>${WORD})`,
    String.raw`(?<writeTo>[0-9]?>&[0-9-]|&?[0-9]?>[>|]?)`,
    String.raw`(?<readFrom>[0-9]?<[&>]?)`,
    String.raw`(?<pipe>\|&?(?!\|))`,
    String.raw`(?<glue>(?<=\S)&(?=[\w%.~[-]))`,
    String.raw`(?<end>&&|\|\||;;?|[&()])`,
    `(?<word>${WORD})`,
  ].join('|'),
  'y',
);

type Groups = Readonly<Record<string, string | undefined>>;
type Place = Pick<ShellToken, 'start' | 'end'>;

function tokenOf(groups: Groups, place: Place): readonly ShellToken[] {
  const { comment, words, writeTo } = groups;
  const word = groups['word'] === undefined ? undefined : withDocuments(groups['word']);
  if (comment !== undefined) {
    return [{ ...place, kind: 'comment', text: comment.trim() }];
  }
  if (words !== undefined) {
    return [{ ...place, kind: 'input', text: `${wordText(words)}\n` }];
  }
  if (word !== undefined) {
    const unknown = substitutionsIn(word);
    return [
      {
        ...place,
        kind: 'word',
        text: wordText(word),
        ...(unknown.length === 0 ? {} : { unknown }),
        ...assignmentIn(word),
      },
    ];
  }
  // `2>&1` names no file.
  const isDuplicate = writeTo?.includes('&') === true && !writeTo.startsWith('&');
  const kind = KINDS.find((name) => groups[name] !== undefined);
  return kind === undefined || isDuplicate ? [] : [{ ...place, kind }];
}

const KINDS = ['writeTo', 'readFrom', 'pipe', 'glue', 'end'] as const;

function assignmentIn(raw: string): Pick<Extract<ShellToken, { kind: 'word' }>, 'assigns'> {
  const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(raw) ?? [];
  if (name === undefined || value === undefined) {
    return {};
  }
  const commands = substitutedCommands(value);
  const text = wordText(defaultOf(name, value) ?? value);
  return { assigns: { name, value: text, ...defined({ commands }) } };
}

/** The word in `NAME=${NAME:-word}`, which is the default of the variable. */
function defaultOf(variable: string, value: string): string | undefined {
  const [, quote = '', name, word = ''] = /^("?)\$\{(\w+):?[-=]([\s\S]*)\}\1$/.exec(value) ?? [];
  return name === variable ? quote + word + quote : undefined;
}

/** Reads the here-documents of a text. */
class HereDocuments {
  /** All lines, and all without their tabs in front: a delimiter that is none of them is not written exactly. */
  private readonly lines: ReadonlySet<string>;
  private readonly indented: ReadonlySet<string>;

  constructor(private readonly text: string) {
    const lines = text.includes('<<') ? text.split(/\r?\n/) : [];
    this.lines = new Set(lines);
    this.indented = new Set(lines.map(withoutTabs));
  }

  /**
   * The lines from the next one up to that which is the delimiter, or to the end of the text. A delimiter that no line
   * is exactly may have spaces around it.
   */
  read(
    from: number,
    rawDelimiter: string,
    isIndented: boolean,
  ): { readonly text: string; readonly end: number } {
    const { text } = this;
    const delimiter = wordText(rawDelimiter);
    const isExact = (isIndented ? this.indented : this.lines).has(delimiter);
    const trim = isExact ? (isIndented ? withoutTabs : unchanged) : (line: string) => line.trim();
    const first = text.indexOf('\n', from - 1) + 1;
    const lines: string[] = [];
    let at = first === 0 ? text.length : first;
    while (at < text.length) {
      const lineEnd = text.indexOf('\n', at);
      const next = lineEnd === -1 ? text.length : lineEnd + 1;
      const line = text.slice(at, next);
      at = next;
      if (trim(line.replace(/\r?\n$/, '')) === delimiter) {
        break;
      }
      lines.push(line);
    }
    return { text: documentText(lines.join(''), rawDelimiter, isIndented), end: at };
  }
}

function withoutTabs(line: string): string {
  return line.replace(/^\t+/, '');
}

function unchanged(line: string): string {
  return line;
}
