/**
 * HTML as a value: a template tag escapes every text that is put into it, and only the output of another
 * template goes in unescaped. Forgetting to escape is not possible; attributes must be quoted.
 */
import { escapeHtml } from '../../core/markup/escapeHtml';

/** Markup made by {@link html}. */
export class Html {
  constructor(readonly markup: string) {}
}

/** Markup made by {@link htmlPieces} and {@link htmlEach}, to be written once. */
export class HtmlPieces {
  constructor(readonly pieces: Iterable<string>) {}
}

/** What a template can contain; nothing is written for `undefined`. */
export type HtmlPart = string | number | Html | HtmlPieces | undefined | readonly HtmlPart[];

/** Builds markup; texts among `parts` are escaped. */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const texts = withoutIndent(markup);
  const pieces: string[] = [texts[0] ?? ''];
  parts.forEach((part, index) => {
    pieces.push(escaped(part), texts[index + 1] ?? '');
  });
  return new Html(pieces.join(''));
}

/** The same as {@link html}, in pieces that are made while they are written. */
export function htmlPieces(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): HtmlPieces {
  return new HtmlPieces(templatePieces(markup, parts));
}

/** The markup of each item, one after the other, made when it is its turn. */
export function htmlEach<T>(items: Iterable<T>, markupOf: (item: T, index: number) => HtmlPart): HtmlPieces {
  return new HtmlPieces(itemPieces(items, markupOf));
}

/** Markup that is ours: a constant of the program, never anything from outside. */
export function ownMarkup(markup: string): Html {
  return new Html(markup);
}

/** A text for use between tags only, never in an attribute: its quotation marks are not escaped, which JSON has many of. */
export function elementText(text: string): Html {
  return new Html(escapeText(text).replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
}

function* templatePieces(markup: TemplateStringsArray, parts: readonly HtmlPart[]): Generator<string> {
  const texts = withoutIndent(markup);
  yield texts[0] ?? '';
  for (const [index, part] of parts.entries()) {
    yield* piecesOf(part);
    yield texts[index + 1] ?? '';
  }
}

/**
 * The markup of a template without the line breaks and indents that only lay out the source: none next to a block,
 * where a browser ignores them, and one line break between inline elements. Computed once for each template.
 */
function withoutIndent(markup: TemplateStringsArray): readonly string[] {
  const known = compact.get(markup);
  if (known !== undefined) {
    return known;
  }
  const texts = markup.map((text) =>
    text.replace(INDENT, '\n').replace(BEFORE_BLOCK, '').replace(AFTER_BLOCK, '$1'),
  );
  compact.set(markup, texts);
  return texts;
}

const compact = new WeakMap<TemplateStringsArray, readonly string[]>();
const INDENT = /\n +/g;
const BLOCK =
  '(?:html|head|meta|title|body|header|main|footer|section|div|details|summary|p|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tr|th|td|fieldset)';
const BEFORE_BLOCK = new RegExp(`\\n(?=</?${BLOCK}\\b)`, 'g');
const AFTER_BLOCK = new RegExp(`(</?${BLOCK}\\b[^<>]*>)\\n`, 'g');

function* itemPieces<T>(
  items: Iterable<T>,
  markupOf: (item: T, index: number) => HtmlPart,
): Generator<string> {
  let index = 0;
  for (const item of items) {
    yield* piecesOf(markupOf(item, index));
    index += 1;
  }
}

function piecesOf(part: HtmlPart): Iterable<string> {
  return part instanceof HtmlPieces ? part.pieces : [escaped(part)];
}

function escaped(part: HtmlPart): string {
  if (part === undefined) {
    return '';
  }
  if (part instanceof Html) {
    return part.markup;
  }
  if (part instanceof HtmlPieces) {
    return [...part.pieces].join('');
  }
  if (typeof part === 'object') {
    return part.map(escaped).join('');
  }
  return escapeText(String(part));
}

/** Control characters that HTML forbids, and halves of surrogate pairs, become U+FFFD. */
function escapeText(text: string): string {
  return escapeHtml(text).replace(
    /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu,
    '\ufffd',
  );
}
