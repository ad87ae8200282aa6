/**
 * What the searches of HTML and XML bodies have in common: their result, and the bounds that keep a
 * hostile document or selector from holding up the run.
 */
import type { MarkupOutline } from './markupOutline';
import type { WorkBudget } from '../workBudget';

/** The texts that were selected, in the order of the document, or one sentence why none could be. */
export type MarkupSelection =
  | { readonly ok: true; readonly values: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** UTF-16 code units of a document that is searched; 5 MiB. */
export const MAX_MARKUP_LENGTH = 5 * 1024 * 1024;

const MAX_DEPTH = 256;
const MAX_ELEMENTS = 100_000;
const MAX_TAG_LENGTH = 100_000;

/** UTF-16 code units of a CSS selector or XPath expression. */
export const MAX_SELECTOR_LENGTH = 1000;

/** Steps from node to node; some seconds at worst. */
export const MAX_SELECTOR_STEPS = 5_000_000;

/** What of a document is more than is searched, as a clause: "has more than …". */
export function excessOf({
  depth,
  elements,
  longestTag = 0,
}: Pick<MarkupOutline, 'depth' | 'elements'> & Partial<MarkupOutline>): string | undefined {
  if (depth > MAX_DEPTH) {
    return `nests more than ${MAX_DEPTH} elements`;
  }
  if (elements > MAX_ELEMENTS) {
    return `has more than ${MAX_ELEMENTS} elements`;
  }
  return longestTag > MAX_TAG_LENGTH ? `has a tag of more than ${MAX_TAG_LENGTH} characters` : undefined;
}

const LIST_ITEMS_PER_STEP = 8;

/**
 * Makes reading these properties of a node count as a step, and reading a list as some more. The
 * libraries that search have no bound of their own, and every way through a document goes from node to
 * node.
 */
export function countVisits<Node extends object>(
  node: Node,
  names: readonly (keyof Node)[],
  budget: WorkBudget,
): void {
  for (const name of names) {
    const value = node[name];
    const steps = Array.isArray(value) ? 1 + value.length / LIST_ITEMS_PER_STEP : 1;
    Object.defineProperty(node, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        budget.spend(steps);
        return value;
      },
    });
  }
}
