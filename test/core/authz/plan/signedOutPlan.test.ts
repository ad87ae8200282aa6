import assert from 'node:assert/strict';
import { dryRun } from '../../../../src/core/authz/plan/dryRun';
import { planMatrix } from '../../../../src/core/authz/plan/planMatrix';
import { packCount } from '../../../../src/core/authz/plan/requestCount';
import type { Cell, MatrixPlan } from '../../../../src/core/authz/model/cell';
import type { LoadedMatrix } from '../../../../src/core/authz/model/matrix';
import { nodeHash } from '../../../../src/node/run/nodePorts';
import { loadedMatrix, SHOP, type MatrixInShort } from '../attacks';
import { fakeRandom } from '../../fakeRandom';

const LOG_OUT = { request: 'orders.chain.json#stats', endsCredentials: true };

const ORDERS = {
  'session.logOut': LOG_OUT,
  'order.read': { resource: 'order', request: 'orders.chain.json#read' },
  'order.change': { resource: 'order', request: 'orders.chain.json#change' },
};

interface Planned {
  readonly loaded: LoadedMatrix;
  readonly plan: MatrixPlan;
  /** Those of the variant. */
  readonly cells: readonly Cell[];
}

function planned(matrix: MatrixInShort = {}, allowMutations = true): Planned {
  const { alice, bob } = SHOP.users;
  const shop = loadedMatrix({
    ...{ users: { alice, bob }, operations: ORDERS, packs: ['token'] },
    policy: { customer: { 'order.*': 'own', '*': 'any' } },
    ...matrix,
  });
  const chains = new Map(
    [...shop.chains].map(([file, named]) => [
      file,
      { ...named, chain: { ...named.chain, auth: { type: 'bearer', token: '{{token}}' } as const } },
    ]),
  );
  const loaded = { ...shop, chains };
  const plan = planMatrix(loaded, { allowMutations, allowChanges: 'Allow it.', irreversible: [] });
  return { loaded, plan, cells: plan.cells.filter(({ variant }) => variant === 'token-after-logout') };
}

describe('the plan of tokens after log-out', () => {
  it('has them for reads, after everything that needs the sessions of the users', () => {
    const { plan, cells } = planned();
    assert.deepEqual(
      cells.map(({ id, skip }) => [id, skip]),
      [['OBJ order.read alice<-bob path:orderId#token-after-logout', undefined]],
    );
    const changes = plan.cells.findLastIndex(({ operation }) => operation === 'order.change');
    assert.ok(plan.cells.findIndex(({ variant }) => variant === 'token-after-logout') > changes);
  });

  const none: [title: string, matrix: MatrixInShort][] = [
    ['an operation ends credentials', { operations: { 'order.read': ORDERS['order.read'] } }],
    ['it is named like a log-out', { operations: { 'order.read': ORDERS['order.read'], end: LOG_OUT } }],
    [
      'it is declared to end credentials',
      { operations: { ...ORDERS, 'session.logOut': { ...LOG_OUT, endsCredentials: false } } },
    ],
    ['the owner can sign in', { users: { alice: { role: 'customer' }, bob: { role: 'customer' } } }],
    ['the pack is chosen', { packs: ['path'] }],
  ];
  for (const [title, matrix] of none) {
    it(`has none unless ${title}`, () => {
      assert.deepEqual(planned(matrix).cells, []);
    });
  }

  it('leaves them out where nothing may be changed', () => {
    const [cell] = planned({}, false).cells;
    assert.match(cell?.skip ?? '', /^It may change something, and that was not allowed for this run/);
  });

  it('counts signing in, reading and signing out besides the attack', () => {
    const { loaded, plan, cells } = planned();
    const others = { ...plan, cells: plan.cells.filter((cell) => !cells.includes(cell)) };
    assert.equal(packCount(loaded, plan) - packCount(loaded, others), 1 + 1 + 2);
  });

  it('shows in a dry run whose token is sent', () => {
    const { loaded, plan } = planned();
    const missing = () => ({ ok: false, message: 'none' }) as const;
    const requests = dryRun(
      loaded,
      plan,
      { environmentFile: '', overrides: new Map([['baseUrl', 'http://127.0.0.1']]) },
      {
        ...{ clock: { now: () => 0 }, random: fakeRandom, hash: nodeHash },
        secrets: { secret: missing, processEnv: missing, dotenv: missing, computed: (secret) => secret },
      },
    );
    const shown = requests.find(({ cell }) => cell.endsWith('#token-after-logout'));
    assert.match(JSON.stringify(shown), /‹token:alice after log-out›/);
  });
});
