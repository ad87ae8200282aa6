import assert from 'node:assert/strict';
import type { Entry, Har } from 'har-format';
import type { RecordedExchange } from '../../../src/core/result/result';
import type { RunReport } from '../../../src/core/result/runReport';
import { renderHar } from '../../../src/formats/reporters/harReport';
import { harTimings, sumOf } from '../../../src/formats/reporters/harTimings';
import {
  exchange,
  hostileTexts,
  orderLifecycle,
  reportOf,
  reportWith,
  requestResult,
  sampleReport,
  textOf,
} from './sampleReport';

/** Members that HAR 1.2 requires, by the name of the object that must have them. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  log: ['version', 'creator', 'entries'],
  creator: ['name', 'version'],
  pages: ['startedDateTime', 'id', 'title', 'pageTimings'],
  entries: ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
  request: ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'],
  response: [
    'status',
    'statusText',
    'httpVersion',
    'cookies',
    'headers',
    'content',
    'redirectURL',
    'headersSize',
    'bodySize',
  ],
  cookies: ['name', 'value'],
  headers: ['name', 'value'],
  queryString: ['name', 'value'],
  postData: ['mimeType'],
  content: ['size', 'mimeType'],
  timings: ['send', 'wait', 'receive'],
};

/** Places where a document lacks something or has a value of the wrong type. */
function faults(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => faults(item, name));
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' && !Number.isFinite(value) ? [`${name} is not a number`] : [];
  }
  const missing = (REQUIRED[name] ?? []).filter((member) => !Object.hasOwn(value, member));
  const wrong = Object.entries(value)
    .filter(([member, item]) => {
      const isNumber =
        /^(?:status|time|size|headersSize|bodySize|compression|send|wait|receive|dns|connect|ssl|blocked)$/.test(
          member,
        );
      return isNumber !== (typeof item === 'number') && member !== 'onLoad' && member !== 'onContentLoad';
    })
    .filter(([, item]) => typeof item !== 'object' && typeof item !== 'string' && typeof item !== 'boolean');
  return [
    ...missing.map((member) => `${name} lacks ${member}`),
    ...wrong.map(([member]) => `${name}.${member} is of the wrong type`),
    ...Object.entries(value).flatMap(([member, item]) => faults(item, member)),
  ];
}

function harOf(report: RunReport): Har {
  return JSON.parse(textOf(renderHar(report))) as Har;
}

function entryOf(recorded: RecordedExchange): Entry {
  const { entries } = harOf(
    reportOf({ ...orderLifecycle, requests: [requestResult({ name: 'a', exchange: recorded })] }),
  ).log;
  return entries.at(-1) ?? assert.fail();
}

