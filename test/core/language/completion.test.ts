import assert from 'node:assert/strict';
import { builtInNames } from '../../../src/core/prepare/builtIns';
import { builtInHelp } from '../../../src/core/language/builtInHelp';
import { completeChain, type CompletionContext } from '../../../src/core/language/completion';
import type { LastResponse } from '../../../src/core/language/responseSearch';
import type { Suggestion } from '../../../src/core/language/suggestion';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { jsonBody, knownValues, orderChain, present, sceneOf } from './insight';

const RESPONSE: LastResponse = {
  body: jsonBody('{"id":12345678901234567890,"items":[{"sku":"A-1"},{"sku":"B-2"}],"it\'s":{"a b":null}}'),
  headers: [
    { name: 'ETag', value: '"1"' },
    { name: 'Set-Cookie', value: 'session=‹secret:abcd›' },
  ],
  cookies: ['session'],
};

const environment = {
  formatVersion: 1,
  name: 'local',
  variables: { baseUrl: 'http://a.test' },
  secrets: ['ALICE', 'BOB'],
};

interface Completed {
  readonly text: string;
  readonly suggestions: readonly Suggestion[];
}

function complete(chain: string | object, more: Partial<CompletionContext> = {}): Completed {
  const { analysis, text, offset } = sceneOf(chain, { environment });
  const context: CompletionContext = {
    analysis,
    known: knownValues({ orderId: 'ord_1' }),
    responseOf: () => RESPONSE,
    environments: ['local', 'staging'],
    chains: ['auth/login.chain.json'],
    ...more,
  };
  return { text, suggestions: completeChain(context, offset) };
}

function labels(chain: string | object, more?: Partial<CompletionContext>): readonly string[] {
  return complete(chain, more).suggestions.map(({ label }) => label);
}

/** The URL of the second request after the suggestion with that label was taken. */
function taken(url: string, label: string): string {
  const { text, suggestions } = complete(orderChain({ url }));
  const { range, text: replacement } = present(suggestions.find((one) => one.label === label));
  const edit = { offset: range.start, length: range.end - range.start, text: replacement };
  const { requests } = JSON.parse(applyEdits(text, [edit])) as { requests: readonly { url: string }[] };
  return requests[1]?.url ?? '';
}

describe('completion in arguments of functions', () => {
  it('offers what an argument can be, and variables elsewhere', () => {
    assert.deepEqual(labels(orderChain({ url: '{{baseUrl}}/{{$hash ¦}}' })), [
      "'sha256'",
      "'sha1'",
      "'sha384'",
      "'sha512'",
      "'md5'",
    ]);
    assert.deepEqual(labels(orderChain({ url: "{{baseUrl}}/{{$hash 'sha256' ord¦}}" })), [
      'orderId',
      'baseUrl',
    ]);
    assert.deepEqual(labels(orderChain({ url: "{{baseUrl}}/{{$hash 'a {{b' orderId 'he¦x'}}" })), [
      "'hex'",
      "'base64'",
      "'base64url'",
    ]);
    assert.equal(taken("/{{$hash 'sh¦a1' orderId}}", "'sha256'"), "/{{$hash 'sha256' orderId}}");
    assert.equal(taken("/{{$concat 'a' b¦}}", 'baseUrl'), "/{{$concat 'a' baseUrl}}");
  });

  it('offers variables of the request itself, and what is known of it where that is', () => {
    const own = { variables: { text: 'x' } };
    const inUrl = labels(orderChain({ url: '{{¦', ...own }));
    assert.deepEqual(inUrl.slice(0, 4), ['orderId', 'text', 'baseUrl', '$guid']);
    const inHeader = labels(orderChain({ headers: [{ name: 'X', value: '{{¦' }], ...own }));
    assert.deepEqual(inHeader.slice(0, 5), ['text', 'orderId', 'baseUrl', '$request.method', '$request.url']);
    const inLoop = labels(
      orderChain({ forEach: { in: ['a'], as: 'item' }, headers: [{ name: 'X', value: '{{¦' }] }),
    );
    assert.ok(inLoop.includes('item'), inLoop.join());
    const inCall = labels(orderChain({ headers: [{ name: 'X', value: '{{$hex ¦' }], ...own }));
    assert.deepEqual(inCall.slice(0, 4), ['text', 'orderId', 'baseUrl', '$request.method']);
    const inItself = labels(orderChain({ variables: { text: '{{¦', other: 1 } }));
    assert.deepEqual(inItself.slice(0, 2), ['other', 'orderId']);
  });
});

