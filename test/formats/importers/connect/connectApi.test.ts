import assert from 'node:assert/strict';
import { stringify } from 'yaml';
import { describedFixture, describedMatrix, type DescribedMatrix } from './describedMatrix';

const json = (properties: object): object => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
const text = { type: 'string', example: 'x' };
const answered = (properties: object): object => ({ responses: { 200: json(properties) } });
const ok = { responses: { 200: { description: 'done' } } };

/** A description with these paths and a bearer token, unless `more` says something else. */
function api(paths: object, more: object = {}): string {
  return stringify({
    openapi: '3.0.3',
    info: { title: 'API', version: '1' },
    servers: [{ url: 'http://127.0.0.1:1' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    paths,
    ...more,
  });
}

const signIn = (properties: object): object => ({
  post: { requestBody: json({ email: text, password: text }), ...answered(properties) },
});
const things = {
  '/things': { post: { requestBody: json({ note: text }), ...answered({ id: { type: 'integer' } }) } },
  '/things/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: ok,
    delete: ok,
  },
};

/** Resources as `name create read delete ids`. */
function resources({ matrix }: DescribedMatrix): readonly string[] {
  return matrix.resources.map((one) =>
    [one.name, one.create?.id, one.read?.id, one.list?.id, one.delete?.id, `[${one.id.join(' ')}]`].join(' '),
  );
}

function ids(questions: DescribedMatrix['questions']): readonly string[] {
  return questions.map(({ id }) => id);
}

describe('a matrix that is proposed for a description', () => {
  // The figures of the documentation: questions, and edits by hand before the dry run has nothing to say.
  const shapes: [name: string, questions: number, edits: number][] = [
    ['shop.yaml', 5, 0],
    ['books.yaml', 6, 0],
    ['content.yaml', 5, 1],
    ['teams.yaml', 4, 0],
  ];
  for (const [name, questions, edits] of shapes) {
    it(`asks at most ${questions} questions and leaves at most ${edits} edits: ${name}`, async () => {
      const proposed = await describedFixture(name);
      assert.ok(proposed.questions.length <= questions, ids(proposed.questions).join('\n'));
      assert.ok(proposed.edits.length <= edits, proposed.edits.join('\n'));
    });
  }

  it('has the objects of a shop, and the basket that signing in names', async () => {
    const proposed = await describedFixture('shop.yaml');
    assert.deepEqual(resources(proposed), [
      'basket  get-basket   [basketId]',
      'item create-basket-item get-basket-item  delete-basket-item [itemId]',
      'addresss create-addresss get-addresss-2 get-addresss delete-addresss [addresssId]',
      'card create-card get-card list-cards delete-card [cardId]',
    ]);
    const [login] = proposed.requests;
    assert.deepEqual(
      login?.extract.map(({ variable, select }) => [variable, select]),
      [
        ['token', { kind: 'path', path: '$.authentication.token' }],
        ['basketId', { kind: 'path', path: '$.authentication.bid' }],
      ],
    );
    assert.deepEqual(
      proposed.matrix.users.map(({ login: name, variables }) => [name?.id, variables]).slice(0, 1),
      [['login-user', { email: 'alice@example.com', password: '{{$secret ALICE_PASSWORD}}' }]],
    );
  });

  it('has books under titles and accounts under names that the client chooses', async () => {
    const proposed = await describedFixture('books.yaml');
    assert.deepEqual(resources(proposed), [
      'user  get-user  delete-user [username]',
      'book create-book get-book list-books  [book_title]',
      'userAccount register-user get-user  delete-user [username]',
    ]);
    const create = proposed.requests.find(({ id }) => id === 'create-book');
    assert.deepEqual(create?.body?.kind === 'json' ? create.body.value : undefined, {
      book_title: '{{book_title}}',
      secret: 'Pw1-{{$uuid}}',
    });
    assert.deepEqual(proposed.matrix.policy.public, [
      'user.read',
      'book.list',
      'createdb.read',
      'users.list',
      'usersDebug.read',
      'user.create',
    ]);
  });

  it('asks who is signed in where signing in does not say whose account it is', async () => {
    const proposed = await describedFixture('content.yaml');
    assert.deepEqual(resources(proposed), [
      'user  get-user  delete-user [userId]',
      'note create-items-notes read-single-items-notes read-items-notes delete-single-items-notes [noteId]',
    ]);
    assert.equal(proposed.matrix.users[0]?.login?.id, 'get-me');
    const granted = proposed.matrix.policy.roles.map(({ role, rules }) => [
      role,
      rules.find(({ pattern }) => pattern === 'settings.read')?.scope,
    ]);
    assert.deepEqual(granted, [
      ['customer', 'none'],
      ['admin', 'any'],
    ]);
  });

  for (const name of ['shop.yaml', 'books.yaml', 'content.yaml']) {
    it(`has an operation for every method of every path but signing in: ${name}`, async () => {
      const { matrix, requests } = await describedFixture(name);
      const tested = new Set(matrix.operations.map(({ request }) => request.id));
      assert.deepEqual(
        requests.filter(({ id }) => !tested.has(id)).map(({ id }) => id),
        requests.filter(({ id }) => /^login/.test(id)).map(({ id }) => id),
      );
    });
  }

  it('takes answers: whose the objects are, and which functions a role may use', async () => {
    const { matrix, questions } = await describedFixture('shop.yaml', {
      objects: 'each',
      'object.card': 'owner and admin',
      'object.item': 'owner, read by everyone',
      'functions.customer': 'whoami.read',
    });
    const [customer, admin] = matrix.policy.roles.map(({ rules }) =>
      Object.fromEntries(rules.map(({ pattern, scope }) => [pattern, scope])),
    );
    assert.deepEqual([customer?.['card.*'], admin?.['card.*'], admin?.['basket.*']], ['own', 'any', 'own']);
    assert.deepEqual([customer?.['item.*'], customer?.['item.read']], ['own', 'any']);
    assert.deepEqual([customer?.['users.list'], customer?.['whoami.read']], ['none', 'any']);
    assert.ok(ids(questions).includes('object.basket'));
  });

  it('ignores an answer that a question cannot have', async () => {
    const { matrix } = await describedFixture('shop.yaml', { objects: '__proto__' });
    assert.equal(matrix.policy.roles[0]?.rules.find(({ pattern }) => pattern === 'card.*')?.scope, 'own');
  });
});

describe('the requests of a description', () => {
  it('are asked about where two of them could sign in, and where the token is', async () => {
    const paths = { '/login': signIn({ ok: text }), '/admin/login': signIn({ ok: text }), ...things };
    const { questions, requests } = await describedMatrix(api(paths), {
      'sign-in': 'POST /admin/login',
      token: '$.jwt',
    });
    assert.deepEqual(ids(questions).slice(0, 2), ['sign-in', 'token']);
    assert.equal(requests[0]?.url, '{{baseUrl}}/admin/login');
    assert.deepEqual(
      requests[0].extract.map(({ select }) => select),
      [{ kind: 'path', path: '$.jwt' }],
    );
  });

  it('are sent with a credential of each user where nobody signs in', async () => {
    const { matrix, edits } = await describedMatrix(api(things));
    assert.deepEqual(
      matrix.users.map(({ variables }) => variables),
      [
        { bearer: '{{$secret ALICE_BEARER}}' },
        { bearer: '{{$secret BOB_BEARER}}' },
        { bearer: '{{$secret ROOT_BEARER}}' },
        {},
      ],
    );
    assert.deepEqual(edits, []);
  });

  it('are signed in by a cookie where the description says so', async () => {
    const scheme = { cookie: { type: 'apiKey', in: 'cookie', name: 'session' } };
    const { matrix, requests, edits } = await describedMatrix(
      api(
        { '/login': signIn({ ok: text }), ...things },
        { components: { securitySchemes: scheme }, security: [{ cookie: [] }] },
      ),
    );
    assert.equal(matrix.users[0]?.login?.id, 'login');
    assert.equal(
      requests.some(({ auth }) => auth.type === 'apiKey'),
      false,
    );
    assert.deepEqual(edits, []);
  });

  it('are asked about where no answer shows the identifier of what is created', async () => {
    const silent = { ...things, '/things': { post: { requestBody: json({ note: text }), ...ok } } };
    const { questions, requests } = await describedMatrix(api(silent), { 'id.thingId': '$.data.key' });
    assert.ok(ids(questions).includes('id.thingId'));
    assert.deepEqual(
      requests.flatMap(({ extract }) => extract.map(({ select }) => select)),
      [{ kind: 'path', path: '$.data.key' }],
    );
  });

  it('name something that exists for everybody where nothing creates it', async () => {
    const { matrix, questions } = await describedMatrix(
      api({ '/products/{id}': { ...things['/things/{id}'], delete: undefined } }),
      { 'value.productId': '7' },
    );
    assert.ok(ids(questions).includes('value.productId'));
    assert.deepEqual(
      matrix.operations.map(({ name, resource }) => [name, resource]),
      [['product.read', undefined]],
    );
  });

  it('refer to what others create in bodies and queries', async () => {
    const id = { name: 'thing_id', in: 'query', required: true, schema: { type: 'integer', example: 3 } };
    const { requests } = await describedMatrix(
      api({
        ...things,
        '/reviews': { post: { requestBody: json({ ThingId: text, note: text }), ...ok } },
        '/lookup': { get: { parameters: [id], ...ok } },
      }),
    );
    const review = requests.find(({ id: name }) => name === 'create-review');
    const body = review?.body?.kind === 'json' ? review.body.value : undefined;
    assert.deepEqual(body, { ThingId: '{{thingId}}', note: 'x' });
    assert.equal(requests.find(({ id: name }) => name === 'get-lookup')?.query[0]?.value, '{{thingId}}');
  });

  it('become a matrix whatever their names are', async () => {
    const hostile = ['__proto__', 'constructor', '</script>', '$&', 'a b', '{{{{', '*/'];
    for (const name of hostile) {
      const path = `/${name.replace(/[{}/ ]/g, '-')}s`;
      const { matrix } = await describedMatrix(
        api({
          [path]: { post: { requestBody: json({ [name]: text }), ...answered({ [name]: text, id: text }) } },
          [`${path}/{${name.replace(/[{}]/g, '-')}}`]: {
            parameters: [
              { name: name.replace(/[{}]/g, '-'), in: 'path', required: true, schema: { type: 'string' } },
            ],
            get: ok,
          },
        }),
      );
      assert.ok(matrix.operations.length >= 1, name);
    }
  });
});
