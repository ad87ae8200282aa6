import assert from 'node:assert/strict';
import { defined } from '../../../src/core/defined';
import type { HttpRequest } from '../../../src/core/model';
import type { Preparation } from '../../../src/core/prepare/prepare';
import { requestTexts, variableUses } from '../../../src/core/prepare/references';
import { UserError } from '../../../src/core/errors';
import type { JsonObject } from '../../../src/core/json/json';
import { bodyText, loadChain } from '../fakeRun';
import { prepared, scopeOf } from './prepared';

interface Setup {
  readonly variables?: JsonObject;
  readonly chainAuth?: object;
  readonly cookie?: string;
}

function prepare(request: object, { variables = {}, chainAuth, cookie }: Setup = {}): Promise<Preparation> {
  const { chain } = loadChain({
    ...defined({ auth: chainAuth }),
    requests: [{ id: 'r', method: 'GET', url: 'http://h/', ...request }],
  });
  const [only] = chain.requests;
  assert.ok(only);
  return prepared(only, chain, scopeOf(chain, { values: new Map(Object.entries(variables)) }), {
    ...defined({ cookie }),
    bytes: (path) =>
      path === 'data.bin'
        ? Promise.resolve(Uint8Array.of(0, 255, 10))
        : Promise.reject(new UserError(`The file ${path} does not exist.`, 'Check its path.')),
  });
}

async function ready(request: object, setup?: Setup): Promise<HttpRequest> {
  const preparation = await prepare(request, setup);
  assert.equal(preparation.kind, 'ready', JSON.stringify(preparation));
  return preparation.kind === 'ready' ? preparation.prepared.request : { method: '', url: '', headers: [] };
}

function lines({ headers }: HttpRequest): readonly string[] {
  return headers.map(({ name, value }) => `${name}: ${value}`);
}