describe('completion between braces', () => {
  it('offers variables, best match first, then the built-ins', () => {
    const found = labels(orderChain({ url: '{{baseUrl}}/orders/{{¦' }));
    assert.deepEqual(found, ['orderId', 'baseUrl', ...builtInHelp.map(({ name }) => name)]);
  });

  it('tells where a variable comes from and what it was', () => {
    const { suggestions } = complete(orderChain({ url: '/{{¦}}' }));
    assert.deepEqual(
      suggestions.slice(0, 2).map(({ detail }) => detail),
      ['Create order = ord_1', 'environment local = http://a.test'],
    );
  });

  const places: [title: string, before: string, after: string][] = [
    ['closes the braces when they are missing', '/orders/{{¦', '/orders/{{orderId}}'],
    ['uses those that are there', '/orders/{{¦}}', '/orders/{{orderId}}'],
    ['completes one that is there alone', '/orders/{{ord¦}', '/orders/{{orderId}}'],
    ['takes the rest of the name with it', '/orders/{{or¦der}}/x', '/orders/{{orderId}}/x'],
    ['leaves the text behind an open reference alone', '{{¦/orders', '{{orderId}}/orders'],
    ['keeps the text around', '/a "b"/{{ ¦ }}/c', '/a "b"/{{orderId}}/c'],
  ];
  for (const [title, before, after] of places) {
    it(title, () => assert.equal(taken(before, 'orderId'), after));
  }

  it('has a snippet for every built-in', () => {
    assert.deepEqual(builtInHelp.map(({ name }) => name).toSorted(), builtInNames.toSorted());
    const { suggestions } = complete(orderChain({ url: '/{{$ran¦' }));
    const random = present(suggestions.find(({ label }) => label === '$randomInt'));
    assert.deepEqual(
      [random.text, random.isSnippet, random.filter],
      ['{{\\$randomInt ${1:1} ${2:100}}}', true, '{{$randomInt'],
    );
  });

  it('offers the names of secrets to $secret', () => {
    assert.deepEqual(labels(orderChain({ auth: { type: 'bearer', token: '{{$secret A¦' } })), [
      'ALICE',
      'BOB',
    ]);
  });

  it('offers its kinds to $random', () => {
    assert.deepEqual(labels(orderChain({ url: "/{{$random 'fi¦" })).slice(0, 2), [
      "'firstName'",
      "'lastName'",
    ]);
    assert.equal(taken("/{{$random 'fi¦'}}", "'city'"), "/{{$random 'city'}}");
  });

  it('offers the names of Postman only to those who begin to write one', () => {
    assert.ok(!labels(orderChain({ url: '/{{$rand¦' })).includes('$randomCity'));
    assert.ok(labels(orderChain({ url: '/{{$random¦' })).includes('$randomCity'));
  });

  it('works while the string is not closed', () => {
    const chain = '{ "variables": { "x": 1 }, "requests": [{ "id": "a", "url": "/{{¦';
    assert.equal(labels(chain)[0], 'x');
  });

  for (const under of [{ method: '{{¦' }, { id: '{{¦' }, { extract: [{ variable: 'a', regex: '{{¦' }] }]) {
    it(`does not offer variables in ${JSON.stringify(under)}, where none are resolved`, () => {
      assert.equal(labels(orderChain(under)).includes('orderId'), false);
    });
  }
});

