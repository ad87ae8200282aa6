/** Recordings: which calls are kept, and what of them. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/json';
import type { ImportedRequest } from '../../../src/formats/importers/imported';
import { readImport } from '../../../src/formats/importers/importers';

const har = (...entries: readonly JsonObject[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });

const entry = (request: JsonObject, more: JsonObject = {}): JsonObject => ({
  request: { method: 'GET', url: 'https://api.example.com/orders', headers: [], ...request },
  response: { status: 200, headers: [], content: { mimeType: 'application/json' } },
  ...more,
});

const requestsOf = async (text: string, keep: readonly string[] = []): Promise<readonly ImportedRequest[]> =>
  (await readImport('x.har', text, { keep: new Set(keep) })).requests;

const onlyRequest = async (...entries: readonly JsonObject[]): Promise<JsonObject> => {
  const [first] = await requestsOf(har(...entries));
  return first?.kind === 'kept' ? first.request : assert.fail(JSON.stringify(first));
};

const post = (postData: JsonObject, headers: readonly JsonObject[] = []): JsonObject =>
  entry({ method: 'POST', postData, headers });

describe('importing a recording', () => {
  it('keeps the headers of the page, and no others', async () => {
    const names = [
      ':authority',
      'Host',
      'accept',
      'Cookie',
      'sec-fetch-mode',
      'X-CSRF',
      'User-Agent',
      'Origin',
    ];
    const headers = names.map((name) => ({ name, value: 'v' }));
    assert.deepEqual((await onlyRequest(entry({ headers })))['headers'], [
      { name: 'accept', value: 'v' },
      { name: 'X-CSRF', value: 'v' },
      { name: 'Origin', value: 'v' },
    ]);
  });

  it('states a bearer token as authentication', async () => {
    const headers = [{ name: 'authorization', value: 'Bearer abc.def' }];
    assert.deepEqual(await onlyRequest(entry({ headers })), {
      method: 'GET',
      url: 'https://api.example.com/orders',
      auth: { type: 'bearer', token: 'abc.def' },
    });
  });

  const bodies: [title: string, postData: JsonObject, body: JsonObject | undefined][] = [
    ['JSON', { mimeType: 'application/json', text: '{"a":[1]}' }, { json: { a: [1] } }],
    [
      'JSON that is none',
      { mimeType: 'application/json', text: '{a}' },
      { text: '{a}', contentType: 'application/json' },
    ],
    [
      'JSON with braces, as text',
      { mimeType: 'application/json', text: '{"a":"{{b}}"}' },
      { text: '{"a":"\\{{b}}"}', contentType: 'application/json' },
    ],
    [
      'a form',
      { mimeType: 'application/x-www-form-urlencoded', text: 'a=1+2&b=%7B%7Bc%7D%7D' },
      {
        form: [
          { name: 'a', value: '1 2' },
          { name: 'b', value: '\\{{c}}' },
        ],
      },
    ],
    [
      'parts',
      {
        mimeType: 'multipart/form-data; boundary=x',
        params: [
          { name: 'f', fileName: '../a.txt', contentType: 'text/plain' },
          { name: 'g', value: 'h' },
        ],
      },
      {
        multipart: [
          { name: 'f', file: 'a.txt', contentType: 'text/plain' },
          { name: 'g', value: 'h' },
        ],
      },
    ],
    [
      'GraphQL',
      { mimeType: 'application/json', text: '{"query":"query A { a }","variables":{"x":1}}' },
      { graphql: { query: 'query A { a }', variables: { x: 1 } } },
    ],
    ['text', { mimeType: 'text/plain', text: 'hello' }, { text: 'hello', contentType: 'text/plain' }],
    ['nothing', {}, undefined],
  ];
  for (const [title, postData, body] of bodies) {
    it(`reads a body of ${title}`, async () => {
      assert.deepEqual((await onlyRequest(post(postData)))['body'], body);
    });
  }

  it('leaves a content type to the body that implies it', async () => {
    const request = post({ text: '{}' }, [{ name: 'Content-Type', value: 'application/json' }]);
    assert.deepEqual(await onlyRequest(request), {
      method: 'POST',
      url: 'https://api.example.com/orders',
      body: { json: {} },
    });
  });

  it('writes a query as rows, and braces in an address as text', async () => {
    assert.deepEqual(await onlyRequest(entry({ url: 'https://x.example/a/{{b}}?q=1#top' })), {
      method: 'GET',
      url: 'https://x.example/a/\\{{b}}',
      query: [{ name: 'q', value: '1' }],
    });
  });

  const rules: [rule: string, entry: JsonObject][] = [
    ['images', entry({ url: 'https://x.example/a.png' }, { response: { status: 200 } })],
    ['images', entry({}, { _resourceType: 'image' })],
    ['fonts', entry({}, { response: { status: 200, content: { mimeType: 'font/woff2' } } })],
    ['media', entry({}, { response: { status: 200, content: { mimeType: 'video/mp4' } } })],
    [
      'static',
      entry({}, { response: { status: 200, content: { mimeType: 'text/javascript; charset=utf-8' } } }),
    ],
    ['analytics', entry({ method: 'POST', url: 'https://www.google-analytics.com/collect' })],
    ['analytics', entry({}, { _resourceType: 'ping' })],
    [
      'preflights',
      entry({ method: 'OPTIONS', headers: [{ name: 'Access-Control-Request-Method', value: 'PUT' }] }),
    ],
    ['websockets', entry({}, { response: { status: 101 } })],
  ];
  for (const [rule, call] of rules) {
    it(`sets ${rule} aside, until they are wanted`, async () => {
      const [aside] = await requestsOf(har(call));
      assert.match(aside?.kind === 'left-out' ? aside.reason : '', new RegExp(`--keep ${rule} imports it`));
      assert.equal((await requestsOf(har(call), [rule]))[0]?.kind, 'kept');
    });
  }

  it('sets a read that is repeated aside, but no write', async () => {
    const calls = [entry({}), entry({}), entry({ method: 'POST' }), entry({ method: 'POST' })];
    const kinds = (await requestsOf(har(...calls))).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['kept', 'left-out', 'kept', 'kept']);
  });

  it('takes a JSON response for an API call whatever its address ends in', async () => {
    assert.equal((await requestsOf(har(entry({ url: 'https://x.example/app.js' }))))[0]?.kind, 'kept');
  });

  it('leaves out what is no request of HTTP', async () => {
    const calls = ['', 'data:text/plain,x', 'chrome-extension://x/y'].map((url) => entry({ url }));
    const reasons = (await requestsOf(har(...calls))).map((one) => ('reason' in one ? one.reason : ''));
    assert.deepEqual(reasons, [
      'It has no URL.',
      'Its address is not one of HTTP.',
      'Its address is not one of HTTP.',
    ]);
  });

  it('reads the lists of calls that other recorders write', async () => {
    const calls = [
      {
        method: 'POST',
        url: 'https://x.example/login',
        requestHeaders: { 'X-A': 'b' },
        requestBody: { user: 'a' },
        status: 200,
      },
      { request: { method: 'GET', url: 'https://x.example/me', headers: [] }, response: { status: 200 } },
    ];
    const requests = await requestsOf(JSON.stringify(calls));
    assert.deepEqual(
      requests.map((one) => (one.kind === 'kept' ? one.request : undefined)),
      [
        {
          method: 'POST',
          url: 'https://x.example/login',
          headers: [{ name: 'X-A', value: 'b' }],
          body: { json: { user: 'a' } },
        },
        { method: 'GET', url: 'https://x.example/me' },
      ],
    );
  });

  it('refuses a log without entries', async () => {
    await assert.rejects(readImport('x.har', '{"log": {"entries": 3}}'), /no list of entries/);
  });
});
