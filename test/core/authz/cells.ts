/** Cells and verdicts that tests make up, a line each. */
import type { CellResult } from '../../../src/core/authz/model/authzResult';
import type { Cell } from '../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';

/** A caller on the object of an owner; everything else has a default. */
export function cellOf(caller: string, owner: string | undefined, change: Partial<Cell> = {}): Cell {
  const operation = change.operation ?? 'order.read';
  const { places = [{ in: 'path', variable: 'orderId' }] } = change;
  const where = places.map(({ in: part, name, variable }) => `${part}:${name ?? variable}`).join('+');
  return {
    id: `OBJ ${operation} ${owner ?? '-'}<-${caller} ${where}${change.variant ?? ''}${change.property ?? ''}`,
    kind: 'OBJ',
    operation,
    effect: 'read',
    resource: 'order',
    ...(owner === undefined ? {} : { owner, ownerRole: 'customer' }),
    caller,
    callerRole: 'customer',
    method: 'GET',
    path: '/api/orders/{{orderId}}',
    places,
    ...change,
  };
}

/** A cell that ended so; everything else has a default. */
export function verdictOn(cell: Cell, outcome: OutcomeClass, change: Partial<CellResult> = {}): CellResult {
  return {
    cell,
    class: outcome,
    signals: { control: 'ok', status: 403, leak: 'no', state: 'unasked', self: false, soft: false },
    reasons: [],
    steps: [],
    leaks: [],
    changes: [],
    secondary: [],
    fingerprint: cell.id,
    ...change,
  };
}
