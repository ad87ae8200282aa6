/** The cells of functions.authz.json: lists, properties, functions of roles, cookies, forms, GraphQL, accounts. */
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import type { Cell } from '../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import { isBroken, orderClass, type Flaws, type Question } from './flawModel';

type Asked = Pick<Cell, 'kind' | 'operation' | 'caller'>;

/** The class that these flaws give a cell. */
export function functionClass(cell: Asked, flaws: Flaws): OutcomeClass {
  const order = ORDERS[cell.operation];
  if (cell.kind === 'PROP') {
    return propertyClass(cell, flaws);
  }
  if (order !== undefined) {
    return orderClass({ ...order, kind: cell.kind, shape: 'flat', ids: 'all' }, flaws);
  }
  const touching = TOUCHING.find(
    ({ flaw, kinds, operation }) =>
      flaws.has(flaw) && operation === cell.operation && kinds.includes(cell.kind),
  );
  return touching?.outcome ?? withoutFlaws(cell);
}

/** Whether a flaw, alone, touches a cell of the matrix. */
export function touchesFunctions(flaw: FlawName): boolean {
  const cells: readonly Asked[] = [
    ...TOUCHING.flatMap(({ operation, kinds }) => kinds.map((kind) => ({ operation, kind, caller: 'bob' }))),
    ...Object.keys(ORDERS).flatMap((operation) =>
      (['SELF', 'OBJ', 'FUN', 'ANON'] as const).map((kind) => ({ operation, kind, caller: 'bob' })),
    ),
    ...['account.read', 'account.rename', 'order.change'].map((operation): Asked => ({
      operation,
      kind: 'PROP',
      caller: 'bob',
    })),
  ];
  return cells.some((cell) => functionClass(cell, new Set([flaw])) !== functionClass(cell, new Set()));
}

/** Operations on one order that the same gate guards as those of addresses.authz.json. */
const ORDERS: Readonly<Record<string, Pick<Question, 'location' | 'effect'>>> = {
  'order.byCookie': { location: 'cookie', effect: 'read' },
  'order.byForm': { location: 'form', effect: 'update' },
  'order.change': { location: 'path', effect: 'update' },
};

interface Touch {
  readonly flaw: FlawName;
  readonly operation: string;
  readonly kinds: readonly Cell['kind'][];
  readonly outcome: OutcomeClass;
}

const TOUCHING: readonly Touch[] = [
  { flaw: 'list-leaks', operation: 'order.list', kinds: ['LIST'], outcome: 'FLAW_READ' },
  { flaw: 'list-leaks-later-page', operation: 'order.list', kinds: ['LIST'], outcome: 'FLAW_READ' },
  { flaw: 'graphql-unchecked', operation: 'order.byGraphql', kinds: ['OBJ'], outcome: 'FLAW_READ' },
  { flaw: 'graphql-errors-with-data', operation: 'order.byGraphql', kinds: ['OBJ'], outcome: 'FLAW_READ' },
  { flaw: 'read-any-user', operation: 'account.read', kinds: ['OBJ'], outcome: 'FLAW_READ' },
  { flaw: 'change-any-password', operation: 'account.password', kinds: ['OBJ'], outcome: 'FLAW_WRITE' },
  { flaw: 'bfla-admin-list', operation: 'users.list', kinds: ['FUN'], outcome: 'FLAW_READ' },
  { flaw: 'bfla-verb', operation: 'users.delete', kinds: ['FUN'], outcome: 'FLAW_DELETE' },
];

function propertyClass({ operation, caller }: Asked, flaws: Flaws): OutcomeClass {
  if (operation === 'account.read') {
    return flaws.has('sensitive-fields') ? 'FLAW_READ' : 'PASS_EFFECT';
  }
  if (operation === 'account.rename') {
    // The matrix sets the role manager, which mia has: so nobody can know whether she could have set it.
    const outcome = flaws.has('role-assignment') ? 'FLAW_WRITE' : 'PASS_EFFECT';
    return caller === 'mia' ? 'INCONCLUSIVE_STATE' : outcome;
  }
  if (operation === 'order.change' && isBroken({ effect: 'update' }, flaws)) {
    return 'INCONCLUSIVE_CONTROL';
  }
  return flaws.has('owner-assignment') ? 'FLAW_WRITE' : 'PASS_EFFECT';
}

function withoutFlaws({ kind, operation }: Asked): OutcomeClass {
  switch (kind) {
    case 'ANON':
      return 'PASS_401';
    case 'OBJ':
      return operation === 'order.byGraphql' ? 'PASS_MAPPED' : 'PASS_403';
    case 'FUN':
      return 'PASS_403';
    default:
      return 'PASS_EFFECT';
  }
}
