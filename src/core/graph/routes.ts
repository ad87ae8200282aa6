/**
 * The ways of lines. A bundle leaves its node to the right, past its label, and goes along gutters and lanes to
 * the left side of each consumer. In each it has a track of its own, so that no line runs behind a box, through
 * a label, or on top of another bundle.
 */
import { groupPairs } from '../groupBy';
import { bundleLabel, type Bundle } from './bundles';
import { gridOf, middlesOf, NODE_SIZE, type Cell, type Grid, type Point } from './grid';

/** A bundle with its lines. */
export interface Route {
  readonly bundle: Bundle;
  readonly label: { readonly text: string; readonly middle: Point };
  /** The corners of the line to each consumer, from box to box. */
  readonly ways: readonly { readonly to: string; readonly points: readonly Point[] }[];
}

/** From one node to another. */
interface Leg {
  readonly bundle: Bundle;
  readonly key: string;
  readonly from: Cell;
  readonly to: Cell;
}

/** What runs where. */
interface Plan {
  readonly legs: readonly Leg[];
  /** Where a bundle leaves its box, below the middle of it. */
  readonly exits: ReadonlyMap<Bundle, number>;
  /** Where a line ends, below the middle of the box. */
  readonly entries: ReadonlyMap<Leg, number>;
  /** Bundles from left to right. */
  readonly gutters: ReadonlyMap<number, readonly Bundle[]>;
  /** Bundles from top to bottom. */
  readonly lanes: ReadonlyMap<number, readonly Bundle[]>;
  /** Room for labels at the left of gutters. */
  readonly labels: ReadonlyMap<number, number>;
}

/** Between two lines that run side by side. */
const TRACK = 7;
/** Between a box, or a label, and what is next to it. */
const CLEARANCE = 6;
/** Between the last track and the box to which arrows go. */
const ARROW = 18;
/** Between lines and the boxes above and below them. */
const LANE_SIDE = 1.5 * TRACK;
/** The same where a group has its frame and its title. */
const TITLE_ROOM = 32;
/** A UTF-16 code unit of a label, on average. */
const LETTER = 7;

/**
 * The places of nodes, and the ways of bundles between them; what has no cell has no way. Above some rows there are
 * titles of groups.
 */
export function routedLayout(
  cells: ReadonlyMap<string, Cell>,
  bundles: readonly Bundle[],
  titledRows: ReadonlySet<number>,
): { readonly points: ReadonlyMap<string, Point>; readonly routes: readonly Route[] } {
  const plan = planOf(cells, bundles);
  const width = (gutter: number, tracks: number): number =>
    (plan.labels.get(gutter) ?? 0) + CLEARANCE + Math.max(tracks - 1, 0) * TRACK + ARROW;
  const columns = new Set([...plan.labels.keys(), ...plan.gutters.keys()]);
  const grid = gridOf(cells.values(), {
    gutters: new Map([...columns].map((at) => [at, width(at, plan.gutters.get(at)?.length ?? 0)])),
    lanes: new Map(
      [...plan.lanes].map(([lane, { length }]) => [
        lane,
        length * TRACK + 2 * (titledRows.has(lane) ? TITLE_ROOM : LANE_SIDE),
      ]),
    ),
  });
  const points = middlesOf(cells, grid);
  const legs = groupPairs(plan.legs.map((leg) => [leg.bundle, leg]));
  const routes = [...legs].map(([bundle, own]): Route => {
    const ways = own.map((leg) => ({ to: leg.key, points: wayOf(leg, plan, grid) }));
    return { bundle, label: labelOf(bundle, ways[0]?.points[0]), ways };
  });
  return { points, routes };
}

function planOf(cells: ReadonlyMap<string, Cell>, bundles: readonly Bundle[]): Plan {
  const legs = bundles.flatMap((bundle) => legsOf(bundle, cells));
  const exits = new Map(
    [...groupPairs(legs.map(({ bundle }) => [bundle.from, bundle])).values()].flatMap((leaving) =>
      exitsOf(leaving, (bundle) => meanRow(bundle, cells)),
    ),
  );
  const coming = groupPairs(legs.map((leg) => [leg.key, leg])).values();
  const labels = groupPairs(legs.map(({ bundle, from }) => [from.column, labelWidth(bundle) + CLEARANCE]));
  const tracks = groupPairs(legs.flatMap((leg) => guttersOf(leg).map((gutter) => [gutter, leg] as const)));
  return {
    legs,
    exits,
    entries: new Map([...coming].flatMap((own) => entriesOf(own, exits))),
    gutters: new Map([...tracks].map(([gutter, own]) => [gutter, trackOrder(own, gutter, exits)])),
    lanes: new Map(
      [...groupPairs(legs.flatMap((leg) => lanesOf(leg).map((lane) => [lane, leg.bundle] as const)))].map(
        ([lane, own]) => [lane, [...new Set(own)]],
      ),
    ),
    labels: new Map([...labels].map(([gutter, widths]) => [gutter, Math.max(...widths)])),
  };
}

function legsOf(bundle: Bundle, cells: ReadonlyMap<string, Cell>): readonly Leg[] {
  const from = cells.get(bundle.from);
  return bundle.to.flatMap((key) => {
    const to = cells.get(key);
    return from === undefined || to === undefined ? [] : [{ bundle, key, from, to }];
  });
}

