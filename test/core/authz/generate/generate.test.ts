import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkMatrix } from '../../../../src/core/authz/matrix/checkMatrix';
import { withEffects } from '../../../../src/core/authz/matrix/effects';
import { generateMatrix, type ProposedMatrix } from '../../../../src/core/authz/generate/generate';
import type { NewUser } from '../../../../src/core/authz/generate/generateUsers';
import type { Matrix, MatrixChain } from '../../../../src/core/authz/model/matrix';
import { readMatrix } from '../../../../src/core/authz/matrix/matrixFile';
import { readChain } from '../../../../src/core/files/chainFile';
import { readEnvironment } from '../../../../src/core/files/environmentFile';
import { parseJson, type JsonObject } from '../../../../src/core/json/json';
import { pathFrom } from '../../../../src/core/language/filePath';
import type { Environment } from '../../../../src/core/model';
import type { LoadedChain } from '../../../../src/core/run/plan';
import type { Problem } from '../../../../src/core/problem';
import { loadChain } from '../../fakeRun';

const SAMPLE = 'examples/workspace';
const TWO_CUSTOMERS: readonly NewUser[] = [
  { name: 'alice', role: 'customer' },
  { name: 'bob', role: 'customer' },
];

/** A chain of the sample with what it requires. */
function sampleChain(file: string): MatrixChain {
  const { chain } = readChain(readFileSync(`${SAMPLE}/${file}`, 'utf8'), file);
  if (chain === undefined) {
    throw new Error(`${file} cannot be read`);
  }
  const required = chain.requires.map((name): LoadedChain => sampleChain(pathFrom(file, name) ?? ''));
  return { file, chain, required };
}

function sampleEnvironment(): Environment {
  const { environment } = readEnvironment(readFileSync(`${SAMPLE}/local.environment.json`, 'utf8'), 'local');
  if (environment === undefined) {
    throw new Error('the environment of the sample cannot be read');
  }
  return environment;
}

/** A chain of requests, with the chains that it requires by file. */
function chainOf(chain: object, required: Readonly<Record<string, object>> = {}): MatrixChain {
  return {
    ...loadChain(chain, 'shop.chain.json'),
    required: Object.entries(required).map(([file, other]) => loadChain(other, file)),
  };
}

/** Proposes, and makes sure that the file has no problem together with its chains. */
function propose(
  chain: MatrixChain,
  users: readonly NewUser[] = TWO_CUSTOMERS,
  file = 'proposed.authz.json',
): ProposedMatrix & { readonly matrix: Matrix; readonly content: JsonObject } {
  const proposed = generateMatrix({ chain, users, file });
  return { ...proposed, ...validated(proposed.text, chain, file) };
}

function validated(
  text: string,
  chain: MatrixChain,
  file: string,
): { readonly matrix: Matrix; readonly content: JsonObject } {
  const { matrix: written, problems } = readMatrix(text, file);
  assert.deepEqual(errorsOf(problems), [], text);
  if (written === undefined) {
    throw new Error('a matrix without problems is one');
  }
  const chains = new Map([chain, ...chain.required].map((one) => [one.file, { required: [], ...one }]));
  const matrix = withEffects(written, chains);
  assert.deepEqual(errorsOf(checkMatrix(text, { file, matrix, chains })), [], text);
  const bare = text.replace(/^ *\/\/.*$/gm, '');
  return { matrix, content: parseJson(bare) as JsonObject };
}

function errorsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ severity }) => severity === 'error');
}

const post = (id: string, path: string, more: object = {}) => ({
  id,
  method: 'POST',
  url: `https://api.test${path}`,
  ...more,
});
const get = (id: string, path: string, more: object = {}) => ({ ...post(id, path, more), method: 'GET' });
const extracting = (variable: string) => ({
  extract: [{ variable, from: 'body', path: `$.${variable}` }],
});

/** A chain that creates, reads and deletes a thing. */
const things = [
  post('create-thing', '/things', {
    body: { json: { note: 'Something to read' } },
    ...extracting('thingId'),
  }),
  get('get-thing', '/things/{{thingId}}'),
  { ...get('delete-thing', '/things/{{thingId}}'), method: 'DELETE' },
];

/** Operations as `name effect resource request`. */
function operations({ operations: all }: Matrix): readonly string[] {
  return all.map(({ name, effect, resource = '-', request }) =>
    [name, effect, resource, request.id].join(' '),
  );
}

