/** What the keys of the request list do. */
import { allRows, pickedRows, placeAfterStep, rowAfterKey, withRow, type RowSelection } from './rowSelection';

/** What a key asks for. */
export type ListAction =
  | { readonly type: 'pick'; readonly selection: RowSelection }
  /** The picked rows go before this one. */
  | { readonly type: 'move'; readonly before: number }
  | { readonly type: 'delete' }
  | { readonly type: 'rename' }
  | { readonly type: 'open' };

/** A key with what is held down; `ctrl` is Cmd on a Mac. */
export interface ListKey {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** What a key asks for in a list of `count` rows; nothing for other keys. */
export function listAction(
  { key, ctrl, shift, alt }: ListKey,
  selection: RowSelection,
  count: number,
): ListAction | undefined {
  if (count === 0) {
    return undefined;
  }
  if (alt && (key === 'ArrowUp' || key === 'ArrowDown')) {
    const before = placeAfterStep(selection, key === 'ArrowUp' ? -1 : 1, count);
    return before === undefined ? undefined : { type: 'move', before };
  }
  if (ctrl && key.toLowerCase() === 'a') {
    return { type: 'pick', selection: allRows(selection, count) };
  }
  const row = rowAfterKey(key, selection.focus, count);
  if (row !== undefined && !alt) {
    return { type: 'pick', selection: withRow(selection, row, shift ? 'range' : 'alone') };
  }
  return plainAction(key, ctrl);
}

function plainAction(key: string, ctrl: boolean): ListAction | undefined {
  // As lists of a Mac have it, whose keyboards have no other key for this.
  switch (ctrl && key === 'Backspace' ? 'Delete' : key) {
    case 'Delete':
      return { type: 'delete' };
    case 'F2':
      return { type: 'rename' };
    case 'Enter':
      return { type: 'open' };
    default:
      return undefined;
  }
}

/** Whether moving the picked rows before one changes anything. */
export function isMove(selection: RowSelection, before: number): boolean {
  const rows = pickedRows(selection);
  const [first = 0] = rows;
  const isTogether = rows.every((row, at) => row === first + at);
  return !isTogether || before < first || before > first + rows.length;
}
