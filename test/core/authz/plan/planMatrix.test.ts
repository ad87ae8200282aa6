import assert from 'node:assert/strict';
import type { Cell } from '../../../../src/core/authz/model/cell';
import { planMatrix, type PlanOptions } from '../../../../src/core/authz/plan/planMatrix';
import { packCount, strictCount } from '../../../../src/core/authz/plan/requestCount';
import type { Environment } from '../../../../src/core/model';
import { loadedMatrix, SHOP, type MatrixInShort } from '../attacks';

const CONSENT: PlanOptions = { allowMutations: true, allowChanges: 'AGREE.', irreversible: [] };

function planOf(matrix: MatrixInShort = {}, options: Partial<PlanOptions> = {}, environment?: Environment) {
  return planMatrix(loadedMatrix(matrix, environment), { ...CONSENT, ...options });
}

function ids(cells: readonly Cell[]): readonly string[] {
  return cells.map(({ id }) => id);
}

/** Operations by their request and effect, about orders unless they are functions. */
function operations(...names: readonly string[]): Pick<MatrixInShort, 'operations'> {
  const all: Readonly<Record<string, object>> = {
    read: { resource: 'order', request: 'orders.chain.json#read' },
    change: { resource: 'order', request: 'orders.chain.json#change' },
    remove: { resource: 'order', request: 'orders.chain.json#remove' },
    create: { resource: 'order', request: 'orders.chain.json#create' },
    list: { resource: 'order', request: 'orders.chain.json#list' },
    move: { resource: 'order', request: 'orders.chain.json#move' },
    hidden: { resource: 'order', request: 'orders.chain.json#hidden' },
    off: { resource: 'order', request: 'orders.chain.json#off' },
    stats: { request: 'orders.chain.json#stats' },
  };
  return { operations: Object.fromEntries(names.map((name) => [name, all[name] ?? {}])) };
}