describe('a proposed matrix', () => {
  it('is the whole proposal for the sample chain, with remarks where a person should look', () => {
    const chain = sampleChain('orders.chain.json');
    const proposed = generateMatrix({
      chain,
      users: TWO_CUSTOMERS,
      environment: sampleEnvironment(),
      file: 'orders-proposed.authz.json',
    });
    validated(proposed.text, chain, 'orders-proposed.authz.json');
    assert.equal(proposed.text, readFileSync('test/fixtures/generate/orders.authz.json', 'utf8'));
    assert.deepEqual(proposed.notes, ['get-deleted-order was left out: it expects no success.']);
  });

  it('has limits that a run of all its cells keeps to', () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      ...post(`change-thing-${index}`, `/things/{{thingId}}/part${index}`),
      method: 'PUT',
    }));
    const users = ['alice', 'bob', 'carol', 'dan'].map((name) => ({ name, role: 'customer' }));
    const { matrix } = propose(chainOf({ requests: [...things, ...many] }), users);
    assert.deepEqual(matrix.limits, { requests: 1500, mutations: 800, waitSeconds: 0 });
    assert.deepEqual(propose(chainOf({ requests: things })).matrix.limits, {
      requests: 1000,
      mutations: 200,
      waitSeconds: 0,
    });
  });

  it('is the same text each time', () => {
    const texts = [1, 2].map(() => propose(sampleChain('addresses.chain.json')).text);
    assert.equal(texts[0], texts[1]);
  });

  it('tells the same object by its own id from the one below its owner', () => {
    const { matrix } = propose(sampleChain('addresses.chain.json'));
    assert.deepEqual(
      matrix.resources.map(({ name, id }) => [name, ...id]),
      [
        ['order', 'orderId'],
        ['userOrder', 'userId', 'orderId'],
      ],
    );
    const nested = matrix.resources.find(({ name }) => name === 'userOrder');
    assert.deepEqual(nested, {
      name: 'userOrder',
      create: { chain: 'addresses.chain.json', id: 'create-order' },
      read: { chain: 'addresses.chain.json', id: 'get-nested' },
      delete: { chain: 'addresses.chain.json', id: 'delete-nested' },
      id: ['userId', 'orderId'],
      canary: ['$.note'],
      marker: ['$.customerId'],
    });
    assert.ok(operations(matrix).includes('order.readByBody action order lookup-by-body'));
    assert.ok(operations(matrix).includes('userOrder.read read userOrder get-nested'));
  });

  const samples = ['admin', 'attachments', 'checkout', 'extractions', 'partner', 'session', 'auth/login'];
  for (const name of samples) {
    it(`has no problem for the sample chain ${name}`, () => {
      assert.ok(propose(sampleChain(`${name}.chain.json`)).matrix.operations.length > 0);
    });
  }

  it('takes nothing for reading that is not safe by its method and its name', () => {
    const { matrix, text } = propose(
      chainOf({
        auth: { type: 'bearer', token: '{{key}}' },
        requests: [
          get('createdb', '/createdb'),
          get('get-reset', '/things/reset'),
          post('search-things', '/things/search'),
          post('ask', '/graphql', { body: { graphql: { query: '{ things { id } }' } } }),
          ...things,
          get('delete-it', '/things/{{thingId}}/delete'),
        ],
      }),
    );
    assert.deepEqual(operations(matrix), [
      'thing.create create thing create-thing',
      'thing.read read thing get-thing',
      'thing.delete delete thing delete-thing',
      'thing.it action thing delete-it',
      'createdb.action action - createdb',
      'reset.read action - get-reset',
      'things.read action - search-things',
      'ask.read read - ask',
    ]);
    assert.deepEqual(
      matrix.users.map(({ alive }) => alive?.id),
      ['ask', 'ask', undefined],
    );
    assert.ok(matrix.operations.every(({ mutates }) => mutates === undefined));
    assert.equal(text.match(/Sounds as if it changed something \((?:createdb|reset|delete)\)/g)?.length, 3);
    assert.match(text, /A POST that sounds as if it only looked something up: set "effect" to "read" if so/);
  });

  it('signs in without what else its chain changes, at every renewal', () => {
    const login = post('login', '/login', {
      body: { json: { user: '{{user}}', password: '{{password}}' } },
      ...extracting('token'),
    });
    const loginChain = (requests: readonly object[]) => ({
      'login.chain.json': { variables: { user: 'u', password: 'p' }, requests },
    });
    const logins = [
      [get('me', '/me'), login],
      [get('setup', '/createdb'), login],
      [login, post('r', '/reset')],
    ].map((requests) => {
      const { matrix } = propose(
        chainOf(
          {
            requires: ['login.chain.json'],
            auth: { type: 'bearer', token: '{{token}}' },
            requests: [get('stats', '/stats')],
          },
          loginChain(requests),
        ),
      );
      return [matrix.users[0]?.login?.id, Object.keys(matrix.users[0]?.variables ?? {})];
    });
    const personal = ['user', 'password'];
    assert.deepEqual(logins, [
      [undefined, personal],
      ['login', personal],
      ['login', personal],
    ]);
  });

  it('takes nothing for the next page that changes something', () => {
    const list = get('list-things', '/things', {
      extract: [{ variable: 'first', from: 'body', path: '$[0]' }],
    });
    const copy = post('copy', '/things', { body: { json: { of: '{{first}}' } } });
    const { matrix } = propose(chainOf({ requests: [list, copy] }));
    assert.deepEqual(
      matrix.operations.map(({ next }) => next),
      [undefined],
    );
  });

  const alive: readonly (readonly [title: string, requests: readonly object[], alive: string])[] = [
    ['an identity read', [get('list', '/things'), get('who', '/api/me'), get('stats', '/stats')], 'who'],
    ['a profile', [get('stats', '/stats'), get('mine', '/profile')], 'mine'],
    [
      'what needs credentials',
      [get('home', '/', { auth: { type: 'none' } }), get('stats', '/stats')],
      'stats',
    ],
    ['no log-out', [get('bye', '/logout'), get('reset-me', '/reset/me'), get('stats', '/stats')], 'stats'],
  ];
  for (const [title, requests, expected] of alive) {
    it(`proves that credentials hold by ${title}`, () => {
      const { matrix } = propose(chainOf({ auth: { type: 'bearer', token: '{{key}}' }, requests }));
      assert.equal(matrix.users[0]?.alive?.id, expected);
    });
  }

  it('agrees to no change, and has somebody without credentials', () => {
    const { matrix } = propose(chainOf({ requests: things }));
    assert.equal(matrix.mutate, false);
    assert.deepEqual(matrix.users.at(-1), { name: 'nobody', role: 'anonymous', variables: {} });
  });

  it('grants roles their own objects, and the functions that do not sound like administration', () => {
    const functions = [get('stats', '/stats'), get('reports', '/admin/reports')];
    const { matrix } = propose(chainOf({ requests: [...things, ...functions] }), [
      ...TWO_CUSTOMERS,
      { name: 'mia', role: 'manager' },
    ]);
    const rules = [
      { pattern: 'thing.*', scope: 'own' },
      { pattern: 'stats.read', scope: 'any' },
    ];
    assert.deepEqual(matrix.policy, {
      roles: [
        { role: 'customer', rules: [...rules, { pattern: 'reports.read', scope: 'none' }] },
        { role: 'manager', rules: [...rules, { pattern: 'reports.read', scope: 'any' }] },
      ],
      public: [],
    });
  });

  it('names what it takes from the chain relative to its own place', () => {
    const { content } = propose(chainOf({ requests: things }), TWO_CUSTOMERS, 'tests/authz/shop.authz.json');
    assert.deepEqual(content['resources'], {
      thing: {
        create: '../../shop.chain.json#create-thing',
        read: '../../shop.chain.json#get-thing',
        delete: '../../shop.chain.json#delete-thing',
        id: ['thingId'],
        canary: ['$.note'],
      },
    });
  });

  it('allows the origins that the chain and its environment write', () => {
    const chain = chainOf({
      variables: { shop: 'https://shop.test' },
      requests: [
        ...things,
        get('one', '', { url: '{{shop}}/one' }),
        get('two', '', { url: '{{baseUrl}}/two' }),
        get('three', '', { url: '{{unknown}}/three' }),
      ],
    });
    const environment = { ...sampleEnvironment(), variables: { baseUrl: 'http://127.0.0.1:4010/v1' } };
    const { text } = generateMatrix({ chain, users: TWO_CUSTOMERS, environment, file: 'x.authz.json' });
    assert.deepEqual(readMatrix(text, 'x.authz.json').matrix?.allowHosts, [
      'https://api.test',
      'https://shop.test',
      'http://127.0.0.1:4010',
    ]);
  });
});

