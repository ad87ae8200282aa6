/** Rows of data: a chain that runs once for each. */
import assert from 'node:assert/strict';
import { nameOfPart } from '../../../src/core/result/result';
import type { Bail } from '../../../src/core/run/runStep';
import { bodyText, fakeRun, type FakeOutcome, type FakeRun } from '../fakeRun';

const api = 'http://api.test';
const users = ['users.csv', 'user,plan\nada,pro\nbob,free\n'] as const;
const read = { id: 'read', method: 'GET', url: `${api}/users/{{user}}` };

/** Each request of a run as `id row outcome`. */
function ends({ result }: FakeOutcome): readonly string[] {
  return result.requests.map(({ request, row, outcome }) => `${request.id} ${row?.number ?? '-'} ${outcome}`);
}

function urls({ sent }: FakeOutcome): readonly string[] {
  return sent.map(({ url }) => url.replace(api, ''));
}

function valueSources({ result }: FakeOutcome): readonly string[] {
  return result.requests.flatMap(({ substitutions }) =>
    substitutions.map(({ variable, value, source }) => `${variable} ${value} ${source}`),
  );
}

describe('A chain with rows of data', () => {
  it('runs once for each row, with its columns as variables', async () => {
    const run = await fakeRun({ chain: { requests: [read] }, data: users });
    assert.deepEqual(urls(run), ['/users/ada', '/users/bob']);
    assert.deepEqual(ends(run), ['read 1 passed', 'read 2 passed']);
    assert.deepEqual(valueSources(run), ['user "ada" row', 'user "bob" row']);
    assert.deepEqual(run.result.data, {
      file: 'users.csv',
      columns: ['user', 'plan'],
    });
    assert.deepEqual(
      run.result.requests.map(({ row }) => row),
      [
        { number: 1, label: 'ada' },
        { number: 2, label: 'bob' },
      ],
    );
  });

  it('names a row in one line', async () => {
    const run = await fakeRun({
      chain: { requests: [read] },
      data: ['users.csv', 'user\n"ada\n::error::\u001b[1m"\n'],
    });
    assert.deepEqual(run.result.requests.map(nameOfPart), ['read, row 1 (ada ::error::\\x1b[1m)']);
  });

  it('plans each request of each row', async () => {
    const { events } = await fakeRun({ chain: { requests: [read] }, data: users });
    const [started] = events;
    assert.ok(started?.type === 'run-started');
    assert.deepEqual(
      started.requests.map(({ request, row }) => [request.id, row?.number]),
      [
        ['read', 1],
        ['read', 2],
      ],
    );
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'request-finished' ? [event.index] : [])),
      [0, 1],
    );
  });

  it('hides constants of the chain by columns, and columns by what the run is given', async () => {
    const run = await fakeRun({
      chain: {
        variables: { user: 'constant', plan: 'constant', greeting: 'Hello {{user}}' },
        requests: [{ ...read, query: [{ name: 'q', value: '{{plan}} {{greeting}}' }] }],
      },
      environment: { variables: { user: 'environment' } },
      overrides: { plan: 'given' },
      data: ['users.csv', 'user,plan\nada,pro\n'],
    });
    assert.deepEqual(urls(run), ['/users/ada?q=given%20Hello%20ada']);
  });

  it('hides columns by variables of the request', async () => {
    const run = await fakeRun({
      chain: { requests: [{ ...read, variables: { user: 'own' } }] },
      data: users,
    });
    assert.deepEqual(urls(run), ['/users/own', '/users/own']);
  });

  it('takes texts of a file as they are', async () => {
    const run = await fakeRun({
      chain: { requests: [read] },
      data: ['users.json', '[{"user": "{{$secret KEY}}"}]'],
      secrets: { KEY: { value: 'sesame-key', origins: [api] } },
    });
    assert.deepEqual(urls(run), ['/users/%7B%7B%24secret%20KEY%7D%7D']);
  });

  it('keeps the types of JSON', async () => {
    const run = await fakeRun({
      chain: { requests: [{ id: 'send', method: 'POST', url: api, body: { json: '{{order}}' } }] },
      data: ['orders.jsonl', '{"order": {"id": 12345678901234567890, "open": true}}'],
    });
    assert.equal(bodyText(run.sent[0] ?? assert.fail()), '{"id":12345678901234567890,"open":true}');
  });

  const counting = {
    requests: [
      {
        id: 'count',
        method: 'POST',
        url: `${api}/count`,
        headers: [{ name: 'X-Last', value: '{{last}}' }],
        when: { value: '{{user}}', equals: 'bob' },
        extract: [{ variable: 'last', from: 'body', path: '$.n' }],
      },
    ],
  };

  it('does not see what another row extracted', async () => {
    const next = { id: 'next', method: 'GET', url: `${api}/next/{{token}}` };
    const login = {
      id: 'login',
      method: 'POST',
      url: `${api}/login/{{user}}`,
      extract: [{ variable: 'token', from: 'body', path: '$.token' }],
    };
    const run = await fakeRun({
      chain: { requests: [login, next] },
      data: users,
      answer: ({ url }) => (url.endsWith('/bob') ? 403 : { body: { token: 'of-ada' } }),
    });
    assert.deepEqual(ends(run), ['login 1 passed', 'next 1 passed', 'login 2 failed', 'next 2 blocked']);
    assert.equal(
      run.result.requests[3]?.reasons[0]?.message,
      'token comes from login, which answered 403. Expected status is 2xx or 3xx, but it was 403.',
    );
  });

  it('does not see cookies that another row got', async () => {
    const run = await fakeRun({
      chain: {
        requests: [
          { ...read, id: 'visit' },
          { ...read, id: 'again' },
        ],
      },
      data: users,
      answer: ({ url }) => ({ headers: { 'Set-Cookie': `of=${url.slice(-3)}` } }),
    });
    const cookies = run.sent.map(({ headers }) => headers.find(({ name }) => name === 'Cookie')?.value);
    assert.deepEqual(cookies, [undefined, 'of=ada', undefined, 'of=bob']);
  });

  it('computes constants once for each row', async () => {
    let count = 0;
    const run = await fakeRun({
      chain: {
        variables: { id: '{{$uuid}}' },
        requests: [
          { ...read, url: `${api}/{{id}}` },
          { ...read, id: 'again', url: `${api}/{{id}}` },
        ],
      },
      data: users,
      uuid: () => `uuid-${(count += 1)}`,
    });
    assert.deepEqual(urls(run), ['/uuid-1', '/uuid-1', '/uuid-2', '/uuid-2']);
  });

  it('skips by a condition on a column', async () => {
    const run = await fakeRun({
      chain: { variables: { last: '-' }, ...counting },
      data: users,
      answer: () => ({ body: { n: 1 } }),
    });
    assert.deepEqual(ends(run), ['count 1 skipped', 'count 2 passed']);
  });

  it('stops at the first failure with --bail, in all rows', async () => {
    const bail: Bail = {};
    const run = await fakeRun({ chain: { requests: [read] }, data: users, bail, answer: () => 500 });
    assert.deepEqual(ends(run), ['read 1 failed', 'read 2 skipped']);
    assert.equal(bail.cause, 'read, row 1, of main.chain.json failed');
    assert.equal(run.result.outcome, 'failed');
  });

  it('is cancelled as a whole', async () => {
    const controller = new AbortController();
    const run = await fakeRun({
      chain: { requests: [read] },
      data: users,
      signal: controller.signal,
      onEvent: ({ type }) => type === 'request-finished' && controller.abort(),
    });
    assert.deepEqual(ends(run), ['read 1 passed', 'read 2 skipped']);
    assert.equal(run.result.outcome, 'cancelled');
  });

  it('leaves the values of its first row for the next run', async () => {
    const { memory } = await fakeRun({
      chain: { requests: [{ ...read, extract: [{ variable: 'id', from: 'body', path: '$.id' }] }] },
      data: users,
      answer: ({ url }) => ({ body: { id: url } }),
    });
    assert.equal(memory.row?.number, 1);
    assert.equal(memory.extracted.get('main.chain.json')?.get('id')?.value, `${api}/users/ada`);
  });
});

