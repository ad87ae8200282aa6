/** Two texts as a short comparison. */

/**
 * Two texts without what they share far from where they differ; `…` marks what is left out.
 *
 * @param around UTF-16 code units that are kept before and after the difference
 */
export function aroundChange(before: string, after: string, around: number): readonly [string, string] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start += 1;
  }
  let kept = 0;
  while (kept < shorter - start && before.at(-1 - kept) === after.at(-1 - kept)) {
    kept += 1;
  }
  const cut = (text: string): string => {
    const from = Math.max(0, start - around);
    const to = Math.min(text.length, text.length - kept + around);
    return `${from === 0 ? '' : '…'}${text.slice(from, to)}${to === text.length ? '' : '…'}`;
  };
  return [cut(before), cut(after)];
}
