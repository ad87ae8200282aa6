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
