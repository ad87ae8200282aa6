import assert from 'node:assert/strict';
import { dryRun } from '../../../../src/core/authz/plan/dryRun';
import { dryRunText } from '../../../../src/core/authz/plan/dryRunText';
import { planMatrix } from '../../../../src/core/authz/plan/planMatrix';
import { strictCount } from '../../../../src/core/authz/plan/requestCount';
import type { MatrixPlan } from '../../../../src/core/authz/model/cell';
import type { LoadedMatrix } from '../../../../src/core/authz/model/matrix';
import { loadedMatrix, SHOP, type MatrixInShort } from '../attacks';
import { rendered } from '../../rendered';
import { nodeHash } from '../../../../src/node/run/nodePorts';
import { fakeRandom } from '../../fakeRandom';

/** Accounts that nothing creates, and an operation on them that ends credentials. */
const LEAVING = {
  users: { alice: SHOP.users.alice, bob: SHOP.users.bob },
  resources: {
    ...SHOP.resources,
    account: { read: 'orders.chain.json#read', id: ['orderId'], owners: ['alice'] },
  },
  operations: {
    leave: { resource: 'account', request: 'orders.chain.json#remove', endsCredentials: true },
    end: { request: 'orders.chain.json#stats', endsCredentials: true },
    'order.remove': { resource: 'order', request: 'orders.chain.json#remove' },
  },
  policy: { customer: { '*': 'own', end: 'any' } },
} satisfies MatrixInShort;

const MADE = { customer: { resource: 'order', by: 'bob', variables: { mail: '{{throwAway}}@example.com' } } };

function planned(matrix: MatrixInShort = {}): { readonly loaded: LoadedMatrix; readonly plan: MatrixPlan } {
  const loaded = loadedMatrix({ ...LEAVING, ...matrix });
  return { loaded, plan: planMatrix(loaded, { allowMutations: true, allowChanges: '', irreversible: [] }) };
}

describe('the plan of operations that end credentials', () => {
  it('has them after everything else, whatever they do', () => {
    const { plan } = planned({ throwAway: MADE });
    const order = [...new Set(plan.cells.map(({ operation }) => operation))];
    assert.deepEqual(order, ['order.remove', 'end', 'leave']);
  });

  it('asks what could not be undone only where users are made for it', () => {
    const skips = ({ plan }: ReturnType<typeof planned>): readonly boolean[] =>
      plan.cells.filter(({ operation }) => operation === 'leave').map(({ skip }) => skip === undefined);
    assert.deepEqual(skips(planned({ throwAway: MADE })), [true, true]);
    assert.deepEqual(skips(planned()), [false, false]);
  });

  it('notes the users who are taken themselves, of operations that are asked about', () => {
    const notes = ({ plan }: ReturnType<typeof planned>): readonly string[] =>
      plan.notes.filter((note) => note.includes('throw-away'));
    assert.deepEqual(notes(planned({ throwAway: MADE })), []);
    assert.deepEqual(notes(planned()), [
      'end ends credentials and runs last, but not on throw-away identities for alice and bob: they sign in again, and the owner restores what changed. Describe in "throwAway" how to create another customer.',
    ]);
  });

  it('counts a user for each control, and one on either side of each attack', () => {
    const count = (matrix: MatrixInShort): number => {
      const { loaded, plan } = planned(matrix);
      return strictCount(loaded, plan, 0);
    };
    const leave = { operations: { leave: LEAVING.operations.leave } };
    const end = { operations: { end: LEAVING.operations.end } };
    const withoutUsers = { ...leave, throwAway: { guest: { resource: 'order' } } };
    assert.equal(count(withoutUsers), 0);
    // Registering, signing in and removing; the controls of alice and bob, and the two of the attack.
    const [users, each] = [2 + 2, 3];
    const rest = 2 + 3 + 1 + 1;
    assert.equal(count({ ...leave, throwAway: MADE }), users * each + rest);
    assert.equal(count({ ...end, throwAway: MADE }) - count(end), 2 * each);
  });

  it('is shown by a dry run with the users that are made', () => {
    const { loaded, plan } = planned({ throwAway: MADE });
    const requests = dryRun(
      loaded,
      plan,
      { environmentFile: '', overrides: new Map([['baseUrl', 'http://127.0.0.1']]) },
      {
        clock: { now: () => 0 },
        random: fakeRandom,
        hash: nodeHash,
        secrets: {
          secret: () => ({ ok: false, message: 'none' }),
          processEnv: () => ({ ok: false, message: 'none' }),
          dotenv: () => ({ ok: false, message: 'none' }),
          computed: (secret) => secret,
        },
      },
    );
    const lines = dryRunText({ file: 'f', plan, requests: rendered(requests), strict: 0, packs: 0 }).split(
      '\n',
    );
    const at = lines.indexOf('OBJ leave alice<-bob path:orderId');
    assert.deepEqual(lines.slice(at + 1, at + 3), [
      '  throw-away users, made for it and deleted at the end, take the place of alice and bob',
      '  bob: DELETE http://127.0.0.1/orders/{{owner.orderId}}  (the run gives owner.orderId)',
    ]);
    assert.equal(lines.filter((line) => line.includes('throw-away')).length, 4);
  });
});