describe('planMatrix', () => {
  it('asks every caller what the policy makes of them, about the object of an owner', () => {
    const { cells, undeclared, notes } = planOf();
    assert.deepEqual(ids(cells), [
      'SELF order.read alice<-alice path:orderId',
      'OBJ order.read alice<-bob path:orderId',
      'FUN order.read alice<-sam path:orderId',
      'ANON order.read alice<-nobody path:orderId',
    ]);
    assert.deepEqual(cells[1], {
      id: 'OBJ order.read alice<-bob path:orderId',
      kind: 'OBJ',
      operation: 'order.read',
      effect: 'read',
      resource: 'order',
      owner: 'alice',
      ownerRole: 'customer',
      caller: 'bob',
      callerRole: 'customer',
      method: 'GET',
      path: '/orders/{{orderId}}',
      places: [{ in: 'path', variable: 'orderId' }],
    });
    assert.deepEqual([undeclared, notes], [[], []]);
  });

  describe('with tenants', () => {
    const member = (tenant: string) => ({
      role: 'customer',
      login: 'login.chain.json',
      attributes: { tenant },
    });
    const users = {
      alice: member('acme'),
      amy: member('acme'),
      bob: member('globex'),
      nobody: { role: 'anonymous' },
    };
    const shared = (scope: unknown): Partial<MatrixInShort> => ({
      users,
      policy: { customer: { '*': scope } },
    });
    const related = (cells: readonly Cell[]) =>
      cells.map(({ id, relation }) => `${id} ${JSON.stringify(relation ?? {})}`);

    it('attacks within a tenant and across tenants where users may reach their own', () => {
      assert.deepEqual(related(planOf(shared('own')).cells), [
        'SELF order.read alice<-alice path:orderId {}',
        'OBJ order.read alice<-amy path:orderId {"tenant":"same"}',
        'OBJ order.read alice<-bob path:orderId {"tenant":"other"}',
        'ANON order.read alice<-nobody path:orderId {}',
        'OBJ order.read bob<-alice path:orderId {"tenant":"other"}',
        'OBJ order.read bob<-amy path:orderId {"tenant":"other"}',
        'SELF order.read bob<-bob path:orderId {}',
        'ANON order.read bob<-nobody path:orderId {}',
      ]);
    });

    it('asks for what is granted within a tenant, and attacks across tenants only', () => {
      const { cells, notes } = planOf({ ...shared('tenant'), ...operations('read', 'list') });
      assert.deepEqual(related(cells), [
        'SELF read alice<-alice path:orderId {}',
        'SELF read alice<-amy path:orderId {"tenant":"same"}',
        'OBJ read alice<-bob path:orderId {"tenant":"other"}',
        'ANON read alice<-nobody path:orderId {}',
        'OBJ read bob<-alice path:orderId {"tenant":"other"}',
        'OBJ read bob<-amy path:orderId {"tenant":"other"}',
        'SELF read bob<-bob path:orderId {}',
        'ANON read bob<-nobody path:orderId {}',
        'SELF list alice<-alice {}',
        'SELF list alice<-amy {"tenant":"same"}',
        'LIST list alice<-bob {"tenant":"other"}',
        'ANON list alice<-nobody {}',
        'LIST list bob<-alice {"tenant":"other"}',
        'LIST list bob<-amy {"tenant":"other"}',
        'SELF list bob<-bob {}',
        'ANON list bob<-nobody {}',
      ]);
      assert.deepEqual(notes, []);
    });

    it('sets properties to the values of another tenant, which differ from those of the caller', () => {
      const change = { resource: 'order', request: 'orders.chain.json#change' };
      const assign = [{ path: '$.tenantId', value: '{{tenantId}}' }];
      const { cells } = planOf({ ...shared('own'), operations: { change: { ...change, assign } } });
      assert.deepEqual(
        ids(cells).filter((id) => id.startsWith('PROP')),
        [
          'PROP change bob<-alice body:$.tenantId',
          'PROP change bob<-amy body:$.tenantId',
          'PROP change alice<-bob body:$.tenantId',
        ],
      );
    });
  });

  it('asks for what is granted to reach any object', () => {
    const { cells } = planOf({ policy: { customer: { '*': 'own' }, agent: { '*': 'any' } } });
    assert.ok(ids(cells).includes('SELF order.read alice<-sam path:orderId'));
  });

  it('reports a role that nothing is declared for, and takes it as not granted', () => {
    const { cells, undeclared } = planOf({ policy: { customer: { '*': 'own' } } });
    assert.deepEqual(undeclared, [{ role: 'agent', operation: 'order.read' }]);
    assert.deepEqual(
      cells.filter((cell) => cell.undeclared === true).map(({ id }) => id),
      ['FUN order.read alice<-sam path:orderId'],
    );
  });

  it('asks about a list what is on it, and about functions and creations who may use them', () => {
    const { cells } = planOf(operations('list', 'create', 'stats'));
    assert.deepEqual(ids(cells), [
      'SELF stats alice<-alice',
      'SELF stats bob<-bob',
      'FUN stats alice<-sam',
      'ANON stats alice<-nobody',
      'SELF list alice<-alice',
      'LIST list alice<-bob',
      'FUN list alice<-sam',
      'ANON list alice<-nobody',
      'SELF create alice<-alice',
      'SELF create bob<-bob',
      'FUN create alice<-sam',
      'ANON create alice<-nobody',
    ]);
  });

  it('reads first, and deletes last', () => {
    const { cells } = planOf(operations('remove', 'change', 'create', 'read'));
    const order = cells.map(({ operation }) => operation);
    assert.deepEqual([...new Set(order)], ['read', 'create', 'change', 'remove']);
  });

  it('tries the same identifier in several places together and alone', () => {
    const { cells } = planOf(operations('move'));
    assert.deepEqual(
      ids(cells.filter(({ kind }) => kind === 'OBJ')),
      ['path:orderId+body:/id', 'path:orderId', 'body:/id'].map((at) => `OBJ move alice<-bob ${at}`),
    );
  });

  it('tries every mix of parents and children', () => {
    const { cells } = planOf({
      resources: {
        item: { create: 'orders.chain.json#create', id: ['userId', 'orderId', 'itemId'] },
      },
      operations: { item: { resource: 'item', request: 'orders.chain.json#item' } },
    });
    assert.deepEqual(
      cells
        .filter(({ kind }) => kind === 'OBJ')
        .map(({ places }) => places.map(({ variable }) => variable.slice(0, -2)).join('+')),
      ['user+order+item', 'user', 'order', 'user+order', 'item', 'user+item', 'order+item'],
    );
  });

  it('sets properties on what is the caller’s own, to the values of somebody else', () => {
    const assign = [
      { path: '$.owner', value: '{{userId}}' },
      { path: '$.role', value: 'admin' },
    ];
    const { cells } = planOf({
      operations: {
        change: { resource: 'order', request: 'orders.chain.json#change', assign },
        stats: { request: 'orders.chain.json#stats', effect: 'action', assign: assign.slice(1) },
      },
    });
    const properties = cells.filter(({ kind }) => kind === 'PROP');
    assert.deepEqual(
      properties.map(({ id, skip = '' }) => `${id} ${skip}`.trim()),
      [
        'PROP stats bob<-alice body:$.role Nothing shows what stats sets. Name the resource that it creates or changes.',
        'PROP stats alice<-bob body:$.role Nothing shows what stats sets. Name the resource that it creates or changes.',
        'PROP change bob<-alice body:$.owner',
        'PROP change bob<-alice body:$.role',
        'PROP change alice<-bob body:$.owner',
        'PROP change alice<-bob body:$.role',
      ],
    );
    assert.deepEqual(
      properties.map(({ places }) => places),
      properties.map(() => []),
    );
  });

  it('lets roles set what is theirs to set', () => {
    const assign = [
      { path: '$.owner', value: '{{userId}}', except: ['customer'] },
      { path: '$.role', value: 'admin', except: ['manager'] },
    ];
    const { cells } = planOf({
      operations: { change: { resource: 'order', request: 'orders.chain.json#change', assign } },
    });
    assert.deepEqual(ids(cells.filter(({ kind }) => kind === 'PROP')), [
      'PROP change bob<-alice body:$.role',
      'PROP change alice<-bob body:$.role',
    ]);
  });

  it('checks reading operations for values hidden from a role, next to a role that may see them', () => {
    const hidden = [
      { path: '$.tax', from: ['agent', 'nobodyHasThis'] },
      { path: '$.hash', from: ['customer', 'agent'] },
    ];
    const { cells } = planOf({
      operations: { read: { resource: 'order', request: 'orders.chain.json#read', hidden } },
      policy: { customer: { '*': 'own' }, agent: { '*': 'any' } },
    });
    const properties = cells.filter(({ kind }) => kind === 'PROP');
    assert.deepEqual(ids(properties), [
      'PROP read alice<-alice body:$.hash',
      'PROP read bob<-bob body:$.hash',
      'PROP read alice<-sam body:$.tax',
      'PROP read alice<-sam body:$.hash',
    ]);
    assert.deepEqual(
      properties.map(({ places }) => places.map(({ variable }) => variable)),
      properties.map(() => ['orderId']),
    );
  });

  it('keeps variants behind the cell that they vary, changing ones among those that change', () => {
    const { cells } = planOf({ ...operations('read', 'remove'), packs: ['path', 'method'] });
    const objects = ids(cells.filter(({ kind }) => kind === 'OBJ')).map((id) =>
      id.replace(' alice<-bob path:orderId', ''),
    );
    assert.deepEqual(objects, [
      'OBJ read',
      'OBJ read#verb-HEAD',
      'OBJ read#verb-OPTIONS',
      ...[
        'trailing-slash',
        'path-case',
        'double-slash',
        'percent-dot',
        'dot-dot-semicolon',
        'semicolon',
        'percent-slash',
        'double-encoding',
        'suffix-json',
        'X-Original-URL',
        'X-Rewrite-URL',
      ].map((variant) => `OBJ read#${variant}`),
      ...[
        'verb-POST',
        'override-X-HTTP-Method-Override',
        'override-X-HTTP-Method',
        'override-X-Method-Override',
        'override-_method',
      ].map((variant) => `OBJ read#${variant}`),
      'OBJ read#verb-PUT',
      'OBJ read#verb-PATCH',
      'OBJ remove',
      ...['verb-POST', 'verb-PUT', 'verb-PATCH'].map((variant) => `OBJ remove#${variant}`),
      ...[
        'override-X-HTTP-Method-Override',
        'override-X-HTTP-Method',
        'override-X-Method-Override',
        'override-_method',
      ].map((variant) => `OBJ remove#${variant}`),
      ...[
        'trailing-slash',
        'path-case',
        'double-slash',
        'percent-dot',
        'dot-dot-semicolon',
        'semicolon',
        'percent-slash',
        'double-encoding',
        'suffix-json',
        'X-Original-URL',
        'X-Rewrite-URL',
      ].map((variant) => `OBJ remove#${variant}`),
    ]);
  });

  it('gives every cell a name of its own', () => {
    const assign = [
      { path: '$.role', value: 'a' },
      { path: '$.role', value: 'b' },
    ];
    const { cells } = planOf({
      ...operations('read', 'change', 'remove', 'create', 'list', 'move', 'stats'),
      resources: { order: { ...SHOP.resources.order, owners: ['alice', 'bob'] } },
      packs: ['pollution', 'method', 'path', 'type'],
    });
    assert.equal(new Set(ids(cells)).size, cells.length);
    const twice = planOf({
      operations: { change: { resource: 'order', request: 'orders.chain.json#change', assign } },
    }).cells;
    assert.equal(new Set(ids(twice)).size, twice.length);
  });

  it('plans the same whenever it is asked', () => {
    const matrix = { ...operations('read', 'change', 'list'), packs: ['path'] };
    assert.deepEqual(planOf(matrix), planOf(matrix));
  });
});

