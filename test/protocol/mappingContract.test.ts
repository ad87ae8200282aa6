import assert from 'node:assert/strict';
import { mappingContract } from '../../src/protocol/mappingContract';
import { accepts } from '../../src/protocol/schema';

describe('what a review may ask', () => {
  const repairing = ['repair', 'cancelRepair', 'applyRepair', 'compareRepair', 'discardRepair'] as const;
  for (const name of ['ready', 'runAll', 'again', 'verify', 'unverify', ...repairing] as const) {
    it(`${name} takes nothing`, () => {
      assert.equal(accepts(mappingContract.editor[name].takes, []), true);
      assert.equal(accepts(mappingContract.editor[name].takes, ['file:///etc/passwd']), false);
    });
  }

  const picks: [title: string, picks: unknown, allowed: boolean][] = [
    ['nothing', [], true],
    ['a key and a position', [{ key: '["read","path",1]', choice: 0 }], true],
    ['a key that names what every object has', [{ key: '__proto__', choice: 0 }], true],
    ['a position that is none', [{ key: 'a', choice: -1 }], false],
    ['a position between two', [{ key: 'a', choice: 0.5 }], false],
    ['no key', [{ choice: 0 }], false],
    ['members of a prototype', [JSON.parse('{"__proto__":{"key":"a","choice":0}}')], false],
    ['an object', { key: 'a', choice: 0 }, false],
    ['more than any chain has', Array.from({ length: 100_001 }, () => ({ key: 'a', choice: 0 })), false],
  ];
  for (const [title, pick, allowed] of picks) {
    it(`apply ${allowed ? 'takes' : 'refuses'} ${title}`, () => {
      assert.equal(accepts(mappingContract.editor.apply.takes, [pick]), allowed);
    });
  }

  for (const name of ['applyGuesses', 'reject', 'restore'] as const) {
    it(`${name} names proposals by their keys`, () => {
      assert.equal(accepts(mappingContract.editor[name].takes, [['a', 'b']]), true);
      for (const args of [[], ['a'], [[1]], [[null]], [['a'], ['b']]]) {
        assert.equal(accepts(mappingContract.editor[name].takes, args), false);
      }
    });
  }
});
