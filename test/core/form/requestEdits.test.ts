import assert from 'node:assert/strict';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { applyEdits, type TextEdit } from '../../../src/core/edit/textEdit';
import { UserError } from '../../../src/core/errors';
import { draftedChain } from '../../../src/core/form/draftedChain';
import {
  addRequest,
  addStep,
  deleteRequests,
  disableRequests,
  duplicateRequests,
  placeRequests,
} from '../../../src/core/form/requestEdits';
import { outlineChain } from '../../../src/core/files/outline';

const CHAIN = `{
  "formatVersion": 1,
  "name": "Four",
  "requests": [
    // the first
    { "id": "a", "name": "A", "method": "GET", "url": "/a" },
    { "id": "b", "method": "GET", "url": "/b", "disabled": true }, // off
    {
      "id": "c",
      "method": "GET",
      "url": "/c"
    },
    { "id": "d", "method": "GET", "url": "/d" }
  ]
}
`;

const after = (edits: readonly TextEdit[], text = CHAIN): string => applyEdits(text, edits);
const ids = (text: string): string =>
  outlineChain(text)
    .requests.map(({ id, disabled }) => (disabled ? `(${id})` : id))
    .join(' ');

describe('the list of requests of a form', () => {
  const changed: [title: string, edits: readonly TextEdit[], ids: string][] = [
    ['deletes requests', deleteRequests(CHAIN, [0, 2]), '(b) d'],
    ['deletes all of them', deleteRequests(CHAIN, [0, 1, 2, 3]), ''],
    ['moves requests down', placeRequests(CHAIN, [0, 1], 3), 'c a (b) d'],
    ['moves requests up', placeRequests(CHAIN, [3, 1], 0), '(b) d a c'],
    ['moves requests to the end', placeRequests(CHAIN, [0], 9), '(b) c d a'],
    ['leaves requests where they are', placeRequests(CHAIN, [1], 2), 'a (b) c d'],
    ['switches requests off', disableRequests(CHAIN, [0, 1, 2], true), '(a) (b) (c) d'],
    ['switches requests on', disableRequests(CHAIN, [0, 1], false), 'a b c d'],
    ['leaves out what is not there', disableRequests(CHAIN, [9, 3, 3], true), 'a (b) c (d)'],
    [
      'duplicates requests behind themselves',
      duplicateRequests(CHAIN, [0, 3], (name) => name),
      'a a-2 (b) c d d-2',
    ],
  ];
  for (const [title, edits, expected] of changed) {
    it(title, () => {
      assert.equal(ids(after(edits)), expected);
    });
  }

  it('keeps comments with their requests', () => {
    assert.match(after(placeRequests(CHAIN, [0], 2)), /\/\/ off\n\s+\/\/ the first\n\s+\{ "id": "a"/);
    assert.ok(!after(deleteRequests(CHAIN, [1])).includes('// off'));
  });

  it('gives a copy a name of its own, when there is a name', () => {
    const text = after(duplicateRequests(CHAIN, [0, 3], (name) => `${name} (copy)`));
    assert.deepEqual(
      outlineChain(text).requests.map(({ name }) => name),
      ['A', 'A (copy)', '', '', '', ''],
    );
  });

  it('adds a request with an id that is free', () => {
    const first = addRequest(CHAIN, { name: 'A', before: 1 });
    assert.deepEqual([first.index, first.id], [1, 'a-2']);
    assert.equal(ids(after(first.edits)), 'a a-2 (b) c d');
    const last = addRequest(CHAIN, { name: 'New request', before: 99 });
    assert.deepEqual([last.index, last.id], [4, 'new-request']);
  });

  it('adds a chain as a step, and the version of the format that has those', () => {
    const { edits, index, id } = addStep(CHAIN, { chain: '../billing/a.chain.json', before: 1 });
    assert.deepEqual([index, id], [1, 'a-2']);
    const text = after(edits);
    assert.equal(ids(text), 'a a-2 (b) c d');
    assert.match(text, /"formatVersion": 2,/);
    assert.match(text, /\{\s*"id": "a-2",\s*"chain": "..\/billing\/a.chain.json"\s*\}/);
    assert.match(text, /\/\/ the first/);
  });

  it('switches a chain as a step off behind what it is', () => {
    const text = '{ "requests": [{ "id": "a", "chain": "a.chain.json", "take": ["x"] }] }';
    assert.equal(
      after(disableRequests(text, [0], true), text),
      text.replace('"take": ["x"]', '"take": ["x"], "disabled": true'),
    );
  });

  it('makes the list of the first request', () => {
    const text = '{\n  "formatVersion": 1,\n  "name": "None"\n}\n';
    assert.equal(ids(after(addRequest(text, { name: 'X', before: 0 }).edits, text)), 'x');
  });

  it('says that text which is not JSON has to be fixed first', () => {
    assert.throws(() => deleteRequests('{', [0]), UserError);
  });
});

describe('a chain with a request that is being written', () => {
  const read = (text: string) => createChainReader()(text, 'main.chain.json');

  it('replaces what is there', () => {
    const { chain, requestId } = draftedChain(read(CHAIN), 0, { method: 'PUT', url: '/x' }) ?? {};
    assert.deepEqual(
      chain?.requests.map(({ id, method, url }) => [id === requestId, method, url]),
      [
        [true, 'PUT', '/x'],
        [false, 'GET', '/b'],
        [false, 'GET', '/c'],
        [false, 'GET', '/d'],
      ],
    );
  });

  it('is there whatever is wrong with other requests, and with the id of its own', () => {
    const text = CHAIN.replace('"id": "a"', '"id": ""').replace('"url": "/d"', '"url": 5');
    assert.equal(draftedChain(read(text), 0, undefined)?.chain.requests.length, 3);
  });

  for (const value of [null, 5, [], {}, { method: 'GET' }, { method: 'GET', url: 5 }]) {
    it(`is not there for ${JSON.stringify(value)}`, () => {
      assert.equal(draftedChain(read(CHAIN), 0, value), undefined);
    });
  }

  it('is not there while the settings cannot be used', () => {
    assert.equal(draftedChain(read(CHAIN.replace('"Four"', '4')), 0, undefined), undefined);
  });
});