describe('renderHar', () => {
  it('is valid HAR 1.2', () => {
    assert.deepEqual(faults(JSON.parse(textOf(renderHar(sampleReport))), 'har'), []);
    assert.equal(harOf(sampleReport).log.version, '1.2');
  });

  it('writes a page for each chain and an entry for each exchange, redirects too', () => {
    const { pages = [], entries } = harOf(sampleReport).log;
    assert.deepEqual(
      pages.map(({ id, title }) => [id, title]),
      [
        ['chain_1', 'Log in'],
        ['chain_2', 'Order lifecycle'],
      ],
    );
    assert.deepEqual(
      entries.map(
        ({ pageref, request, response }) =>
          `${pageref} ${request.method} ${new URL(request.url).pathname} ${response.status}`,
      ),
      [
        'chain_1 POST /login 200',
        'chain_2 POST /login 200',
        'chain_2 POST /api/orders 201',
        'chain_2 GET /orders/9007199254740993 308',
        'chain_2 GET /api/orders/9007199254740993 200',
        'chain_2 PATCH /api/orders/9007199254740993 500',
        'chain_2 GET /api/users 0',
      ],
    );
    assert.equal(entries[3]?.response.redirectURL, 'http://127.0.0.1:4010/api/orders/9007199254740993');
  });

  it('takes queries, cookies and bodies apart', () => {
    const recorded = exchange('POST', '/a?x=1+2&y=%C3%A4&z#end', 200, { sent: '{}', received: '{"a":1}' });
    const { request, response } = entryOf({
      ...recorded,
      request: { ...recorded.request, headers: [{ name: 'cookie', value: 'a=1; b="2=3"' }] },
    });
    assert.equal(request.url, 'http://127.0.0.1:4010/a?x=1+2&y=%C3%A4&z');
    assert.deepEqual(request.queryString, [
      { name: 'x', value: '1 2' },
      { name: 'y', value: 'ä' },
      { name: 'z', value: '' },
    ]);
    assert.deepEqual(request.cookies, [
      { name: 'a', value: '1' },
      { name: 'b', value: '"2=3"' },
    ]);
    assert.deepEqual(request.postData, { mimeType: 'application/json', text: '{}' });
    assert.deepEqual(response.cookies, [
      { name: 'sid', value: '‹secret:12ab›', path: '/', httpOnly: true, secure: false },
    ]);
    assert.deepEqual(response.content, {
      size: 7,
      mimeType: 'application/json; charset=utf-8',
      text: '{"a":1}',
    });
  });

  it('writes bytes in base64 and the size on the wire', () => {
    const recorded = exchange('GET', '/', 200);
    const { response } = entryOf({
      ...recorded,
      response: {
        ...(recorded.response ?? assert.fail()),
        body: { encoding: 'base64', content: 'AP8=', size: 2000, mediaType: 'image/png', stored: 'k' },
        headers: [
          {
            name: 'Set-Cookie',
            value: 'a=b; Expires=Wed, 01 Jan 2031 00:00:00 GMT; Secure; Domain=x.example',
          },
        ],
        wireSize: 500,
      },
    });
    assert.deepEqual(response.content, {
      size: 2000,
      compression: 1500,
      mimeType: 'image/png',
      text: 'AP8=',
      encoding: 'base64',
      comment: 'The beginning of the body.',
    });
    assert.equal(response.bodySize, 500);
    assert.deepEqual(response.cookies, [
      {
        name: 'a',
        value: 'b',
        domain: 'x.example',
        expires: '2031-01-01T00:00:00.000Z',
        httpOnly: false,
        secure: true,
      },
    ]);
  });

  it('says what failed where there is no answer', () => {
    const entry = harOf(sampleReport).log.entries.at(-1);
    assert.equal(entry?.response.comment, 'The server at 127.0.0.1:4010 did not answer within 2 s.');
    assert.match(entry?.comment ?? '', /^List users \(list-users\): failed; /);
  });

  it('has no entries without exchanges', () => {
    assert.deepEqual(harOf(reportOf()).log.entries, []);
  });

  it('stays valid whatever the texts are', () => {
    for (const text of hostileTexts) {
      assert.deepEqual(faults(JSON.parse(textOf(renderHar(reportWith(text)))), 'har'), [], text);
    }
  });
});

describe('harTimings', () => {
  it('counts TLS as part of connecting, and the rest as waiting for a connection', () => {
    const timings = harTimings({
      dnsMs: 1,
      connectMs: 2,
      tlsMs: 3,
      firstByteMs: 4,
      downloadMs: 5,
      totalMs: 20,
    });
    assert.deepEqual(timings, { blocked: 5, dns: 1, connect: 5, ssl: 3, send: 0, wait: 4, receive: 5 });
    assert.equal(sumOf(timings), 20);
  });

  it('writes -1 for what did not happen', () => {
    assert.deepEqual(harTimings({ firstByteMs: 4, downloadMs: 5, totalMs: 9 }), {
      blocked: -1,
      dns: -1,
      connect: -1,
      ssl: -1,
      send: 0,
      wait: 4,
      receive: 5,
    });
  });
});
