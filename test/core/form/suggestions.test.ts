import assert from 'node:assert/strict';
import { formSuggestions, type WrittenText } from '../../../src/core/form/suggestions';
import { sceneOf } from '../language/insight';

const { analysis } = sceneOf(
  {
    formatVersion: 1,
    name: 'Orders',
    variables: { quantity: 2 },
    requests: [
      {
        id: 'create',
        name: 'Create order',
        method: 'POST',
        url: '{{baseUrl}}/orders',
        extract: [
          { variable: 'orderId', from: 'body', path: '$.id' },
          { variable: 'token', from: 'body', path: '$.token' },
        ],
      },
      {
        id: 'read',
        method: 'POST',
        url: '/',
        query: [{ name: 'limit', value: '' }],
        headers: [{ name: 'Authorization', value: '' }],
        body: { json: {} },
      },
    ],
  },
  {
    environment: {
      formatVersion: 1,
      name: 'local',
      variables: { baseUrl: 'http://127.0.0.1' },
      secrets: ['PASS'],
    },
  },
);
const [create, read] = analysis.source.requests;
const known = new Map([
  ['orderId', { shown: '9007199254740993' }],
  ['token', { shown: '"‹secret:7f3a›"' }],
]);

/** What is suggested at the caret `¦`, or in place of the text between two carets. */
function suggest(
  path: WrittenText['path'],
  marked: string,
  { part }: Pick<WrittenText, 'part'> = { part: read },
) {
  const [before = '', selected = '', after] = marked.split('¦');
  const text = before + selected + (after ?? '');
  const end = after === undefined ? before.length : before.length + selected.length;
  const written = { part, path, text, selection: { start: before.length, end } };
  return formSuggestions(analysis, written, known).map((suggestion) => ({
    ...suggestion,
    /** The text with the suggestion in it. */
    becomes: text.slice(0, suggestion.start) + suggestion.text + text.slice(suggestion.end),
  }));
}

describe('suggestions of the form', () => {
  it('say where a value comes from and what it was', () => {
    const [first] = suggest(['url'], '{{baseUrl}}/orders/¦');
    assert.deepEqual(first, {
      name: 'orderId',
      explanation: 'Create order',
      shown: '9007199254740993',
      matches: false,
      start: 19,
      end: 19,
      text: '{{orderId}}',
      becomes: '{{baseUrl}}/orders/{{orderId}}',
    });
  });

  it('offer generated values and secrets after the variables', () => {
    const names = suggest(['url'], '¦').map(({ name }) => name);
    assert.deepEqual(names.slice(-5), [
      '$guid',
      '$timestamp',
      '$isoTimestamp',
      '$randomInt 1 100',
      '$secret PASS',
    ]);
  });

  const becomes: [title: string, path: WrittenText['path'], marked: string, name: string, becomes: string][] =
    [
      ['replace a value that is all of a row', ['query', 0, 'value'], '1¦0', 'quantity', '{{quantity}}'],
      [
        'appear after the scheme of a header',
        ['headers', 0, 'value'],
        'Bearer abc¦',
        'token',
        'Bearer {{token}}',
      ],
      [
        'end the braces that were opened',
        ['url'],
        '{{baseUrl}}/orders/{{ord¦',
        'orderId',
        '{{baseUrl}}/orders/{{orderId}}',
      ],
      ['replace what is selected', ['body', 'text'], 'one ¦two¦ three', 'orderId', 'one {{orderId}} three'],
      [
        'appear in a string of a JSON body',
        ['body', 'json'],
        '{ "note": "for ¦x" }',
        'orderId',
        '{ "note": "{{orderId}}" }',
      ],
      [
        'bring their quotes in place of a number',
        ['body', 'json'],
        '{ "id": 4¦2 }',
        'orderId',
        '{ "id": "{{orderId}}" }',
      ],
      [
        'appear in a body that is not JSON yet',
        ['body', 'json'],
        '{ "a": "¦", // x',
        'orderId',
        '{ "a": "{{orderId}}", // x',
      ],
      [
        'appear in the variables of a query',
        ['body', 'graphql', 'variables'],
        '{"v":"¦"}',
        'orderId',
        '{"v":"{{orderId}}"}',
      ],
    ];
  for (const [title, path, marked, name, expected] of becomes) {
    it(title, () => {
      assert.equal(suggest(path, marked).find((found) => found.name === name)?.becomes, expected);
    });
  }

  it('put the variable first that had the very value', () => {
    const [first] = suggest(['query', 0, 'value'], '9007199254740993¦');
    assert.deepEqual([first?.name, first?.matches], ['orderId', true]);
  });

  it('put credentials first where credentials go', () => {
    assert.equal(suggest(['headers', 0, 'value'], 'Bearer ¦')[0]?.name, 'token');
  });

  it('leave out what has no value there', () => {
    const names = suggest(['url'], '¦', { part: create }).map(({ name }) => name);
    assert.ok(!names.includes('orderId'));
    assert.ok(names.includes('baseUrl'));
  });

  it('know only the names that were begun', () => {
    assert.deepEqual(
      suggest(['url'], '{{ORD¦}}').map(({ name, becomes: text }) => [name, text]),
      [['orderId', '{{orderId}}']],
    );
  });

  it('offer functions with their arguments to those who begin one', () => {
    assert.deepEqual(
      suggest(['url'], '{{$hm¦}}').map(({ name, becomes: text }) => [name, text]),
      [["$hmac 'sha256' key text", "{{$hmac 'sha256' key text}}"]],
    );
    assert.ok(suggest(['url'], '¦').every(({ name }) => !name.startsWith('$hmac')));
  });

  it('leave a constant out of its own value', () => {
    const names = suggest(['variables', 'quantity'], '¦', { part: undefined }).map(({ name }) => name);
    assert.ok(!names.includes('quantity') && names.includes('baseUrl'));
  });

  const none: [path: WrittenText['path'], text: string][] = [
    [['id'], '¦'],
    [['name'], '¦'],
    [['query', 0, 'name'], '¦'],
    [['extract', 0, 'path'], '$.¦'],
    [['body', 'json'], '{ ¦ }'],
    [['__proto__', 'x'], '¦'],
    [[], '¦'],
  ];
  for (const [path, text] of none) {
    it(`are none at ${path.join('.') || 'the request itself'}`, () => {
      assert.deepEqual(suggest(path, text), []);
    });
  }
});
