/** Chains that other chains run as steps. */
import assert from 'node:assert/strict';
import { countOfParts } from '../../../src/core/result/partTree';
import { nameOfPart } from '../../../src/core/result/result';
import { fakeRun, outcomes, type FakeOutcome, type FakeRun } from '../fakeRun';

const api = 'http://api.test';
const pay = {
  variables: { currency: 'EUR', orderId: 'none' },
  requests: [
    {
      id: 'charge',
      name: 'Charge',
      method: 'POST',
      url: `${api}/charge/{{orderId}}/{{currency}}`,
      extract: [{ variable: 'receiptId', from: 'body', path: '$.receipt' }],
    },
    { id: 'check', name: 'Check', method: 'GET', url: `${api}/receipts/{{receiptId}}` },
  ],
};
const call = {
  id: 'pay',
  name: 'Pay',
  chain: 'pay.chain.json',
  with: { orderId: '{{id}}' },
  take: ['receiptId'],
};
const use = { id: 'use', method: 'GET', url: `${api}/use/{{receiptId}}` };

/** Runs a call of the chain above and a request that uses what it takes; `/charge/bad` answers 402. */
function run(
  { step = {}, main = {}, called = pay }: { step?: object; main?: object; called?: object } = {},
  more: Partial<FakeRun> = {},
): Promise<FakeOutcome> {
  return fakeRun({
    chain: { variables: { id: '17' }, requests: [{ ...call, ...step }, use], ...main },
    called: { 'pay.chain.json': called },
    answer: ({ url }) =>
      url.includes('/charge/bad') ? 402 : { body: { receipt: `r${url.split('/').at(-2) ?? ''}` } },
    ...more,
  });
}

function paths({ sent }: FakeOutcome): readonly string[] {
  return sent.map(({ url }) => url.slice(api.length));
}

function first({ result }: FakeOutcome): FakeOutcome['result']['requests'][number] {
  return result.requests[0] ?? assert.fail();
}

function messages(outcome: FakeOutcome, index = 0): readonly string[] {
  return (outcome.result.requests[index] ?? assert.fail()).reasons.map(({ message }) => message);
}

