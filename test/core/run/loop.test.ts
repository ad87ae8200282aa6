/** Loops: requests that are sent for each item of a list, or for each page of one. */
import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/core/json/json';
import { itemsDone, type ItemsDone } from '../../../src/core/result/itemsDone';
import { bodyText, fakeRun, outcomes, type FakeOutcome, type FakeRun } from '../fakeRun';

const api = 'http://api.test';
const read = {
  id: 'read',
  method: 'GET',
  url: `${api}/orders/{{orderId}}`,
  forEach: { in: '{{ids}}', as: 'orderId' },
  extract: [{ variable: 'totals', from: 'body', path: '$.total' }],
};

/** Runs one request for these items; `/bad` answers 500, and an order `n` has the total `n`. */
function forItems(ids: JsonValue, request: object = {}, more: Partial<FakeRun> = {}): Promise<FakeOutcome> {
  return fakeRun({
    chain: {
      variables: { ids },
      requests: [
        { ...read, ...request },
        { id: 'sum', method: 'POST', url: `${api}/sum`, body: { json: '{{totals}}' } },
      ],
    },
    answer: ({ url }) => (url.endsWith('/bad') ? 500 : { body: { total: url.split('/').at(-1) } }),
    ...more,
  });
}

function first({ result }: FakeOutcome): FakeOutcome['result']['requests'][number] {
  return result.requests[0] ?? assert.fail();
}

/** What the events of a run tell about its loops. */
function itemsOf({ events }: FakeOutcome): readonly ItemsDone[] {
  return events.flatMap((event) => (event.type === 'part-finished' ? (itemsDone(event) ?? []) : []));
}

function messages(outcome: FakeOutcome): readonly string[] {
  return first(outcome).reasons.map(({ message }) => message);
}

