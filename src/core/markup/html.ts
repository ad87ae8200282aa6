/**
 * Selecting parts of an HTML page by CSS selector: the adapter of node-html-parser.
 *
 * Pages come from strangers, and the parser's time grows with the square of nesting and of unclosed
 * comments. So size and nesting are bounded before it sees the page, and work while it selects.
 */
import { HTMLElement, parse } from 'node-html-parser';
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
  const page = withoutUnclosedMarkup(html);
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

function valueOf(element: HTMLElement, attribute: string | undefined): readonly string[] {
  if (attribute === undefined) {
    return [element.textContent.trim()];
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