describe('prepareRequest', () => {
  it('writes every header line that goes onto the wire', async () => {
    assert.deepEqual(lines(await ready({})), [
      'Host: h',
      'User-Agent: test',
      'Accept: */*',
      'Accept-Encoding: gzip, deflate, br',
      'Connection: keep-alive',
    ]);
  });

  it('keeps the order, case and repetition of the user’s headers, and adds no second of a kind', async () => {
    const headers = [
      { name: 'X-B', value: '1' },
      { name: 'x-a', value: '2' },
      { name: 'X-B', value: '3' },
      { name: 'user-agent', value: 'mine' },
      { name: 'X-Off', value: '4', disabled: true },
    ];
    assert.deepEqual(lines(await ready({ headers })), [
      'Host: h',
      'X-B: 1',
      'x-a: 2',
      'X-B: 3',
      'user-agent: mine',
      'Accept: */*',
      'Accept-Encoding: gzip, deflate, br',
      'Connection: keep-alive',
    ]);
  });

  it('adds enabled query rows, encoded, after those of the URL', async () => {
    const query = [
      { name: 'a b', value: '1&2' },
      { name: 'off', value: 'x', disabled: true },
      { name: 'n', value: '{{n}}' },
    ];
    const { url } = await ready({ url: 'http://h/p?x=1', query }, { variables: { n: 7 } });
    assert.equal(url, 'http://h/p?x=1&a%20b=1%262&n=7');
  });

  const auths: [title: string, auth: object, expected: string][] = [
    ['bearer', { type: 'bearer', token: '{{t}}' }, 'Authorization: Bearer abc'],
    [
      'basic, as UTF-8',
      { type: 'basic', username: 'jürgen', password: '{{t}}' },
      'Authorization: Basic asO8cmdlbjphYmM=',
    ],
    ['an API key in a header', { type: 'apiKey', in: 'header', name: 'X-Key', value: '{{t}}' }, 'X-Key: abc'],
    [
      'an API key in a cookie',
      { type: 'apiKey', in: 'cookie', name: 'key', value: '{{t}}' },
      'Cookie: key=abc',
    ],
  ];
  for (const [title, auth, expected] of auths) {
    it(`authenticates by ${title}`, async () => {
      assert.ok(lines(await ready({ auth }, { variables: { t: 'abc' } })).includes(expected));
    });
  }

  it('authenticates by an API key in the query', async () => {
    const auth = { type: 'apiKey', in: 'query', name: 'key', value: 'a&b' };
    assert.equal((await ready({ auth })).url, 'http://h/?key=a%26b');
  });

  it('inherits the authentication of the chain unless the request says none', async () => {
    const chainAuth = { type: 'bearer', token: 'chain' };
    assert.ok(lines(await ready({}, { chainAuth })).includes('Authorization: Bearer chain'));
    const none = lines(await ready({ auth: { type: 'none' } }, { chainAuth }));
    assert.ok(!none.some((line) => line.startsWith('Authorization')));
  });

  it('joins cookies of the jar, of an API key and of a header row in one line', async () => {
    const request = await ready(
      {
        auth: { type: 'apiKey', in: 'cookie', name: 'k', value: '1' },
        headers: [{ name: 'Cookie', value: 'own=2' }],
      },
      { cookie: 'jar=0' },
    );
    assert.deepEqual(
      lines(request).filter((line) => line.startsWith('Cookie')),
      ['Cookie: jar=0; k=1; own=2'],
    );
  });

  const bodies: [title: string, body: object, type: string | undefined, text: string][] = [
    [
      'JSON with typed references',
      { json: { n: '{{n}}', s: 'no {{n}}', '{{k}}': [true, null] } },
      'application/json',
      '{"n":7,"s":"no 7","key":[true,null]}',
    ],
    [
      'JSON with 64-bit numbers',
      { json: { id: '{{big}}' } },
      'application/json',
      '{"id":"9007199254740993"}',
    ],
    ['text', { text: 'Hi {{k}}', contentType: 'text/csv' }, 'text/csv', 'Hi key'],
    [
      'a form',
      {
        form: [
          { name: 'a b', value: "c&d '{{k}}'" },
          { name: 'off', value: 'x', disabled: true },
        ],
      },
      'application/x-www-form-urlencoded',
      'a+b=c%26d+%27key%27',
    ],
    [
      'GraphQL',
      { graphql: { query: '{ a }', variables: { id: '{{n}}' }, operationName: 'Q' } },
      'application/json',
      '{"query":"{ a }","operationName":"Q","variables":{"id":7}}',
    ],
    [
      'a file',
      { file: 'data.bin', contentType: 'application/octet-stream' },
      'application/octet-stream',
      Buffer.from([0, 255, 10]).toString(),
    ],
  ];
  for (const [title, body, type, text] of bodies) {
    it(`sends ${title}`, async () => {
      const request = await ready(
        { method: 'POST', body },
        { variables: { n: 7, k: 'key', big: '9007199254740993' } },
      );
      assert.equal(bodyText(request), text);
      assert.equal(request.headers.find(({ name }) => name === 'Content-Type')?.value, type);
      const length = request.headers.find(({ name }) => name === 'Content-Length')?.value;
      assert.equal(Number(length), request.body?.length);
    });
  }

  const types: readonly (readonly [written: string, sent: RegExp])[] = [
    ['multipart/form-data', /^multipart\/form-data; boundary=chainwright-010203$/],
    ['multipart/mixed ;', /^multipart\/mixed; boundary=chainwright-010203$/],
    ['multipart/form-data; Boundary="own"', /^multipart\/form-data; Boundary="own"$/],
    ['text/plain', /^text\/plain$/],
  ];
  for (const [written, sent] of types) {
    it(`gives parts a type that says where they end, unless somebody did: ${written}`, async () => {
      const body = { multipart: [{ name: 'a', value: '1' }] };
      const headers = [{ name: 'Content-Type', value: written }];
      const request = await ready({ method: 'POST', headers, body });
      const [type = ''] = request.headers.flatMap(({ name, value }) =>
        name === 'Content-Type' ? [value] : [],
      );
      assert.match(type, sent);
      assert.match(bodyText(request), /^--chainwright-010203\r\n/);
    });
  }

  it('sends multipart parts whose names cannot break out of their header', async () => {
    const parts = [
      { name: 'a"\r\nX: 1', value: 'v' },
      { name: 'f', file: 'data.bin', contentType: 'image/png' },
    ];
    const request = await ready({ method: 'POST', body: { multipart: parts } });
    assert.equal(
      Buffer.from(request.body ?? []).toString('latin1'),
      '--chainwright-010203\r\nContent-Disposition: form-data; name="a%22%0D%0AX: 1"\r\n\r\nv\r\n' +
        '--chainwright-010203\r\nContent-Disposition: form-data; name="f"; filename="data.bin"\r\n' +
        'Content-Type: image/png\r\n\r\n\u0000\u00ff\n\r\n--chainwright-010203--\r\n',
    );
  });

  const refused: [title: string, request: object, message: RegExp][] = [
    [
      'a line break in a header',
      { headers: [{ name: 'X-Note', value: '{{evil}}' }] },
      /^The header X-Note would contain a line break/,
    ],
    [
      'a line break in a token',
      { auth: { type: 'bearer', token: '{{evil}}' } },
      /^The header Authorization would contain a line break/,
    ],
    [
      'a character that headers cannot hold',
      { headers: [{ name: 'X-Note', value: '✓' }] },
      /^The header X-Note would contain the character "✓"/,
    ],
    [
      'a space in a header name',
      { headers: [{ name: 'X Note', value: '1' }] },
      /^"X Note" is not a valid header name\./,
    ],
    ['a URL without host', { url: 'orders/1' }, /^GET "orders\/1" is not a URL that requests can go to\./],
    [
      'credentials in the URL',
      { url: 'http://user:pass@h/' },
      /^The URL for h holds a user name or password, which is not sent\./,
    ],
    ['another scheme', { url: 'file:///etc/passwd' }, /is not a URL that requests can go to\./],
    [
      'a body file that is missing',
      { method: 'POST', body: { file: 'none.bin' } },
      /^The file none\.bin does not exist\./,
    ],
  ];
  for (const [title, request, message] of refused) {
    it(`refuses ${title} instead of altering it`, async () => {
      const preparation = await prepare(request, { variables: { evil: 'a\r\nX-Injected: 1' } });
      assert.equal(preparation.kind, 'not-sendable');
      assert.match(preparation.kind === 'not-sendable' ? preparation.message : '', message);
    });
  }

  it('lists every missing reference with its place', async () => {
    const preparation = await prepare({
      method: 'POST',
      url: 'http://h/{{a}}?q={{b}}',
      headers: [{ name: 'X', value: '{{c}}' }],
      auth: { type: 'bearer', token: '{{d}}' },
      body: { json: { 'x/y': ['{{e}}'] } },
    });
    const missing = preparation.kind === 'unresolved' ? preparation.missing : [];
    assert.deepEqual(
      missing.map(({ variable, location }) => [variable, location.in, location.name]),
      [
        ['a', 'path', undefined],
        ['b', 'query', undefined],
        ['e', 'body', '/x~1y/0'],
        ['c', 'header', 'X'],
        ['d', 'auth', 'token'],
      ],
    );
  });
});

