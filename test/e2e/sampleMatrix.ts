/** An authorization run with every judgement, as the editor would send it. */
import type { CellResult } from '../../src/core/authz/model/authzResult';
import type { Cell, CellKind } from '../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../src/core/authz/model/verdict';
import type { CellEvidence } from '../../src/protocol/authzPanel';
import type { AuthzView, CellRow } from '../../src/protocol/authzView';

const USERS = [
  { user: 'alice', role: 'customer' },
  { user: 'bob', role: 'customer' },
  { user: 'sam', role: 'support agent' },
  { user: 'mia', role: 'manager' },
  { user: 'nobody', role: 'anonymous' },
];

/** The contents of a cell: its class, and its two lines. */
type Shown = readonly [outcome: OutcomeClass, mark: string, headline: string, detail: string];

const OWN: Shown = ['PASS_EFFECT', '', 'own', '200'];
const ALLOWED: Shown = ['PASS_EFFECT', '', 'allowed', '200'];
const ANONYMOUS: Shown = ['PASS_401', '✓', '401', ''];
const DENIED: Shown = ['PASS_403', '✓', '403', 'unchanged'];
const HIDDEN: Shown = ['PASS_404', '✓', '404', 'still there'];

const READ: Shown = ['FLAW_READ', '✗', 'read', '403, data in body'];
const CHANGED: Shown = ['FLAW_WRITE', '✗', 'changed', '404, amount 12.5 → 0'];
const OTHER: Shown = ['DENIED_OTHER', '!', '400', 'not 403 or 404'];
const CONTROL: Shown = ['INCONCLUSIVE_CONTROL', '?', 'control', 'owner got 500'];

const ROWS: readonly (readonly [
  operation: string,
  method: string,
  places: Cell['places'],
  readonly Shown[],
])[] = [
  ['order.read', 'GET', inPath(), [READ, OWN, ALLOWED, ALLOWED, ANONYMOUS]],
  ['order.replace', 'PUT', inPath(), [DENIED, OWN, DENIED, ALLOWED, ANONYMOUS]],
  ['order.update', 'PATCH', inBody(), [CHANGED, OWN, OTHER, ALLOWED, ANONYMOUS]],
  ['order.delete', 'DELETE', inPath(), [HIDDEN, OWN, CONTROL, ALLOWED, ANONYMOUS]],
  ['users.list', 'GET', [], [DENIED, DENIED, DENIED, DENIED, ANONYMOUS]],
];

/** The rows of a run that is over; `change` replaces parts of the view. */
export function viewOf(change: Partial<AuthzView> = {}): AuthzView {
  return {
    run: 1,
    matrix: { file: 'orders.authz.json', name: 'Orders: who may do what' },
    environment: 'local',
    startedAt: '2026-11-20T14:02:00.000Z',
    durationMs: 8400,
    outcome: 'finished',
    sent: 147,
    since: { startedAt: '2026-11-18T09:00:00.000Z', flaws: 2 },
    notes: [],
    obstacles: [],
    users: USERS,
    cells: ROWS.flatMap(([operation, method, places, shown]) =>
      shown.map((cell, column) => rowOf({ operation, method, places }, cell, column)),
    ),
    ...change,
  };
}

/** A cell by its operation and caller, as the view has it. */
export function cellAt(view: AuthzView, operation: string, caller: string): number {
  return view.cells.findIndex(({ cell }) => cell.operation === operation && cell.caller === caller);
}

/** The evidence of a cell of the view. */
export function evidenceOf(view: AuthzView, index: number): CellEvidence {
  const row = view.cells[index];
  if (row?.progress.state !== 'finished') {
    throw new Error('the cell has ended');
  }
  const { cell, progress } = row;
  const outcome = progress.summary.class;
  return {
    title: `${cell.caller} reads bob's order`,
    facts: [outcome, 'CWE-639', 'API1:2023', 'new'],
    result: resultOf(cell, outcome),
    steps: [
      { step: 'create', user: 'bob', method: 'POST', target: '/api/orders', status: 201 },
      { step: 'owner-read', user: 'bob', method: 'GET', target: '/api/orders/731', status: 200 },
      { step: 'caller-control', user: cell.caller, method: 'GET', target: '/api/orders/730', status: 200 },
      { step: 'attack', user: cell.caller, method: cell.method, target: '/api/orders/731', status: 403 },
      { step: 'after-read', user: 'bob', method: 'GET', target: '/api/orders/731', status: 200 },
    ],
    attack: {
      request: {
        line: 'GET http://127.0.0.1:4010/api/orders/731',
        headers: [
          { name: 'Authorization', value: 'Bearer ‹token:alice›' },
          { name: 'Cache-Control', value: 'no-cache' },
        ],
      },
      response: {
        line: 'HTTP/1.1 403 Forbidden',
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        body: '{\n  "error": "belongs to bob",\n  "order": { "id": 731, "note": "CNRY-0123456789abcdef" }\n}',
      },
    },
    links: ['orders.authz.json:21', 'orders.chain.json:34'],
  };
}

function inPath(): Cell['places'] {
  return [{ in: 'path', variable: 'orderId' }];
}

function inBody(): Cell['places'] {
  return [{ in: 'body', variable: 'orderId', name: '/id' }];
}

function rowOf(
  { operation, method, places }: Pick<Cell, 'operation' | 'method' | 'places'>,
  [outcome, mark, headline, detail]: Shown,
  column: number,
): CellRow {
  const { user, role } = USERS[column] ?? { user: 'nobody', role: 'anonymous' };
  const kind: CellKind = user === 'nobody' ? 'ANON' : user === 'bob' ? 'SELF' : 'OBJ';
  const cell: Cell = {
    id: `${kind} ${operation} ${user}<-bob`,
    kind,
    operation,
    effect: method === 'GET' ? 'read' : 'update',
    ...(places.length === 0 ? {} : { resource: 'order' }),
    owner: 'bob',
    ownerRole: 'customer',
    caller: user,
    callerRole: role,
    method,
    path: places.length === 0 ? '/api/users' : '/api/orders/{{orderId}}',
    places,
  };
  return { cell, progress: { state: 'finished', summary: { class: outcome, mark, headline, detail } } };
}

function resultOf(cell: Cell, outcome: OutcomeClass): CellResult {
  return {
    cell,
    class: outcome,
    signals: { control: 'ok', status: 403, leak: 'yes', state: 'same', self: false, soft: false },
    reasons: ["The answer is 403, but its body carries bob's data: /order/note equals the planted text."],
    steps: [],
    leaks: [
      {
        found: 'body /order/note',
        value: 'the planted text',
        begins: 'CNRY',
        sha256: '0123456789abcdef',
        encoding: 'plain',
      },
    ],
    changes: [],
    secondary: [],
    fingerprint: cell.id,
  };
}