describe('A chain as a step', () => {
  it('is run in its place, with what it is given, and gives what is taken', async () => {
    const outcome = await run();
    assert.deepEqual(outcomes(outcome.result), ['pay passed', 'use passed']);
    assert.deepEqual(paths(outcome), ['/charge/17/EUR', '/receipts/r17', '/use/r17']);
    const { method, attempts, exchange, extractions, parts = [] } = first(outcome);
    assert.deepEqual([method, attempts, exchange], ['CALL', 2, undefined]);
    assert.deepEqual(extractions, [
      { variable: 'receiptId', from: 'receiptId of pay.chain.json', found: true, value: '"r17"' },
    ]);
    assert.deepEqual(
      parts.map(({ at, request, outcome: ended }) => [at, request, ended]),
      [
        [[{ id: 'pay', name: 'Pay' }, { id: 'charge' }], { chain: 'pay.chain.json', id: 'charge' }, 'passed'],
        [[{ id: 'pay', name: 'Pay' }, { id: 'check' }], { chain: 'pay.chain.json', id: 'check' }, 'passed'],
      ],
    );
  });

  it('is named around its requests, by its id if it has no name', async () => {
    const forEach = { in: ['1', '2'], as: 'id' };
    const named = first(await run({ step: { forEach } })).parts?.map(nameOfPart);
    assert.deepEqual(named?.slice(0, 3), ['Pay, item 1 › Charge', 'Pay, item 1 › Check', 'Pay, item 1']);
    const unnamed = first(await run({ step: { name: undefined } })).parts?.map(nameOfPart);
    assert.deepEqual(unnamed, ['pay › Charge', 'pay › Check']);
  });

  it('is counted without requests that are disabled', async () => {
    const [charge, check] = pay.requests;
    const countIn = async (requests: readonly object[], step = {}) =>
      countOfParts(first(await run({ step, called: { ...pay, requests } })).parts ?? []);
    assert.equal(await countIn([{ ...charge }, { ...check }]), '2 requests');
    assert.equal(await countIn([{ ...charge }, { ...check, disabled: true }]), '1 request');
    const forEach = { in: ['1', '2'], as: 'id' };
    assert.equal(await countIn([{ ...charge }, { ...check, disabled: true }], { forEach }), '2 items');
  });

  it('says in each request where its values come from', async () => {
    const { parts = [], substitutions } = first(await run());
    assert.deepEqual(
      parts[0]?.substitutions.map(({ variable, value, source }) => [variable, value, source]),
      [
        ['orderId', '"17"', 'call'],
        ['currency', '"EUR"', 'chain'],
      ],
    );
    assert.deepEqual(
      substitutions.map(({ variable, location, source }) => [variable, location, source]),
      [['id', { in: 'variables', name: 'orderId' }, 'chain']],
    );
  });

  it('sees nothing of the caller but what it is given', async () => {
    const outcome = await run({
      main: {
        variables: { id: '17', currency: 'USD' },
        requests: [
          {
            id: 'before',
            method: 'GET',
            url: `${api}/before`,
            extract: [{ variable: 'currency', from: 'status' }],
          },
          call,
        ],
      },
    });
    assert.deepEqual(paths(outcome).slice(1), ['/charge/17/EUR', '/receipts/r17']);
    const lacking = await run({
      called: { requests: [{ id: 'one', method: 'GET', url: `${api}/{{id}}` }] },
      step: { take: [] },
    });
    assert.deepEqual(paths(lacking), []);
    assert.match(messages(lacking)[0] ?? '', /^one: Nothing defines id\./);
  });

  it('leaves nothing to the caller but what is taken', async () => {
    const outcome = await run({ step: { take: [] } });
    assert.deepEqual(outcomes(outcome.result), ['pay passed', 'use blocked']);
  });

  it('is given values above those of the person who runs, and sees those', async () => {
    const outcome = await run({}, { overrides: { orderId: '99', currency: 'CHF' } });
    assert.equal(paths(outcome)[0], '/charge/17/CHF');
  });

  it('keeps the type of what it is given', async () => {
    const outcome = await run({
      main: { variables: { id: { a: [1, true] } } },
      called: {
        requests: [{ id: 'send', method: 'POST', url: `${api}/send`, body: { json: '{{orderId}}' } }],
      },
      step: { take: [] },
    });
    assert.equal(Buffer.from(outcome.sent[0]?.body ?? assert.fail()).toString(), '{"a":[1,true]}');
  });

  it('never takes what it is given for a reference', async () => {
    const outcome = await run(
      { step: { with: { orderId: '{{raw}}' } } },
      { overrides: { raw: '{{currency}}' } },
    );
    assert.equal(decodeURIComponent(paths(outcome)[0] ?? ''), '/charge/{{currency}}/EUR');
  });

  it('computes its constants anew for each call, and those of the environment once', async () => {
    let count = 0;
    const outcome = await run(
      {
        main: { requests: [call, { ...call, id: 'again' }] },
        called: {
          variables: { own: '{{$guid}}' },
          requests: [
            { id: 'a', method: 'GET', url: `${api}/{{own}}/{{shared}}` },
            { id: 'b', method: 'GET', url: `${api}/{{own}}/{{shared}}` },
          ],
        },
        step: {},
      },
      {
        environment: { name: 'test', variables: { shared: '{{$guid}}' } },
        uuid: () => {
          count += 1;
          return `u${count}`;
        },
      },
    );
    assert.deepEqual(paths(outcome), ['/u1/u2', '/u1/u2', '/u3/u2', '/u3/u2']);
  });

  it('does not know what an earlier call extracted', async () => {
    const outcome = await run({
      main: { requests: [call, { ...call, id: 'again', with: { orderId: 'bad' } }] },
    });
    assert.deepEqual(outcomes(outcome.result), ['pay passed', 'again failed']);
    assert.deepEqual(paths(outcome), ['/charge/17/EUR', '/receipts/r17', '/charge/bad/EUR']);
  });

  it('is skipped when its condition does not hold, with what depends on it', async () => {
    const outcome = await run({ step: { when: { value: '{{id}}', equals: '18' } } });
    assert.deepEqual(outcomes(outcome.result), ['pay skipped', 'use skipped']);
    assert.deepEqual(paths(outcome), []);
  });

  it('waits before it begins', async () => {
    const waits: number[] = [];
    await run({ step: { delayMs: 70 } }, { sleep: (milliseconds) => waits.push(milliseconds) });
    assert.deepEqual(waits, [70]);
  });

  it('is not run while it is switched off', async () => {
    const outcome = await run({ step: { disabled: true } });
    assert.deepEqual(outcomes(outcome.result), ['pay skipped', 'use blocked']);
    assert.deepEqual(messages(outcome), ['This request is disabled.']);
  });
});

