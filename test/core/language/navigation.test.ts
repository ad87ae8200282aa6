import assert from 'node:assert/strict';
import { findDefinitions, findHighlights, findReferences } from '../../../src/core/language/navigation';
import { chain, expectedMarks, markedWorkspace, marks, type Texts } from './linkedFiles';

const create = (variable: string) =>
  `{ "id": "create", "method": "POST", "url": "/orders", "extract": [{ "variable": "${variable}", "from": "body", "path": "$.id" }] }`;
const read = (url: string) => `{ "id": "read", "method": "GET", "url": "${url}" }`;
const login = chain(
  '{ "id": "login", "method": "POST", "url": "/login", "extract": [{ "variable": "token", "from": "body", "path": "$.token" }] }',
);

describe('findDefinitions', () => {
  const leads: [title: string, texts: Texts][] = [
    [
      'from a reference to the extraction it takes its value from',
      { 'a.chain.json': chain(`${create('«orderId»')}, ${read('/orders/{{order¦Id}}')}`) },
    ],
    [
      'from between the braces',
      { 'a.chain.json': chain(`${create('«orderId»')}, ${read('/orders/{¦{ orderId }}')}`) },
    ],
    [
      'to the last extraction before the reference',
      {
        'a.chain.json': chain(
          `${create('orderId')}, ${create('«orderId»').replace('create', 'again')}, ${read('/{{orderId¦}}')}`,
        ),
      },
    ],
    [
      'to an extraction that comes too late when there is no other',
      { 'a.chain.json': chain(`${read('/{{¦orderId}}')}, ${create('«orderId»')}`) },
    ],
    [
      'to a constant of the chain',
      { 'a.chain.json': chain(read('/{{size¦}}'), '"variables": { "«size»": 2 },') },
    ],
    [
      'to an extraction of a required chain',
      {
        'auth/login.chain.json': login.replace('token"', '«token»"'),
        'a.chain.json': chain(read('/?t={{tok¦en}}'), '"requires": ["auth/login.chain.json"],'),
      },
    ],
    [
      'to a variable of the environment',
      {
        'local.environment.json': '{ "name": "local", "variables": { "«baseUrl»": "http://x" } }',
        'a.chain.json': chain(read('{{base¦Url}}/orders'), '"environment": "local",'),
      },
    ],
    [
      'from an extraction to itself',
      { 'a.chain.json': chain(`${create('«order¦Id»')}, ${read('/orders/{{orderId}}')}`) },
    ],
    [
      'from what a step takes to the extraction',
      {
        'a.chain.json': chain('{ "id": "pay", "chain": "pay.chain.json", "take": ["order¦Id"] }'),
        'pay.chain.json': chain(create('«orderId»')),
      },
    ],
    [
      'from what a step gives to the constant that it hides',
      {
        'a.chain.json': chain('{ "id": "pay", "chain": "pay.chain.json", "with": { "si¦ze": "{{size}}" } }'),
        'pay.chain.json': chain(read('/{{size}}'), '"variables": { "«size»": 2 },'),
      },
    ],
    [
      'from what a step gives to itself where the chain has no value of its own',
      {
        'a.chain.json': chain('{ "id": "pay", "chain": "pay.chain.json", "with": { "«si¦ze»": 1 } }'),
        'pay.chain.json': chain(read('/{{size}}')),
      },
    ],
    ['from a request id to itself', { 'a.chain.json': chain(read('/').replace('read', '«re¦ad»')) }],
    [
      'from a required chain to the beginning of its file',
      {
        'auth/login.chain.json': `«»${login}`,
        'a.chain.json': chain(read('/'), '"requires": ["auth/¦login.chain.json"],'),
      },
    ],
    [
      'from the name of an environment to the beginning of its file',
      {
        'local.environment.json': '«»{ "name": "local" }',
        'sub/a.chain.json': chain(read('/'), '"environment": "lo¦cal",'),
      },
    ],
    [
      'from an authorization matrix to the request it names',
      {
        'a.chain.json': chain(read('/').replace('read', '«read»')),
        'm.authz.json': '{ "operations": { "order.read": { "request": "a.chain.json#re¦ad" } } }',
      },
    ],
    [
      'from an authorization matrix to the chain it names',
      {
        'x/a.chain.json': `«»${chain(read('/'))}`,
        'm.authz.json': '{ "users": { "alice": { "login": "x/a¦.chain.json#read" } } }',
      },
    ],
    [
      'from the id of a resource to the extraction that gives it',
      {
        'a.chain.json': chain(create('«orderId»')),
        'm.authz.json':
          '{ "resources": { "order": { "create": "a.chain.json#create", "id": ["orde¦rId"] } } }',
      },
    ],
    [
      'from a reference of an environment to its other variable',
      {
        'local.environment.json':
          '{ "name": "local", "variables": { "«host»": "x", "baseUrl": "http://{{ho¦st}}" } }',
      },
    ],
    ['nowhere from a built-in', { 'a.chain.json': chain(read('/{{$gu¦id}}')) }],
    ['nowhere from a name that nothing defines', { 'a.chain.json': chain(read('/{{no¦body}}')) }],
    [
      'nowhere from a required chain outside the workspace',
      { 'a.chain.json': chain(read('/'), '"requires": ["../../etc/¦x.chain.json"],') },
    ],
    ['nowhere from ordinary text', { 'a.chain.json': chain(read('/ord¦ers')) }],
    ['nowhere from a file without JSON', { 'a.chain.json': '¦' }],
  ];
  for (const [title, texts] of leads) {
    it(`leads ${title}`, () => {
      const { texts: plain, files, cursor } = markedWorkspace(texts);
      const places = findDefinitions(files, cursor)?.places ?? [];
      assert.deepEqual(marks(plain, places), expectedMarks(texts));
    });
  }

  it('says which name was pointed at', () => {
    const { files, cursor } = markedWorkspace({
      'a.chain.json': chain(`${create('orderId')}, ${read('/{{ order¦Id }}')}`),
    });
    const text = files.chains[0]?.source.text ?? '';
    const origin = findDefinitions(files, cursor)?.origin ?? { start: 0, end: 0 };
    assert.equal(text.slice(origin.start, origin.end), 'orderId');
  });
});