describe('owners of a plan', () => {
  const ownersOf = (matrix: MatrixInShort): readonly (string | undefined)[] => [
    ...new Set(planOf(matrix).cells.map(({ owner }) => owner)),
  ];
  const resource = (owners: readonly string[]) => ({
    resources: { order: { ...SHOP.resources.order, owners } },
  });

  it('are the first of each role that has its own', () => {
    const policy = { customer: { '*': 'own' }, agent: { '*': 'own' } };
    assert.deepEqual(ownersOf({ policy }), ['alice', 'sam']);
  });

  it('are those the matrix names', () => {
    assert.deepEqual(ownersOf(resource(['bob', 'alice'])), ['alice', 'bob']);
  });

  it('are who may reach any where nobody has its own', () => {
    assert.deepEqual(ownersOf({ policy: { customer: { '*': 'none' }, agent: { '*': 'any' } } }), ['sam']);
  });

  it('are others where those of the resource may not do the operation, for they are the control', () => {
    const policy = { customer: { read: 'own', change: 'none' }, agent: { change: 'any', read: 'none' } };
    const { cells } = planOf({ ...operations('read', 'change'), policy });
    assert.deepEqual(ids(cells.filter(({ operation }) => operation === 'change')), [
      'FUN change sam<-alice path:orderId',
      'FUN change sam<-bob path:orderId',
      'SELF change sam<-sam path:orderId',
      'ANON change sam<-nobody path:orderId',
    ]);
  });

  it('are nobody where nobody is granted anything, with a note', () => {
    const { cells, notes } = planOf({ policy: { customer: { '*': 'none' }, agent: { '*': 'none' } } });
    assert.deepEqual(ids(cells), [
      'FUN order.read -<-alice path:orderId',
      'FUN order.read -<-bob path:orderId',
      'FUN order.read -<-sam path:orderId',
      'ANON order.read -<-nobody path:orderId',
    ]);
    assert.deepEqual(notes, [
      'No user is granted order.read, so refusing it proves nothing. Add a user with that grant, or a rule to the policy.',
      'Nobody owns an object of order: no user is granted its own, or any. Add a rule to the policy.',
    ]);
  });
});