describe('the objects of a proposed matrix', () => {
  it('are none where no POST extracts what another request sends, which a note says', () => {
    const { matrix, notes } = propose(
      chainOf({ requests: [get('list-things', '/things'), post('add', '/things', extracting('total'))] }),
    );
    assert.deepEqual(matrix.resources, []);
    assert.match(notes[0] ?? '', /^No objects were found, so only functions are tested\./);
  });

  it('are none for a chain without requests, which a note says', () => {
    const { matrix, notes } = propose(chainOf({ requests: [] }));
    assert.deepEqual([matrix.resources, matrix.operations], [[], []]);
    assert.equal(notes[0], 'The chain has no request that could be tried.');
  });

  it('are the account that the login names, too', () => {
    const { matrix } = propose(
      chainOf(
        {
          requires: ['login.chain.json'],
          auth: { type: 'bearer', token: '{{token}}' },
          requests: [get('profile', '/users/{{userId}}')],
        },
        {
          'login.chain.json': {
            requests: [
              post('login', '/login', {
                extract: [
                  { variable: 'token', from: 'body', path: '$.token' },
                  { variable: 'userId', from: 'body', path: '$.id' },
                ],
              }),
            ],
          },
        },
      ),
    );
    assert.deepEqual(matrix.resources, [
      {
        name: 'user',
        read: { chain: 'shop.chain.json', id: 'profile' },
        id: ['userId'],
        canary: [],
        marker: [],
      },
    ]);
  });

  it('are not recognised by credentials, totals in a body, or header values', () => {
    const { matrix } = propose(
      chainOf({
        requests: [
          post('create', '/things', {
            extract: ['apiToken', 'total', 'etag'].map((variable) => ({
              variable,
              from: 'body',
              path: `$.${variable}`,
            })),
          }),
          get('check', '/check/{{apiToken}}'),
          post('pay', '/pay', { body: { json: { amount: '{{total}}' } } }),
          get('again', '/things', { headers: [{ name: 'If-None-Match', value: '{{etag}}' }] }),
        ],
      }),
    );
    assert.deepEqual(matrix.resources, []);
  });

  it('are recognised by an identifier in a body, a form and a query', () => {
    const bodies: readonly object[] = [
      { json: { thing: { id: '{{thingId}}' } } },
      { form: [{ name: 'id', value: '{{thingId}}' }] },
      { graphql: { query: 'mutation { close }', variables: { id: '{{thingId}}' } } },
    ];
    for (const body of bodies) {
      const { matrix } = propose(
        chainOf({ requests: [things[0], post('close-thing', '/close', { body })].filter(isRequest) }),
      );
      assert.deepEqual(operations(matrix), [
        'thing.create create thing create-thing',
        'thing.close action thing close-thing',
      ]);
    }
  });

  it('are listed where one is created, page by page', () => {
    const { matrix } = propose(
      chainOf({
        requests: [
          ...things,
          get('list-things', '/things', extracting('nextCursor')),
          get('more-things', '/things', { query: [{ name: 'cursor', value: '{{nextCursor}}' }] }),
        ],
      }),
    );
    assert.deepEqual(matrix.resources[0]?.list, { chain: 'shop.chain.json', id: 'list-things' });
    const list = matrix.operations.find(({ name }) => name === 'thing.list');
    assert.deepEqual(list?.next, { chain: 'shop.chain.json', id: 'more-things' });
  });

  it('below another one have the identifiers of both, outermost first', () => {
    const { matrix } = propose(
      chainOf({
        requests: [
          ...things.slice(0, 2),
          post('add-part', '/things/{{thingId}}/parts', extracting('partId')),
          get('get-part', '/things/{{thingId}}/parts/{{partId}}'),
        ],
      }),
    );
    assert.deepEqual(
      matrix.resources.map(({ name, id }) => [name, ...id]),
      [
        ['thing', 'thingId'],
        ['part', 'thingId', 'partId'],
      ],
    );
    assert.ok(operations(matrix).includes('part.create create part add-part'));
  });

  it('get names that a matrix can have from any variable', () => {
    const names = ['id', '_id', '__id', 'ID', 'x', 'a.b-c_Id', 'newThingUuid'].map((variable) => {
      const { matrix } = propose(
        chainOf({
          requests: [
            post('create', '/2024/Boxes', { extract: [{ variable, from: 'body', path: '$.id' }] }),
            get('read', `/boxes/{{${variable}}}`),
          ],
        }),
      );
      return matrix.resources[0]?.name;
    });
    assert.deepEqual(names, ['box', 'box', 'box', 'box', 'x', 'aBC', 'thing']);
  });

  it('plant in the fields of a form', () => {
    const { matrix } = propose(
      chainOf({
        requests: [
          post('create-thing', '/things', {
            body: { form: [{ name: 'comment', value: 'A longer text' }] },
            ...extracting('thingId'),
          }),
          ...things.slice(1),
        ],
      }),
    );
    assert.deepEqual(matrix.resources[0]?.canary, ['comment']);
  });
});

