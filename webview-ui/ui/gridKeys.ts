/** Moving in the grid with keys, as the grid pattern of WAI-ARIA has it; empty cells are passed over. */

/** A place in the grid. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** Rows of cells; `undefined` where there is none. */
export type Cells = readonly (readonly unknown[])[];

/** Where a key leads from a place; absent when it leads nowhere. `isWhole`: with the control key held. */
export function placeAfter(
  key: string,
  from: GridPlace,
  cells: Cells,
  isWhole: boolean,
): GridPlace | undefined {
  switch (key) {
    case 'ArrowRight':
      return nextOf(rowPlaces(cells, from.row), (place) => place.column > from.column);
    case 'ArrowLeft':
      return lastOf(rowPlaces(cells, from.row), (place) => place.column < from.column);
    case 'ArrowDown':
      return nextOf(columnPlaces(cells, from.column), (place) => place.row > from.row);
    case 'ArrowUp':
      return lastOf(columnPlaces(cells, from.column), (place) => place.row < from.row);
    case 'Home':
      return isWhole ? allPlaces(cells)[0] : rowPlaces(cells, from.row)[0];
    case 'End':
      return isWhole ? allPlaces(cells).at(-1) : rowPlaces(cells, from.row).at(-1);
    default:
      return undefined;
  }
}

/** The position of a cell; absent when it is not in the grid. */
export function placeOf(cells: Cells, isIt: (cell: unknown) => boolean): GridPlace | undefined {
  return allPlaces(cells).find(({ row, column }) => isIt(cells[row]?.[column]));
}

function nextOf(places: readonly GridPlace[], fits: (place: GridPlace) => boolean): GridPlace | undefined {
  return places.find(fits);
}

function lastOf(places: readonly GridPlace[], fits: (place: GridPlace) => boolean): GridPlace | undefined {
  return places.findLast(fits);
}

function allPlaces(cells: Cells): readonly GridPlace[] {
  return cells.flatMap((_, row) => rowPlaces(cells, row));
}

function rowPlaces(cells: Cells, row: number): readonly GridPlace[] {
  return (cells[row] ?? []).flatMap((cell, column) => (cell === undefined ? [] : [{ row, column }]));
}

function columnPlaces(cells: Cells, column: number): readonly GridPlace[] {
  return cells.flatMap((row, index) => (row[column] === undefined ? [] : [{ row: index, column }]));
}
