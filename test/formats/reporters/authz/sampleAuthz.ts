/** The result of an authorization run with something of everything, for the tests of all its reporters. */
import type {
  AuthzExchange,
  AuthzResult,
  CellResult,
  CellStep,
  StepKind,
} from '../../../../src/core/authz/model/authzResult';
import type { Baseline, BaselineCell } from '../../../../src/core/authz/report/baseline';
import type { Cell, CellKind, IdPlace } from '../../../../src/core/authz/model/cell';
import { cellId } from '../../../../src/core/authz/model/cellId';
import { authzFingerprint } from '../../../../src/core/authz/report/fingerprint';
import type { Effect } from '../../../../src/core/authz/model/matrix';
import type { OutcomeClass, Signals } from '../../../../src/core/authz/model/verdict';
import type { RecordedExchange } from '../../../../src/core/result/result';
import type { AuthzReportContext } from '../../../../src/formats/reporters/authz/authzReport';
import type { CellPlaces, TextPlace } from '../../../../src/formats/reporters/authz/places';
import { nodeHash } from '../../../../src/node/run/nodePorts';
import { exchange, jsonBody } from '../sampleReport';

const matrixFile = 'security/orders.authz.json';
const chainFile = 'orders/orders.chain.json';

const roles: ReadonlyMap<string, string> = new Map([
  ['alice', 'customer'],
  ['bob', 'customer'],
  ['sam', 'supportAgent'],
  ['mia', 'manager'],
  ['root', 'administrator'],
  ['nobody', 'anonymous'],
]);

/** What tells cells apart. */
interface CellParts {
  readonly kind: CellKind;
  readonly operation: string;
  readonly effect: Effect;
  /** Empty for a function that concerns no object. */
  readonly resource: string;
  readonly owner: string;
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly places: readonly IdPlace[];
  readonly changes: Partial<Cell>;
}

/** Alice reads bob's order. */
const aliceReads: CellParts = {
  kind: 'OBJ',
  operation: 'order.read',
  effect: 'read',
  resource: 'order',
  owner: 'bob',
  caller: 'alice',
  method: 'GET',
  path: '/api/orders/{{orderId}}',
  places: [{ in: 'path', variable: 'orderId' }],
  changes: {},
};

/** A cell; what is left out is alice reading bob's order. */
export function sampleCell(parts: Partial<CellParts> = {}): Cell {
  const { resource, changes, ...rest } = { ...aliceReads, ...parts };
  const cell = {
    ...rest,
    ...(resource === '' ? {} : { resource }),
    ownerRole: roles.get(rest.owner) ?? rest.owner,
    callerRole: roles.get(rest.caller) ?? rest.caller,
    ...changes,
  };
  return { id: cellId(cell), ...cell };
}

const calm: Signals = {
  control: 'ok',
  status: 403,
  leak: 'no',
  state: 'unasked',
  self: false,
  soft: false,
};

/** Exchanges of the sample by the words that steps are written with. */
const exchangeList: readonly (readonly [words: string, exchange: AuthzExchange])[] = [
  ['login', sent('alice', 'login', 'POST /login', { status: 200 })],
  ['create', sent('bob', 'create-order', 'POST /api/orders', { status: 201 })],
  ['owner-read', sent('bob', 'get-order', 'GET /api/orders/731', { status: 200 })],
  ['owner-control', sent('bob', 'get-order', 'GET /api/orders/731', { status: 200 })],
  ['caller-control', sent('alice', 'get-order', 'GET /api/orders/730', { status: 200 })],
  [
    'attack 403',
    sent('alice', 'get-order', 'GET /api/orders/731', { status: 403, received: '{"error":"no"}' }),
  ],
  [
    'attack 200',
    sent('alice', 'get-order', 'GET /api/orders/731', { status: 200, received: '{"note":"CNRY-5d1f"}' }),
  ],
  ['attack 204', sent('alice', 'update-order', 'PATCH /api/orders/731', { status: 204 })],
  [
    'attack none',
    { user: 'alice', request: { chain: chainFile, id: 'get-order' }, failure: 'No answer came.' },
  ],
  ['after-read', sent('bob', 'get-order', 'GET /api/orders/731', { status: 200 })],
];

