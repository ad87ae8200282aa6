import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/say';
import { json, recordedChain, repaired, urlOf, type Recorded, type Server } from './repairedChain';

const RECORDED = 'u-8812afe0';

/** A user and a basket that had one id in the recording. */
const SIGN_UP: Recorded = {
  id: 'sign-up',
  line: 'POST /users',
  sent: { name: 'Ada' },
  status: 201,
  answer: { user: { id: RECORDED } },
};
const CREATE: Recorded = {
  id: 'create',
  line: 'POST /baskets',
  sent: { sort: 'new' },
  answer: { basket: { id: RECORDED } },
};
/** The sign-up of a chain that takes the id of the user, which is the wrong one. */
const TAKES_USER: Recorded = {
  ...SIGN_UP,
  chain: { extract: [{ variable: 'userId', from: 'body', path: '$.user.id' }] },
};

const basket = recordedChain(
  TAKES_USER,
  CREATE,
  {
    id: 'items',
    line: `GET /baskets/${RECORDED}/items`,
    answer: { items: [] },
    chain: { url: 'http://api.test/baskets/{{userId}}/items' },
  },
  { id: 'last', line: 'GET /health', answer: { ok: true } },
);

const shop: Server = (line) => {
  switch (line) {
    case 'POST /users':
      return json({ user: { id: 'u-1' } }, 201);
    case 'POST /baskets':
      return json({ basket: { id: 'b-7' } });
    case 'GET /baskets/b-7/items':
      return json({ items: [] });
    case 'GET /health':
      return json({ ok: true });
    default:
      return json({ error: 'not found' }, 404);
  }
};