describe('completion of members', () => {
  const members: [title: string, under: object, expected: readonly string[]][] = [
    ['methods', { method: '¦' }, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']],
    [
      'values of a header, its name in any case',
      { headers: [{ name: 'if-match', value: '¦' }] },
      ['{{etag}}', '*'],
    ],
    ['no values of a header nobody knows', { headers: [{ name: 'X-Mine', value: '¦' }] }, []],
    [
      'members of the last response',
      { extract: [{ variable: 'a', from: 'body', path: '$.¦' }] },
      ['.id', '.items', "['it\\'s']"],
    ],
    [
      'items of a list',
      { extract: [{ variable: 'a', from: 'body', path: '$.items¦' }] },
      ['.id', '.items', "['it\\'s']"],
    ],
    [
      'items after a bracket',
      { expect: { body: [{ path: '$.items[¦', exists: true }] } },
      ['[0]', '[1]', '[-1]', '[*]'],
    ],
    [
      'what tells the last page',
      { forEach: { page: { next: 'n', until: { path: '$.items[0].s¦' } } } },
      ['.sku'],
    ],
    ['members of an item', { retry: { times: 1, until: { path: '$.items[0].s¦' } } }, ['.sku']],
    ['nothing below a value', { extract: [{ variable: 'a', from: 'body', path: '$.id.¦' }] }, []],
    [
      'nothing where a path leads nowhere',
      { extract: [{ variable: 'a', from: 'body', path: '$.no.¦' }] },
      [],
    ],
    ['headers of the last response', { extract: [{ from: 'header', name: '¦' }] }, ['ETag', 'Set-Cookie']],
    ['its cookies', { extract: [{ from: 'cookie', name: '¦' }] }, ['session']],
    ['headers in expectations', { expect: { headers: [{ name: '¦' }] } }, ['ETag', 'Set-Cookie']],
    [
      'variables that are used without a value, and the name of what is taken',
      { url: '/{{missing}}', extract: [{ variable: '¦', from: 'body', path: '$.items[0].unitPrice' }] },
      ['missing', 'unitPrice'],
    ],
    ['the id of what the request is about', { extract: [{ variable: '¦', path: '$.id' }] }, ['orderId']],
    ['a header as a variable', { extract: [{ variable: '¦', from: 'header', name: 'ETag' }] }, ['etag']],
  ];
  for (const [title, under, expected] of members) {
    it(`offers ${title}`, () => assert.deepEqual(labels(orderChain(under)), expected));
  }

  it('offers names of headers', () => {
    const found = labels(orderChain({ headers: [{ name: '¦', value: '' }] }));
    assert.deepEqual(found.slice(0, 3), ['Accept', 'Content-Type', 'Authorization']);
  });

  it('offers environments and other chains in the head', () => {
    assert.deepEqual(labels(orderChain({}, { environment: '¦' })), ['local', 'staging']);
    assert.deepEqual(labels(orderChain({}, { requires: ['¦'] })), ['auth/login.chain.json']);
    const dataFiles = ['data/users.csv'];
    assert.deepEqual(labels(orderChain({}, { data: '¦' }), { dataFiles }), dataFiles);
    assert.deepEqual(labels(orderChain({}, { data: [{ user: '¦' }] }), { dataFiles }), []);
  });

  it('writes what it offers as a part of a JSON string', () => {
    const { text, suggestions } = complete(orderChain({ extract: [{ variable: 'a', path: '$.¦' }] }));
    const { range, text: replacement } = present(suggestions.at(-1));
    const edited = applyEdits(text, [
      { offset: range.start, length: range.end - range.start, text: replacement },
    ]);
    assert.match(JSON.stringify(JSON.parse(edited)), /\$\['it\\\\'s'\]/);
  });

  it('offers nothing from a response that was never received or is not JSON', () => {
    const under = { extract: [{ variable: 'a', path: '$.¦' }] };
    assert.deepEqual(labels(orderChain(under), { responseOf: () => undefined }), []);
    const responseOf = (): LastResponse => ({ body: jsonBody('<html>'), headers: [], cookies: [] });
    assert.deepEqual(labels(orderChain(under), { responseOf }), []);
  });

  it('offers the events of a stream, also for what ends the reading', () => {
    const body = { content: 'data: {"state":"open"}\n\n', mediaType: 'text/event-stream' };
    const responseOf = (): LastResponse => ({ body, headers: [], cookies: [] });
    for (const under of [
      { extract: [{ variable: 'a', path: '$.events[-1].¦' }] },
      { stream: { until: { path: '$.events[-1].¦', exists: true } } },
    ]) {
      assert.deepEqual(labels(orderChain(under), { responseOf }), ['.event', '.data']);
    }
  });

  it('shows the beginning of long values only, and a part of many members', () => {
    const body = JSON.stringify({
      long: 'x'.repeat(100_000),
      ...Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, index])),
    });
    const { suggestions } = complete(orderChain({ extract: [{ variable: 'a', path: '$.¦' }] }), {
      responseOf: () => ({ body: jsonBody(body), headers: [], cookies: [] }),
    });
    assert.equal(suggestions.length, 200);
    assert.ok(suggestions.every(({ detail = '' }) => detail.length <= 61));
  });

  for (const chain of ['¦', '{ "requests": [¦] }', '{ "requests": [{ ¦ }] }', '[[[[¦']) {
    it(`offers nothing in ${chain}`, () => assert.deepEqual(labels(chain), []));
  }
});