function isStraight({ from, to }: Leg): boolean {
  return from.column + 1 === to.column && from.row === to.row;
}

function guttersOf(leg: Leg): readonly number[] {
  return isStraight(leg) ? [] : [...new Set([leg.from.column, leg.to.column - 1])];
}

/** A way that passes columns runs next to the row of its end, on the side where it comes from. */
function lanesOf({ from, to }: Leg): readonly number[] {
  return from.column + 1 === to.column ? [] : [from.row > to.row ? to.row + 1 : to.row];
}

/**
 * What begins here is left of what only passes, and of that the outermost lines first: so a line that leaves a
 * box does not run on one that comes to the box across the gutter.
 */
function trackOrder(
  legs: readonly Leg[],
  gutter: number,
  exits: ReadonlyMap<Bundle, number>,
): readonly Bundle[] {
  const height = ({ from, bundle }: Leg): number =>
    from.row * NODE_SIZE.height * 2 + (exits.get(bundle) ?? 0);
  const own = legs
    .filter(({ from }) => from.column === gutter)
    .sort((one, other) => height(one) - height(other));
  const up = own.filter(({ from, to }) => to.row <= from.row);
  const down = own.filter(({ from, to }) => to.row > from.row).toReversed();
  return [...new Set([...up, ...down, ...legs].map(({ bundle }) => bundle))];
}

/** Where bundles leave a node: one below the other, at multiples of 8, so that their labels do not touch. */
function exitsOf(
  leaving: readonly Bundle[],
  rankOf: (bundle: Bundle) => number,
): readonly (readonly [Bundle, number])[] {
  const sorted = [...new Set(leaving)].sort((one, other) => rankOf(one) - rankOf(other));
  const distance = Math.min(16, 48 / Math.max(sorted.length - 1, 1));
  return sorted.map((bundle, at) => [bundle, (at - (sorted.length - 1) / 2) * distance]);
}

/** Where lines end at a node: what comes straight stays so, and the others are above and below it. */
function entriesOf(
  coming: readonly Leg[],
  exits: ReadonlyMap<Bundle, number>,
): readonly (readonly [Leg, number])[] {
  const straight = coming
    .filter(isStraight)
    .map((leg): readonly [Leg, number] => [leg, exits.get(leg.bundle) ?? 0]);
  const half = NODE_SIZE.height / 2;
  const bent = coming.filter((leg) => !isStraight(leg)).sort((one, other) => one.from.row - other.from.row);
  if (straight.length === 0) {
    return bent.map((leg, at) => [leg, entryOffset(at - (bent.length - 1) / 2, (2 * half) / bent.length)]);
  }
  const heights = straight.map(([, height]) => height);
  const above = bent.filter(({ from, to }) => from.row <= to.row).toReversed();
  const below = bent.filter(({ from, to }) => from.row > to.row);
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  return [
    ...straight,
    ...above.map((leg, at) => [leg, top - entryOffset(at + 1, (half + top) / (above.length + 1))] as const),
    ...below.map(
      (leg, at) => [leg, bottom + entryOffset(at + 1, (half - bottom) / (below.length + 1))] as const,
    ),
  ];
}

/** Between the multiples of 8 at which lines leave the box across the gutter, and no farther apart than there is room. */
function entryOffset(at: number, room: number): number {
  const offset = at * Math.min(12, room);
  return offset % 8 === 0 ? offset + 4 : offset;
}

function meanRow({ to }: Bundle, cells: ReadonlyMap<string, Cell>): number {
  return to.reduce((total, key) => total + (cells.get(key)?.row ?? 0), 0) / to.length;
}

function labelWidth(bundle: Bundle): number {
  return bundleLabel(bundle).length * LETTER;
}

function labelOf(bundle: Bundle, { x, y }: Point = { x: 0, y: 0 }): Route['label'] {
  return { text: bundleLabel(bundle), middle: { x: x + CLEARANCE + labelWidth(bundle) / 2, y } };
}

/** The corners of a way. */
function wayOf(leg: Leg, plan: Plan, grid: Grid): readonly Point[] {
  const { bundle, from, to } = leg;
  const half = NODE_SIZE.width / 2;
  const start = {
    x: (grid.columns[from.column] ?? 0) + half,
    y: (grid.rows[from.row] ?? 0) + (plan.exits.get(bundle) ?? 0),
  };
  const end = {
    x: (grid.columns[to.column] ?? 0) - half,
    y: (grid.rows[to.row] ?? 0) + (plan.entries.get(leg) ?? 0),
  };
  const trackOf = (gutter: number): number =>
    grid.gutter(gutter) +
    (plan.labels.get(gutter) ?? 0) +
    CLEARANCE +
    (plan.gutters.get(gutter)?.indexOf(bundle) ?? 0) * TRACK;
  const [out, into = out] = guttersOf(leg).map(trackOf);
  if (out === undefined || into === undefined) {
    return [start, end];
  }
  const heights = lanesOf(leg).map((lane) => {
    const others = plan.lanes.get(lane) ?? [];
    return grid.lane(lane) + (others.indexOf(bundle) - (others.length - 1) / 2) * TRACK;
  });
  const across = heights.flatMap((y) => [
    { x: out, y },
    { x: into, y },
  ]);
  return [start, { x: out, y: start.y }, ...across, { x: into, y: end.y }, end];
}