describe('repairChain', () => {
  it('leaves a step that runs another chain as it is, and does not run it again', async () => {
    const chain = JSON.parse(basket.text) as { readonly requests: readonly object[] };
    const call = { id: 'pay', chain: 'pay.chain.json', with: { user: RECORDED }, take: ['receipt'] };
    const requests = chain.requests.toSpliced(2, 0, call);
    const pay = {
      requests: [
        {
          ...{ id: 'charge', method: 'POST', url: 'http://api.test/pay' },
          extract: [{ variable: 'receipt', from: 'status' }],
        },
      ],
    };
    const { report, sent } = await repaired(
      {
        text: JSON.stringify({ ...chain, formatVersion: 2, requests }),
        session: basket.session,
        called: { 'pay.chain.json': pay },
      },
      (line, body) => (line === 'POST /pay' ? json({}) : shop(line, body)),
    );
    assert.equal(report.outcome, 'green');
    assert.equal(urlOf(report, 'items'), '/baskets/{{basketId}}/items');
    const repairedCall = (JSON.parse(report.text) as typeof chain).requests[2];
    assert.deepEqual(repairedCall, call);
    assert.equal(sent.filter((line) => line === 'POST /pay').length, 1);
  });

  it('aims a wrong mapping at its runner-up, and sends nothing again that was accepted', async () => {
    const { report, sent } = await repaired(basket, shop);
    assert.equal(report.outcome, 'green');
    assert.equal(urlOf(report, 'items'), '/baskets/{{basketId}}/items');
    assert.doesNotMatch(report.text, /userId/);
    assert.equal(report.trials, 1);
    assert.deepEqual(sent, [
      'POST /users',
      'POST /baskets',
      'GET /baskets/u-1/items',
      'GET /baskets/b-7/items',
      'GET /health',
    ]);
    assert.deepEqual(
      report.places.map(({ before, after, reason }) => [
        before?.source,
        after?.source,
        reason?.words(inEnglish),
      ]),
      [['sign-up', 'create', 'answered with 404 instead of 200']],
    );
  });

  it('leaves out the retries of a POST, which would send it again', async () => {
    const chain = recordedChain({
      id: 'create',
      line: 'POST /orders',
      sent: { sku: 'A-1' },
      answer: { id: 7 },
      chain: { retry: { times: 3, delayMs: 1 } },
    });
    const broken: Server = () => json({}, 500);
    assert.deepEqual((await repaired(chain, broken)).sent, ['POST /orders']);
    const { sent } = await repaired(chain, broken, { allowMutations: true });
    assert.equal(sent.length > 1, true);
  });

  it('reports a request that is blocked because an accepted answer lacks a value', async () => {
    const chain = recordedChain(
      {
        id: 'list',
        line: 'GET /orders',
        answer: { orders: [], other: { code: 'c-4417' } },
        chain: { extract: [{ variable: 'code', from: 'body', path: '$.other.code', optional: true }] },
      },
      {
        id: 'use',
        line: 'PUT /codes',
        sent: { code: 'c-4417' },
        answer: {},
        chain: { body: { json: { code: '{{code}}' } } },
      },
    );
    const { report } = await repaired(chain, () => json({ orders: [] }));
    assert.equal(report.outcome, 'open');
    assert.deepEqual(
      report.failures.map(({ difference }) => [difference.request, difference.kind]),
      [['use', 'blocked']],
    );
  });

  it('never reads what was recorded as a reference when it generates a value', async () => {
    const chain = recordedChain({
      id: 'me',
      line: 'PUT /me',
      sent: { username: 'a{{$uuid}}b' },
      answer: {},
      chain: { body: { json: { username: 'a\\{{$uuid}}b' } } },
    });
    const sent: unknown[] = [];
    await repaired(chain, (_line, { username }) => {
      sent.push(username);
      return json({}, 409);
    });
    assert.ok(sent.length > 1);
    for (const username of sent) {
      assert.ok(String(username).startsWith('a{{$uuid}}b'), String(username));
    }
  });

  it('first refers to what the recording leaves no doubt about', async () => {
    const chain = recordedChain(
      { id: 'create', line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 'o-8812afe0' } },
      { id: 'read', line: 'GET /orders/o-8812afe0', answer: { id: 'o-8812afe0' } },
    );
    const { report, sent } = await repaired(chain, () => json({ id: 'o-7' }));
    assert.equal(report.outcome, 'green');
    assert.deepEqual(sent, ['POST /orders', 'GET /orders/o-7']);
    assert.equal(report.trials, 0);
    assert.deepEqual(
      report.places.map(({ before, after, reason }) => [before, after?.variable, reason]),
      [[undefined, 'orderId', undefined]],
    );
  });

  it('changes nothing in a chain that runs as recorded', async () => {
    const right = recordedChain({ id: 'health', line: 'GET /health', answer: { ok: true } });
    const { report } = await repaired(right, shop);
    assert.deepEqual([report.outcome, report.text, report.places], ['green', right.text, []]);
  });

  it('notices the wrong record although the status is right', async () => {
    const any: Server = (line) =>
      line.startsWith('GET /baskets')
        ? json({ items: [], owner: line.includes('b-7') ? 'Ada Day' : 'Bo' })
        : shop(line, {});
    const chain = recordedChain(
      {
        id: 'sign-up',
        line: 'POST /users',
        sent: { name: 'Ada Day' },
        status: 201,
        answer: { user: { id: RECORDED } },
        chain: { extract: [{ variable: 'userId', from: 'body', path: '$.user.id' }] },
      },
      { id: 'create', line: 'POST /baskets', sent: {}, answer: { basket: { id: RECORDED } } },
      {
        id: 'items',
        line: `GET /baskets/${RECORDED}`,
        answer: { items: [], owner: 'Ada Day' },
        chain: { url: 'http://api.test/baskets/{{userId}}' },
      },
    );
    const { report, events } = await repaired(chain, any);
    assert.equal(report.outcome, 'green');
    assert.equal(urlOf(report, 'items'), '/baskets/{{basketId}}');
    assert.deepEqual(
      events.map((event) => (event.type === 'differs' ? event.difference.kind : event.type)),
      ['content', 'trial'],
    );
  });

  it('takes back what does not help, says what it tried, and looks at the rest of the chain', async () => {
    const broken: Server = (line) => (line.startsWith('GET /baskets') ? json({}, 404) : shop(line, {}));
    const { report, sent } = await repaired(basket, broken);
    assert.equal(report.outcome, 'open');
    assert.equal(report.text, basket.text);
    assert.deepEqual(report.places, []);
    assert.deepEqual(
      report.failures.map(({ difference, attempts }) => [
        difference.request,
        attempts.map(({ outcome }) => outcome),
      ]),
      [['items', ['failed']]],
    );
    assert.equal(sent.at(-1), 'GET /health');
  });

  it('lists no request that only lacks what a failed one would have given', async () => {
    const chain = recordedChain(
      { id: 'create', line: 'POST /orders', sent: {}, answer: { id: 'o-8812afe0' } },
      { id: 'read', line: 'GET /orders/o-8812afe0', answer: {} },
    );
    const { report, sent } = await repaired(chain, () => json({}, 500));
    assert.deepEqual(sent, ['POST /orders']);
    assert.deepEqual(
      report.failures.map(({ difference }) => difference.request),
      ['create'],
    );
  });

  it('stops after the given number of trials', async () => {
    const broken: Server = (line) => (line.startsWith('GET /baskets') ? json({}, 404) : shop(line, {}));
    const { report } = await repaired(basket, broken, { maxTrials: 0 });
    assert.deepEqual(
      report.failures[0]?.attempts.map(({ outcome }) => outcome),
      ['limit'],
    );
    assert.equal(report.trials, 0);
  });

  it('continues after a request that is not sent because only a response named its address', async () => {
    const chain = recordedChain(
      {
        id: 'first',
        line: 'GET /first',
        answer: { next: 'http://api.test/next' },
        chain: { extract: [{ variable: 'next', from: 'body', path: '$.next' }] },
      },
      { id: 'next', line: 'GET /next', answer: {}, chain: { url: '{{next}}' } },
      { id: 'last', line: 'GET /last', answer: {} },
    );
    const { report, sent } = await repaired(chain, (line) =>
      json(line === 'GET /first' ? { next: 'http://elsewhere.test/next' } : {}),
    );
    assert.equal(report.outcome, 'open');
    const [failure] = report.failures;
    assert.deepEqual([failure?.difference.request, failure?.difference.kind], ['next', 'blocked']);
    assert.match(failure?.difference.words(inEnglish) ?? '', /^http:\/\/elsewhere\.test was not contacted/);
    assert.deepEqual(sent, ['GET /first', 'GET /last']);
  });

  it('does not call a chain repaired none of whose requests is compared', async () => {
    const off = { chain: { disabled: true } };
    const disabled = recordedChain({ id: 'read', line: 'GET /orders', answer: {}, ...off });
    const renamed = recordedChain({ id: 'read', line: 'GET /orders', answer: {}, chain: { id: 'other' } });
    for (const chain of [disabled, renamed]) {
      await assert.rejects(
        repaired(chain, () => json({})),
        /The recording has no enabled request of this chain/,
      );
    }
  });

  it('stops where nothing answers', async () => {
    const silent: Server = (line) =>
      line.startsWith('GET /baskets') ? { fails: 'timeout' } : shop(line, {});
    const { report, sent } = await repaired(basket, silent);
    assert.equal(report.outcome, 'stopped');
    assert.equal(report.failures[0]?.difference.kind, 'unanswered');
    assert.equal(sent.at(-1), 'GET /baskets/u-1/items');
  });

  it('sends nothing more once it is cancelled', async () => {
    const controller = new AbortController();
    const { report, sent } = await repaired(
      basket,
      shop,
      {},
      {
        controller,
        when: (line) => line === 'GET /baskets/u-1/items',
      },
    );
    assert.equal(report.outcome, 'cancelled');
    assert.equal(report.text, basket.text);
    assert.equal(sent.at(-1), 'GET /baskets/u-1/items');
  });
});

