import assert from 'node:assert/strict';
import { quoteArgument, readArgument } from '../../../../src/core/prepare/functions/arguments';

describe('readArgument', () => {
  const cases: readonly [text: string, read: ReturnType<typeof readArgument>][] = [
    ['orderId', { kind: 'variable', name: 'orderId' }],
    ['order.id-2', { kind: 'variable', name: 'order.id-2' }],
    ['$request.body', { kind: 'variable', name: '$request.body' }],
    ['12', { kind: 'value', value: 12 }],
    ['-1.5e3', { kind: 'value', value: -1500 }],
    [`'sha256'`, { kind: 'value', value: 'sha256' }],
    [`"it's"`, { kind: 'value', value: `it's` }],
    [`'it\\'s {{not}} \\\\ a\\nreference'`, { kind: 'value', value: `it's {{not}} \\ a\nreference` }],
    [`'\\r\\t\\x'`, { kind: 'value', value: '\r\tx' }],
    [`''`, { kind: 'value', value: '' }],
    ['01', undefined],
    ['a,', undefined],
    [`'open`, undefined],
    [`'a'b'`, undefined],
    ['$uuid', undefined],
    ['', undefined],
  ];
  for (const [text, read] of cases) {
    it(`reads ${text || 'nothing'}`, () => {
      assert.deepEqual(readArgument(text), read);
    });
  }

  it('reads what quoteArgument writes', () => {
    for (const text of ['', 'a', `'"\\`, 'line\r\nnext\t{{x}}', '\\n']) {
      assert.deepEqual(readArgument(quoteArgument(text)), { kind: 'value', value: text });
    }
  });
});
