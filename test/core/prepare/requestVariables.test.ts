import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { variableUses } from '../../../src/core/prepare/references';
import type { JsonValue } from '../../../src/core/json/json';
import type { HttpRequest } from '../../../src/core/model';
import type { Preparation } from '../../../src/core/prepare/prepare';
import { loadChain } from '../fakeRun';
import { prepared, scopeOf } from './prepared';

const SECRET = { label: 'secret KEY', name: 'KEY', value: 'a long secret', origins: ['http://h'] };
const BYTES = Uint8Array.of(0, 255, 10);

function chainOf(request: object, more: object = {}) {
  return loadChain({
    ...more,
    requests: [{ id: 'r', method: 'POST', url: 'http://h/', ...request }],
  }).chain;
}

function prepare(
  request: object,
  more: object = {},
  values: Readonly<Record<string, JsonValue>> = {},
): Promise<Preparation> {
  const chain = chainOf(request, more);
  const [only] = chain.requests;
  assert.ok(only);
  const known = {
    values: new Map(Object.entries(values)),
    secret: () => ({ ok: true, secret: SECRET }) as const,
  };
  return prepared(only, chain, scopeOf(chain, known), { bytes: () => Promise.resolve(BYTES) });
}

async function ready(...args: Parameters<typeof prepare>): Promise<HttpRequest> {
  const preparation = await prepare(...args);
  assert.ok(preparation.kind === 'ready', JSON.stringify(preparation));
  return preparation.prepared.request;
}

async function blocked(...args: Parameters<typeof prepare>): Promise<readonly string[]> {
  const preparation = await prepare(...args);
  assert.ok(preparation.kind === 'unresolved', JSON.stringify(preparation));
  return preparation.missing.map(({ variable, message = '' }) => `${variable}: ${message}`);
}

function header({ headers }: HttpRequest, name: string): string | undefined {
  return headers.find((line) => line.name === name)?.value;
}

const reads = (...parts: readonly string[]) =>
  parts.map((part) => ({ name: `X-${part}`, value: `{{$request.${part}}}` }));

describe('the variables of a request', () => {
  it('hide constants of the chain, and are hidden by what is extracted or given', async () => {
    const request = { url: 'http://h/{{a}}/{{b}}', variables: { a: 'own', b: 'own' } };
    const { url } = await ready(request, { variables: { a: 'chain', b: 'chain' } }, { b: 'given' });
    assert.equal(url, 'http://h/own/given');
  });

  it('keep their types, refer to each other in any order, and are computed once per attempt', async () => {
    const { body } = await ready({
      variables: { all: ['{{n}}', '{{once}}', '{{once}}'], n: '{{m}}', m: 7, once: '{{$randomInt 5 9}}' },
      body: { json: { all: '{{all}}', once: '{{once}}' } },
    });
    assert.deepEqual(JSON.parse(Buffer.from(body ?? []).toString()), { all: [7, 5, 5], once: 5 });
  });

  it('are no variables of anybody else', () => {
    const chain = chainOf({ url: 'http://h/{{own}}/{{other}}', variables: { own: '{{$upper used}}' } });
    const [request] = chain.requests;
    assert.ok(request);
    assert.deepEqual(variableUses(request, chain), [
      { variable: 'other', location: { in: 'path' } },
      { variable: 'used', location: { in: 'variables', name: 'own' } },
    ]);
  });

  it('block when they refer to themselves', async () => {
    const found = await blocked({ url: 'http://h/{{a}}', variables: { a: '{{$upper b}}', b: '{{a}}' } });
    assert.match(found.join(), /a: The variable a refers to itself: a → b → a/);
  });
});