describe('repairChain, for requests that are not idempotent', () => {
  const link = recordedChain(TAKES_USER, CREATE, {
    id: 'add',
    line: 'POST /items',
    sent: { basketId: RECORDED },
    answer: { ok: true },
    chain: { body: { json: { basketId: '{{userId}}' } } },
  });
  const server: Server = (line, body) =>
    line !== 'POST /items'
      ? shop(line, body)
      : body['basketId'] === 'b-7'
        ? json({ ok: true })
        : json({}, 400);

  it('sends none again unless that is allowed', async () => {
    const { report, sent } = await repaired(link, server);
    assert.equal(report.outcome, 'open');
    assert.equal(report.text, link.text);
    assert.deepEqual(
      report.failures[0]?.attempts.map(({ outcome }) => outcome),
      ['mutation'],
    );
    assert.deepEqual(sent, ['POST /users', 'POST /baskets', 'POST /items']);
  });

  it('sends only the one again that was refused', async () => {
    const { report, sent } = await repaired(link, server, { allowMutations: true });
    assert.equal(report.outcome, 'green');
    assert.match(report.text, /"basketId": "\{\{basketId\}\}"/);
    assert.deepEqual(sent, ['POST /users', 'POST /baskets', 'POST /items', 'POST /items']);
  });

  it('sends only those again that an earlier wrong value led to', async () => {
    const chain = recordedChain(
      SIGN_UP,
      CREATE,
      {
        id: 'add',
        line: 'PUT /items',
        sent: { basketId: RECORDED },
        answer: { item: { id: 'i-5512cc0e' } },
        chain: { body: { json: { basketId: '{{userId}}' } } },
      },
      { id: 'read', line: 'GET /items/i-5512cc0e', answer: { ok: true } },
    );
    const text = chain.text.replace(
      '"id": "sign-up",',
      '"id": "sign-up", "extract": [{ "variable": "userId", "from": "body", "path": "$.user.id" }],',
    );
    const lazy: Server = (line, body) =>
      line === 'PUT /items'
        ? json({ item: { id: `of-${String(body['basketId'])}` } })
        : line.startsWith('GET /items')
          ? json({ ok: true }, line.endsWith('of-b-7') ? 200 : 404)
          : shop(line, body);
    const { report, sent } = await repaired({ ...chain, text }, lazy);
    assert.equal(report.outcome, 'green');
    assert.match(report.text, /"basketId": "\{\{basketId\}\}"/);
    assert.deepEqual(sent, [
      ...['POST /users', 'POST /baskets', 'PUT /items', 'GET /items/of-u-1'],
      ...['PUT /items', 'GET /items/of-b-7'],
    ]);
  });

  it('generates what has to be new, and uses it wherever it was said', async () => {
    const taken = recordedChain(
      {
        id: 'sign-up',
        line: 'POST /users',
        sent: { email: 'ada@example.com', city: 'Hamburg' },
        status: 201,
        answer: { ok: true },
      },
      { id: 'find', line: 'GET /users?email=ada@example.com', answer: { ok: true } },
    );
    const emails: unknown[] = [];
    const server: Server = (line, body) => {
      emails.push(body['email'] ?? line);
      return body['email'] === 'ada@example.com'
        ? json({ error: 'email has already been taken' }, 422)
        : json({ ok: true }, line.startsWith('POST') ? 201 : 200);
    };
    const { report } = await repaired(taken, server, { allowMutations: true });
    assert.equal(report.outcome, 'green');
    const made = 'ada-00000000-0000-4000-8000-000000000000';
    assert.deepEqual(emails, [
      'ada@example.com',
      `${made}@example.com`,
      `GET /users?email=${made}%40example.com`,
    ]);
    const { variables } = JSON.parse(report.text) as { variables: unknown };
    assert.deepEqual(variables, { uniqueEmail: 'ada-{{$uuid}}@example.com' });
    assert.deepEqual(
      report.generated.flatMap(({ values }) => values.map(({ variable }) => variable)),
      ['uniqueEmail'],
    );
  });
});