describe('A chain as a step that fails', () => {
  it('fails with the reason of its request, and blocks what depends on it', async () => {
    const outcome = await run({ main: { variables: { id: 'bad' } } });
    assert.deepEqual(outcomes(outcome.result), ['pay failed', 'use blocked']);
    assert.deepEqual(messages(outcome), ['Charge: Expected status is 2xx or 3xx, but it was 402.']);
    assert.deepEqual(messages(outcome, 1), [
      'receiptId comes from Pay, which failed. Charge: Expected status is 2xx or 3xx, but it was 402.',
    ]);
    assert.deepEqual(
      first(outcome).parts?.map(({ request, outcome: ended }) => `${request.id} ${ended}`),
      ['charge failed', 'check blocked'],
    );
  });

  it('fails when it has no value for what is taken', async () => {
    const outcome = await run({ step: { take: ['receiptId', 'voucher'] } });
    assert.deepEqual(outcomes(outcome.result), ['pay failed', 'use blocked']);
    assert.deepEqual(messages(outcome), [
      'pay.chain.json left no value for voucher, which this step takes from it.',
    ]);
  });

  it('is blocked when what it is given has no value', async () => {
    const outcome = await run({ step: { with: { orderId: '{{nothing}}' } } });
    assert.deepEqual(outcomes(outcome.result), ['pay blocked', 'use blocked']);
    assert.match(messages(outcome)[0] ?? '', /^Nothing defines nothing\./);
    assert.deepEqual(paths(outcome), []);
  });

  it('names at most three of its requests', async () => {
    const requests = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, method: 'GET', url: `${api}/charge/bad` }));
    const outcome = await run({ called: { requests }, step: { take: [] } });
    assert.deepEqual(
      messages(outcome).map((message) => message.slice(0, 3)),
      ['a: ', 'b: ', 'c: ', '2 m'],
    );
    assert.equal(messages(outcome)[3], '2 more requests did not pass.');
  });

  it('ends a run that stops at the first failure, also inside of it', async () => {
    const outcome = await run({ main: { variables: { id: 'bad' }, requests: [call, use] } }, { bail: {} });
    assert.deepEqual(paths(outcome), ['/charge/bad/EUR']);
    assert.deepEqual(outcomes(outcome.result), ['pay failed', 'use skipped']);
    assert.match(
      messages(outcome, 1)[0] ?? '',
      /^The run stopped after Charge of pay\.chain\.json failed\.$/,
    );
  });

  it('is cancelled with its run', async () => {
    const control = new AbortController();
    const outcome = await run({}, { signal: control.signal, pause: () => Promise.resolve(control.abort()) });
    assert.deepEqual(outcomes(outcome.result), ['pay skipped', 'use skipped']);
    assert.equal(outcome.result.outcome, 'cancelled');
  });

  it('takes back what an earlier request gave under the name', async () => {
    const outcome = await run({
      main: {
        variables: { id: 'bad' },
        requests: [
          {
            id: 'before',
            method: 'GET',
            url: `${api}/x`,
            extract: [{ variable: 'receiptId', from: 'status' }],
          },
          call,
          use,
        ],
      },
    });
    assert.deepEqual(outcomes(outcome.result), ['before passed', 'pay failed', 'use blocked']);
  });
});

describe('A chain as a step for each item of a list', () => {
  const each = { forEach: { in: ['1', '2', '3'], as: 'n' }, with: { orderId: '{{n}}' } };

  it('is run for each, and what is taken becomes lists', async () => {
    const outcome = await run({ step: each });
    assert.equal(decodeURIComponent(paths(outcome).at(-1) ?? ''), '/use/["r1","r2","r3"]');
    assert.deepEqual(
      first(outcome).parts?.map(({ at }) => at.map(({ id, item }) => `${id}${item ?? ''}`).join(' ')),
      [0, 1, 2].flatMap((item) => [`pay${item} charge`, `pay${item} check`, `pay${item}`]),
    );
  });

  it('fails with the item that failed, and runs the others', async () => {
    const outcome = await run({ step: { ...each, forEach: { in: ['1', 'bad', '3'], as: 'n' } } });
    assert.deepEqual(messages(outcome), ['Item 2: Charge: Expected status is 2xx or 3xx, but it was 402.']);
    assert.deepEqual(paths(outcome), [
      '/charge/1/EUR',
      '/receipts/r1',
      '/charge/bad/EUR',
      '/charge/3/EUR',
      '/receipts/r3',
    ]);
  });
});

