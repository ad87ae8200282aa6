import assert from 'node:assert/strict';
import { outlineChain } from '../../../src/core/files/outline';

/** The ranges of the outline as the texts they cover. */
function outlined(text: string) {
  const { range, requests } = outlineChain(text);
  const cut = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  return {
    chain: range === undefined ? undefined : cut(range),
    requests: requests.map(({ id, name, method, range: place }) => ({ id, name, method, text: cut(place) })),
  };
}

const login = '{ "id": "login", "name": "Log in", "method": "POST", "url": "/login" }';
const read = '{ "id": "read", "method": "GET", "url": "/", "body": { "json": { "id": "no" } } }';

describe('outlineChain', () => {
  it('finds the chain and its requests', () => {
    const text = `{ "name": "n", "requests": [${login}, ${read}] }`;
    assert.deepEqual(outlined(text), {
      chain: text,
      requests: [
        { id: 'login', name: 'Log in', method: 'POST', text: login },
        { id: 'read', name: '', method: 'GET', text: read },
      ],
    });
  });

  it('shows a step by the chain that it runs, and whether it takes something from it', () => {
    const step = (members: string) => `{ "id": "pay", "chain": "pay.chain.json"${members} }`;
    const { requests } = outlineChain(
      `{ "requests": [${step(', "take": ["receiptId"], "with": { "url": "no" }')}, ${step(', "take": [], "with": { "take": ["no"] }')}] }`,
    );
    assert.deepEqual(
      requests.map(({ method, url, chain, extracts }) => [method, url, chain, extracts]),
      [
        ['CALL', 'pay.chain.json', 'pay.chain.json', true],
        ['CALL', 'pay.chain.json', 'pay.chain.json', false],
      ],
    );
  });

  it('tells the name and status of the chain, and what a request is called, asks for and counts as', () => {
    const off = '{ "id": "off", "disabled": true }';
    const { name, status, requests } = outlineChain(
      `{ "name": "Orders", "status": "draft", "requests": [${login}, { "name": "no id" }, ${off}], "auth": { "name": "no" } }`,
    );
    assert.deepEqual({ name, status }, { name: 'Orders', status: 'draft' });
    assert.deepEqual(
      requests.map(({ range: _range, ...request }) => request),
      [
        {
          index: 0,
          id: 'login',
          name: 'Log in',
          method: 'POST',
          url: '/login',
          disabled: false,
          extracts: false,
        },
        { index: 2, id: 'off', name: '', method: '', url: '', disabled: true, extracts: false },
      ],
    );
  });

  it('takes only true itself for switched off, and only in a request', () => {
    const requests = '{ "id": "a", "disabled": "true" }, { "id": "b", "headers": [{ "disabled": true }] }';
    assert.deepEqual(
      outlineChain(`{ "disabled": true, "requests": [${requests}] }`).requests.map(
        ({ disabled }) => disabled,
      ),
      [false, false],
    );
  });

  it('tells which requests extract something', () => {
    const requests = [
      '{ "id": "a", "extract": [{ "variable": "x" }] }',
      '{ "id": "b", "extract": [] }',
      '{ "id": "c", "body": { "json": { "extract": [{}] } }, "extract": { "a": [{}] } }',
    ];
    assert.deepEqual(
      outlineChain(`{ "requests": [${requests.join()}] }`).requests.map(({ extracts }) => extracts),
      [true, false, false],
    );
  });

  it('has empty texts for what is not there yet', () => {
    assert.deepEqual(outlineChain('{ "name": 7 }'), {
      range: { start: 0, end: 13 },
      name: '',
      status: '',
      requests: [],
    });
  });

  it('sees past comments and trailing commas', () => {
    const text = `// orders\n{ /* [{"id":"no"}] */ "requests": [ // first\n${login},\n] }\n`;
    assert.deepEqual(outlined(text), {
      chain: text.slice(text.indexOf('{'), -1),
      requests: [{ id: 'login', name: 'Log in', method: 'POST', text: login }],
    });
  });

  const without: [title: string, text: string][] = [
    ['no requests', '{}'],
    ['requests that are no list', '{ "requests": { "id": "a" } }'],
    ['requests deeper down', `{ "x": { "requests": [${login}] } }`],
    ['a list of lists', `{ "requests": [[${login}]] }`],
    ['a request without an id', '{ "requests": [{ "name": "new" }] }'],
    ['an id that is not a string', '{ "requests": [{ "id": 7 }] }'],
    ['an empty id', '{ "requests": [{ "id": "" }] }'],
    ['strings in the list', '{ "requests": ["id", "a"] }'],
  ];
  for (const [title, text] of without) {
    it(`finds none in ${title}`, () => {
      assert.deepEqual(outlined(text), { chain: text, requests: [] });
    });
  }

  for (const text of ['', '[]', '"requests"', 'null', '// nothing yet', '}{']) {
    it(`finds no requests in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(outlineChain(text).requests, []);
    });
  }

  it('shows what has been typed so far', () => {
    const text = `{ "requests": [${login}, { "id": "next", "method": "GE`;
    assert.deepEqual(
      outlined(text).requests.map(({ id, method }) => [id, method]),
      [
        ['login', 'POST'],
        ['next', 'GE'],
      ],
    );
  });

  it('takes __proto__ for an ordinary name', () => {
    assert.deepEqual(outlined(`{ "__proto__": 1, "requests": [{ "id": "__proto__" }] }`).requests, [
      { id: '__proto__', name: '', method: '', text: '{ "id": "__proto__" }' },
    ]);
  });

  it('copes with a file nested 100,000 deep', () => {
    const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;
    const text = `{ "requests": [{ "id": "deep", "body": ${deep} }] }`;
    assert.deepEqual(
      outlineChain(text).requests.map(({ id }) => id),
      ['deep'],
    );
  });
});
