import assert from 'node:assert/strict';
import { setInOrder } from '../../../src/core/edit/memberOrder';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { CHAIN, below } from '../../../src/core/files/writtenPath';

/** The text of a chain after it became active. */
function activated(text: string): string {
  return applyEdits(text, setInOrder(text, below(CHAIN, 'status'), 'active'));
}

describe('setInOrder', () => {
  const cases: [title: string, before: string, after: string][] = [
    [
      'replaces a status and keeps comments',
      '{\n  "name": "n", // orders\n  "status": "draft" /* yet */\n}',
      '{\n  "name": "n", // orders\n  "status": "active" /* yet */\n}',
    ],
    [
      'puts a new status below name and description',
      '{\n  "formatVersion": 1,\n  "name": "n", // orders\n  "description": "d",\n  "requests": []\n}',
      '{\n  "formatVersion": 1,\n  "name": "n", // orders\n  "description": "d",\n  "status": "active",\n  "requests": []\n}',
    ],
    ['puts one first where there is neither', '{ "requests": [] }', '{ "status": "active", "requests": [] }'],
    ['fills an empty chain', '{}', '{ "status": "active" }'],
    ['replaces one of another type', '{ "status": 7 }', '{ "status": "active" }'],
    ['leaves a chain alone that is active', '{ "status": "active" }', '{ "status": "active" }'],
  ];
  for (const [title, before, after] of cases) {
    it(title, () => {
      assert.equal(activated(before), after);
    });
  }

  it('puts what a chain as a step is given behind its file', () => {
    const before = '{ "requests": [{ "id": "a", "chain": "a.chain.json", "disabled": true }] }';
    assert.equal(
      applyEdits(before, setInOrder(before, below(CHAIN, 'requests', 0, 'with'), { x: 1 })),
      before.replace('"a.chain.json",', '"a.chain.json", "with": { "x": 1 },'),
    );
  });

  for (const text of ['', '[]', '{ "name": ']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => activated(text), { name: 'UserError' });
    });
  }
});
