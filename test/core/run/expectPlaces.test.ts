import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import { checkExpectation, checkOperators } from '../../../src/core/run/expect';
import { expectPlaces } from '../../../src/core/run/expectPlaces';
import { viewResponse } from '../../../src/core/run/responseView';
import { rendered } from '../rendered';

/** The texts at the places. */
function placesIn(text: string): readonly string[] {
  return expectPlaces(text).map(({ start, end }) => text.slice(start, end));
}

const status = '[200, "3xx"]';
const header = '{ "name": "ETag", "exists": true, "matches": "v" }';
const body = '{ "path": "$.id", "equals": 7 }';
const request = `{
  "id": "a", "method": "GET", "url": "http://api.test/",
  "expect": {
    "maxDurationMs": 50, // written first, checked last
    "body": [${body}],
    "status": ${status},
    "headers": [${header}]
  }
}`;

describe('expectPlaces', () => {
  it('are in the order in which conditions are checked, one for each', async () => {
    assert.deepEqual(placesIn(request), [status, header, header, body, '50']);
    const { chain } = readChain(`{"formatVersion":1,"name":"n","requests":[${request}]}`, 'n.chain.json');
    const [first] = chain?.requests ?? [];
    assert.ok(first !== undefined);
    const response = { status: 200, statusText: '', httpVersion: '1.1', headers: [], wireSize: 0 };
    const view = viewResponse({ ...response, body: new Uint8Array() }, first.url);
    const answered = { status: 200, durationMs: 1 };
    const results = await checkExpectation(first.expect, answered, first.expect, (check) =>
      Promise.resolve(checkOperators(check, view, 'full')),
    );
    const conditions = rendered(results).map(({ condition }) => condition);
    assert.deepEqual(conditions, [
      'status is 200 or 3xx',
      'header ETag exists',
      'header ETag matches /v/',
      '$.id equals 7',
      'duration is at most 50 ms',
    ]);
  });

  it('have that of the contract last', () => {
    const text = '{"id": "a", "expect": {"contract": true, "status": 200, "maxDurationMs": 50}}';
    assert.deepEqual(placesIn(text), ['200', '50', 'true']);
  });

  const statuses: [title: string, text: string, place: string][] = [
    ['of expect, when the part is not in it', '{"id": "a", "expect": {"body": []}}', '"expect"'],
    ['of the id, when nothing is expected', '{"id": "a"}', '"a"'],
    ['of the request, when it has no id', '{"method": "GET"}', '{"method": "GET"}'],
  ];
  for (const [title, text, place] of statuses) {
    it(`of the status is that ${title}`, () => {
      assert.deepEqual(placesIn(text), [place]);
    });
  }

  const broken: [title: string, text: string, count: number][] = [
    ['nothing', '', 0],
    ['a list', '[]', 0],
    ['wrong types', '{"expect": {"headers": {}, "body": [7, {"path": 1}], "status": null}}', 1],
    ['inherited names', '{"expect": {"__proto__": {"status": 200}, "body": [{"constructor": 1}]}}', 1],
    ['text that is cut off', '{"id": "a", "expect": {"status": 200, "body": [{"path": "$", "equals": ', 1],
    ['deep nesting', `{"expect": ${'['.repeat(100_000)}`, 0],
  ];
  for (const [title, text, count] of broken) {
    it(`copes with ${title}`, () => {
      assert.equal(expectPlaces(text).length, count);
    });
  }
});
