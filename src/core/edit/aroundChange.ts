/** Two texts as a short comparison. */
import { editBetween } from './textEdit';

/**
 * Two texts without what they share far from where they differ; `…` marks what is left out.
 *
 * @param around UTF-16 code units that are kept before and after the difference
 */
export function aroundChange(before: string, after: string, around: number): readonly [string, string] {
  const [{ offset: start, length } = { offset: before.length, length: 0 }] = editBetween(before, after);
  const kept = before.length - start - length;
  const cut = (text: string): string => {
    const from = Math.max(0, start - around);
    const to = Math.min(text.length, text.length - kept + around);
    return `${from === 0 ? '' : '…'}${text.slice(from, to)}${to === text.length ? '' : '…'}`;
  };
  return [cut(before), cut(after)];
}