describe('variableUses', () => {
  it('finds exactly the places that preparing fills', async () => {
    const request = {
      method: 'POST',
      url: 'http://{{host}}/{{a}}?q={{b}}',
      query: [{ name: '{{qn}}', value: '{{qv}}' }],
      headers: [{ name: 'X', value: '{{c}}' }],
      auth: { type: 'basic', username: '{{u}}', password: '{{p}}' },
      body: { json: { list: ['{{e}}', { deep: 'x {{f}}' }] } },
    };
    const { chain } = loadChain({ requests: [{ id: 'r', ...request }] });
    const [only] = chain.requests;
    assert.ok(only);
    const preparation = await prepare(request);
    const missing = preparation.kind === 'unresolved' ? preparation.missing : [];
    const place = ({ variable, location }: { variable: string; location: object }) =>
      `${variable} ${JSON.stringify(location)}`;
    assert.deepEqual(variableUses(only, chain).map(place).sort(), missing.map(place).sort());
  });

  it('leaves out disabled rows', () => {
    const { chain } = loadChain({
      requests: [
        { id: 'r', method: 'GET', url: 'http://h', headers: [{ name: 'X', value: '{{x}}', disabled: true }] },
      ],
    });
    assert.deepEqual(
      chain.requests.flatMap((request) => requestTexts(request, chain)).map(({ text }) => text),
      ['http://h'],
    );
  });
});
