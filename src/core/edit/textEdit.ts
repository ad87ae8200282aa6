/**
 * Edits of a text, as editors apply them: in order, not overlapping, offsets those of the text before.
 */

/** Replaces `length` UTF-16 code units at `offset` by `text`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** The text after edits that are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.offset), edit.text);
    at = edit.offset + edit.length;
  }
  return [...parts, text.slice(at)].join('');
}

/** The one edit that makes `after` out of `before`: what they begin and end with stays; none when they are equal. */
export function editBetween(before: string, after: string): readonly TextEdit[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start += 1;
  }
  let kept = 0;
  while (kept < shorter - start && before.at(-1 - kept) === after.at(-1 - kept)) {
    kept += 1;
  }
  const [length, text] = [before.length - kept - start, after.slice(start, after.length - kept)];
  return length === 0 && text === '' ? [] : [{ offset: start, length, text }];
}

/** The same edits by offset, those that touch made one; of insertions at one offset the first comes first. */
export function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  const merged: TextEdit[] = [];
  for (const edit of [...edits].sort((one, other) => one.offset - other.offset)) {
    const last = merged.at(-1);
    if (last !== undefined && last.offset + last.length === edit.offset) {
      merged.splice(-1, 1, {
        offset: last.offset,
        length: last.length + edit.length,
        text: last.text + edit.text,
      });
    } else {
      merged.push(edit);
    }
  }
  return merged;
}