describe('the operations of a proposed matrix', () => {
  it('leave out what cannot be tried by itself, with a note on each', () => {
    const { matrix, notes } = propose(
      chainOf({
        requests: [
          ...things,
          get('gone', '/things/{{thingId}}', { expect: { status: 404 } }),
          get('report', '/reports/current', extracting('reportName')),
          get('download', '/files/{{reportName}}'),
          get('off', '/off', { disabled: true }),
        ],
      }),
    );
    assert.deepEqual(
      matrix.operations.map(({ request }) => request.id),
      ['create-thing', 'get-thing', 'delete-thing', 'report'],
    );
    assert.deepEqual(notes.slice(-2), [
      'gone was left out: it expects no success.',
      'download was left out: it sends {{reportName}}, which report extracts.',
    ]);
  });

  it('leave out what is not one request that is sent once, and what needs that', () => {
    const { matrix, notes } = propose(
      chainOf({
        formatVersion: 2,
        requests: [
          ...things,
          { id: 'pay', chain: 'pay.chain.json', with: { thing: '{{thingId}}' }, take: ['receiptId'] },
          get('receipt', '/receipts/{{receiptId}}'),
          get('each', '/reports/{{report}}', { forEach: { in: ['a'], as: 'report' } }),
        ],
      }),
    );
    assert.deepEqual(
      matrix.operations.map(({ request }) => request.id),
      ['create-thing', 'get-thing', 'delete-thing'],
    );
    assert.deepEqual(notes.slice(-3), [
      'pay was left out: it has "chain", and requests of a matrix are sent once each.',
      'each was left out: it has "forEach", and requests of a matrix are sent once each.',
      'receipt was left out: it sends {{receiptId}}, which pay extracts.',
    ]);
  });

  it('use a duplicate request once', () => {
    const { matrix } = propose(
      chainOf({ requests: [...things.slice(0, 2), get('get-again', '/things/{{thingId}}')] }),
    );
    assert.deepEqual(operations(matrix), [
      'thing.create create thing create-thing',
      'thing.read read thing get-thing',
    ]);
  });

  it('have names of their own, whatever the requests are called', () => {
    const patch = (id: string, property: string) => ({
      ...post(id, '/things/{{thingId}}', { body: { json: { [property]: 1 } } }),
      method: 'PATCH',
    });
    const { matrix } = propose(
      chainOf({
        requests: [
          ...things.slice(0, 2),
          patch('update-thing', 'a'),
          patch('change-thing', 'b'),
          patch('rename', 'c'),
          patch('set-colour', 'd'),
          post('1', '/1'),
          post('restart-server', '/restart'),
          get('list-users', '/users'),
        ],
      }),
    );
    assert.deepEqual(
      matrix.operations.map(({ name }) => name),
      [
        'thing.create',
        'thing.read',
        'thing.update',
        'thing.update2',
        'thing.update3',
        'thing.updateColour',
        'function1.action',
        'server.restart',
        'users.list',
      ],
    );
  });

  it('are irreversible where money or messages leave', () => {
    const { matrix, text } = propose(
      chainOf({ requests: [...things, post('pay-thing', '/things/{{thingId}}/payment')] }),
    );
    assert.equal(matrix.operations.at(-1)?.irreversible, true);
    assert.match(text, /\/\/ Sounds as if nobody could take it back/);
  });
});

