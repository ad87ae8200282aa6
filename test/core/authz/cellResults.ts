/** Cells, signals and results in short, for tests of what is said of them. */
import type { AuthzResult, CellResult } from '../../../src/core/authz/model/authzResult';
import type { Cell } from '../../../src/core/authz/model/cell';
import { explain } from '../../../src/core/authz/report/explain/explain';
import { judge } from '../../../src/core/authz/judge/judge';
import type { Signals } from '../../../src/core/authz/model/verdict';

/** alice reads bob's order, unless something else is said. */
export function cellOf(given: Partial<Cell> = {}): Cell {
  const { kind = 'OBJ', operation = 'order.read', owner = 'bob', caller = 'alice' } = given;
  return {
    id: `${kind} ${operation} ${owner}<-${caller} path:orderId`,
    kind,
    operation,
    effect: 'read',
    resource: 'order',
    owner,
    ownerRole: 'customer',
    caller,
    callerRole: 'customer',
    method: 'GET',
    path: '/api/orders/{{orderId}}',
    places: [{ in: 'path', variable: 'orderId' }],
    ...given,
  };
}

/** A function without an object: alice calls what mia is granted. */
export function functionCell(given: Partial<Cell> = {}): Cell {
  const { resource, ...cell } = cellOf({
    kind: 'FUN',
    operation: 'users.list',
    owner: 'mia',
    ownerRole: 'manager',
    places: [],
    ...given,
  });
  return cell;
}

/** A refusal with 403 of a read, unless something else is said. */
export function signalsOf(given: Partial<Signals> = {}): Signals {
  return {
    control: 'ok',
    status: 403,
    leak: 'no',
    state: 'unasked',
    self: false,
    soft: false,
    ...given,
  };
}

/** The result of a cell, judged and explained as a run does it. */
export function resultOf(
  cell: Cell,
  signals: Signals,
  evidence: Partial<Pick<CellResult, 'leaks' | 'changes' | 'controlFailure' | 'attackFailure'>> = {},
): CellResult {
  const { leaks = [], changes = [], ...failures } = evidence;
  const outcome = judge(cell.kind, signals);
  return {
    cell,
    signals,
    class: outcome,
    reasons: explain({ cell, signals, class: outcome, leaks, changes, ...failures }),
    ...failures,
    steps: [],
    leaks,
    changes,
    secondary: [],
    fingerprint: 'f'.repeat(64),
  };
}

/** A cell that nothing was sent for; without a reason of the plan the run ended before it. */
export function skippedOf(cell: Cell): CellResult {
  return {
    cell,
    class: 'SKIPPED',
    reasons: [cell.skip ?? 'The limit of 10 requests was reached.'],
    steps: [],
    leaks: [],
    changes: [],
    secondary: [],
    fingerprint: 'f'.repeat(64),
  };
}

/** A whole run of some cells. */
export function runOf(
  cells: readonly CellResult[],
  outcome: AuthzResult['outcome'] = 'finished',
): AuthzResult {
  return {
    formatVersion: 1,
    kind: 'authz',
    matrix: { file: 'orders.authz.json', name: 'Orders' },
    startedAt: '2026-11-21T09:52:11.123Z',
    durationMs: 8400,
    seed: 'seed',
    outcome,
    users: [],
    cells,
    undeclared: [],
    requests: { sent: 147, mutations: 3, strict: 160 },
    leftovers: [],
    exchanges: [],
    notes: [],
  };
}
