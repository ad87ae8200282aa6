import assert from 'node:assert/strict';
import { chainNamedAt, completeAuthz } from '../../../src/core/language/authzCompletion';
import { readAuthzSource } from '../../../src/core/language/authzSource';
import { relativePath } from '../../../src/core/language/chainPaths';
import { pathFrom } from '../../../src/core/language/filePath';
import { CARET } from './insight';

/** What is offered at the caret of a matrix in `tests/`, and the chain it asked about. */
function complete(matrix: object): { chain: string | undefined; offered: readonly string[] } {
  const marked = JSON.stringify(matrix);
  const offset = marked.indexOf(CARET);
  const source = readAuthzSource(marked.replace(CARET, ''), 'tests/orders.authz.json');
  const chains = ['orders.chain.json', 'tests/own.chain.json'];
  const offered = completeAuthz({ source, chains, environments: ['local'] }, offset, ['create', 'read']);
  return { chain: chainNamedAt(source, offset), offered: offered.map(({ text }) => text) };
}

describe('completeAuthz', () => {
  const cases: [title: string, matrix: object, chain: string | undefined, offered: readonly string[]][] = [
    [
      'offers requests of the chain that is named',
      { resources: { order: { create: '../orders.chain.json#cr¦' } } },
      'orders.chain.json',
      ['create', 'read'],
    ],
    [
      'offers requests right after the hash sign',
      { operations: { 'order.read': { request: 'own.chain.json#¦' } } },
      'tests/own.chain.json',
      ['create', 'read'],
    ],
    [
      'offers chains relative to the matrix',
      { users: { alice: { login: '¦' } } },
      undefined,
      ['../orders.chain.json', 'own.chain.json'],
    ],
    ['offers environments', { environment: 'l¦' }, undefined, ['local']],
    ['offers nothing elsewhere', { name: '¦' }, undefined, []],
  ];
  for (const [title, matrix, chain, offered] of cases) {
    it(title, () => assert.deepEqual(complete(matrix), { chain, offered }));
  }
});

describe('relativePath', () => {
  const paths: [from: string, to: string, path: string][] = [
    ['a.chain.json', 'b.chain.json', 'b.chain.json'],
    ['a.chain.json', 'auth/b.chain.json', 'auth/b.chain.json'],
    ['x/y/a.chain.json', 'x/b.chain.json', '../b.chain.json'],
    ['x/y/a.chain.json', 'b.chain.json', '../../b.chain.json'],
    ['x/a.chain.json', 'xy/b.chain.json', '../xy/b.chain.json'],
  ];
  for (const [from, to, path] of paths) {
    it(`leads from ${from} to ${to}`, () => {
      assert.equal(relativePath(from, to), path);
      assert.equal(pathFrom(from, path), to);
    });
  }
});
