/**
 * Paths of plain names and positions only, `$.order.items[0]`, which most are: read without the parser of
 * the whole grammar, which takes longer to load than such a path takes to follow.
 *
 * Everything else is the parser's, quoted names and faults included.
 */
import type { Query, Segment } from './jsonPathQuery';

/** The query of a plain path (RFC 9535 §2.5.1); absent for every other text. */
export function plainQuery(path: string): Query | undefined {
  return PLAIN.test(path) ? Array.from(path.matchAll(STEP), ([step]) => segmentOf(step)) : undefined;
}

const PLAIN = /^\$(?:\.[A-Za-z_]\w*|\[(?:0|[1-9]\d{0,14})\])*$/;
const STEP = /\.\w+|\[\d+\]/g;

function segmentOf(text: string): Segment {
  const selector = text.startsWith('.')
    ? ({ kind: 'name', name: text.slice(1) } as const)
    : ({ kind: 'index', index: Number(text.slice(1, -1)) } as const);
  return { descendants: false, selectors: [selector], text };
}