describe('Chains that a chain with rows requires', () => {
  const token = {
    requests: [
      {
        id: 'token',
        method: 'POST',
        url: `${api}/token`,
        extract: [{ variable: 'token', from: 'body', path: '$.token' }],
      },
    ],
  };
  const login = { requests: [{ id: 'login', method: 'POST', url: `${api}/login/{{user}}` }] };
  const rest = { requests: [{ id: 'rest', method: 'GET', url: `${api}/rest` }] };
  const main = { requests: [{ ...read, headers: [{ name: 'X-Token', value: '{{token}}' }] }] };

  it('run once for all rows where they read no column', async () => {
    const run = await fakeRun({
      chain: main,
      required: { 'token.chain.json': token },
      data: users,
      answer: () => ({ body: { token: 't' } }),
    });
    assert.deepEqual(ends(run), ['token - passed', 'read 1 passed', 'read 2 passed']);
  });

  it('run for a row that lacks a column and has what it hides', async () => {
    const login = {
      id: 'login',
      method: 'GET',
      url: `${api}/login`,
      extract: [{ variable: 'token', from: 'body', path: '$.token' }],
    };
    const use = { id: 'use', method: 'GET', url: `${api}/{{path}}` };
    const run = await fakeRun({
      chain: { variables: { path: '{{token}}' }, requests: [use] },
      required: { 'login.chain.json': { requests: [login] } },
      select: { kind: 'only', id: 'use' },
      data: ['rows.json', '[{"path":"a"},{"id":1}]'],
      answer: () => ({ body: { token: 't' } }),
    });
    assert.deepEqual(urls(run), ['/login', '/a', '/t']);
  });

  it('run for each row from the first one on that reads a column', async () => {
    const run = await fakeRun({
      chain: main,
      required: { 'token.chain.json': token, 'login.chain.json': login, 'rest.chain.json': rest },
      data: users,
      answer: () => ({ body: { token: 't' } }),
    });
    assert.deepEqual(
      run.result.requests.map(({ request, row }) => `${request.id} ${row?.number ?? '-'}`),
      ['token -', 'login 1', 'rest 1', 'read 1', 'login 2', 'rest 2', 'read 2'],
    );
  });

  it('run for each row where a variable of the environment leads to a column', async () => {
    const run = await fakeRun({
      chain: main,
      required: { 'rest.chain.json': { requests: [{ ...read, id: 'rest', url: `${api}/{{path}}` }] } },
      environment: { variables: { path: 'of-{{user}}', token: 't' } },
      data: users,
    });
    assert.deepEqual(urls(run), ['/of-ada', '/users/ada', '/of-bob', '/users/bob']);
  });
});

