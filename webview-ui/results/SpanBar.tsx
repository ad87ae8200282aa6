/** A bar for a stretch of time; the words next to it say the same. */
import type { Span } from './waterfall';
import './SpanBar.css';

/** The bar, in thousandths of its width. */
export function SpanBar({ span }: { readonly span: Span }) {
  return (
    <svg class="span-bar" aria-hidden="true" viewBox="0 0 1000 4" preserveAspectRatio="none">
      <rect x={span.start} y="0" width={span.length} height="4" />
    </svg>
  );
}