interface Answer {
  readonly status: number;
  readonly received?: string;
}

function sent(user: string, id: string, line: string, { status, received = '' }: Answer): AuthzExchange {
  const [method = '', path = ''] = line.split(' ');
  const recorded = exchange(method, path, status, {
    ...(method === 'GET' ? {} : { sent: '{"amount":0}' }),
    received,
  });
  return {
    user,
    request: { chain: chainFile, id },
    exchange: { ...recorded, request: { ...recorded.request, headers: masked(user, recorded) } },
  };
}

function masked(user: string, { request }: RecordedExchange): RecordedExchange['request']['headers'] {
  return request.headers.map(({ name, value }) => ({
    name,
    value: name === 'Authorization' ? `Bearer ‹token:${user}›` : value,
  }));
}

function stepsOf(...words: readonly string[]): readonly CellStep[] {
  return words.map((word) => ({
    step: word.replace(/ .*$/, '') as StepKind,
    exchange: exchangeList.findIndex(([known]) => known === word),
  }));
}

/** A verdict; what is left out is a pass. */
export function sampleResult(cell: Cell, changes: Partial<CellResult> = {}): CellResult {
  return {
    cell,
    signals: calm,
    class: 'PASS_403',
    reasons: ['The answer is 403, and nothing of bob is in it.'],
    steps: stepsOf('create', 'owner-read', 'owner-control', 'caller-control', 'attack 403', 'after-read'),
    leaks: [],
    changes: [],
    secondary: [],
    fingerprint: authzFingerprint(cell, nodeHash),
    ...changes,
  };
}

/** A cell of another class, of an operation of its own unless `parts` say another. */
function ofClass(
  outcome: OutcomeClass,
  parts: Partial<CellParts>,
  changes: Partial<CellResult> = {},
): CellResult {
  const { operation = `order.${outcome.toLowerCase().replaceAll('_', '-')}` } = parts;
  return sampleResult(sampleCell({ path: `/api/${operation}/{{orderId}}`, ...parts, operation }), {
    class: outcome,
    reasons: [`It is ${outcome} for a reason.`],
    ...changes,
  });
}

const changeByOther = {
  operation: 'order.update',
  effect: 'update',
  method: 'PATCH',
} as const satisfies Partial<CellParts>;

const flaws: readonly CellResult[] = [
  sampleResult(sampleCell(), {
    class: 'FLAW_READ',
    signals: { ...calm, status: 200, leak: 'yes' },
    reasons: ['The answer holds data of bob: body /note equals the text that was planted in his order.'],
    steps: stepsOf('create', 'owner-read', 'owner-control', 'caller-control', 'attack 200'),
    leaks: [
      {
        found: 'body /note',
        value: 'the planted text',
        begins: 'CNRY',
        sha256: '0123456789abcdef',
        encoding: 'plain',
      },
      {
        found: 'header X-Debug',
        value: '/customer',
        begins: 'bob@',
        sha256: 'fedcba9876543210',
        encoding: 'base64',
      },
    ],
    secondary: [{ code: 'CACHE_HIT', message: 'The answer came from a cache.' }],
  }),
  ofClass('FLAW_READ', { operation: 'order.leak' }, { signals: { ...calm, leak: 'yes' } }),
  sampleResult(sampleCell(changeByOther), {
    class: 'FLAW_WRITE',
    signals: { ...calm, status: 204, state: 'changed' },
    reasons: ['The answer is 204, and bob sees another order than before.'],
    steps: stepsOf('create', 'owner-read', 'owner-control', 'caller-control', 'attack 204', 'after-read'),
    changes: [
      { path: '/amount', before: '12.5', after: '0' },
      { path: '/owner', after: '…' },
      { path: '/note', before: '"CNRY-5d1f"' },
    ],
  }),
  ofClass('FLAW_DELETE', { operation: 'order.delete', effect: 'delete', method: 'DELETE' }),
  ofClass(
    'FLAW_READ',
    { kind: 'FUN', operation: 'users.list', resource: '', owner: 'root', places: [] },
    {
      signals: { ...calm, status: 200, leak: 'yes' },
    },
  ),
  ofClass(
    'FLAW_READ',
    { kind: 'FUN', operation: 'stats.read', resource: '', owner: 'root', places: [] },
    {
      signals: { ...calm, status: 200, leak: 'yes' },
    },
  ),
  ofClass(
    'FLAW_READ',
    {
      kind: 'ANON',
      operation: 'stats.read',
      resource: '',
      owner: 'root',
      caller: 'nobody',
      places: [],
    },
    { signals: { ...calm, status: 200, leak: 'yes' } },
  ),
  ofClass(
    'FLAW_READ',
    { kind: 'LIST', operation: 'order.list', path: '/api/orders', places: [] },
    {
      signals: { ...calm, status: 200, leak: 'yes', wholeList: true },
    },
  ),
  ofClass('FLAW_WRITE', {
    kind: 'PROP',
    operation: 'order.create',
    effect: 'create',
    method: 'POST',
    path: '/api/orders',
    places: [],
    changes: { property: '$.owner' },
  }),
  ofClass('SUSPECT_ACCEPTED', { caller: 'sam' }, { signals: { ...calm, status: 202, leak: 'unknown' } }),
  ofClass('OVER_RESTRICTED', { kind: 'SELF', owner: 'alice' }),
];

