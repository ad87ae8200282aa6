import assert from 'node:assert/strict';
import { egressContract } from '../../src/protocol/egressContract';
import { accepts } from '../../src/protocol/schema';

const nothing = { bodies: false, headers: false, exchanges: [] };

describe('what the egress view may ask', () => {
  for (const name of ['ready', 'cancel'] as const) {
    it(`${name} takes nothing`, () => {
      assert.equal(accepts(egressContract.editor[name].takes, []), true);
      assert.equal(accepts(egressContract.editor[name].takes, ['/etc/passwd']), false);
    });
  }

  it('approve names a revision, and brings no text along', () => {
    assert.equal(accepts(egressContract.editor.approve.takes, [3]), true);
    for (const args of [[], [-1], [1.5], ['3'], [3, 'text'], [{ revision: 3 }]]) {
      assert.equal(accepts(egressContract.editor.approve.takes, args), false);
    }
  });

  it('openText names a text by its position', () => {
    assert.equal(accepts(egressContract.editor.openText.takes, [3, 0]), true);
    for (const args of [[3], [3, 'a'], ['file:///etc/passwd', 0]]) {
      assert.equal(accepts(egressContract.editor.openText.takes, args), false);
    }
  });

  it('choose says what to leave out and how fields read', () => {
    const { takes } = egressContract.editor.choose;
    assert.equal(accepts(takes, [{ omissions: nothing, values: [] }]), true);
    const values = [{ id: '__proto__', value: '' }];
    assert.equal(
      accepts(takes, [{ omissions: { bodies: true, headers: true, exchanges: [0, 7] }, values }]),
      true,
    );
  });

  const refused: [title: string, choice: unknown][] = [
    ['nothing', undefined],
    ['no omissions', { values: [] }],
    ['no values', { omissions: nothing }],
    ['words for switches', { omissions: { ...nothing, bodies: 'yes' }, values: [] }],
    ['a negative position', { omissions: { ...nothing, exchanges: [-1] }, values: [] }],
    ['a position in words', { omissions: { ...nothing, exchanges: ['0'] }, values: [] }],
    ['too many positions', { omissions: { ...nothing, exchanges: Array(100_001).fill(0) }, values: [] }],
    ['a field without a value', { omissions: nothing, values: [{ id: 'title' }] }],
    ['a value that is not a string', { omissions: nothing, values: [{ id: 'title', value: 7 }] }],
    ['a huge value', { omissions: nothing, values: [{ id: 'title', value: 'x'.repeat(1_000_001) }] }],
    ['too many fields', { omissions: nothing, values: Array(51).fill({ id: 'a', value: '' }) }],
    ['inherited members', JSON.parse('{"__proto__":{"omissions":{},"values":[]}}')],
  ];
  for (const [title, choice] of refused) {
    it(`choose refuses ${title}`, () => {
      assert.equal(accepts(egressContract.editor.choose.takes, [choice]), false);
    });
  }
});
