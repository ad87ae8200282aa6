/**
 * The grid of an authorization run: operations and locations down, callers across, one cell where they meet.
 *
 * Every view of a run (panel, console, HTML, Markdown) shows this one, so that they cannot disagree. No cell is
 * lost: where a caller has several of one operation and location, because several users own such an object, each
 * owner gets a row.
 */
import { groupBy } from '../../groupBy';
import { formatLocation } from '../../result/resultViews';
import { inEnglish, type Say } from '../../say';
import type { AuthzResult, CellResult } from '../model/authzResult';
import type { Cell } from '../model/cell';
import type { Effect } from '../model/matrix';
import { judgementOf, type OutcomeClass } from '../model/verdict';

/** Operations by callers; `Content` is the content of a cell. */
export interface AuthzGrid<Content = CellResult> {
  /** Callers, in the order of the matrix file. */
  readonly columns: readonly GridColumn[];
  /** Operations in the order they are first run, each followed by its further locations. */
  readonly rows: readonly GridRow<Content>[];
}

/** A caller. */
export interface GridColumn {
  readonly user: string;
  /** With what the attributes of the user say: `member, acme`. */
  readonly role: string;
}

/** The column of a user. */
export function columnOf({ name, role, attributes = {} }: AuthzResult['users'][number]): GridColumn {
  return { user: name, role: [role, ...Object.values(attributes)].join(', ') };
}

/** An operation at one location. */
export interface GridRow<Content = CellResult> {
  /** Name of the operation. */
  readonly operation: string;
  readonly method: string;
  /** As written in the chain. */
  readonly path: string;
  /** In words: `path orderId`, `body /order/id, query-array`, `sets $.role`, `function`. */
  readonly location: string;
  /** As many as there are columns; `undefined` where nothing is asked. */
  readonly cells: readonly (Content | undefined)[];
}

/** Which cells a reader wants to see. */
export type GridFilter = 'all' | 'flaws' | 'inconclusive' | 'not-passed';

/** The grid of a run's results. */
export function authzGrid({ cells, users }: Pick<AuthzResult, 'cells' | 'users'>): AuthzGrid {
  return layOut(cells, ({ cell }) => cell, users.map(columnOf));
}

/** Lays out anything that belongs to cells, such as the progress of a run; callers without a column get one. */
export function layOut<Content>(
  contents: readonly Content[],
  cellOf: (content: Content) => Cell,
  known: readonly GridColumn[],
  say: Say = inEnglish,
): AuthzGrid<Content> {
  const placed = contents.map((content) => ({ content, cell: cellOf(content) }));
  const columns = withCallers(
    known,
    placed.map(({ cell }) => cell),
  );
  const operations = groupBy(placed, ({ cell }) => cell.operation);
  return {
    columns,
    rows: [...operations.values()].flatMap((cells) =>
      linesOf(cells, say).flatMap((line) => rowsOf(line, columns, say)),
    ),
  };
}

/** The rows in which something is wanted, whole: what its neighbours got explains a cell. */
export function filterRows<Content>(
  rows: readonly GridRow<Content>[],
  filter: GridFilter,
  classOf: (content: Content) => OutcomeClass | undefined,
): readonly GridRow<Content>[] {
  return rows.filter(({ cells }) =>
    cells.some((content) => content !== undefined && isWanted(classOf(content), filter)),
  );
}

/** Whether a cell that ended so, or has not ended, is one that the filter asks for. */
function isWanted(outcome: OutcomeClass | undefined, filter: GridFilter): boolean {
  const judgement = outcome === undefined ? undefined : judgementOf(outcome);
  switch (filter) {
    case 'all':
      return true;
    case 'flaws':
      return judgement === 'flaw';
    case 'inconclusive':
      return judgement === 'inconclusive';
    case 'not-passed':
      return judgement !== undefined && judgement !== 'pass';
  }
}

/** Where a cell attacks, in words; two cells of an operation that attack alike have the same. */
export function locationOf(cell: Cell, say: Say = inEnglish): string {
  const place = placeWords(cell, say);
  return cell.variant === undefined ? place : `${place}, ${cell.variant}`;
}

interface Placed<Content> {
  readonly content: Content;
  readonly cell: Cell;
}

/** Cells of one operation that belong to one location. */
interface Line<Content> {
  readonly location: string;
  readonly cells: readonly Placed<Content>[];
}

/** Cells of different callers, at least one. */
type Layer<Content> = readonly [Placed<Content>, ...Placed<Content>[]];

function placeWords({ places, property, resource, effect }: Cell, say: Say): string {
  if (property !== undefined) {
    return effect === 'read' ? say('shows {0}', property) : say('sets {0}', property);
  }
  if (places.length > 0) {
    return places
      .map(({ in: where, name, variable }) => formatLocation({ in: where, name: name ?? variable }, say))
      .join(' + ');
  }
  return resource === undefined ? say('function') : effectWord(effect, say);
}

function effectWord(effect: Effect, say: Say): string {
  switch (effect) {
    case 'read':
      return say('list');
    case 'create':
      return say('create');
    case 'update':
      return say('update');
    case 'delete':
      return say('delete');
    case 'action':
      return say('action');
  }
}

function withCallers(known: readonly GridColumn[], cells: readonly Cell[]): readonly GridColumn[] {
  const columns = new Map(known.map((column) => [column.user, column]));
  for (const { caller, callerRole } of cells) {
    if (!columns.has(caller)) {
      columns.set(caller, { user: caller, role: callerRole });
    }
  }
  return [...columns.values()];
}

/**
 * The locations of one operation. A cell without places of its own, such as a caller on their own object, says
 * the same for every location and is in the first.
 */
function linesOf<Content>(cells: readonly Placed<Content>[], say: Say): readonly Line<Content>[] {
  const first = cells.find(({ cell }) => cell.places.length > 0 && cell.variant === undefined)?.cell;
  const lines = groupBy(cells, ({ cell }) =>
    first !== undefined && isPlaceless(cell) ? locationOf(first, say) : locationOf(cell, say),
  );
  return [...lines].map(([location, members]) => ({ location, cells: members }));
}

function isPlaceless({ places, property, variant }: Cell): boolean {
  return places.length === 0 && property === undefined && variant === undefined;
}

function rowsOf<Content>(
  { location, cells }: Line<Content>,
  columns: readonly GridColumn[],
  say: Say,
): readonly GridRow<Content>[] {
  const layers = layersOf(cells);
  if (layers.length === 1) {
    return layers.map((layer) => rowOf(location, layer, columns));
  }
  return [...groupBy(cells, ({ cell }) => cell.owner)].flatMap(([owner, members]) => {
    const words = owner === undefined ? location : say('{0}, of {1}', location, owner);
    return layersOf(members).map((layer) => rowOf(words, layer, columns));
  });
}

/** As few parts as possible without a caller twice in one. */
function layersOf<Content>(cells: readonly Placed<Content>[]): readonly Layer<Content>[] {
  const byCaller = [...groupBy(cells, ({ cell }) => cell.caller).values()];
  const depth = Math.max(...byCaller.map(({ length }) => length));
  return Array.from({ length: depth }, (_, index) =>
    byCaller.flatMap((members) => members[index] ?? []),
  ).flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]));
}

function rowOf<Content>(
  location: string,
  cells: Layer<Content>,
  columns: readonly GridColumn[],
): GridRow<Content> {
  const { operation, method, path } = cells[0].cell;
  const byCaller = new Map(cells.map(({ cell, content }) => [cell.caller, content]));
  return { operation, method, path, location, cells: columns.map(({ user }) => byCaller.get(user)) };
}
