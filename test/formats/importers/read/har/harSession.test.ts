import assert from 'node:assert/strict';
import { UserError } from '../../../../../src/core/errors';
import type { JsonValue } from '../../../../../src/core/json/json';
import { readHarSession } from '../../../../../src/formats/importers/read/har/harSession';

const har = (...entries: readonly JsonValue[]): JsonValue => ({ log: { version: '1.2', entries } });
const get = (url: string, rest: JsonValue = {}): JsonValue => ({
  request: { method: 'GET', url, headers: [] },
  ...(rest as object),
});

describe('readHarSession', () => {
  it('reads what was sent and answered, with the times', () => {
    const entry: JsonValue = {
      startedDateTime: '2026-11-21T10:00:00.000Z',
      time: 40.5,
      request: {
        method: 'POST',
        url: 'http://api.test/orders',
        headers: [
          { name: ':authority', value: 'api.test' },
          { name: 'Content-Type', value: 'application/json; charset=utf-8' },
        ],
        postData: { mimeType: 'application/json', text: '{"sku":"A-1"}' },
      },
      response: {
        status: 201,
        headers: [{ name: 'Location', value: '/orders/7' }],
        content: { mimeType: 'application/json', text: '{"id":7}' },
      },
    };
    assert.deepEqual(readHarSession(har(entry)), [
      {
        entry: 0,
        method: 'POST',
        url: 'http://api.test/orders',
        headers: [{ name: 'Content-Type', value: 'application/json; charset=utf-8' }],
        body: { mediaType: 'application/json', text: '{"sku":"A-1"}' },
        startedAt: Date.parse('2026-11-21T10:00:00Z'),
        endedAt: Date.parse('2026-11-21T10:00:00Z') + 40.5,
        response: {
          status: 201,
          headers: [{ name: 'Location', value: '/orders/7' }],
          mediaType: 'application/json',
          text: '{"id":7}',
        },
      },
    ]);
  });

  it('counts the entries that it leaves out', () => {
    const session = readHarSession(
      har(get('http://a.test/logo.png'), get('ws://a.test/'), get('http://a.test/me')),
    );
    assert.deepEqual(
      session.map(({ entry }) => entry),
      [2],
    );
  });

  it('reads nothing of what a browser asked for the sake of its cache', () => {
    const own = { name: 'X-A', value: '1' };
    const headers = [
      { name: 'User-Agent', value: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      { name: 'If-None-Match', value: '"v1"' },
    ];
    const [step] = readHarSession(
      har({ request: { method: 'GET', url: 'http://a.test/', headers: [...headers, own] } }),
    );
    assert.deepEqual(step?.headers, [headers[0], own]);
  });

  it('is in the order of time, and keeps the numbers of the recording', () => {
    const at = (time: string, path: string): JsonValue =>
      get(`http://a.test/${path}`, { startedDateTime: `2026-11-21T${time}Z` });
    const session = readHarSession(
      har(at('10:00:02', 'c'), at('10:00:00', 'a'), get('http://a.test/b'), at('10:00:02', 'd')),
    );
    assert.deepEqual(
      session.map(({ entry, url }) => `${entry} ${url.at(-1) ?? ''}`),
      ['1 a', '2 b', '0 c', '3 d'],
    );
  });

  it('keeps a call that was made twice', () => {
    assert.equal(readHarSession(har(get('http://a.test/me'), get('http://a.test/me'))).length, 2);
  });

  it('takes the fields of a form whose text is missing', () => {
    const [step] = readHarSession(
      har({
        request: {
          method: 'POST',
          url: 'http://a.test/',
          postData: { mimeType: 'multipart/form-data', params: [{ name: 'a', value: '1' }, { name: 'f' }] },
        },
      }),
    );
    assert.deepEqual(step?.body?.fields, [
      { name: 'a', value: '1' },
      { name: 'f', value: '' },
    ]);
  });

  it('has no text for a body that is kept as base64, and no answer where there was none', () => {
    const [image, aborted] = readHarSession(
      har(
        get('http://a.test/x', { response: { status: 200, content: { encoding: 'base64', text: 'AAAA' } } }),
        get('http://a.test/y', { response: { status: 0 } }),
      ),
    );
    assert.equal(image?.response?.text, '');
    assert.equal(aborted?.response, undefined);
  });

  const wrong: [title: string, json: JsonValue][] = [
    ['null', null],
    ['a list', []],
    ['a log without entries', { log: {} }],
    ['entries that are no list', { log: { entries: {} } }],
  ];
  for (const [title, json] of wrong) {
    it(`refuses ${title}`, () => {
      assert.throws(() => readHarSession(json), UserError);
    });
  }

  it('passes over entries of the wrong type', () => {
    assert.deepEqual(readHarSession(har(null, 7, 'x', [], {}, { request: 5 })), []);
  });
});