const nested: readonly IdPlace[] = [
  { in: 'path', variable: 'userId' },
  { in: 'path', variable: 'orderId' },
];

const passes: readonly CellResult[] = [
  sampleResult(sampleCell({ caller: 'sam' })),
  sampleResult(sampleCell({ changes: { variant: 'trailing-slash' } })),
  ofClass('PASS_404', { path: '/api/users/{{userId}}/orders/{{orderId}}', places: nested }),
  ofClass('PASS_401', {
    kind: 'ANON',
    operation: 'order.read',
    caller: 'nobody',
    path: '/api/orders/{{orderId}}',
  }),
  ofClass('PASS_EFFECT', { kind: 'LIST', caller: 'sam', places: [] }),
  ofClass('PASS_MAPPED', { places: [{ in: 'body', variable: 'orderId', name: '/variables/id' }] }),
  ofClass('PUBLIC_OK', { places: [{ in: 'query', variable: 'orderId', name: 'id' }] }),
];

const odd: readonly CellResult[] = [
  ofClass('ID_IGNORED', {}),
  ofClass('SOFT_DENY', {}),
  ofClass('DENIED_REDIRECT', {}),
  ofClass('DENIED_401', { caller: 'mia' }),
  ofClass('DENIED_OTHER', {}),
  ofClass('INCONCLUSIVE_CONTROL', {}, { signals: { ...calm, control: 'fail' } }),
  ofClass('INCONCLUSIVE_AUTH', {}),
  ofClass('INCONCLUSIVE_RATE_LIMIT', {}),
  ofClass('INCONCLUSIVE_SERVER_ERROR', {}),
  ofClass(
    'INCONCLUSIVE_NETWORK',
    {},
    {
      signals: { ...calm, status: 'none' },
      steps: stepsOf('owner-control', 'attack none'),
    },
  ),
  ofClass('INCONCLUSIVE_STATE', { ...changeByOther, caller: 'sam' }),
  skipped(),
  ofClass(
    'WAIVED',
    {},
    {
      waived: { class: 'DENIED_OTHER', reason: '400 by design', expires: '2027-03-31' },
    },
  ),
  ofClass(
    'WAIVED',
    { operation: 'order.waived-flaw' },
    {
      waived: { class: 'FLAW_READ', reason: 'fixed in May', expires: '2027-03-31' },
      signals: { ...calm, status: 200, leak: 'yes' },
    },
  ),
];

function skipped(): CellResult {
  const { signals: _signals, ...rest } = ofClass('SKIPPED', {
    operation: 'order.pay',
    effect: 'action',
    method: 'POST',
    changes: { skip: 'It cannot be taken back.', undeclared: true },
  });
  return { ...rest, reasons: [], steps: [] };
}