describe('Rows that run at the same time', () => {
  const rows = Array.from({ length: 40 }, (_one, index) => `user${index}`);
  const data = ['users.csv', ['user', ...rows].join('\n')] as const;
  const two = { requests: [read, { ...read, id: 'again', url: `${api}/again/{{user}}` }] };

  async function withRows(start: Partial<FakeRun>): Promise<FakeOutcome & { readonly most: number }> {
    let open = 0;
    let most = 0;
    const run = await fakeRun({
      chain: two,
      data,
      pause: async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 1 + (open % 3)));
        open -= 1;
      },
      ...start,
    });
    return { ...run, most };
  }

  it('give the same events as one after the other', async () => {
    const one = await withRows({ rowsAtOnce: 1 });
    const five = await withRows({ rowsAtOnce: 5 });
    assert.deepEqual(five.events, one.events);
    assert.equal(one.most, 1);
    assert.equal(five.most, 5);
  });

  it('end when the run is cancelled', async () => {
    const controller = new AbortController();
    const run = await withRows({
      rowsAtOnce: 5,
      signal: controller.signal,
      onEvent: ({ type }) => type === 'request-finished' && controller.abort(),
    });
    assert.equal(run.result.requests.length, 80);
    assert.equal(run.result.outcome, 'cancelled');
    assert.ok(run.sent.length < 45, `${run.sent.length} requests were sent`);
  });
});