describe('A request for each item of a list', () => {
  it('can be a step that runs another chain, and what is taken becomes a list', async () => {
    const { result, sent } = await forItems(
      ['a', 'b'],
      {
        ...{ method: undefined, url: undefined, extract: undefined },
        chain: 'order.chain.json',
        with: { id: '{{orderId}}' },
        take: ['totals'],
      },
      {
        called: {
          'order.chain.json': { requests: [{ ...read, forEach: undefined, url: `${api}/orders/{{id}}` }] },
        },
      },
    );
    assert.deepEqual(outcomes(result), ['read passed', 'sum passed']);
    assert.equal(bodyText(sent[2] ?? assert.fail()), '["a","b"]');
  });

  it('is sent once for each, in order, and what it extracts becomes a list', async () => {
    const outcome = await forItems(['a', 'b', 'c']);
    assert.deepEqual(outcomes(outcome.result), ['read passed', 'sum passed']);
    assert.deepEqual(
      outcome.sent.map(({ url }) => url.slice(api.length)),
      ['/orders/a', '/orders/b', '/orders/c', '/sum'],
    );
    assert.equal(bodyText(outcome.sent[3] ?? assert.fail()), '["a","b","c"]');
    assert.deepEqual(first(outcome).extractions, [
      { variable: 'totals', from: 'body $.total', found: true, value: '["a","b","c"]' },
    ]);
    assert.equal(first(outcome).attempts, 3);
  });

  it('tells how many items are finished, and how many there are', async () => {
    const filtered = { forEach: { ...read.forEach, when: { value: '{{orderId}}', notEquals: 'b' } } };
    assert.deepEqual(itemsOf(await forItems(['a', 'b', 'bad'], filtered)), [
      { done: 1, of: 3 },
      { done: 2, of: 3 },
      { done: 3, of: 3 },
    ]);
  });

  it('tells only of items of the outermost loop', async () => {
    const call = { method: undefined, url: undefined, extract: undefined, chain: 'order.chain.json' };
    const inner = { ...read, forEach: { in: [1, 2, 3], as: 'orderId' } };
    const called = { 'order.chain.json': { requests: [inner] } };
    assert.deepEqual(itemsOf(await forItems(['a', 'b'], call, { called })), [
      { done: 1, of: 2 },
      { done: 2, of: 2 },
    ]);
  });

  it('has a result for each item, with its place', async () => {
    const { parts = [] } = first(await forItems(['a', 'bad']));
    assert.deepEqual(
      parts.map(({ at, outcome, exchange }) => [at, outcome, exchange?.response?.status]),
      [
        [[{ id: 'read', item: 0 }], 'passed', 200],
        [[{ id: 'read', item: 1 }], 'failed', 500],
      ],
    );
    assert.deepEqual(parts[0]?.substitutions.at(-1), {
      variable: 'orderId',
      location: { in: 'path' },
      value: '"a"',
      source: 'item',
    });
  });

  it('fails when one item fails, and leaves no list', async () => {
    const outcome = await forItems(['a', 'bad', 'c', 'bad']);
    assert.deepEqual(outcomes(outcome.result), ['read failed', 'sum blocked']);
    assert.equal(outcome.sent.length, 4);
    assert.deepEqual(messages(outcome), [
      'Item 2: Expected status is 2xx or 3xx, but it was 500.',
      'Item 4: Expected status is 2xx or 3xx, but it was 500.',
    ]);
    assert.equal(first(outcome).exchange?.request.url, `${api}/orders/bad`);
  });

  it('names the first items that fail, and says how many more there are', async () => {
    const named = [1, 2, 3].map((item) => `Item ${item}: Expected status is 2xx or 3xx, but it was 500.`);
    assert.deepEqual(messages(await forItems(Array(3).fill('bad'))), named);
    assert.deepEqual(messages(await forItems(Array(4).fill('bad'))), [...named, 'One more item failed.']);
    assert.deepEqual(messages(await forItems(Array(9).fill('bad'))), [...named, '6 more items failed.']);
  });

  it('fails although an item before the one that fails cannot be sent', async () => {
    const outcome = await forItems([{ name: 'al' }, { id: 'bad' }, { name: 'bo' }], {
      url: `${api}/orders/{{orderId.id}}`,
    });
    assert.deepEqual(outcomes(outcome.result), ['read failed', 'sum blocked']);
    assert.deepEqual(messages(outcome), ['Item 2: Expected status is 2xx or 3xx, but it was 500.']);
    assert.equal(first(outcome).exchange?.request.url, `${api}/orders/bad`);
  });

  it('takes no member of another value of the name of its item', async () => {
    const outcome = await forItems(
      [{ id: 'a' }, { name: 'al' }],
      { method: 'DELETE', url: `${api}/orders/{{orderId.id}}` },
      { overrides: { 'orderId.id': 'other' }, environment: { variables: { 'orderId.id': 'another' } } },
    );
    assert.deepEqual(outcomes(outcome.result), ['read blocked', 'sum blocked']);
    assert.deepEqual(
      outcome.sent.map(({ url }) => url),
      [`${api}/orders/a`],
    );
  });

  it('stops at the first item that fails when the run does', async () => {
    const outcome = await forItems(['bad', 'b'], {}, { bail: {} });
    assert.equal(outcome.sent.length, 1);
  });

  it('of an empty list is not sent, passes and leaves an empty list', async () => {
    const outcome = await forItems([]);
    assert.deepEqual(outcomes(outcome.result), ['read passed', 'sum passed']);
    assert.equal(bodyText(outcome.sent[0] ?? assert.fail()), '[]');
  });

  it('counts with $index and can use members of an item', async () => {
    const { sent } = await forItems(
      [
        { id: 7, owner: { name: 'al' } },
        { id: 8, owner: { name: 'bo' } },
      ],
      {
        url: `${api}/{{$index}}/{{orderId.id}}/{{orderId.owner.name}}`,
      },
    );
    assert.deepEqual(
      sent.slice(0, 2).map(({ url }) => url.slice(api.length)),
      ['/0/7/al', '/1/8/bo'],
    );
  });

  it('hides other values of the name of its item, those of the command line too', async () => {
    const { sent } = await forItems(['a'], {}, { overrides: { orderId: 'other' } });
    assert.equal(sent[0]?.url, `${api}/orders/a`);
  });

  it('takes null for what an item does not have', async () => {
    const extract = [{ ...read.extract[0], optional: true }];
    const { sent } = await forItems(
      ['a', 'none'],
      { extract },
      {
        answer: ({ url }) => ({ body: url.endsWith('/none') ? {} : { total: 1 } }),
      },
    );
    assert.equal(bodyText(sent[2] ?? assert.fail()), '[1,null]');
  });

  it('does not see what other items extracted', async () => {
    const outcome = await forItems(['a', 'b'], { headers: [{ name: 'X-Before', value: '{{totals}}' }] });
    assert.deepEqual(outcomes(outcome.result), ['read blocked', 'sum blocked']);
    assert.equal(outcome.sent.length, 0);
  });

  it('repeats and expects for each item', async () => {
    let tries = 0;
    const outcome = await forItems(
      ['a', 'b'],
      { retry: { times: 1, delayMs: 1 }, expect: { status: 200 } },
      {
        answer: ({ url }) => (!url.endsWith('/sum') && tries++ % 2 === 0 ? 500 : { body: { total: 1 } }),
      },
    );
    assert.deepEqual(outcomes(outcome.result), ['read passed', 'sum passed']);
    assert.equal(first(outcome).attempts, 4);
  });

  it('pauses before each item', async () => {
    const waited: number[] = [];
    await forItems(
      [10, 20],
      { delayMs: '{{orderId}}' },
      { sleep: (milliseconds) => waited.push(milliseconds) },
    );
    assert.deepEqual(waited, [10, 20]);
  });

  it('decides once by the condition next to the loop, and for each item by the one in it', async () => {
    const filter = { ...read.forEach, when: { value: '{{orderId}}', greaterThan: 1 } };
    const filtered = await forItems([1, 2, 3], { forEach: filter });
    assert.equal(bodyText(filtered.sent.at(-1) ?? assert.fail()), '["2","3"]');
    assert.deepEqual(
      first(filtered).parts?.map(({ outcome }) => outcome),
      ['skipped', 'passed', 'passed'],
    );
    const held = await forItems([1], { when: { value: 1, equals: 2 } });
    assert.deepEqual(outcomes(held.result), ['read skipped', 'sum skipped']);
    const none = await forItems([1], { forEach: filter });
    assert.deepEqual(outcomes(none.result), ['read passed', 'sum passed']);
  });

  it('is skipped when what it needs was skipped', async () => {
    const { result } = await fakeRun({
      chain: {
        requests: [
          {
            id: 'list',
            method: 'GET',
            url: api,
            when: { value: 1, equals: 2 },
            extract: [
              { variable: 'ids', from: 'body', path: '$', all: true },
              { variable: 'key', from: 'body', path: '$' },
            ],
          },
          read,
          {
            ...read,
            id: 'other',
            forEach: { in: [1], as: 'orderId' },
            headers: [{ name: 'X-Key', value: '{{key}}' }],
          },
        ],
      },
    });
    assert.deepEqual(outcomes(result), ['list skipped', 'read skipped', 'other skipped']);
  });

  const refusals: readonly [title: string, ids: JsonValue, request: object, message: RegExp][] = [
    ['no list', 'a', {}, /^"forEach" needs a list, and \{\{ids\}\} is "a"\./],
    [
      'more items than are allowed',
      [1, 2],
      { forEach: { ...read.forEach, max: 1 } },
      /^"forEach" has 2 items in \{\{ids\}\}, and at most 1 are allowed/,
    ],
    ['a secret', ['{{$secret KEY}}'], {}, /^"forEach" uses the secret KEY\./],
  ];
  for (const [title, ids, request, message] of refusals) {
    it(`is not sent for ${title}`, async () => {
      const outcome = await forItems(ids, request, { secrets: { KEY: { value: 'abc', origins: [api] } } });
      assert.deepEqual(outcomes(outcome.result), ['read failed', 'sum blocked']);
      assert.equal(outcome.sent.length, 0);
      assert.match(messages(outcome)[0] ?? '', message);
    });
  }

  it('is blocked when the list has no value', async () => {
    const outcome = await forItems([], { forEach: { in: '{{missing}}', as: 'orderId' } });
    assert.deepEqual(outcomes(outcome.result), ['read blocked', 'sum blocked']);
  });

  it('ends between two items when the run is cancelled', async () => {
    const controller = new AbortController();
    const outcome = await forItems(
      ['a', 'b', 'c'],
      {},
      {
        signal: controller.signal,
        answer: () => {
          controller.abort();
          return 200;
        },
      },
    );
    assert.deepEqual(outcomes(outcome.result), ['read skipped', 'sum skipped']);
    assert.equal(outcome.sent.length, 1);
  });
});