/** Every class, every kind, leaks, changes, waivers, an undeclared pair, a leftover and a note. */
export const sampleAuthz: AuthzResult = {
  formatVersion: 1,
  kind: 'authz',
  matrix: { file: matrixFile, name: 'Orders: who may do what' },
  environment: 'local',
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 8400,
  seed: '5eed',
  outcome: 'finished',
  users: [...roles].map(([name, role]) => ({ name, role })),
  cells: [...flaws, ...passes, ...odd],
  undeclared: [{ role: 'supportAgent', operation: 'order.pay' }],
  requests: { sent: 147, mutations: 12, strict: 160 },
  leftovers: [
    { resource: 'order', owner: 'bob', ids: { orderId: '731' }, reason: 'The server answered 500.' },
  ],
  exchanges: exchangeList.map(([, exchanged]) => exchanged),
  notes: ['Nobody is granted order.archive.'],
};

/** A result of nothing. */
export const emptyAuthz: AuthzResult = {
  ...sampleAuthz,
  users: [],
  cells: [],
  undeclared: [],
  leftovers: [],
  exchanges: [],
  notes: [],
};

/** A result in which all is well. */
export const passedAuthz: AuthzResult = {
  ...sampleAuthz,
  cells: passes,
  undeclared: [],
  leftovers: [],
  notes: [],
};

/** What some classes were before: they are new, updated, lost, fixed or changed now. */
const before: Partial<Record<OutcomeClass, OutcomeClass>> = {
  FLAW_WRITE: 'PASS_403',
  FLAW_DELETE: 'FLAW_WRITE',
  INCONCLUSIVE_NETWORK: 'PASS_404',
  PASS_404: 'FLAW_READ',
  PASS_401: 'PASS_403',
  SOFT_DENY: 'PASS_403',
};

/** A baseline that covers every kind of change of the sample's cells. */
export const sampleBaseline: Baseline = {
  formatVersion: 1,
  kind: 'authz-baseline',
  cells: Object.fromEntries([
    ...[...flaws, ...passes, ...odd].slice(2).map(({ cell, class: outcome, fingerprint }) => {
      const known: BaselineCell = {
        class: before[outcome] ?? outcome,
        kind: cell.kind,
        operation: cell.operation,
        title: cell.id,
      };
      return [fingerprint, known] as const;
    }),
    ...[
      {
        class: 'FLAW_READ',
        kind: 'OBJ',
        operation: 'order.read',
        title: 'OBJ order.read owner<-guest path:orderId',
      },
      {
        class: 'PASS_403',
        kind: 'OBJ',
        operation: 'order.gone',
        title: 'OBJ order.gone owner<-guest path:orderId',
      },
    ].map((known, index) => [String(index).repeat(64), known as BaselineCell] as const),
  ]),
};

/** Lines as the files of the sample could have them. */
function samplePlaces({ cell, steps, waived }: CellResult): CellPlaces {
  const line = 20 + sampleAuthz.cells.findIndex((known) => known.cell.id === cell.id);
  const place = (file: string, at: number): TextPlace => ({
    file,
    line: at,
    column: 5,
    endLine: at,
    endColumn: 17,
  });
  return {
    operation: place(matrixFile, line),
    ...(cell.kind === 'FUN' ? { rule: place(matrixFile, line + 100) } : {}),
    ...(waived === undefined ? {} : { waiver: place(matrixFile, line + 200) }),
    steps: steps.map(({ exchange: index }) => (index === 0 ? undefined : place(chainFile, index + 1))),
  };
}

/** How the sample is reported. */
export function sampleContext(changes: Partial<AuthzReportContext> = {}): AuthzReportContext {
  return { tool: { name: 'chainwright', version: '0.1.0' }, strict: false, places: samplePlaces, ...changes };
}

