/**
 * Selecting parts of an HTML page by CSS selector: the adapter of node-html-parser.
 *
 * Pages come from strangers, and the parser's time grows with the square of nesting and of unclosed
 * comments. So size and nesting are bounded before it sees the page, and work while it selects.
 */
import { HTMLElement, parse, TextNode } from 'node-html-parser';
import {
  countVisits,
  excessOf,
  MAX_MARKUP_LENGTH,
  MAX_SELECTOR_LENGTH,
  MAX_SELECTOR_STEPS,
  type MarkupSelection,
} from './markup';
import { outlineHtml } from './markupOutline';
import { BudgetExceededError, WorkBudget } from '../workBudget';

/**
 * The text of every element that matches, without spaces around it, or its `attribute`; elements that
 * lack the attribute do not count.
 */
export function selectCss(html: string, css: string, attribute?: string): MarkupSelection {
  if (html.length > MAX_MARKUP_LENGTH) {
    return { ok: false, message: 'The page is larger than 5 MiB, too large to be searched by CSS selector.' };
  }
  if (css.trim() === '' || css.length > MAX_SELECTOR_LENGTH) {
    return { ok: false, message: `A CSS selector has 1 to ${MAX_SELECTOR_LENGTH} characters.` };
  }
  const page = withEndsOfOptions(withoutUnclosedMarkup(html));
  const excess = excessOf(outlineHtml(page));
  if (excess !== undefined) {
    return { ok: false, message: `The page ${excess}, too much to be searched by CSS selector.` };
  }
  try {
    return { ok: true, values: find(page, css).flatMap((element) => valueOf(element, attribute)) };
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return { ok: false, message: `The CSS selector \`${css}\` was given up: ${error.message}.` };
    }
    // The selector's parser throws plain errors; nothing else here throws.
    return { ok: false, message: `The CSS selector \`${css}\` is not valid: ${reasonOf(error)}.` };
  }
}

/** An element of a page, and where it is written there. */
export interface PageElement {
  readonly start: number;
  readonly end: number;
  /** As written. */
  readonly openTag: string;
  readonly children: readonly PageElement[];
  /** Texts directly in it, without spaces around them. */
  readonly texts: readonly { readonly start: number; readonly text: string }[];
}

/** A page as a tree; absent when it is too large or nested too deep. Scripts and styles have no texts. */
export function pageTree(html: string): PageElement | undefined {
  const page = html.length > MAX_MARKUP_LENGTH ? '' : withoutUnclosedMarkup(html);
  return page === '' || excessOf(outlineHtml(page)) !== undefined
    ? undefined
    : elementOf(parse(page, { comment: false }), page);
}

/** Elements whose text has no character references: `&amp;` is five characters there (HTML Standard §13.2.5.4). */
const CODE = /^(?:script|style)$/i;

function elementOf(node: HTMLElement, page: string): PageElement {
  const [start, closed] = node.range;
  const children = node.childNodes.flatMap((child) =>
    child instanceof HTMLElement ? [elementOf(child, page)] : [],
  );
  const isCode = CODE.test(node.rawTagName);
  const texts = node.childNodes.flatMap((child) => {
    const text = child instanceof TextNode && !isCode ? child.rawText : '';
    const at = child.range[0] + text.length - text.trimStart().length;
    return text.trim() === '' ? [] : [{ start: at, text: text.trim() }];
  });
  // An element that its neighbour closes ends with its last child.
  const end = Math.max(closed, ...children.slice(-1).map((child) => child.end));
  const inside = node.childNodes[0]?.range[0] ?? closed;
  return { start, end, openTag: page.slice(start, inside), children, texts };
}

function find(page: string, css: string): readonly HTMLElement[] {
  const root = parse(page, { comment: false });
  const budget = new WorkBudget(MAX_SELECTOR_STEPS);
  const waiting: HTMLElement[] = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    for (const child of element.childNodes) {
      if (child instanceof HTMLElement) {
        waiting.push(child);
      }
    }
    countVisits(element, ['childNodes', 'parentNode'], budget);
  }
  return root.querySelectorAll(css);
}

/** By what contains what. */
const CHOICES = ['option', 'optgroup', 'select', 'datalist'];
const CHOICE_TAG = new RegExp(`<(/?)(${CHOICES.join('|')})(?=[\\s/>])`, 'gi');

/**
 * Writes the ends of options and their groups that a page leaves out, as it may (HTML Standard §13.1.2.4). The parser does
 * not know them, and would take all that follows for a part of the option.
 */
function withEndsOfOptions(page: string): string {
  let open: readonly number[] = [];
  return page.replace(CHOICE_TAG, (tag, slash: string, name: string) => {
    const own = CHOICES.indexOf(name.toLowerCase());
    const ended = open.filter((inner) => inner < own || (inner === own && slash === ''));
    open =
      own < 2 && slash === ''
        ? [own, ...open.filter((outer) => outer > own)]
        : open.filter((outer) => outer > own);
    return ended.map((inner) => `</${CHOICES[inner] ?? ''}>`).join('') + tag;
  });
}

function valueOf(element: HTMLElement, attribute: string | undefined): readonly string[] {
  if (attribute === undefined) {
    return [(CODE.test(element.rawTagName) ? element.rawText : element.textContent).trim()];
  }
  const name = attribute.toLowerCase();
  const value = Object.hasOwn(element.attrs, name) ? element.attrs[name] : undefined;
  return value === undefined ? [] : [value];
}

/** Drops what an unclosed comment or tag begins, as a browser does; the parser would search on from each. */
function withoutUnclosedMarkup(html: string): string {
  const unclosedComment = html.indexOf('<!--', html.lastIndexOf('-->') + 1);
  const closed = unclosedComment < 0 ? html : html.slice(0, unclosedComment);
  return closed.slice(0, closed.lastIndexOf('>') + 1);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
