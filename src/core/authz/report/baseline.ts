/**
 * Baselines: what an earlier run of a matrix came to, by fingerprint, and what has changed since.
 *
 * A baseline holds classes and the names that the matrix gives to things, no data. What did not pass then is
 * known and does not fail a run again. A missing proof does: a cell that once passed and now
 * shows nothing, or is gone, must not look like one that still passes.
 */
import { defined } from '../../defined';
import { UserError } from '../../errors';
import type { AuthzResult, CellResult } from '../model/authzResult';
import type { Cell, CellKind } from '../model/cell';
import { cellId } from '../model/cellId';
import { relationWords } from './crossing';
import { isCutOff } from './summary';
import { countsAsDenied, isFailure, judgementOf, type Judgement, type OutcomeClass } from '../model/verdict';

/** What an earlier run came to. */
export interface Baseline {
  readonly formatVersion: 1;
  readonly kind: 'authz-baseline';
  /** By fingerprint; of several cells that share one, the worst. */
  readonly cells: Readonly<Record<string, BaselineCell>>;
}

/** A cell of an earlier run. */
export interface BaselineCell {
  readonly class: OutcomeClass;
  readonly kind: CellKind;
  /** Tells whether the operation has left the matrix. */
  readonly operation: string;
  /** The cell with roles in the place of users: `OBJ order.read customer<-customer`. */
  readonly title: string;
}

/**
 * How a cell compares to a baseline. `new`: a flaw that was none; `updated`: another flaw than before; `lost`: a
 * protection that was proved only before; `fixed`: a flaw is gone, or an odd refusal is a proper one; `changed`:
 * any other difference; `added`: not in the baseline, and no flaw.
 */
export type BaselineChange = 'new' | 'updated' | 'lost' | 'fixed' | 'changed' | 'added' | 'unchanged';

/** A cell and its change since the baseline. */
export interface ComparedCell {
  readonly result: CellResult;
  /** Absent when the baseline does not know the cell. */
  readonly before?: OutcomeClass;
  readonly change: BaselineChange;
}

/** A cell that was removed. */
export interface AbsentCell extends BaselineCell {
  readonly fingerprint: string;
  /** Whether its operation is no longer in the matrix either, which explains it. */
  readonly operationLeft: boolean;
}

/** A run compared with a baseline. */
export interface BaselineComparison {
  /** In the order of the result. */
  readonly cells: readonly ComparedCell[];
  /** By title. */
  readonly absent: readonly AbsentCell[];
}

/**
 * What a result leaves for later runs to be compared with. Of cells that nobody asked for in it, that is what an
 * earlier baseline says: left out, every flaw of theirs would look new.
 *
 * @throws UserError for a run of some cells alone without an earlier baseline
 */
export function nextBaseline(
  result: Pick<AuthzResult, 'cells' | 'unselected'>,
  earlier: Baseline | undefined,
): Baseline {
  const { unselected = [] } = result;
  if (unselected.length > 0 && earlier === undefined) {
    throw partialBaseline();
  }
  const { cells } = baselineOf(result);
  const kept = Object.entries(earlier?.cells ?? {}).filter(
    ([fingerprint, known]) =>
      unselected.includes(fingerprint) && rankOf(known) > rankOf(own(cells, fingerprint)),
  );
  const all = { ...cells, ...Object.fromEntries(kept) };
  return {
    formatVersion: 1,
    kind: 'authz-baseline',
    cells: Object.fromEntries(Object.entries(all).sort(byFingerprint)),
  };
}

/** Why a run of some cells alone leaves no baseline. */
export function partialBaseline(): UserError {
  return new UserError(
    'A run of selected cells (--only) cannot become a baseline: every other flaw would look new.',
    'Omit --only, or name the baseline to update with --baseline.',
  );
}

/** What the cells of a result came to, by fingerprint. */
export function baselineOf({ cells }: Pick<AuthzResult, 'cells'>): Baseline {
  const worst = new Map<string, CellResult>();
  for (const result of cells) {
    const known = worst.get(result.fingerprint);
    if (known === undefined || RANKS[judgementOf(result.class)] > RANKS[judgementOf(known.class)]) {
      worst.set(result.fingerprint, result);
    }
  }
  const entries = [...worst]
    .map(([fingerprint, { cell, class: outcome }]) => {
      const { kind, operation } = cell;
      const known: BaselineCell = { class: outcome, kind, operation, title: titleOf(cell) };
      return [fingerprint, known] as const;
    })
    .sort(byFingerprint);
  return { formatVersion: 1, kind: 'authz-baseline', cells: Object.fromEntries(entries) };
}