describe('A request for each page of a list', () => {
  const pages: Readonly<Record<string, object>> = {
    '': { items: [1, 2], next: 'b' },
    b: { items: [3], next: 'c' },
    c: { items: [4] },
  };
  const list = {
    id: 'list',
    method: 'GET',
    url: `${api}/items`,
    query: [
      { name: 'cursor', value: '{{cursor}}' },
      { name: 'limit', value: '2' },
    ],
    forEach: { page: { next: 'cursor', until: { path: '$.next', exists: false } } },
    extract: [
      { variable: 'cursor', from: 'body', path: '$.next' },
      { variable: 'all', from: 'body', path: '$.items[*]', all: true },
    ],
  };
  const show = { id: 'show', method: 'POST', url: `${api}/show`, body: { json: '{{all}}' } };

  function forPages(request: object = {}, more: Partial<FakeRun> = {}): Promise<FakeOutcome> {
    return fakeRun({
      chain: { requests: [{ ...list, ...request }, show] },
      answer: ({ url }) => ({ body: pages[new URL(url).searchParams.get('cursor') ?? ''] ?? {} }),
      ...more,
    });
  }

  it('follows the cursor to the last page and joins the lists', async () => {
    const outcome = await forPages();
    assert.deepEqual(outcomes(outcome.result), ['list passed', 'show passed']);
    assert.deepEqual(
      outcome.sent.slice(0, 3).map(({ url }) => url.slice(api.length)),
      ['/items?limit=2', '/items?cursor=b&limit=2', '/items?cursor=c&limit=2'],
    );
    assert.equal(bodyText(outcome.sent[3] ?? assert.fail()), '[1,2,3,4]');
    assert.deepEqual(
      first(outcome).parts?.map(({ at }) => at[0]?.item),
      [0, 1, 2],
    );
    assert.deepEqual(itemsOf(outcome), [{ done: 1 }, { done: 2 }, { done: 3 }]);
  });

  it('has the columns of its row on each page', async () => {
    const { sent } = await forPages(
      { url: `${api}/{{user}}`, query: list.query.slice(0, 1) },
      { data: ['users.csv', 'user\nada\nbob\n'] },
    );
    const pagesOf = (user: string): readonly string[] => [
      `/${user}`,
      `/${user}?cursor=b`,
      `/${user}?cursor=c`,
    ];
    assert.deepEqual(
      sent.map(({ url }) => url.slice(api.length)),
      [...pagesOf('ada'), '/show', ...pagesOf('bob'), '/show'],
    );
  });

  it('leaves the parameter out wherever it is written', async () => {
    for (const request of [
      { query: [], url: `${api}/items?cursor={{cursor}}&limit=2` },
      { query: [{ name: 'limit', value: '2' }], headers: [{ name: 'X-Cursor', value: '{{cursor}}' }] },
      {
        query: [{ name: 'limit', value: '2' }],
        method: 'POST',
        body: { json: { after: '{{cursor}}', size: 2 } },
      },
      {
        query: [{ name: 'limit', value: '2' }],
        method: 'POST',
        body: { form: [{ name: 'after', value: '{{cursor}}' }] },
      },
    ]) {
      const { sent } = await forPages(request, { answer: () => ({ body: {} }) });
      assert.equal(sent[0]?.url, `${api}/items?limit=2`);
      assert.ok(!JSON.stringify(sent[0].headers).includes('ursor'));
      assert.ok(!bodyText(sent[0]).includes('after'));
    }
  });

  it('finds the parameter next to functions whose texts hold the signs of a URL', async () => {
    const url = `${api}/{{$base64 'a?b#c'}}?hash={{$base64 'a&b=c#d'}}&cursor={{cursor}}`;
    const { sent } = await forPages({ query: [], url }, { answer: () => ({ body: {} }) });
    assert.equal(sent[0]?.url, `${api}/YT9iI2M%3D?hash=YSZiPWMjZA%3D%3D`);
  });

  it('begins with a value that is there', async () => {
    const { sent } = await forPages({}, { overrides: { cursor: 'c' } });
    assert.equal(sent[0]?.url, `${api}/items?cursor=c&limit=2`);
    assert.equal(sent.length, 2);
  });

  it('goes on with its own value, whatever was given', async () => {
    const { sent } = await forPages({}, { overrides: { cursor: 'b' } });
    assert.deepEqual(
      sent.slice(0, 2).map(({ url }) => new URL(url).searchParams.get('cursor')),
      ['b', 'c'],
    );
  });

  it('fails when no page is the last one', async () => {
    const outcome = await forPages({ forEach: { page: { ...list.forEach.page, max: 2 } } });
    assert.deepEqual(outcomes(outcome.result), ['list failed', 'show blocked']);
    assert.deepEqual(messages(outcome), [
      'Page 2 is still not the last one. Raise "max" to ask for more pages.',
    ]);
  });

  it('fails when a page that is not the last leads nowhere', async () => {
    const until = { path: '$.done', equals: true };
    const outcome = await forPages({ forEach: { page: { next: 'cursor', until } } });
    assert.deepEqual(messages(outcome), [
      'Page 3 is not the last one, and has no cursor for the page after it.',
    ]);
  });

  it('fails when a page leads to itself', async () => {
    const outcome = await forPages({}, { answer: () => ({ body: { items: [1], next: 'b' } }) });
    assert.equal(outcome.sent.length, 2);
    assert.deepEqual(messages(outcome), [
      'Page 2 leads to a page that was asked for: cursor has a value of before.',
    ]);
  });

  it('fails when pages lead around in a circle', async () => {
    const outcome = await forPages(
      {},
      { answer: ({ url }) => ({ body: { items: [1], next: url.includes('cursor=b') ? 'c' : 'b' } }) },
    );
    assert.equal(outcome.sent.length, 3);
    assert.deepEqual(messages(outcome), [
      'Page 3 leads to a page that was asked for: cursor has a value of before.',
    ]);
  });

  for (const [title, nothing] of [
    ['null', null],
    ['an empty text', ''],
  ] as const) {
    it(`fails when ${title} leads to the page after one that is not the last`, async () => {
      const outcome = await forPages({}, { answer: () => ({ body: { items: [1], next: nothing } }) });
      assert.equal(outcome.sent.length, 1);
      assert.deepEqual(messages(outcome), [
        `Page 1 is not the last one, and its cursor for the page after it is ${JSON.stringify(nothing)}.`,
      ]);
    });
  }

  it('may have nothing on a page after the first', async () => {
    const outcome = await forPages(
      {},
      { answer: ({ url }) => ({ body: url.includes('cursor') ? { items: [] } : pages[''] }) },
    );
    assert.deepEqual(outcomes(outcome.result), ['list passed', 'show passed']);
    assert.equal(bodyText(outcome.sent[2] ?? assert.fail()), '[1,2]');
    const empty = await forPages({}, { answer: () => ({ body: { items: [] } }) });
    assert.deepEqual(outcomes(empty.result), ['list failed', 'show blocked']);
  });

  it('stops at a page that fails', async () => {
    const outcome = await forPages(
      {},
      {
        answer: ({ url }) => (url.includes('cursor=b') ? 500 : { body: pages[''] ?? {} }),
      },
    );
    assert.equal(outcome.sent.length, 2);
    assert.deepEqual(messages(outcome), ['Page 2: Expected status is 2xx or 3xx, but it was 500.']);
  });

  it('keeps what leads from page to page to itself', async () => {
    const { result } = await forPages(
      {},
      {
        chain: { requests: [list, { id: 'after', method: 'GET', url: `${api}/{{cursor}}` }] },
      },
    );
    assert.deepEqual(outcomes(result), ['list passed', 'after blocked']);
  });
});
