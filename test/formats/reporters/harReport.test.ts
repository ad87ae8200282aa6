import assert from 'node:assert/strict';
import { Validator } from '@cfworker/json-schema';
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

const text = { type: 'string' };
const whole = { type: 'integer' };
const number = { type: 'number', minimum: -1 };
const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const listOf = (items: object): object => ({ type: 'array', items });

/** An object of HAR 1.2: it has these members and may have those, and a comment. */
function object(
  required: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
): object {
  const properties = { ...required, ...optional, comment: text };
  return { type: 'object', required: Object.keys(required), properties, additionalProperties: false };
}

const pair = object({ name: text, value: text });
const cookie = object(
  { name: text, value: text },
  { path: text, domain: text, expires: time, httpOnly: flag, secure: flag },
);
const message = {
  httpVersion: text,
  cookies: listOf(cookie),
  headers: listOf(pair),
  headersSize: whole,
  bodySize: whole,
};
const content = object({ size: whole, mimeType: text }, { compression: whole, text, encoding: text });
const timings = object(
  { send: number, wait: number, receive: number },
  { blocked: number, dns: number, connect: number, ssl: number },
);
const entry = object(
  {
    startedDateTime: time,
    time: { type: 'number', minimum: 0 },
    request: object(
      { ...message, method: text, url: { type: 'string', format: 'uri' }, queryString: listOf(pair) },
      { postData: object({ mimeType: text, text }) },
    ),
    response: object({ ...message, status: whole, statusText: text, content, redirectURL: text }),
    cache: object({}),
    timings,
  },
  { pageref: text, serverIPAddress: { type: 'string', oneOf: [{ format: 'ipv4' }, { format: 'ipv6' }] } },
);
const page = object({
  startedDateTime: time,
  id: text,
  title: text,
  pageTimings: object({}, { onContentLoad: number, onLoad: number }),
});

/** What the public schema of HAR 1.2 says of the members that are written, without others. */
const SCHEMA = object({
  log: object({
    version: text,
    creator: object({ name: text, version: text }),
    pages: listOf(page),
    entries: listOf(entry),
  }),
});

/** Places where a document is not as the schema says. */
function faults(value: unknown): readonly string[] {
  const { errors } = new Validator(SCHEMA, '7').validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
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
    assert.deepEqual(faults(harOf(sampleReport)), []);
    assert.equal(harOf(sampleReport).log.version, '1.2');
  });

  const addresses: [recorded: string, written: string | undefined][] = [
    ['127.0.0.1:4010', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]:443', '::1'],
    ['::1', '::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
    ['/var/run/api.sock', undefined],
    ['', undefined],
  ];
  for (const [recorded, written] of addresses) {
    it(`writes the address of a server without its port: ${recorded}`, () => {
      const { serverIPAddress } = entryOf({
        ...exchange('GET', '/', 200, {}),
        connection: { via: 'direct', reused: false, address: recorded },
      });
      assert.equal(serverIPAddress, written);
    });
  }

  it('encodes what no URI contains', () => {
    const { request } = entryOf(exchange('GET', '/a b?k=‹token:alice›&x={"y"}&%41%&\ud800', 200, {}));
    assert.equal(
      request.url,
      'http://127.0.0.1:4010/a%20b?k=%E2%80%B9token:alice%E2%80%BA&x=%7B%22y%22%7D&%41%25&%EF%BF%BD',
    );
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
      // The text is the URL as well, and need not be one.
      const valid = harOf(reportWith(text));
      valid.log.entries.forEach(({ request }) => (request.url = 'http://h/'));
      assert.deepEqual(faults(valid), [], text);
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
