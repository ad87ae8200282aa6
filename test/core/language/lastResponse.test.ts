import assert from 'node:assert/strict';
import { lastResponse } from '../../../src/core/language/lastResponse';
import type { RecordedBody, RequestResult } from '../../../src/core/result/result';

function resultWith(body: Partial<RecordedBody>): RequestResult {
  return {
    request: { chain: 'a.chain.json', id: 'a' },
    name: 'a',
    method: 'GET',
    outcome: 'passed',
    reasons: [],
    attempts: 1,
    substitutions: [],
    extractions: [],
    expectations: [],
    startedAt: '',
    durationMs: 1,
    exchange: {
      request: { method: 'GET', url: 'http://a.test', headers: [] },
      redirects: [],
      timings: { totalMs: 1 },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: '1.1',
        headers: [
          { name: 'ETag', value: '"1"' },
          { name: 'set-cookie', value: ' session = ‹secret:abcd›; Path=/' },
          { name: 'Set-Cookie', value: 'nothing' },
        ],
        body: { encoding: 'utf8', content: '{}', size: 2, mediaType: 'application/json', ...body },
        wireSize: 2,
        notes: [],
      },
    },
  };
}

describe('lastResponse', () => {
  it('has the body as text, header lines and the names of cookies', () => {
    const response = lastResponse(resultWith({}));
    assert.deepEqual([response?.body?.content, response?.cookies], ['{}', ['session']]);
    assert.equal(response?.headers.length, 3);
  });

  for (const [title, body] of [
    ['is not text', { encoding: 'base64' }],
    ['was not kept whole', { stored: 'key' }],
  ] as const) {
    it(`has no body when that ${title}`, () => {
      assert.equal(lastResponse(resultWith(body))?.body, undefined);
    });
  }

  it('is absent when nothing was run or nothing answered', () => {
    const { exchange: _exchange, ...unsent } = resultWith({});
    assert.deepEqual([lastResponse(undefined), lastResponse(unsent)], [undefined, undefined]);
  });
});
