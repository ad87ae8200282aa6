import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import { insertRequest } from '../../../src/core/edit/chainEdit';
import {
  chainFileName,
  chainFilePath,
  isPlainPath,
  newChainText,
  readTags,
  type NewChain,
} from '../../../src/core/edit/newChain';
import { applyEdits } from '../../../src/core/edit/textEdit';

const bare: NewChain = { name: 'Orders', description: '', status: 'draft', tags: [] };

describe('newChainText', () => {
  it('writes a valid chain with what the person said', () => {
    const said: NewChain = {
      name: 'Orders "2"',
      description: 'Line\nbreak',
      status: 'active',
      environment: 'local',
      tags: ['orders', 'smoke'],
    };
    const { chain, problems } = readChain(newChainText(said), 'f');
    assert.deepEqual(problems, []);
    assert.deepEqual(chain, { ...said, requires: [], variables: {}, requests: [] });
  });

  it('leaves out what was not said', () => {
    assert.match(
      newChainText(bare),
      /^\{\n {2}"formatVersion": 1,\n {2}"name": "Orders",\n {2}"status": "draft",\n {2}\/\//,
    );
  });

  it('can be given a request', () => {
    const text = newChainText(bare);
    const added = applyEdits(text, insertRequest(text, 0, { id: 'a', method: 'GET', url: '/' }));
    assert.ok(
      added.endsWith(
        '  "requests": [\n    {\n      "id": "a",\n      "method": "GET",\n      "url": "/"\n    }\n  ]\n}\n',
      ),
    );
    assert.deepEqual(readChain(added, 'f').problems, []);
  });
});

describe('readTags', () => {
  it('takes each word once', () => {
    assert.deepEqual(readTags(' orders,smoke,, orders '), ['orders', 'smoke']);
    assert.deepEqual(readTags(''), []);
  });
});

describe('chainFileName', () => {
  it('follows the name', () => {
    assert.deepEqual(
      [chainFileName('Order lifecycle'), chainFileName('注文')],
      ['order-lifecycle.chain.json', 'chain.chain.json'],
    );
  });
});

describe('chainFilePath', () => {
  const paths: [text: string, expected: string][] = [
    ['orders.chain.json', 'orders.chain.json'],
    [' auth/login ', 'auth/login.chain.json'],
    ['orders.chain', 'orders.chain.json'],
    ['orders.json', 'orders.chain.json'],
    ['v1.2', 'v1.2.chain.json'],
  ];
  for (const [text, expected] of paths) {
    it(`takes ${JSON.stringify(text)} for ${expected}`, () => {
      assert.equal(chainFilePath(text), expected);
    });
  }
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
