import assert from 'node:assert/strict';
import { valueBits } from '../../../../src/core/mapping/read/valueEntropy';

describe('valueBits', () => {
  const nothing = ['', ' ', 'true', 'FALSE', 'null', 'on', 'yes'];
  for (const value of nothing) {
    it(`takes ${JSON.stringify(value)} for no evidence`, () => {
      assert.equal(valueBits(value), 0);
    });
  }

  const ordered: [title: string, less: string, more: string][] = [
    ['a small number says less than a large one', '7', '48213'],
    ['a number says less than an id of letters', '48213', 'k3j9x2q8'],
    ['a word says less than two', 'urgent', 'very urgent'],
    ['a day says less than a moment', '2026-11-21', '2026-11-21T10:00:00Z'],
    ['a word says less than a token as long', 'preferences', 'x7Kq9ZpL2vB'],
    ['words say less than an id of letters that nobody can speak', 'weekly-notes', 'rrsnt-wanlk'],
    ['repeated characters say little', 'aaaaaaaaaaaa1', 'a9f3k2l0q8z1x'],
    ['a time in milliseconds says less than its digits', '1795255200000', '9795255200000'],
  ];
  for (const [title, less, more] of ordered) {
    it(title, () => {
      assert.ok(valueBits(less) < valueBits(more), `${valueBits(less)} < ${valueBits(more)}`);
    });
  }

  it('gives a UUID more than chance could match', () => {
    assert.ok(valueBits('4f9619ff-8b86-4011-b42d-00c04fc964ff') > 100);
  });

  it('is bounded for a value of any length', () => {
    assert.equal(valueBits('9aZ_'.repeat(100_000)), 128);
  });
});
