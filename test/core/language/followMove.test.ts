import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { readAuthzSource } from '../../../src/core/language/authzSource';
import {
  followMovedFiles,
  followMovedRequests,
  type MovedRequest,
} from '../../../src/core/language/followMove';

/** A matrix after requests were moved. */
function followed(text: string, ...moved: readonly MovedRequest[]): string {
  return applyEdits(text, followMovedRequests(readAuthzSource(text, 'tests/shop.authz.json'), moved));
}

const move = { from: 'orders.chain.json', id: 'get', to: 'sub/read.chain.json', newId: 'get-2' };

describe('followMovedRequests', () => {
  it('names a request where it is now, wherever it is named, and leaves the rest alone', () => {
    const matrix = (request: string) => `{
  // who may read
  "resources": { "order": { "create": "../orders.chain.json#create", "read": "${request}" } },
  "operations": { "order.read": { "request": "${request}" } },
  "users": { "a": { "login": "../orders.chain.json" } }
}`;
    assert.equal(followed(matrix('../orders.chain.json#get'), move), matrix('../sub/read.chain.json#get-2'));
  });

  const untouched: [title: string, request: string][] = [
    ['another request of the chain', '../orders.chain.json#get-all'],
    ['the same id of another chain', '../other.chain.json#get'],
    ['a chain alone', '../orders.chain.json'],
    ['what leads out of the workspace', '../../orders.chain.json#get'],
    ['what is just being written', '#'],
    ['an empty name', ''],
  ];
  for (const [title, request] of untouched) {
    it(`does not touch ${title}`, () => {
      const matrix = `{ "operations": { "a": { "request": "${request}" } } }`;
      assert.equal(followed(matrix, move), matrix);
    });
  }

  it('understands escapes, and writes what a string has to escape', () => {
    const matrix = '{ "operations": { "a": { "request": "../\\u006frders.chain.json#get" } } }';
    assert.equal(
      followed(matrix, { ...move, to: 'tests/o"k.chain.json', newId: 'get' }),
      '{ "operations": { "a": { "request": "o\\"k.chain.json#get" } } }',
    );
  });

  it('follows two requests that change places between two chains', () => {
    const matrix = (a: string, b: string) =>
      `{ "operations": { "a": { "request": "${a}" }, "b": { "request": "${b}" } } }`;
    const back = { from: 'sub/read.chain.json', id: 'x', to: 'orders.chain.json', newId: 'get' };
    assert.equal(
      followed(matrix('../orders.chain.json#get', '../sub/read.chain.json#x'), move, back),
      matrix('../sub/read.chain.json#get-2', '../orders.chain.json#get'),
    );
  });

  it('handles a text that is not a matrix', () => {
    for (const text of ['', '{', '[]', '{"operations":7}', '{"__proto__":{"request":"x#get"}}']) {
      assert.equal(followed(text, move), text);
    }
  });
});

describe('followMovedFiles', () => {
  const cases: [name: string, to: string, expected: string][] = [
    ['data/p.jpg', 'shop/other.chain.json', 'data/p.jpg'],
    ['./data/p.jpg', 'shop/other.chain.json', './data/p.jpg'],
    ['data/p.jpg', 'login.chain.json', 'shop/data/p.jpg'],
    ['../p.jpg', 'login.chain.json', 'p.jpg'],
    ['p.jpg', 'shop/deep/a.chain.json', '../p.jpg'],
    ['../../outside.jpg', 'login.chain.json', '../../outside.jpg'],
    ['/etc/passwd', 'login.chain.json', '/etc/passwd'],
  ];
  for (const [name, to, expected] of cases) {
    it(`makes ${expected} of ${name} for ${to}`, () => {
      const edits = followMovedFiles([{ name, start: 0, end: name.length }], 'shop/a.chain.json', to);
      assert.equal(applyEdits(name, edits), expected);
    });
  }
});
