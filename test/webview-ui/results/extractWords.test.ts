import assert from 'node:assert/strict';
import type { OfferedRule } from '../../../src/protocol/extractionOffer';
import { countWords, ruleWords } from '../../../webview-ui/results/extractWords';
import { pickedHeader } from '../../../webview-ui/results/pickedHeader';

const ONE = { count: 1, text: '7' };

/** A rule that was tried on so many earlier answers. */
function ruleThat(how: Pick<OfferedRule, 'all' | 'worksIn'>, tried: number): OfferedRule {
  const earlier = Array.from({ length: tried }, () => ({ ...ONE, startedAt: '2026-11-21T14:02:00.000Z' }));
  return { text: '$.id', now: ONE, earlier, ...how };
}

describe('ruleWords', () => {
  const words: [all: boolean, worksIn: number, tried: number, isSure: boolean, text: string][] = [
    [false, 0, 0, true, 'selects exactly one value'],
    [true, 0, 0, true, 'selects all of them as a list'],
    [false, 1, 1, true, 'selects exactly one value, here and in the last result'],
    [false, 6, 6, true, 'selects exactly one value, here and in the last 6 results'],
    [false, 2, 6, false, 'selects exactly one value here, but only in 2 of the last 6 results'],
  ];
  for (const [all, worksIn, tried, isSure, text] of words) {
    it(`says: ${text}`, () => {
      assert.deepEqual(ruleWords(ruleThat({ all, worksIn }, tried)), { isSure, text });
    });
  }
});

describe('countWords', () => {
  const words: [all: boolean, count: number, text: string | undefined][] = [
    [false, 0, 'nothing'],
    [true, 0, 'nothing'],
    [false, 1, undefined],
    [false, 3, '3 values instead of one'],
    [true, 3, undefined],
  ];
  for (const [all, count, text] of words) {
    it(`says ${text ?? 'no word'} of ${count} values where ${all ? 'all are' : 'one is'} wanted`, () => {
      assert.equal(countWords(ruleThat({ all, worksIn: 0 }, 0), { count, text: '' }), text);
    });
  }
});

describe('pickedHeader', () => {
  it('is the cookie that a line sets', () => {
    assert.deepEqual(pickedHeader({ name: 'Set-Cookie', value: ' session = a=b; Path=/' }), {
      from: 'cookie',
      name: 'session',
    });
  });

  for (const line of [
    { name: 'ETag', value: 'a=b' },
    { name: 'Set-Cookie', value: 'no cookie' },
  ]) {
    it(`is the header ${line.name} for ${line.value}`, () => {
      assert.deepEqual(pickedHeader(line), { from: 'header', name: line.name });
    });
  }
});