describe('What a chain as a step requires', () => {
  const login = {
    requests: [
      {
        id: 'login',
        method: 'POST',
        url: `${api}/login`,
        extract: [{ variable: 'token', from: 'body', path: '$.receipt' }],
      },
    ],
  };
  const secured = {
    requires: ['login.chain.json'],
    requests: [{ id: 'get', method: 'GET', url: `${api}/get/{{token}}` }],
  };
  const chains = { 'secured.chain.json': secured, 'login.chain.json': login };
  const step = { id: 'one', chain: 'secured.chain.json' };

  it('runs once, before all', async () => {
    const outcome = await fakeRun({
      chain: { requests: [step, { ...step, id: 'two' }] },
      called: chains,
      answer: () => ({ body: { receipt: 't' } }),
    });
    assert.deepEqual(paths(outcome), ['/login', '/get/t', '/get/t']);
    assert.deepEqual(outcomes(outcome.result), ['login passed', 'one passed', 'two passed']);
  });

  it('is not seen by the caller', async () => {
    const outcome = await fakeRun({
      chain: { requests: [step, { id: 'mine', method: 'GET', url: `${api}/{{token}}` }] },
      called: chains,
      answer: () => ({ body: { receipt: 't' } }),
    });
    assert.deepEqual(outcomes(outcome.result), ['login passed', 'one passed', 'mine blocked']);
  });

  it('is what the caller requires, too, and runs once for both', async () => {
    const outcome = await fakeRun({
      chain: {
        requires: ['login.chain.json'],
        requests: [{ id: 'mine', method: 'GET', url: `${api}/{{token}}` }, step],
      },
      required: { 'login.chain.json': login },
      called: { 'secured.chain.json': secured },
      answer: () => ({ body: { receipt: 't' } }),
    });
    assert.deepEqual(paths(outcome), ['/login', '/t', '/get/t']);
  });

  it('is the root cause when it fails', async () => {
    const outcome = await fakeRun({ chain: { requests: [step] }, called: chains, answer: () => 500 });
    assert.deepEqual(outcomes(outcome.result), ['login failed', 'one failed']);
    assert.match(messages(outcome, 1)[0] ?? '', /^get: token comes from login, which answered 500\./);
  });

  it('may be a step of another step', async () => {
    const outcome = await fakeRun({
      chain: { requests: [{ id: 'outer', chain: 'outer.chain.json', with: { n: 5 }, take: ['got'] }] },
      called: {
        'outer.chain.json': {
          requests: [{ id: 'inner', chain: 'inner.chain.json', with: { m: '{{n}}' }, take: ['got'] }],
        },
        'inner.chain.json': {
          requests: [
            { id: 'get', method: 'GET', url: `${api}/{{m}}`, extract: [{ variable: 'got', from: 'status' }] },
          ],
        },
      },
    });
    assert.deepEqual(paths(outcome), ['/5']);
    assert.deepEqual(
      first(outcome).parts?.map(({ at }) => at.map(({ id }) => id)),
      [
        ['outer', 'inner', 'get'],
        ['outer', 'inner'],
      ],
    );
    assert.equal(first(outcome).extractions[0]?.value, '200');
  });
});

describe('A chain as a step in rows of data', () => {
  it('is run for each row, and sees no column that it is not given', async () => {
    const outcome = await run(
      { main: { variables: {}, requests: [call] } },
      { data: ['rows.csv', 'id,currency\n1,USD\n2,USD'] },
    );
    assert.deepEqual(paths(outcome), ['/charge/1/EUR', '/receipts/r1', '/charge/2/EUR', '/receipts/r2']);
    assert.deepEqual(
      outcome.result.requests.map(({ row }) => row?.number),
      [1, 2],
    );
  });
});