describe('the users of a proposed matrix', () => {
  const signIn = post('login', '/login', {
    body: { json: { user: '{{user}}', mail: '{{mail}}', password: '{{password}}', shop: '{{shop}}' } },
    ...extracting('token'),
  });
  const variables = { user: 'ann', mail: 'ann@shop.test', password: '{{$secret ANN}}', shop: 7 };
  const secured = { auth: { type: 'bearer', token: '{{token}}' } };

  it('sign in by the required chain that gives the token, with values of their own', () => {
    const { matrix } = propose(
      chainOf(
        { ...secured, requires: ['other.chain.json', 'auth/login.chain.json'], requests: things },
        { 'other.chain.json': {}, 'auth/login.chain.json': { variables, requests: [signIn] } },
      ),
    );
    assert.deepEqual(matrix.users[0], {
      name: 'alice',
      role: 'customer',
      login: { chain: 'auth/login.chain.json' },
      variables: {
        user: 'alice',
        mail: 'alice@example.com',
        password: '{{$secret ALICE_PASSWORD}}',
        shop: 7,
      },
    });
  });

  it('sign in by a request of the chain itself, which is not an operation', () => {
    const { matrix } = propose(
      chainOf({ ...secured, variables, requests: [{ ...signIn, auth: { type: 'none' } }, ...things] }),
    );
    assert.deepEqual(matrix.users[0]?.login, { chain: 'shop.chain.json', id: 'login' });
    assert.ok(!matrix.operations.some(({ request }) => request.id === 'login'));
  });

  it('sign in by the request that submits the password where cookies are the credentials', () => {
    const { matrix } = propose(sampleChain('session.chain.json'));
    assert.deepEqual(matrix.users[0]?.login, { chain: 'session.chain.json', id: 'submit-login' });
  });

  it('have keys of their own where nobody signs in', () => {
    const { matrix } = propose(
      chainOf({
        auth: { type: 'apiKey', in: 'header', name: 'X-Api-Key', value: '{{key}}' },
        variables: { key: '{{$secret KEY}}' },
        requests: things,
      }),
    );
    assert.deepEqual(
      matrix.users.map(({ variables: own }) => own),
      [{ key: '{{$secret ALICE_KEY}}' }, { key: '{{$secret BOB_KEY}}' }, {}],
    );
  });

  it('are reported as too few where nobody can try an equal', () => {
    const { notes } = propose(chainOf({ requests: things }), [{ name: 'alice', role: 'customer' }]);
    assert.ok(notes.some((note) => note.startsWith('No two users have the same role')));
  });

  it('have secrets of different names even where their names differ only in signs', () => {
    const chain = chainOf({
      auth: { type: 'basic', username: 'x', password: '{{password}}' },
      variables: { password: 'p' },
      requests: things,
    });
    const { matrix } = propose(chain, [
      { name: 'a-b', role: 'r' },
      { name: 'a_b', role: 'r' },
    ]);
    assert.deepEqual(
      matrix.users.map(({ variables: own }) => own['password']),
      ['{{$secret A_B_PASSWORD}}', '{{$secret A_B_PASSWORD_2}}', undefined],
    );
  });

  const refused: readonly NewUser[][] = [
    [{ name: '', role: 'customer' }],
    [{ name: 'alice', role: 'public' }],
    [{ name: '__proto__', role: 'customer' }],
    [{ name: 'al\nice', role: 'customer' }],
    [{ name: 'alice', role: '"}' }],
    [{ name: 'a'.repeat(300), role: 'customer' }],
    [
      { name: 'alice', role: 'customer' },
      { name: 'alice', role: 'manager' },
    ],
  ];
  for (const users of refused) {
    it(`are refused: ${JSON.stringify(users).slice(0, 60)}`, () => {
      assert.throws(() => propose(chainOf({ requests: things }), users), { name: 'UserError' });
    });
  }
});

describe('a chain of a stranger', () => {
  it('breaks out of no comment and no text', () => {
    const hostile = '"]} // */ \n{{{{$&\u2028';
    const { content } = propose(
      chainOf({
        name: hostile,
        requests: [
          post('create-thing', '/things', {
            name: hostile,
            body: { json: { [hostile]: { comment: 'A longer text' }, __proto__: 1 } },
            ...extracting('thingId'),
          }),
          ...things.slice(1),
        ],
      }),
    );
    assert.equal(content['name'], `${hostile}: who may do what`);
    assert.equal(content['mutate'], false);
  });

  it('of many requests is answered in bounded time', () => {
    const many = Array.from({ length: 1000 }, (_, index) => [
      post(`create-${index}`, `/c${index}`, extracting(`c${index}Id`)),
      get(`get-${index}`, `/c${index}/{{c${index}Id}}`),
    ]).flat();
    const { text } = generateMatrix({
      chain: chainOf({ requests: many }),
      users: TWO_CUSTOMERS,
      file: 'x.authz.json',
    });
    assert.equal(text.match(/"effect": "read"/g)?.length, 1000);
  });
});

function isRequest(value: object | undefined): value is object {
  return value !== undefined;
}
