/** Views of authorization runs: of one that begins, of one that is over, and the steps between. */
import type { AuthzEvent, AuthzResult, CellResult } from '../core/authz/model/authzResult';
import { baselineOf, compareBaseline } from '../core/authz/report/baseline';
import type { Cell } from '../core/authz/model/cell';
import { columnOf, type GridColumn } from '../core/authz/report/grid';
import { cellWords } from '../core/authz/report/summary';
import { defined } from '../core/defined';
import { inEnglish, type Say } from '../core/say';
import type { AuthzUpdate, AuthzView, CellRow, Obstacle } from './authzView';

/** What is known of a run before its first cell. */
export interface RunBeginning {
  /** Distinguishes runs of one matrix; counts up. */
  readonly run: number;
  readonly matrix: AuthzView['matrix'];
  readonly environment?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly users: readonly GridColumn[];
  /** In the order of the plan. */
  readonly cells: readonly Cell[];
  readonly notes: readonly string[];
}

/**
 * The view of a run that begins. When only some cells are run, those of the run before stay next to them:
 * looking into one cell again does not take the others away.
 */
export function startAuthzView(
  { cells, ...beginning }: RunBeginning,
  before: readonly CellResult[] = [],
  say: Say = inEnglish,
): AuthzView {
  const waiting = new Map(cells.map((cell) => [cell.id, waitingRow(cell)]));
  const known = before.map((result) => waiting.get(result.cell.id) ?? finishedRow(result, say));
  const ids = new Set(before.map(({ cell }) => cell.id));
  const added = cells.filter(({ id }) => !ids.has(id)).map(waitingRow);
  return {
    ...beginning,
    durationMs: 0,
    outcome: 'running',
    obstacles: [],
    cells: [...known, ...added],
  };
}

/** The view of a run that is over; `before` is the run that it is compared with. */
export function finishedAuthzView(
  run: number,
  result: AuthzResult,
  { before, say = inEnglish }: { readonly before?: AuthzResult | undefined; readonly say?: Say } = {},
): AuthzView {
  const { matrix, environment, startedAt, durationMs, outcome, users, cells, requests } = result;
  return {
    run,
    matrix,
    ...defined({ environment }),
    startedAt,
    durationMs,
    outcome,
    sent: requests.sent,
    ...(before === undefined ? {} : { since: newSince(result, before) }),
    notes: notesOf(result, say),
    obstacles: obstaclesOf(result),
    users: users.map(columnOf),
    cells: cells.map((cell) => finishedRow(cell, say)),
  };
}

/** The step that an event means for a view; absent when it means none, or concerns a cell that is not in it. */
export function toAuthzUpdate(
  { run, cells }: Pick<AuthzView, 'run' | 'cells'>,
  event: AuthzEvent,
  say: Say = inEnglish,
): AuthzUpdate | undefined {
  switch (event.type) {
    case 'authz-preparing':
      return { type: 'preparing', run, message: event.message };
    case 'cell-started': {
      const index = cells.findIndex(({ cell }) => cell.id === event.id);
      return index === -1 ? undefined : { type: event.type, run, index };
    }
    case 'cell-finished': {
      const { result } = event;
      const index = cells.findIndex(({ cell }) => cell.id === result.cell.id);
      return index === -1
        ? undefined
        : { type: event.type, run, index, summary: { class: result.class, ...cellWords(result, say) } };
    }
    case 'authz-started':
    case 'authz-finished':
      return undefined;
  }
}

/** Merges a run of some cells into the run before: new results for those cells, the others unchanged. */
export function mergeResults(before: AuthzResult, part: AuthzResult): AuthzResult {
  const offset = before.exchanges.length;
  const renewed = new Map(
    part.cells.map((result) => [
      result.cell.id,
      {
        ...result,
        steps: result.steps.map(({ step, exchange }) => ({ step, exchange: exchange + offset })),
      },
    ]),
  );
  const known = new Set(before.cells.map(({ cell }) => cell.id));
  return {
    ...part,
    cells: [
      ...before.cells.map((result) => renewed.get(result.cell.id) ?? result),
      ...[...renewed.values()].filter(({ cell }) => !known.has(cell.id)),
    ],
    exchanges: [...before.exchanges, ...part.exchanges],
  };
}

function waitingRow(cell: Cell): CellRow {
  return { cell, progress: { state: 'waiting' } };
}

function finishedRow(result: CellResult, say: Say): CellRow {
  const summary = { class: result.class, ...cellWords(result, say) };
  return { cell: result.cell, progress: { state: 'finished', summary } };
}

function newSince(result: AuthzResult, before: AuthzResult): NonNullable<AuthzView['since']> {
  const { cells } = compareBaseline(result, baselineOf(before));
  return {
    startedAt: before.startedAt,
    flaws: cells.filter(({ change }) => change === 'new' || change === 'updated').length,
  };
}

/** Each once; that nothing answers is one only where nothing did. */
function obstaclesOf({ environment, cells, exchanges }: AuthzResult): readonly Obstacle[] {
  const used = new Set(cells.flatMap(({ steps }) => steps.map(({ exchange }) => exchange)));
  // Cells that were run again left others behind.
  const current = exchanges.filter((_exchange, index) => used.has(index));
  const isOffline = current.every(({ exchange }) => exchange?.response === undefined);
  const found = current.flatMap(({ exchange, failure: message, lacks }): readonly Obstacle[] => {
    if (message === undefined) {
      return [];
    }
    if (lacks?.secret !== undefined) {
      return [{ kind: 'secret', message, secret: lacks.secret }];
    }
    if (lacks !== undefined) {
      return environment === undefined ? [{ kind: 'environment', message }] : [];
    }
    return isOffline && UNREACHED.has(exchange?.failure?.code ?? '') ? [{ kind: 'offline', message }] : [];
  });
  return [...new Map(found.map((obstacle) => [obstacle.message, obstacle])).values()];
}

/** Codes of exchanges that did not reach their server. */
const UNREACHED: ReadonlySet<string> = new Set(['connection-refused', 'connection-failed', 'dns', 'timeout']);

/** What a run left behind is worth a line of its own: somebody has to clean it up. */
function notesOf({ notes, leftovers }: AuthzResult, say: Say): readonly string[] {
  return leftovers.length === 0
    ? notes
    : [
        ...notes,
        leftovers.length === 1
          ? say('One object could not be deleted. "Clean Up Test Objects" tries again.')
          : say(
              '{0} objects could not be deleted. "Clean Up Test Objects" tries again.',
              String(leftovers.length),
            ),
      ];
}
