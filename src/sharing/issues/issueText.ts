/**
 * The Markdown that issues are written in, and its texts. A text from outside is in it as code only: no
 * tracker makes a link, a mention, a reference or HTML of that, whatever it holds.
 */
import { oneLine } from '../../core/shownText';

/** A part of an issue's text. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string };

/** A piece of a line. */
export interface Span {
  readonly kind: 'text' | 'strong' | 'code';
  readonly text: string;
}

/** A text from outside within a line. */
export function codeSpan(text: string): string {
  const line = oneLine(text).trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = line === '' || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/**
 * Reads a text for trackers that have another form for it. Known are headings, lists, fenced code, `code` and
 * `**strong**`; whatever else a person wrote stays the text that it is.
 */
export function readBlocks(markdown: string): readonly Block[] {
  return piecesOf(markdown).flatMap((piece) =>
    piece.kind === 'code' ? [codeBlockOf(piece)] : blocksOf(piece),
  );
}

/** A text cut where code begins and ends; nothing is lost. */
export type Piece =
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | {
      readonly kind: 'code';
      readonly open: string;
      readonly lines: readonly string[];
      /** Empty when the text ends before the code does. */
      readonly close: string;
    };

/** Cuts a text into paragraphs and code; empty lines between them are left out. */
export function piecesOf(markdown: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let text: string[] = [];
  const endText = (): void => {
    if (text.length > 0) {
      pieces.push({ kind: 'text', lines: text });
    }
    text = [];
  };
  const lines = markdown.split(/\r\n|\r|\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const fence = /^(`{3,})[^`]*$/.exec(line)?.[1];
    if (fence !== undefined) {
      endText();
      const length = lines.slice(index + 1).findIndex((one) => isClosing(one, fence));
      const end = length === -1 ? lines.length : index + 1 + length;
      pieces.push({ kind: 'code', open: line, lines: lines.slice(index + 1, end), close: lines[end] ?? '' });
      index = end;
    } else if (line.trim() === '') {
      endText();
    } else {
      text.push(line);
    }
  }
  endText();
  return pieces;
}

/** The text of pieces. */
export function joinPieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) =>
      piece.kind === 'text'
        ? piece.lines.join('\n')
        : [piece.open, ...piece.lines, piece.close === '' ? fenceOf(piece.open) : piece.close].join('\n'),
    )
    .join('\n\n');
}

function fenceOf(open: string): string {
  return /^`+/.exec(open)?.[0] ?? '```';
}

function isClosing(line: string, fence: string): boolean {
  return /^`{3,}\s*$/.test(line) && line.trim().length >= fence.length;
}

function codeBlockOf({ open, lines }: Extract<Piece, { kind: 'code' }>): Block {
  return { kind: 'code', language: open.replace(/^`+/, '').trim(), text: lines.join('\n') };
}

function blocksOf({ lines }: Extract<Piece, { kind: 'text' }>): readonly Block[] {
  const blocks: Block[] = [];
  let items: (readonly Span[])[] = [];
  let sentences: string[] = [];
  const end = (): void => {
    if (items.length > 0) {
      blocks.push({ kind: 'list', items });
    }
    if (sentences.length > 0) {
      blocks.push({ kind: 'paragraph', spans: readSpans(sentences.join(' ')) });
    }
    items = [];
    sentences = [];
  };
  for (const line of lines) {
    const [, marks, title = ''] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
    const item = /^[-*]\s+(.*)$/.exec(line)?.[1];
    if (marks !== undefined) {
      end();
      blocks.push({ kind: 'heading', level: marks.length, spans: readSpans(title) });
    } else if (item !== undefined) {
      if (sentences.length > 0) {
        end();
      }
      items.push(readSpans(item));
    } else {
      if (items.length > 0) {
        end();
      }
      sentences.push(line);
    }
  }
  end();
  return blocks;
}

const SPAN = /(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)|\*\*([^*]+)\*\*|\\([!-/:-@[-`{-~])/g;

function readSpans(line: string): readonly Span[] {
  const spans: Span[] = [];
  const add = (kind: Span['kind'], text: string): void => {
    const last = spans.at(-1);
    if (kind === 'text' && last?.kind === 'text') {
      spans[spans.length - 1] = { kind, text: last.text + text };
    } else if (text !== '') {
      spans.push({ kind, text });
    }
  };
  let at = 0;
  for (const match of line.matchAll(SPAN)) {
    const [whole, , code, strong, escaped] = match;
    add('text', line.slice(at, match.index));
    if (code !== undefined) {
      add('code', /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code);
    } else if (strong !== undefined) {
      add('strong', strong);
    } else {
      add('text', escaped ?? '');
    }
    at = match.index + whole.length;
  }
  add('text', line.slice(at));
  return spans;
}
