import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import { insertRequest } from '../../../src/core/edit/chainEdit';
import { chainFileName, newChainText } from '../../../src/core/edit/newChain';
import { applyEdits } from '../../../src/core/edit/textEdit';

describe('newChainText', () => {
  it('writes a valid chain that can be executed', () => {
    const name = 'Orders "2"\n</script>';
    const { chain, problems } = readChain(newChainText(name), 'f');
    assert.deepEqual(problems, []);
    assert.deepEqual(chain, {
      name,
      status: 'active',
      tags: [],
      requires: [],
      variables: {},
      independentRows: false,
      requests: [],
    });
  });

  it('can be given a request', () => {
    const text = newChainText('Orders');
    const added = applyEdits(text, insertRequest(text, 0, { id: 'a', method: 'GET', url: '/' }));
    assert.ok(
      added.endsWith(
        '  "requests": [\n    {\n      "id": "a",\n      "method": "GET",\n      "url": "/"\n    }\n  ]\n}\n',
      ),
    );
    assert.deepEqual(readChain(added, 'f').problems, []);
  });
});

describe('chainFileName', () => {
  it('follows the name', () => {
    assert.deepEqual(
      [chainFileName('Order lifecycle'), chainFileName('注文')],
      ['order-lifecycle.chain.json', 'chain.chain.json'],
    );
  });

  it('is never that of a device on Windows', () => {
    assert.deepEqual(['Con', 'aux', 'COM1', 'Console'].map(chainFileName), [
      'chain-con.chain.json',
      'chain-aux.chain.json',
      'chain-com1.chain.json',
      'console.chain.json',
    ]);
  });
});