describe('what a request says of itself', () => {
  it('is what will be sent, to the byte', async () => {
    const request = await ready(
      {
        method: 'put',
        url: 'http://h:81/a b/{{id}}?x=%2b',
        query: [{ name: 'q', value: 'ü' }],
        headers: reads('method', 'url', 'host', 'path', 'query', 'body'),
        body: { json: { id: '{{id}}' } },
      },
      {},
      { id: '1/2' },
    );
    assert.deepEqual(
      ['method', 'url', 'host', 'path', 'query', 'body'].map((part) => header(request, `X-${part}`)),
      [
        'PUT',
        'http://h:81/a%20b/1%2F2?x=%2b&q=%C3%BC',
        'h:81',
        '/a%20b/1%2F2',
        'x=%2b&q=%C3%BC',
        '{"id":"1/2"}',
      ],
    );
  });

  it('has an API key of the query in it', async () => {
    const request = await ready({
      auth: { type: 'apiKey', in: 'query', name: 'key', value: 'k' },
      headers: reads('query'),
    });
    assert.equal(header(request, 'X-query'), 'key=k');
  });

  it('can be signed in headers and in authentication that goes into headers', async () => {
    const text = ['POST', '/a', '{"n":1}'].join('\n');
    const signature = createHmac('sha256', SECRET.value).update(text).digest('hex');
    const variables = {
      key: '{{$secret KEY}}',
      text: String.raw`{{$concat $request.method '\n' $request.path '\n' $request.body}}`,
      signature: `{{$hmac 'sha256' key text}}`,
    };
    const parts = { url: 'http://h/a', body: { json: { n: 1 } }, variables };
    const signed = await ready({ ...parts, headers: [{ name: 'X-Signature', value: 'v1={{signature}}' }] });
    assert.equal(header(signed, 'X-Signature'), `v1=${signature}`);
    const proved = await ready({ ...parts, auth: { type: 'bearer', token: '{{signature}}' } });
    assert.equal(header(proved, 'Authorization'), `Bearer ${signature}`);
  });

  it('has a body of bytes, which can be hashed and are text only when they are UTF-8', async () => {
    const file = { body: { file: 'data.bin' } };
    const hashed = await ready({
      ...file,
      headers: [{ name: 'Digest', value: `{{$hash 'sha256' $request.body}}` }],
    });
    assert.equal(header(hashed, 'Digest'), createHash('sha256').update(BYTES).digest('hex'));
    const encoded = await ready({ ...file, headers: [{ name: 'B', value: '{{$base64 $request.body}}' }] });
    assert.equal(header(encoded, 'B'), Buffer.from(BYTES).toString('base64'));
    assert.match((await blocked({ ...file, headers: reads('body') })).join(), /is not UTF-8 text/);
    const upper = [{ name: 'B', value: '{{$upper $request.body}}' }];
    assert.match(
      (await blocked({ ...file, headers: upper })).join(),
      /takes text, and this body is not UTF-8/,
    );
  });

  it('is empty where nothing is sent', async () => {
    const request = await ready({ method: 'GET', headers: reads('query', 'body') });
    assert.deepEqual([header(request, 'X-query'), header(request, 'X-body')], ['', '']);
  });

  const early: readonly [title: string, request: object, name: string][] = [
    ['its path in the URL', { url: 'http://h/{{$request.path}}' }, '$request.path'],
    ['its query in the query', { query: [{ name: 'q', value: '{{$request.query}}' }] }, '$request.query'],
    ['its body in the body', { body: { text: '{{$request.body}}' } }, '$request.body'],
    [
      'its body in the query',
      { query: [{ name: 'q', value: '{{s}}' }], variables: { s: '{{$request.body}}' } },
      '$request.body',
    ],
    [
      'its path in an API key of the query',
      { auth: { type: 'apiKey', in: 'query', name: 'k', value: '{{$upper $request.path}}' } },
      '$request.path',
    ],
  ];
  for (const [title, request, name] of early) {
    it(`is not known before it is written: ${title}`, async () => {
      const [first = ''] = await blocked(request);
      assert.ok(first.startsWith(`${name}: {{${name}}} is not known there.`), first);
    });
  }

  it('may have its address in its body', async () => {
    const { body } = await ready({ url: 'http://h/a', body: { text: '{{$request.path}}' } });
    assert.equal(Buffer.from(body ?? []).toString(), '/a');
  });

  it('has no other parts, and is nothing for constants of the chain', async () => {
    assert.match(
      (await blocked({ headers: reads('nothing') })).join(),
      /\$request\.nothing\}\} does not exist\. Known are/,
    );
    const constant = { variables: { path: '{{$request.path}}' } };
    const uses = [{ name: 'a', value: '{{path}}' }];
    assert.match((await blocked({ headers: uses }, constant)).join(), /is not known there/);
  });
});
