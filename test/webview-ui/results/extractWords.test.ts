import assert from 'node:assert/strict';
import { ruleWords } from '../../../webview-ui/results/extractWords';
import { pickedHeader } from '../../../webview-ui/results/pickedHeader';

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
      assert.deepEqual(ruleWords({ text: '$.id', all, worksIn }, tried), { isSure, text });
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
