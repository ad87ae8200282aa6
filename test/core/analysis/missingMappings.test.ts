import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { sampleChains } from './chainTexts';

const ID = 'b7c1d0aa-3f5e-4a7b-9c21-5d0e8f6a1b2c';

function missingIn(text: string): readonly string[] {
  const { problems } = analyzeChain(createChainReader()(text, 'f'), { required: [], requiresFaults: [] });
  return problems
    .filter(({ code }) => code === 'missing-mapping')
    .map(({ range }) => text.slice(range.start, range.end));
}

/** What is missing in the second request of a chain that begins with a list. */
const missing = (...members: readonly string[]): readonly string[] =>
  missingIn(
    `{ "requests": [{ "id": "list", "method": "GET", "url": "/cards" }, ${members
      .map((member, index) => `{ "id": "r${index}", "method": "POST", ${member} }`)
      .join(', ')}] }`,
  );

describe('a missing mapping', () => {
  const found: [place: string, members: string, value?: string][] = [
    ['a segment of the path', `"url": "{{baseUrl}}/cards/${ID}/items"`],
    ['a query in the address', `"url": "/items?cardId=${ID}&page=1"`],
    ['a query row', `"url": "/items", "query": [{ "name": "card_id", "value": "${ID}" }]`],
    ['a member of a body', `"url": "/items", "body": { "json": { "a": [{ "cardId": "${ID}" }] } }`],
    ['a field of a form', `"url": "/items", "body": { "form": [{ "name": "card-ref", "value": "${ID}" }] }`],
    ['a page token', `"url": "/items", "body": { "form": [{ "name": "_csrf", "value": "${ID}" }] }`],
    ['an object id', '"url": "/cards/507f1f77bcf86cd799439011"', '507f1f77bcf86cd799439011'],
    ['a ULID', '"url": "/cards/01ARZ3NDEKTSV4RRFFQ69G5FAV"', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['an id behind a word', '"url": "/orders/ord-8812afe0"', 'ord-8812afe0'],
    ['an id behind an escape', `"url": "\\u002fcards/${ID}"`],
  ];
  for (const [place, members, value = ID] of found) {
    it(`is ${place}`, () => {
      assert.deepEqual(missing(members), [value]);
    });
  }

  const silent: [what: string, members: string][] = [
    ['a number, which people type', '"url": "/cards/4711"'],
    ['a word', '"url": "/cards/christmas-2026-red"'],
    ['a name of a thing with a year', '"url": "/cards/report-20261121"'],
    ['a moment', '"url": "/cards/2026-11-21T14:02:00Z"'],
    ['an example', '"url": "/cards/00000000-0000-0000-0000-000000000000"'],
    ['a reference', '"url": "/cards/{{cardId}}"'],
    ['an id that the sender makes', `"url": "/cards", "body": { "json": { "id": "${ID}" } }`],
    ['an idempotency key', `"url": "/cards", "headers": [{ "name": "Idempotency-Key", "value": "${ID}" }]`],
    ['the id of a client', `"url": "/cards?client_id=${ID}"`],
    ['a text', `"url": "/cards", "body": { "json": { "note": "${ID}" } }`],
    [
      'a credential, which is another problem',
      `"url": "/x", "headers": [{ "name": "X-Api-Key", "value": "${ID}" }]`,
    ],
    ['what is expected', `"url": "/x", "expect": { "body": [{ "path": "$.cardId", "equals": "${ID}" }] }`],
    ['a row that is off', `"url": "/x", "query": [{ "name": "cardId", "value": "${ID}", "disabled": true }]`],
    ['a request that is off', `"disabled": true, "url": "/cards/${ID}"`],
    ['a name that every object has', `"url": "/x", "body": { "json": { "__proto__": "${ID}" } }`],
  ];
  for (const [what, members] of silent) {
    it(`is not ${what}`, () => {
      assert.deepEqual(missing(members), []);
    });
  }

  it('is reported once, at its first place', () => {
    assert.deepEqual(missing(`"url": "/cards/${ID}"`, `"url": "/cards/${ID}/items"`), [ID]);
  });

  it('is not what an earlier request sent', () => {
    const sent = `"url": "/cards", "body": { "json": { "id": "${ID}" } }`;
    assert.deepEqual(missing(sent, `"url": "/cards/${ID}"`), []);
  });

  it('is not what a chain begins with, unless it requires another one', () => {
    const first = `"requests": [{ "id": "a", "method": "GET", "url": "/cards/${ID}" }]`;
    assert.deepEqual(missingIn(`{ ${first} }`), []);
    assert.deepEqual(missingIn(`{ "requires": ["login.chain.json"], ${first} }`), [ID]);
  });

  it('is not a constant of the chain', () => {
    const requests = `[{ "id": "a", "url": "/x" }, { "id": "b", "url": "/cards/${ID}" }]`;
    assert.deepEqual(missingIn(`{ "variables": { "card": "${ID}" }, "requests": ${requests} }`), []);
  });

  it('is in no chain of the sample', () => {
    assert.deepEqual(
      sampleChains().flatMap(([, text]) => missingIn(text)),
      [],
    );
  });

  it('is looked for in bounded time', () => {
    const long = 'a1'.repeat(500_000);
    assert.deepEqual(missing(`"url": "/cards/${long}?cardId=${long}"`), []);
  });
});
