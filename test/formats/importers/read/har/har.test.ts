/** Recordings: which calls are kept, and what of them. */
import assert from 'node:assert/strict';
import { defined } from '../../../../../src/core/defined';
import type { JsonObject } from '../../../../../src/core/json/json';
import type { ImportedExchange, ImportedRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { remarkText } from '../../../../../src/formats/importers/shape/remark';

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
  it('says of each entry without a URL that it has none', async () => {
    const reasons = (await requestsOf(har({ request: null }, {}, entry({ url: '' })))).map((request) =>
      request.kind === 'left-out' ? [request.reason, request.rule] : [],
    );
    assert.deepEqual(reasons, Array(3).fill(['It has no URL.', undefined]));
  });

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
      'JSON with escaped braces',
      { mimeType: 'application/json', text: '{"a":"\\u007b\\u007bb}}"}' },
      { json: { a: '\\{{b}}' } },
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
    ['event-streams', entry({}, { _resourceType: 'eventsource' })],
    [
      'event-streams',
      entry({}, { response: { status: 200, content: { mimeType: 'text/event-stream;charset=utf-8' } } }),
    ],
  ];
  for (const [rule, call] of rules) {
    it(`sets ${rule} aside, until they are wanted`, async () => {
      const [aside] = await requestsOf(har(call));
      assert.equal(aside?.kind === 'left-out' ? aside.rule : '', rule);
      assert.equal((await requestsOf(har(call), [rule]))[0]?.kind, 'kept');
    });
  }

  it('keeps an event stream that is the answer to a POST', async () => {
    const chat = entry(
      { method: 'POST' },
      { response: { status: 200, content: { mimeType: 'text/event-stream' } } },
    );
    const [kept] = await requestsOf(har(chat));
    assert.deepEqual(kept?.kind === 'kept' ? kept.request.stream : kept, {});
  });

  it('reads a part of an event stream that is wanted, which need not end', async () => {
    const stream = (status: number): JsonObject =>
      entry({}, { response: { status, content: { mimeType: 'text/event-stream' } } });
    const read = await Promise.all(
      [200, 404].map(async (status) => (await requestsOf(har(stream(status)), ['event-streams']))[0]),
    );
    assert.deepEqual(
      read.map((one) => (one?.kind === 'kept' ? [one.request.stream, one.remarks] : one)),
      [
        [{}, ['Its event stream is read up to a limit: say in "stream" until which event.']],
        [undefined, []],
      ],
    );
  });

  for (const [status, redirects] of [
    [302, 'manual'],
    [308, 'manual'],
    [200, undefined],
    [304, undefined],
  ] as const) {
    it(`${redirects === undefined ? 'leaves redirects as they are' : 'does not follow a redirect'} after a ${status}`, async () => {
      assert.equal((await onlyRequest(entry({}, { response: { status } })))['redirects'], redirects);
    });
  }

  const pages: [title: string, request: object, kept: string | undefined, status?: number][] = [
    ['a form, without its query', {}, 'http://x.example/new'],
    [
      'a form, without the user in it',
      { headers: [{ name: 'Referer', value: 'http://ann:s3cret@x.example/new#top' }] },
      'http://x.example/new',
    ],
    [
      'a form with files',
      { postData: { mimeType: 'multipart/form-data; boundary=b', text: '--b--' } },
      'http://x.example/new',
    ],
    ['another site', { url: 'http://y.example/a' }, undefined],
    ['a link', { method: 'GET', url: 'http://x.example/a?b=1' }, undefined],
    [
      'a link that is answered by a redirect',
      { method: 'GET', url: 'http://x.example/a?take=1' },
      'http://x.example/new',
      302,
    ],
    ['a link without a query that is answered by a redirect', { method: 'GET' }, undefined, 302],
    ['a call of a script', { postData: { mimeType: 'application/json', text: '{}' } }, undefined],
  ];
  for (const [title, more, kept, status] of pages) {
    it(`${kept === undefined ? 'leaves out' : 'keeps'} the address of the page that sent ${title}`, async () => {
      const request = await onlyRequest(
        entry(
          {
            method: 'POST',
            url: 'http://x.example/a',
            headers: [{ name: 'Referer', value: 'http://x.example/new?token=1#top' }],
            postData: { mimeType: 'application/x-www-form-urlencoded', text: 'a=1' },
            ...more,
          },
          status === undefined ? {} : { response: { status } },
        ),
      );
      const expected = kept === undefined ? undefined : [{ name: 'Referer', value: kept }];
      assert.deepEqual(request['headers'], expected);
    });
  }

  it('keeps the address of the page before one with a query from which a form is sent', async () => {
    const headers = (page: string) => [{ name: 'Referer', value: `http://x.example/${page}` }];
    const page = (target: string, from: string) =>
      entry({ method: 'GET', url: `http://x.example/${target}`, headers: headers(from) });
    const postData = { mimeType: 'application/x-www-form-urlencoded', text: 'a=1' };
    const text = har(
      page('users?new=1#top', 'users?page=2'),
      page('users?page=3', 'users'),
      page('users', 'users?page=3'),
      entry({ method: 'POST', url: 'http://x.example/users', headers: headers('users?new=1'), postData }),
      entry({ method: 'POST', url: 'http://x.example/users', headers: headers('users'), postData }),
    );
    const kept = (await requestsOf(text)).map((one) => one.kind === 'kept' && one.request['headers']);
    const from = [{ name: 'Referer', value: 'http://x.example/users' }];
    assert.deepEqual(kept, [from, undefined, undefined, from, from]);
  });

  for (const [status, expect] of [
    [401, { status: 401 }],
    [404, { status: 404 }],
    [200, undefined],
    [429, undefined],
    [500, undefined],
  ] as const) {
    it(`${expect === undefined ? 'expects nothing' : 'expects the same refusal'} after a ${status}`, async () => {
      assert.deepEqual((await onlyRequest(entry({}, { response: { status } })))['expect'], expect);
    });
  }

  const orders: [title: string, starts: readonly (string | undefined)[], order: string, late: number][] = [
    ['unchanged when it is in order', ['00', '01', '01', '02'], '0123', 0],
    ['by their start', ['03', '01', '02', '01'], '1320', 3],
    ['with calls without time behind their predecessors', ['02', undefined, '00', undefined], '2301', 2],
    ['unchanged without times', [undefined, undefined], '01', 0],
    ['unchanged with invalid times', ['xx', 'yy'], '01', 0],
    ['by the moment, not by the letter', ['01.5+01:00', '00.25'], '01', 0],
  ];
  for (const [title, starts, order, late] of orders) {
    it(`puts the calls of a recording in order: ${title}`, async () => {
      const calls = starts.map((start, index) =>
        entry(
          { url: `http://x.example/${index}` },
          start === undefined
            ? {}
            : { startedDateTime: `2026-03-04T05:06:${/\+/.test(start) ? start : `${start}Z`}` },
        ),
      );
      const { requests, remarks } = await readImport('x.har', har(...calls));
      assert.equal(requests.map(({ name }) => name.at(-1)).join(''), order);
      assert.deepEqual(
        remarks.map(
          (remark) => /: (\d+) calls? comes? after one that started later\./.exec(remarkText(remark))?.[1],
        ),
        late === 0 ? [] : [String(late)],
      );
    });
  }

  it('looks for repeated reads in the order of time', async () => {
    const at = (second: number, text: string): JsonObject =>
      entry(
        {},
        {
          startedDateTime: `2026-03-04T05:06:0${second}Z`,
          response: { status: second === 3 ? 304 : 200, content: { text } },
        },
      );
    const requests = await requestsOf(har(at(3, ''), at(1, 'a'), at(2, 'a')));
    assert.deepEqual(
      requests.map(({ kind }) => kind),
      ['kept', 'left-out', 'left-out'],
    );
  });

  it('sets a read that is repeated aside, but no write', async () => {
    const calls = [entry({}), entry({}), entry({ method: 'POST' }), entry({ method: 'POST' })];
    const kinds = (await requestsOf(har(...calls))).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['kept', 'left-out', 'kept', 'kept']);
  });

  const again: [title: string, first: JsonObject, second: JsonObject, isKept: boolean][] = [
    ['has the same answer', { text: 'a' }, { text: 'a' }, false],
    ['has another answer', { text: '{"state":"new"}' }, { text: '{"state":"ready"}' }, true],
    ['has another status', { status: 404 }, { status: 200 }, true],
    ['leads elsewhere', { status: 302, to: '/a' }, { status: 302, to: '/b' }, true],
    ['receives that nothing changed', { text: 'a' }, { status: 304 }, false],
    ['has no answer', { text: 'a' }, { status: 0 }, false],
  ];
  for (const [title, first, second, isKept] of again) {
    it(`${isKept ? 'keeps' : 'sets aside'} a read again that ${title}`, async () => {
      const answered = ({ status = 200, text = '', to = '' }: JsonObject): JsonObject =>
        entry({}, { response: { status, headers: [{ name: 'Location', value: to }], content: { text } } });
      const [, repeated] = await requestsOf(har(answered(first), answered(second)));
      assert.equal(repeated?.kind, isKept ? 'kept' : 'left-out');
    });
  }

  it('takes a status that is an object for no answer', async () => {
    const [first] = await requestsOf(har(entry({}, { response: { status: { toString: 200 } } })));
    assert.deepEqual(first?.kind === 'kept' ? first.remarks : [], ['The recording has no response to it.']);
  });

  it('takes a JSON response for an API call whatever its address ends in', async () => {
    assert.equal((await requestsOf(har(entry({ url: 'https://x.example/app.js' }))))[0]?.kind, 'kept');
  });

  it('leaves out what is not an HTTP request', async () => {
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

  const recordedOf = async (one: JsonObject): Promise<ImportedExchange | undefined> => {
    const [first] = await requestsOf(JSON.stringify([one]));
    return first?.kind === 'kept' ? first.recorded : assert.fail(JSON.stringify(first));
  };

  it('keeps what was sent and received, with its time', async () => {
    const type = { name: 'Content-Type', value: 'application/json' };
    const sent = {
      method: 'POST',
      url: 'http://a.test/orders?x=1',
      headers: [{ name: ':path', value: '/' }, { name: 'Cookie', value: 'a=b' }, type],
      postData: { mimeType: 'application/json', text: '{"sku":"ä"}' },
    };
    const response = {
      status: 201,
      statusText: '',
      httpVersion: 'http/2.0',
      headers: [{ name: ':status', value: '201' }, { name: 'Location', value: '/orders/7' }, type],
      content: { mimeType: 'application/json; charset=utf-8', text: '{"id":7}' },
      bodySize: 5,
    };
    const call = { startedDateTime: '2026-03-04T05:06:07.089+01:00', time: 12.5, request: sent, response };
    assert.deepEqual(await recordedOf(call), {
      startedAt: Date.UTC(2026, 2, 4, 4, 6, 7, 89),
      exchange: {
        request: {
          method: 'POST',
          url: 'http://a.test/orders?x=1',
          headers: [{ name: 'Cookie', value: 'a=b' }, type],
          body: { encoding: 'utf8', content: '{"sku":"ä"}', size: 12, mediaType: 'application/json' },
        },
        response: {
          status: 201,
          statusText: 'Created',
          httpVersion: '2.0',
          headers: [{ name: 'Location', value: '/orders/7' }, type],
          body: { encoding: 'utf8', content: '{"id":7}', size: 8, mediaType: 'application/json' },
          wireSize: 5,
          notes: [],
        },
        redirects: [],
        timings: { totalMs: 12.5 },
      },
    });
  });

  const request = { method: 'GET', url: 'http://a.test/', headers: [] };
  const base64 = { encoding: 'base64', mimeType: 'application/x-bytes' };
  const receivedBodies: [
    title: string,
    call: JsonObject,
    body: readonly [encoding: string, content: string],
  ][] = [
    [
      'bytes as base64',
      { response: { status: 200, content: { ...base64, text: 'AP8=' } } },
      ['base64', 'AP8='],
    ],
    [
      'text that came as base64',
      { response: { status: 200, content: { ...base64, text: 'YWI=' } } },
      ['utf8', 'ab'],
    ],
    ['base64 that is none', { response: { status: 200, content: { ...base64, text: '%' } } }, ['utf8', '%']],
    ['JSON of a flat call', { status: 200, responseBody: { a: 1 } }, ['utf8', '{"a":1}']],
    ['a body of a wrong type', { response: { status: 200, content: [1] } }, ['utf8', '']],
  ];
  for (const [title, call, [encoding, content]] of receivedBodies) {
    it(`keeps ${title} as a received body`, async () => {
      const body = (await recordedOf({ request, ...call }))?.exchange.response?.body;
      assert.deepEqual([body?.encoding, body?.content], [encoding, content]);
    });
  }

  it('keeps a form that was recorded as fields', async () => {
    const params = [
      { name: 'a b', value: '1&2' },
      { name: 'c', value: '\ud800' },
    ];
    const postData = { mimeType: 'application/x-www-form-urlencoded', params };
    const recorded = await recordedOf({
      request: { ...request, method: 'POST', postData },
      response: { status: 200 },
    });
    assert.equal(recorded?.exchange.request.body?.content, 'a%20b=1%262&c=%EF%BF%BD');
  });

  it('says that a body is not in the recording', async () => {
    const recorded = await recordedOf({ request, response: { status: 200, bodySize: 70 } });
    assert.deepEqual(recorded?.exchange.response?.notes, ['The recording does not hold this body.']);
  });

  const strange: [title: string, call: JsonObject, startedAt: number | undefined, totalMs: number][] = [
    ['no time', {}, undefined, 0],
    ['a time that is none', { startedDateTime: 'soon', time: -1 }, undefined, 0],
    ['a year of six digits', { startedDateTime: '+275760-01-01T00:00:00Z', time: 'x' }, undefined, 0],
    ['a duration as text', { startedDateTime: '1970-01-01T00:00:01Z', time: '3' }, 1000, 3],
  ];
  for (const [title, call, startedAt, totalMs] of strange) {
    it(`reads a response with ${title}`, async () => {
      const recorded = await recordedOf({ request, response: { status: 204 }, ...call });
      assert.deepEqual([recorded?.startedAt, recorded?.exchange.timings], [startedAt, { totalMs }]);
    });
  }

  it('keeps nothing of a call that was not answered', async () => {
    for (const status of [undefined, 0, -1, 1000, 1.5, '']) {
      const response = { headers: [], ...defined({ status }) };
      assert.equal(await recordedOf({ request, response }), undefined);
    }
  });

  it('refuses a log without entries', async () => {
    await assert.rejects(readImport('x.har', '{"log": {"entries": 3}}'), /no list of entries/);
  });
});
