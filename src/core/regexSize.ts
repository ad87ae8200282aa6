/**
 * How large a regular expression becomes when its counted repetitions (`{1000}`) are written out, as compiling it
 * does: a short expression can take seconds and hundreds of megabytes. Counts inside counted groups multiply.
 */

/** Code points, escapes, classes, and marks such as `(`, `|` and `*`, each copy of them counted: at most, of a valid one. */
export function expandedSize(pattern: string): number {
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, least, most] of pattern.matchAll(TOKEN)) {
    if (least !== undefined) {
      const more = last * (copies(least, most) - 1);
      size += more;
      last += more;
    } else if (token === '(') {
      outer.push(size);
      size = last = 0;
    } else if (token === ')') {
      last = size + 2;
      size = last + (outer.pop() ?? 0);
    } else {
      last = token.startsWith('\\Q') ? token.length : 1;
      size += last;
    }
  }
  return outer.reduce((sum, before) => sum + before, size);
}

/**
 * An escape, quoted text (`\Q(\E`), a class (whose first `]` is a member), a count, or a code point. What is
 * not closed reaches to the end, so that nothing is looked at twice.
 */
const TOKEN =
  /\\(?:[pPx]\{[^}]*(?:\}|$)|Q[^]*?(?:\\E|$)|[^]?)|\[\^?\]?(?:\\[^]?|\[:\^?\w+:\]|[^\]\\])*(?:\]|$)|\{(\d{1,4})(?:,(\d{0,4}))?\}|[^]/gu;

/** `{3}` and `{1,3}` are three copies, `{3,}` is four. */
function copies(least: string, most: string | undefined): number {
  const open = most === '' ? 1 : 0;
  return Math.max(1, Number(least) + open, Number(most ?? 0));
}