describe('public operations of a plan', () => {
  const policy = { customer: { '*': 'own' }, public: ['order.*'] };

  it('are granted to everybody who is not mentioned', () => {
    const { cells, undeclared } = planOf({ policy });
    assert.deepEqual(undeclared, []);
    assert.deepEqual(
      ids(cells).map((id) => id.split(' ')[0]),
      ['ANON', 'SELF', 'OBJ', 'SELF'],
    );
  });

  it('are not asked to refuse whom the policy grants nothing', () => {
    const { cells } = planOf({ policy: { ...policy, agent: { '*': 'none' } } });
    assert.deepEqual(
      cells.flatMap(({ skip }) => skip ?? []),
      ['The policy calls order.read public, so there is nobody whom it must refuse.'],
    );
  });
});

describe('cells that nothing is sent for', () => {
  const skips = (...given: Parameters<typeof planOf>): readonly string[] => [
    ...new Set(planOf(...given).cells.map(({ skip }) => skip ?? 'sent')),
  ];
  const production: Environment = {
    name: 'production',
    variables: {},
    secrets: [],
    secretOrigins: new Map(),
    protected: true,
    allowHosts: [],
    http2: false,
  };

  it('may change something, and the file does not agree', () => {
    assert.deepEqual(skips({ ...operations('change'), mutate: false }), [
      'It may change something, and the matrix does not allow that. Set "mutate" to true in its file to agree.',
    ]);
  });

  it('may change something, and the person does not agree', () => {
    assert.deepEqual(skips(operations('remove'), { allowMutations: false }), [
      'It may change something, and that was not allowed for this run. AGREE.',
    ]);
  });

  it('may change something, and the environment is protected', () => {
    assert.deepEqual(skips(operations('create'), {}, production), [
      'It may change something, and the environment production is protected. Choose another one.',
    ]);
  });

  it('need an object that cannot be created', () => {
    const users = { ...SHOP.users, alice: { role: 'customer' } };
    assert.deepEqual(skips({ users }, { allowMutations: false }), [
      'It needs the order of alice: creating one changes something, and that was not allowed for this run. AGREE. Or give orderId in the variables of alice.',
    ]);
  });

  it('do not include reads of an object that is there, by a variable or a login', () => {
    const users = { ...SHOP.users, alice: { ...SHOP.users.alice, variables: { orderId: 'ord-1' } } };
    assert.deepEqual(skips({ users }, { allowMutations: false }), ['sent']);
    const resources = { order: { ...SHOP.resources.order, id: ['userId'] } };
    const item = { item: { resource: 'order', request: 'orders.chain.json#item' } };
    assert.deepEqual(skips({ resources, operations: item }, { allowMutations: false }), ['sent']);
    assert.deepEqual(skips(operations('stats'), { allowMutations: false }), ['sent']);
  });

  it('include changing variants of reads', () => {
    const users = { ...SHOP.users, alice: { ...SHOP.users.alice, variables: { orderId: 'ord-1' } } };
    const { cells } = planOf({ users, packs: ['method', 'path'] }, { allowMutations: false });
    const isSent = (variant: string) =>
      cells.some((cell) => cell.variant === variant && cell.skip === undefined);
    assert.deepEqual(['verb-DELETE', 'override-_method', 'path-case'].map(isSent), [false, false, true]);
  });

  it('include guesses that could destroy what no request creates again', () => {
    const { cells } = planOf({
      resources: { order: { read: 'orders.chain.json#read', id: ['orderId'] } },
      packs: ['method'],
      ...operations('read', 'change'),
    });
    const skipped = cells.filter(({ skip }) => skip !== undefined);
    assert.deepEqual(
      ids(skipped).map((id) => id.replace(' alice<-bob path:orderId', '')),
      [
        ...[
          'verb-POST',
          'override-X-HTTP-Method-Override',
          'override-X-HTTP-Method',
          'override-X-Method-Override',
          'override-_method',
        ].map((variant) => `OBJ read#${variant}`),
        'OBJ read#verb-PUT',
        'OBJ change#verb-POST',
        'OBJ change#verb-PUT',
        'OBJ read#verb-DELETE',
        'OBJ change#verb-DELETE',
      ],
    );
    assert.equal(
      skipped[0]?.skip,
      'It could change or delete the order of alice, and no request creates another one.',
    );
  });

  it('cannot be taken back, unless a person names them', () => {
    const pay = { resource: 'order', request: 'orders.chain.json#change', irreversible: true };
    const matrix = { operations: { pay } };
    assert.deepEqual(skips(matrix), [
      'What pay does cannot be taken back, so it is tested only when a person names it.',
    ]);
    assert.deepEqual(skips(matrix, { irreversible: ['pay'] }), ['sent']);
  });

  it('have a request that is disabled', () => {
    assert.deepEqual(skips(operations('off')), [
      'The request off is disabled in orders.chain.json. Enable it to test off.',
    ]);
  });
});