/** The sample with a text in every place that is free text. */
export function authzWith(text: string): AuthzResult {
  const recorded = exchange(text, '/', 200);
  const body = { ...jsonBody(text), mediaType: text };
  const headers = [{ name: text, value: text }];
  const cell = sampleCell({
    operation: text,
    resource: text,
    owner: text,
    caller: text,
    method: text,
    path: text,
    places: [{ in: 'body', variable: text, name: text }],
    changes: { property: text },
  });
  const flaw = sampleResult(cell, {
    class: 'FLAW_READ',
    reasons: [text, text],
    leaks: [{ found: text, value: text, begins: text, sha256: text, encoding: 'json' }],
    changes: [{ path: text, before: text, after: text }],
    secondary: [{ code: 'WRONG_401', message: text }],
    steps: [{ step: 'attack', exchange: 0 }],
  });
  const other = { ...flaw, cell: { ...cell, id: `${cell.id} 2`, variant: 'path-case' as const } };
  return {
    ...sampleAuthz,
    matrix: { file: text, name: text },
    environment: text,
    seed: text,
    users: [{ name: text, role: text }],
    cells: [
      flaw,
      { ...other, class: 'INCONCLUSIVE_STATE', fingerprint: 'f'.repeat(64) },
      { ...other, class: 'WAIVED', waived: { class: 'FLAW_READ', reason: text, expires: text } },
      { ...other, class: 'SKIPPED', cell: { ...other.cell, skip: text } },
    ],
    undeclared: [{ role: text, operation: text }],
    leftovers: [{ resource: text, owner: text, ids: { [text]: text }, reason: text }],
    exchanges: [
      {
        user: text,
        request: { chain: text, id: text },
        failure: text,
        exchange: {
          ...recorded,
          request: { method: text, url: text, headers, body },
          response: { ...(recorded.response ?? missing()), statusText: text, headers, body, notes: [text] },
        },
      },
    ],
    notes: [text],
  };
}

function missing(): never {
  throw new Error('the sample exchange has an answer');
}

/**
 * The sample, and what passed in it more often, as often as it takes for so many cells. Each cell has an attack and a read of its own, with bodies; sign-ins,
 * objects and controls are shared by the cells of a round, and each operation is tested with each caller.
 */
export function largeAuthz(count: number): AuthzResult {
  const exchanges: AuthzExchange[] = [];
  const cells: CellResult[] = [];
  const own: readonly StepKind[] = ['attack', 'after-read'];
  const callers = [...roles].filter(([name]) => name !== 'bob');
  for (let round = 0; cells.length < count; round += 1) {
    const first = exchanges.length;
    exchanges.push(...sampleAuthz.exchanges);
    const repeated = round % PASSED_ROUNDS === 0 ? sampleAuthz.cells : passes;
    for (const result of repeated.slice(0, count - cells.length)) {
      const number = cells.length;
      const [caller = '', callerRole = ''] = callers[number % callers.length] ?? [];
      const operation = `order.${Math.floor(number / callers.length)}`;
      const { places, path } = aliceReads;
      const cell = { ...result.cell, operation, caller, callerRole, places, path };
      cells.push({
        ...result,
        cell: { ...cell, id: cellId(cell) },
        fingerprint: authzFingerprint(cell, nodeHash),
        steps: result.steps.map(({ step, exchange: index }) => {
          const known = sampleAuthz.exchanges[index];
          if (known === undefined || !own.includes(step)) {
            return { step, exchange: first + index };
          }
          exchanges.push(numbered(known, number));
          return { step, exchange: exchanges.length - 1 };
        }),
      });
    }
  }
  return { ...sampleAuthz, cells, exchanges };
}

/** One round of so many has cells that do not pass: a fifth of all cells is flaws, as in the example. */
const PASSED_ROUNDS = 4;

/** An exchange with another object. */
function numbered(sent: AuthzExchange, number: number): AuthzExchange {
  const { exchange: recorded } = sent;
  if (recorded?.response === undefined) {
    return sent;
  }
  const id = `${1000 + number}`;
  const order = `{"id":${id},"customer":"bob@example.com","note":"CNRY-${id}","amount":12.50,"state":"open"}`;
  return {
    ...sent,
    exchange: {
      ...recorded,
      request: { ...recorded.request, url: recorded.request.url.replace(/73[01]$/, id) },
      response: {
        ...recorded.response,
        headers: [
          ...recorded.response.headers,
          { name: 'Date', value: `Fri, 02 Jan 2026 03:${id.slice(0, 2)}:${id.slice(2)} GMT` },
        ],
        body: recorded.response.status === 200 ? jsonBody(order) : recorded.response.body,
      },
    },
  };
}