describe('repairChain, for dates that a server refuses', () => {
  const recordedAt = Date.parse('2025-03-02T21:30:00Z');
  const stay = { from: '2025-03-05', to: '2025-03-07T11:00:00+01:00', born: '1990-05-01', guest: 'Ada' };
  const chain = recordedChain(
    { id: 'book', line: 'POST /stays', sent: stay, answer: { ok: true }, startedAt: recordedAt },
    { id: 'day', line: 'GET /days/2025-03-05', answer: { ok: true }, startedAt: recordedAt },
  );

  /** A server on the first day of 2026, as these runs are. */
  function hotel(sent: unknown[], refusal: object = { error: 'from must be in the future' }): Server {
    return (line, body) => {
      sent.push(line.startsWith('POST') ? body : line);
      return String(body['from']) < '2026-01-01' && line.startsWith('POST')
        ? json(refusal, 422)
        : json({ ok: true });
    };
  }

  it('makes those near the recording relative, together, and leaves times of the day and birthdays', async () => {
    const sent: unknown[] = [];
    const { report } = await repaired(chain, hotel(sent), { allowMutations: true });
    assert.equal(report.outcome, 'green');
    const { variables } = JSON.parse(report.text) as { variables: unknown };
    assert.match(report.text, /"variables": .*"requests": /s, 'constants come where people write them');
    assert.deepEqual(variables, {
      from: '{{$datetime YYYY-MM-DD 3 d}}',
      to: '{{$datetime YYYY-MM-DD 5 d}}T11:00:00+01:00',
    });
    assert.deepEqual(sent.slice(1), [
      { ...stay, from: '2026-01-04', to: '2026-01-06T11:00:00+01:00' },
      'GET /days/2026-01-04',
    ]);
  });

  it('leaves days that do not exist, and names that the chain extracts', async () => {
    const { report } = await repaired(
      recordedChain(
        {
          id: 'me',
          line: 'GET /me',
          answer: { from: 'Oslo' },
          chain: { extract: [{ variable: 'from', from: 'body', path: '$.from' }] },
        },
        {
          id: 'book',
          line: 'POST /stays',
          sent: { from: '2025-03-05', to: '2025-02-30' },
          answer: { ok: true },
          startedAt: recordedAt,
        },
      ),
      (line, body) => (line.startsWith('GET') ? json({ from: 'Oslo' }) : hotel([])(line, body)),
      { allowMutations: true },
    );
    assert.equal(report.outcome, 'green');
    const { variables } = JSON.parse(report.text) as { variables: unknown };
    assert.deepEqual(variables, { from2: '{{$datetime YYYY-MM-DD 3 d}}' });
  });

  it('leaves them when the answer is about something else', async () => {
    const { report } = await repaired(chain, hotel([], { error: 'No.' }), { allowMutations: true });
    assert.equal(report.outcome, 'open');
    assert.deepEqual(report.generated, []);
    assert.equal(report.trials, 0);
  });

  it('only proposes them where the request may not be sent again', async () => {
    const { report } = await repaired(chain, hotel([]));
    const [attempt] = report.failures[0]?.attempts ?? [];
    assert.equal(attempt?.outcome, 'mutation');
    assert.equal(attempt.candidate.kind, 'generate');
    assert.equal(report.text, chain.text);
  });
});