describe('a plan of some cells', () => {
  const some = (...only: readonly string[]) => planOf(operations('read', 'list'), { only });

  it('has those whose name or operation fits', () => {
    assert.deepEqual(ids(some('OBJ *', 'li*t').cells), [
      'OBJ read alice<-bob path:orderId',
      'SELF list alice<-alice',
      'LIST list alice<-bob',
      'FUN list alice<-sam',
      'ANON list alice<-nobody',
    ]);
  });

  it('says so when none fits', () => {
    const { cells, notes } = some('order.red', 'x');
    assert.deepEqual(cells, []);
    assert.deepEqual(notes, ['No cell and no operation fits order.red, x. The operations are: read, list.']);
  });

  it('says so when what may not be taken back is not an operation', () => {
    const { notes } = planOf(operations('read'), { irreversible: ['read', 'red', '__proto__'] });
    assert.deepEqual(notes, ['No operation is called red or __proto__. The operations are: read.']);
  });
});

describe('notes of a plan', () => {
  const notes: readonly (readonly [title: string, matrix: MatrixInShort, says: string])[] = [
    [
      'nobody without credentials',
      { users: { alice: SHOP.users.alice, bob: SHOP.users.bob, sam: SHOP.users.sam } },
      'Nothing is tested without credentials. Add a user of the role "anonymous", such as "nobody": { "role": "anonymous" }.',
    ],
    [
      'a request that is not there',
      { operations: { ...SHOP.operations, pay: { request: 'orders.chain.json#pay' } } },
      'pay is not tested: orders.chain.json has no request "pay". Name one as orders.chain.json#id.',
    ],
    [
      'an identifier that cannot be exchanged',
      operations('read', 'hidden'),
      'hidden is not tested: it uses orderId only through another variable or a function, where it cannot be replaced. Write {{orderId}} in the request itself.',
    ],
    [
      'one user alone',
      { users: { alice: SHOP.users.alice, sam: SHOP.users.sam, nobody: SHOP.users.nobody } },
      'Nobody is tested on the order of another user: that takes two users who are granted their own. Add one of such a role.',
    ],
    [
      'a role that nobody has',
      { policy: { ...SHOP.policy, manager: { '*': 'any' } } },
      'The policy for the role manager is not tested: no user has it.',
    ],
  ];
  for (const [title, matrix, says] of notes) {
    it(`tell of ${title}`, () => {
      assert.deepEqual(planOf(matrix).notes, [says]);
    });
  }
});

