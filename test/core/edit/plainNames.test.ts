import assert from 'node:assert/strict';
import { dashed, freeId, isPlainPath, requestIdFor } from '../../../src/core/edit/plainNames';

describe('requestIdFor', () => {
  const ids: [name: string, taken: readonly string[], expected: string][] = [
    ['Log in', [], 'log-in'],
    ['  Créer une commande (2) ', [], 'creer-une-commande-2'],
    ['Log in', ['log-in', 'log-in-2'], 'log-in-3'],
    ['', [], 'request'],
    ['注文', [], 'request'],
    ['../../etc/passwd', [], 'etc-passwd'],
    ['__proto__', [], 'proto'],
    ['a\r\nb', [], 'a-b'],
    [`${'very '.repeat(1000)}long`, [], 'very-very-very-very-very-very-very-very-very-very-very-very'],
  ];
  for (const [name, taken, expected] of ids) {
    it(`makes ${expected} of ${JSON.stringify(name.slice(0, 40))}`, () => {
      assert.equal(requestIdFor(name, taken), expected);
    });
  }
});

describe('freeId', () => {
  const free: [id: string, taken: readonly string[], expected: string][] = [
    ['get', [], 'get'],
    ['get', ['get'], 'get-2'],
    ['get-2', ['get-2', 'get-3'], 'get-4'],
    ['constructor', ['constructor'], 'constructor-2'],
  ];
  for (const [id, taken, expected] of free) {
    it(`turns ${id} into ${expected} next to ${taken.join(', ') || 'nothing'}`, () => {
      assert.equal(freeId(id, taken), expected);
    });
  }
});

describe('dashed', () => {
  it('takes the fallback when nothing is left', () => {
    assert.deepEqual([dashed('—', 'chain'), dashed('Orders', 'chain')], ['chain', 'orders']);
  });
});

describe('isPlainPath', () => {
  for (const path of [
    'orders.chain.json',
    'auth/login.chain.json',
    'übersicht/注文.chain.json',
    '.config/a',
  ]) {
    it(`takes ${path}`, () => {
      assert.equal(isPlainPath(path), true);
    });
  }
  for (const path of [
    '',
    '/a',
    'a/',
    'a//b',
    '../a',
    'a/../b',
    './a',
    'a\\b',
    'C:a',
    'a\nb',
    'nul.chain.json',
    'a ',
  ]) {
    it(`refuses ${JSON.stringify(path)}`, () => {
      assert.equal(isPlainPath(path), false);
    });
  }
});