describe('repairChain, for a reference to something of another kind', () => {
  const orders: Server = (line) => {
    switch (line) {
      case 'GET /me':
        return json({ name: 'bo-day-77' });
      case 'POST /orders':
        return json({ id: 'o-7' });
      default:
        return json({}, line === 'GET /orders/o-7/lines?of=bo-day-77' ? 200 : 404);
    }
  };

  it('takes the source that the recording had there, and leaves the other references', async () => {
    const chain = recordedChain(
      {
        id: 'me',
        line: 'GET /me',
        answer: { name: 'ada-day-12' },
        chain: { extract: [{ variable: 'name', from: 'body', path: '$.name' }] },
      },
      { id: 'create', line: 'POST /orders', sent: {}, answer: { id: 'o-8812afe0' } },
      {
        id: 'lines',
        line: 'GET /orders/o-8812afe0/lines?of=ada-day-12',
        answer: {},
        chain: { url: 'http://api.test/orders/{{name}}/lines?of={{name}}' },
      },
    );
    const { report } = await repaired(chain, orders);
    assert.equal(report.outcome, 'green');
    assert.equal(urlOf(report, 'lines'), '/orders/{{orderId}}/lines?of={{name}}');
  });
});

describe('repairChain, for a recorded id that a server accepts', () => {
  const chain = recordedChain(
    { id: 'me', line: 'GET /session', answer: { user: { id: 4 } } },
    { id: 'task', line: 'PUT /tasks/first', sent: { title: 'Sweep', authorId: 4 }, answer: { ok: true } },
  );
  const users: Server = (line) => json(line === 'GET /session' ? { user: { id: 9 } } : { ok: true });

  it('sends the one of the run instead', async () => {
    const { report, sent } = await repaired(chain, users);
    assert.equal(report.outcome, 'green');
    assert.match(report.text, /"authorId": "\{\{userId\}\}"/);
    assert.deepEqual(sent, ['GET /session', 'PUT /tasks/first', 'PUT /tasks/first']);
  });

  it('sends the one of the run also where a thing of another kind had the same number', async () => {
    const [me, task] = [
      { id: 'me', line: 'GET /session', answer: { user: { id: 2 } } },
      { id: 'task', line: 'PUT /tasks/first', sent: { authorId: 2 }, answer: { ok: true } },
    ];
    const team = { id: 'team', line: 'GET /team', answer: { member: { id: 2 } } };
    const { report } = await repaired(recordedChain(me, team, task), (line) =>
      json(line === 'GET /session' ? { user: { id: 9 } } : line === 'GET /team' ? team.answer : { ok: true }),
    );
    assert.equal(report.outcome, 'green');
    assert.match(report.text, /"authorId": "\{\{userId\}\}"/);
  });

  it('leaves the recorded one where the other one is refused, and says so', async () => {
    const strict: Server = (line, body) =>
      body['authorId'] === 9 ? json({ error: 'no' }, 400) : users(line, body);
    const { report } = await repaired(chain, strict);
    assert.equal(report.outcome, 'open');
    assert.equal(report.text, chain.text);
    assert.deepEqual(
      report.remarks.map(({ difference, attempts }) => [difference.kind, attempts[0]?.outcome]),
      [['stale', 'failed']],
    );
    assert.deepEqual(report.failures, []);
  });
});
