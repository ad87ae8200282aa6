import assert from 'node:assert/strict';
import { offeredScopes, policyGrid, type PolicyRow } from '../../../../src/core/authz/matrix/policyGrid';
import { parseDocument } from '../../../../src/core/json/jsonDocument';

const MATRIX = {
  name: 'Orders',
  users: {
    alice: { role: 'customer' },
    bob: { role: 'customer' },
    sam: { role: 'agent' },
    nobody: { role: 'anonymous' },
  },
  resources: { order: {}, note: {} },
  operations: {
    'stats.read': { request: 'admin.chain.json#stats' },
    'note.read': { resource: 'note', request: 'a.chain.json#note' },
    'order.read': { resource: 'order', request: '../a.chain.json#order' },
    'order.delete': { resource: 'order', request: 'a.chain.json#delete' },
  },
  policy: {
    customer: { '*': 'none', 'order.*': 'own', 'order.delete': 'any' },
    public: ['note.*', 'note.read'],
  },
};

function gridOf(matrix: object | string) {
  const text = typeof matrix === 'string' ? matrix : JSON.stringify(matrix);
  return policyGrid(parseDocument(text, 'm.authz.json'));
}

function row(operation: string, matrix: object | string = MATRIX): PolicyRow {
  const found = gridOf(matrix).rows.find((one) => one.operation === operation);
  assert.ok(found !== undefined);
  return found;
}

describe('the grid of a policy', () => {
  it('has a column for each role with its users, and those without credentials apart', () => {
    const { name, roles, anonymous } = gridOf(MATRIX);
    assert.equal(name, 'Orders');
    assert.deepEqual(roles, [
      { role: 'customer', users: ['alice', 'bob'] },
      { role: 'agent', users: ['sam'] },
    ]);
    assert.deepEqual(anonymous, ['nobody']);
  });

  it('has the operations of a resource together, and functions last', () => {
    assert.deepEqual(
      gridOf(MATRIX).rows.map(({ operation }) => operation),
      ['order.read', 'order.delete', 'note.read', 'stats.read'],
    );
  });

  it('says which line decides, and which would without it', () => {
    assert.deepEqual(row('order.delete').grants, [
      { own: '"any"', pattern: 'order.*', patternScope: '"own"' },
      {},
    ]);
    assert.deepEqual(row('stats.read').grants, [{ pattern: '*', patternScope: '"none"' }, {}]);
  });

  it('says by what an operation is public', () => {
    assert.deepEqual(row('note.read').public, { isNamed: true, pattern: 'note.*' });
    assert.deepEqual(row('order.read').public, { isNamed: false });
  });

  it('names requests from the place of the file, and none outside the workspace', () => {
    assert.deepEqual(row('order.delete').named, { chain: 'a.chain.json', id: 'delete' });
    assert.deepEqual(
      [row('order.read').request, row('order.read').named],
      ['../a.chain.json#order', undefined],
    );
  });

  const unpoliced: [title: string, policy: object, operations: readonly string[]][] = [
    [
      'finds operations that no line is about',
      { public: ['note.*'] },
      ['order.read', 'order.delete', 'stats.read'],
    ],
    [
      'does not take a line for everything as one about an operation that other roles have no line for',
      { customer: { '*': 'any' }, agent: { 'order.*': 'none' }, public: ['note.read'] },
      ['stats.read'],
    ],
    [
      'has nothing to say where lines for everything decide for every role',
      { customer: { '*': 'none' }, agent: { '*': 'any' } },
      [],
    ],
  ];
  for (const [title, policy, expected] of unpoliced) {
    it(title, () => {
      const rows = gridOf({ ...MATRIX, policy }).rows.filter(({ isUnpoliced }) => isUnpoliced);
      assert.deepEqual(
        rows.map(({ operation }) => operation),
        expected,
      );
    });
  }

  it('keeps scopes that it does not know as they are written', () => {
    const policy = { customer: { 'order.read': ['tenant', 'own'], 'order.*': 7 } };
    assert.deepEqual(row('order.read', { ...MATRIX, policy }).grants[0], {
      own: '["tenant", "own"]',
      pattern: 'order.*',
      patternScope: '7',
    });
  });

  it('takes the last of two members with one name', () => {
    const text = '{ "operations": { "a": {} }, "policy": { "r": { "a": "own", "a": "any" } } }';
    assert.deepEqual(row('a', text).grants, [{ own: '"any"' }]);
  });

  it('reads what there is of a file that is being written', () => {
    const empty = { name: '', roles: [], anonymous: [], scopes: offeredScopes(undefined), rows: [] };
    for (const text of ['', '[]', '{ "users": 1, "operations": [], "policy": "x" }']) {
      assert.deepEqual(gridOf(text), empty);
    }
    assert.deepEqual(row('a', '{ "operations": { "a": 1 }, "policy": { "__proto__": 1 } }'), {
      operation: 'a',
      request: '',
      grants: [{}],
      public: { isNamed: false },
      isUnpoliced: true,
    });
  });
});
