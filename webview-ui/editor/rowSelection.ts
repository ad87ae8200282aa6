/**
 * Which requests of the list are picked, by position: clicks and keys as lists everywhere have them, with one
 * row that has the focus and one from which a range is drawn.
 */
import type { FormRow } from '../../src/protocol/formView';

/** The picked rows. */
export interface RowSelection {
  readonly picked: ReadonlySet<number>;
  /** Where a range begins. */
  readonly anchor: number;
  readonly focus: number;
  /** Whether the request that has the focus is to be named, once it is shown. */
  readonly isNaming?: boolean;
}

/** How a row is picked: alone, up to here, or besides the others. */
export type PickMode = 'alone' | 'range' | 'besides';

/** Nothing picked. */
export const noRows: RowSelection = { picked: new Set(), anchor: 0, focus: 0 };

/** One row alone. */
export function onlyRow(row: number): RowSelection {
  return { picked: new Set([row]), anchor: row, focus: row };
}

/** Every row; the focus stays. */
export function allRows({ focus }: RowSelection, count: number): RowSelection {
  return { picked: new Set(Array.from({ length: count }, (_, row) => row)), anchor: 0, focus };
}

/** The selection after a row was picked. */
export function withRow(selection: RowSelection, row: number, mode: PickMode): RowSelection {
  switch (mode) {
    case 'alone':
      return onlyRow(row);
    case 'range': {
      const { anchor } = selection;
      const from = Math.min(anchor, row);
      const length = Math.abs(anchor - row) + 1;
      return { picked: new Set(Array.from({ length }, (_, at) => from + at)), anchor, focus: row };
    }
    case 'besides': {
      const picked = new Set(selection.picked);
      if (!picked.delete(row)) {
        picked.add(row);
      }
      return { picked, anchor: row, focus: row };
    }
  }
}

/** The picked rows in their order; the one that has the focus when none is. */
export function pickedRows({ picked, focus }: RowSelection): readonly number[] {
  return picked.size === 0 ? [focus] : [...picked].sort((one, other) => one - other);
}

/** The row that a key leads to; absent for other keys. */
export function rowAfterKey(key: string, focus: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(focus + 1, count - 1);
    case 'ArrowUp':
      return Math.max(focus - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Before which row the picked ones go when they move a place up or down; absent at either end. */
export function placeAfterStep(selection: RowSelection, step: -1 | 1, count: number): number | undefined {
  const rows = pickedRows(selection);
  const [first = 0, last = 0] = [rows[0], rows.at(-1)];
  const before = step === -1 ? first - 1 : last + 2;
  return before < 0 || before > count ? undefined : before;
}

/** The selection in the rows as they are now: requests are known by their ids wherever they have gone. */
export function selectionIn(
  selection: RowSelection,
  before: readonly FormRow[],
  now: readonly FormRow[],
): RowSelection {
  const places = new Map(now.map(({ id }, place) => [id, place]));
  const placeOf = (row: number): number | undefined => {
    const id = before[row]?.id ?? '';
    return id === '' ? (row < now.length ? row : undefined) : places.get(id);
  };
  const picked = [...selection.picked].map(placeOf).filter((place) => place !== undefined);
  const nearest = Math.max(Math.min(selection.focus, now.length - 1), 0);
  return {
    ...selection,
    picked: new Set(picked),
    anchor: placeOf(selection.anchor) ?? nearest,
    focus: placeOf(selection.focus) ?? nearest,
  };
}

/** Ids of the picked requests; those that have none cannot be known again. */
export function pickedIds({ picked }: RowSelection, rows: readonly FormRow[]): readonly string[] {
  return rows.flatMap(({ id }, row) => (picked.has(row) && id !== '' ? [id] : []));
}

/** The rows of requests with these ids. */
export function rowsOf(ids: readonly string[], rows: readonly FormRow[]): ReadonlySet<number> {
  const wanted = new Set(ids);
  return new Set(rows.flatMap(({ id }, row) => (wanted.has(id) ? [row] : [])));
}

/** The rows with the old objects for those that say the same, so that only what has changed is drawn again. */
export function keptRows(before: readonly FormRow[], now: readonly FormRow[]): readonly FormRow[] {
  const kept = now.map((row, place) => {
    const old = before[place];
    return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
  return kept.length === before.length && kept.every((row, place) => row === before[place]) ? before : kept;
}