/** Compares a run with a baseline. */
export function compareBaseline(
  { cells, unselected = [] }: Pick<AuthzResult, 'cells' | 'unselected'>,
  baseline: Baseline,
): BaselineComparison {
  const operations = new Set(cells.map(({ cell }) => cell.operation));
  // What nobody asked for in this run is neither there nor gone.
  const fingerprints = new Set([...cells.map(({ fingerprint }) => fingerprint), ...unselected]);
  const absent = Object.entries(baseline.cells)
    .filter(([fingerprint]) => !fingerprints.has(fingerprint))
    .map(([fingerprint, known]) => ({
      ...known,
      fingerprint,
      operationLeft: !operations.has(known.operation),
    }))
    .sort((one, other) => (one.title < other.title ? -1 : 1));
  return { cells: cells.map((result) => compareCell(result, baseline)), absent };
}

/**
 * The exit code of a run that is compared with a baseline. What did not pass before is known and does not count:
 * 1 for flaws that the baseline does not hold; 3 for protections that were proved only before, cells that vanished
 * while their operation stayed, cells without proof that the baseline does not know, and a run that tested nothing
 * or ended before it was through; 4 for refusals by
 * another code where there was a pass or nothing (1 when `strict`); 0 otherwise; 130 for a cancelled run.
 */
export function baselineExitCode(
  { outcome }: Pick<AuthzResult, 'outcome'>,
  { cells, absent }: BaselineComparison,
  { strict }: { readonly strict: boolean },
): 0 | 1 | 3 | 4 | 130 {
  const counting = cells.filter(counts).map(({ result }) => result);
  const isDenied = counting.some(countsAsDenied);
  if (outcome === 'cancelled') {
    return 130;
  }
  if (counting.some((result) => isFailure(result.class)) || (isDenied && strict)) {
    return 1;
  }
  const isLost = cells.some(({ change }) => change === 'lost') || absent.some(isUnexplained);
  const isThrough = cells.some(isTested) && !cells.some(({ result }) => isCutOff(result));
  const isUnproved = counting.some((result) => judgementOf(result.class) === 'inconclusive');
  if (isLost || !isThrough || isUnproved) {
    return 3;
  }
  return isDenied ? 4 : 0;
}

/** Whether a cell that vanished fails a run: it had been tested, and its operation is still there. */
export function isUnexplained({ operationLeft, class: before }: AbsentCell): boolean {
  return !operationLeft && judgementOf(before) !== 'open';
}

function isTested({ result }: ComparedCell): boolean {
  return result.class !== 'SKIPPED';
}

/** The worst has the highest. */
const RANKS: Readonly<Record<Judgement, number>> = {
  pass: 0,
  open: 1,
  denied: 2,
  inconclusive: 3,
  restricted: 4,
  flaw: 5,
};

function rankOf(cell: BaselineCell | undefined): number {
  return cell === undefined ? -1 : RANKS[judgementOf(cell.class)];
}

function own(cells: Baseline['cells'], fingerprint: string): BaselineCell | undefined {
  return Object.hasOwn(cells, fingerprint) ? cells[fingerprint] : undefined;
}

function byFingerprint(
  [one]: readonly [string, BaselineCell],
  [other]: readonly [string, BaselineCell],
): number {
  return one < other ? -1 : 1;
}

function titleOf({ owner: _owner, caller: _caller, ownerRole, callerRole, ...cell }: Cell): string {
  const id = cellId({ ...cell, caller: callerRole, ...defined({ owner: ownerRole }) });
  const words = relationWords(cell);
  return words === undefined ? id : `${id} (${words})`;
}

function compareCell(result: CellResult, baseline: Baseline): ComparedCell {
  const before = own(baseline.cells, result.fingerprint)?.class;
  return before === undefined
    ? { result, change: isFailure(result.class) ? 'new' : 'added' }
    : { result, before, change: changeOf(before, result.class) };
}

function changeOf(before: OutcomeClass, now: OutcomeClass): BaselineChange {
  const [was, is] = [judgementOf(before), judgementOf(now)];
  if (before === now) {
    return 'unchanged';
  }
  if (isFailure(now)) {
    return isFailure(before) ? 'updated' : 'new';
  }
  if (was === 'pass' && (is === 'inconclusive' || now === 'SKIPPED')) {
    return 'lost';
  }
  const isFixed = isFailure(before) ? is === 'pass' || is === 'denied' : was === 'denied' && is === 'pass';
  return isFixed ? 'fixed' : 'changed';
}

/** What the baseline holds as not passed is known; a flaw of another class is another flaw. */
function counts({ before, change }: ComparedCell): boolean {
  const isNew = before === undefined || change === 'new' || change === 'updated';
  return isNew || (change !== 'unchanged' && judgementOf(before) === 'pass');
}