describe('strictCount', () => {
  /** Alice and Bob, one login each; the matrix is that of the specification's example but for the rest. */
  const count = (matrix: MatrixInShort, logins = 2) => {
    const loaded = loadedMatrix({
      users: { alice: SHOP.users.alice, bob: SHOP.users.bob },
      policy: { customer: { '*': 'own' } },
      ...matrix,
    });
    return strictCount(loaded, planMatrix(loaded, CONSENT), logins);
  };

  it('is 42 for the plain shape of the specification, with calibrations and one second look', () => {
    assert.equal(count(operations('read', 'move', 'change', 'remove')), 42 + 4 + 1 + MIXES_OF_MOVE);
  });

  /** `move` names the order in path and body, so that two cells more are asked, each with five requests. */
  const MIXES_OF_MOVE = 2 * 5;

  it('counts a function as its control, one of each caller and its cells', () => {
    const users = { alice: SHOP.users.alice, sam: SHOP.users.sam, nobody: SHOP.users.nobody };
    const policy = { customer: { '*': 'own' }, agent: { '*': 'none' } };
    assert.equal(count({ ...operations('stats'), users, policy }, 0), 1 + 1 + 2);
  });

  it('counts variants, and nothing for cells that are skipped', () => {
    const base = count(operations('read'));
    assert.equal(count({ ...operations('read'), packs: ['path'] }), base + 11);
    const withPack = loadedMatrix({ ...operations('read'), packs: ['path'] });
    const plan = planMatrix(withPack, { allowMutations: true, allowChanges: '', irreversible: [] });
    assert.equal(packCount(withPack, plan), 11);
    assert.equal(count({ ...operations('read', 'off') }), base);
  });

  it('is what the logins cost when nothing is asked', () => {
    assert.equal(count({ operations: {} }, 7), 7);
  });
});