describe('findReferences', () => {
  const finds: [title: string, texts: Texts][] = [
    [
      'every reference of a variable and its definitions',
      {
        'a.chain.json': chain(
          `${create('«order¦Id»')}, ${read('/{{«orderId»}}?again={{ «orderId» }}&other={{orderIds}}')}`,
        ),
      },
    ],
    [
      'references in rows that are switched off',
      {
        'a.chain.json': chain(
          `${create('«orderId¦»')}, { "id": "b", "method": "GET", "url": "/", "query": [{ "name": "q", "value": "{{«orderId»}}", "disabled": true }] }`,
        ),
      },
    ],
    [
      'references in constants and in the authentication of the chain',
      {
        'a.chain.json': chain(
          read('/{{«si¦ze»}}'),
          '"variables": { "«size»": 2, "twice": "{{«size»}}{{«size»}}" }, "auth": { "type": "bearer", "token": "{{«size»}}" },',
        ),
      },
    ],
    [
      'names that are written with escapes',
      { 'a.chain.json': chain(`${create('«order\\u0049d»')}, ${read('/\\u007b{«order¦Id»}}')}`) },
    ],
    [
      'what a required chain and other chains that require it have of a variable',
      {
        'auth/login.chain.json': login.replace('token"', '«token»"'),
        'a.chain.json': chain(read('/?t={{«tok¦en»}}'), '"requires": ["auth/login.chain.json"],'),
        'b.chain.json': chain(read('/?t={{«token»}}'), '"requires": ["auth/login.chain.json"],'),
        'stranger.chain.json': chain(read('/?t={{token}}')),
      },
    ],
    [
      'every environment that a chain can run in, and the other chains that can',
      {
        'local.environment.json': '{ "name": "local", "variables": { "«baseUrl»": "http://x" } }',
        'http-client.env.json':
          '{ "$shared": { "«baseUrl»": "http://y" }, "dev": { "other": "{{«baseUrl»}}" }, "prod": {} }',
        'deeper/own.environment.json': '{ "name": "own", "variables": { "baseUrl": "http://z" } }',
        'a.chain.json': chain(read('{{«base¦Url»}}/a'), '"environment": "local",'),
        'b.chain.json': chain(read('{{«baseUrl»}}/b')),
      },
    ],
    [
      'the same variable from the environment on',
      {
        'local.environment.json': '{ "name": "local", "variables": { "«base¦Url»": "http://x" } }',
        'a.chain.json': chain(read('{{«baseUrl»}}/a')),
      },
    ],
    [
      'nothing in an environment and other chains when the chain always gives itself the value',
      {
        'local.environment.json': '{ "name": "local", "variables": { "orderId": "1" } }',
        'a.chain.json': chain(
          `${create('«orderId»')}, ${read('/{{«order¦Id»}}')}`,
          '"environment": "local",',
        ),
        'b.chain.json': chain(read('/{{orderId}}'), '"environment": "local",'),
      },
    ],
    [
      'the environment that an optional extraction falls back to',
      {
        'local.environment.json': '{ "name": "local", "variables": { "«orderId»": "1" } }',
        'a.chain.json': chain(
          `${create('«orderId»').replace('"$.id"', '"$.id", "optional": true')}, ${read('/{{«order¦Id»}}')}`,
        ),
      },
    ],
    [
      'the environment whose own values take it from the chain',
      {
        'local.environment.json': '{ "name": "local", "variables": { "header": "Bearer {{«token»}}" } }',
        'a.chain.json': chain(`${create('«token»')}, ${read('/{{header}}/{{«tok¦en»}}')}`),
      },
    ],
    [
      'the matrices whose resources and users name a variable',
      {
        'a.chain.json': chain(`${create('«orderId»')}, ${read('/{{«order¦Id»}}')}`),
        'b.chain.json': chain(create('orderId')),
        'm.authz.json':
          '{ "users": { "alice": { "login": "a.chain.json", "variables": { "«orderId»": "1", "x": "{{«orderId»}}" } } }, "resources": { "order": { "create": "a.chain.json#create", "id": ["«orderId»"] } } }',
        'other.authz.json':
          '{ "resources": { "order": { "create": "b.chain.json#create", "id": ["orderId"] } } }',
      },
    ],
    [
      'chains that a matrix brings together through one resource',
      {
        'a.chain.json': chain(create('«orderId»')),
        'b.chain.json': chain(read('/{{«orderId»}}')),
        'm.authz.json':
          '{ "resources": { "order": { "create": "a.chain.json#create", "id": ["«orde¦rId»"] } }, "operations": { "read": { "resource": "order", "request": "b.chain.json#read" } } }',
      },
    ],
    [
      'where matrices name a request, by its own chain alone',
      {
        'x/a.chain.json': chain(read('/').replace('read', '«re¦ad»')),
        'b.chain.json': chain(read('/')),
        'x/m.authz.json':
          '{ "resources": { "order": { "read": "a.chain.json#«read»" } }, "operations": { "o": { "request": "./a.chain.json#«read»", "probe": "../b.chain.json#read" } } }',
      },
    ],
    ['nothing for a built-in', { 'a.chain.json': chain(read('/{{$gu¦id}}')) }],
    ['nothing for a required chain', { 'a.chain.json': chain(read('/'), '"requires": ["b.cha¦in.json"],') }],
  ];
  for (const [title, texts] of finds) {
    it(`finds ${title}`, () => {
      const { texts: plain, files, cursor } = markedWorkspace(texts);
      assert.deepEqual(marks(plain, findReferences(files, cursor)), expectedMarks(texts));
    });
  }

  it('copes with a thousand chains that share an environment', () => {
    const chains = Array.from({ length: 1000 }, (_, index) => [
      `${index}.chain.json`,
      chain(read(index === 0 ? '{{base¦Url}}' : '{{baseUrl}}')),
    ]);
    const { files, cursor } = markedWorkspace({
      'local.environment.json': '{ "name": "local", "variables": { "baseUrl": "http://x" } }',
      ...(Object.fromEntries(chains) as Texts),
    });
    assert.equal(findReferences(files, cursor).length, 1001);
  });
});

describe('findHighlights', () => {
  it('marks definitions and uses in the same file only', () => {
    const { files, cursor } = markedWorkspace({
      'local.environment.json': '{ "name": "local", "variables": { "orderId": "1" } }',
      'a.chain.json': chain(`${create('order¦Id')}, ${read('/{{orderId}}')}`),
    });
    const highlights = findHighlights(files, cursor);
    assert.deepEqual(
      highlights.map(({ file, role }) => `${file} ${role}`),
      ['a.chain.json definition', 'a.chain.json use'],
    );
  });

  it('marks all occurrences of a name in a matrix', () => {
    const texts = {
      'm.authz.json':
        '{ "resources": { "a": { "create": "a.chain.json#«cre¦ate»", "delete": "b.chain.json#create" }, "b": { "create": "a.chain.json#«create»" } } }',
    };
    const { texts: plain, files, cursor } = markedWorkspace(texts);
    assert.deepEqual(marks(plain, findHighlights(files, cursor)), expectedMarks(texts));
  });
});
