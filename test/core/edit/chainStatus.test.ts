import assert from 'node:assert/strict';
import { setStatus } from '../../../src/core/edit/chainStatus';
import { applyEdits } from '../../../src/core/edit/textEdit';

/** The text of a chain after it became active. */
function activated(text: string): string {
  return applyEdits(text, setStatus(text, 'active'));
}

describe('setStatus', () => {
  const cases: [title: string, before: string, after: string][] = [
    [
      'replaces a status and keeps comments',
      '{\n  "name": "n", // orders\n  "status": "draft" /* yet */\n}',
      '{\n  "name": "n", // orders\n  "status": "active" /* yet */\n}',
    ],
    [
      'puts it below name and description',
      '{\n  "formatVersion": 1,\n  "name": "n", // orders\n  "description": "d",\n  "requests": []\n}',
      '{\n  "formatVersion": 1,\n  "name": "n", // orders\n  "description": "d",\n  "status": "active",\n  "requests": []\n}',
    ],
    ['puts it first where there is neither', '{ "requests": [] }', '{ "status": "active", "requests": [] }'],
    ['fills an empty chain', '{}', '{ "status": "active" }'],
    ['replaces one of another type', '{ "status": 7 }', '{ "status": "active" }'],
    ['leaves an active chain alone', '{ "status": "active" }', '{ "status": "active" }'],
  ];
  for (const [title, before, after] of cases) {
    it(title, () => {
      assert.equal(activated(before), after);
    });
  }

  for (const text of ['', '[]', '{ "name": ']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => activated(text), { name: 'UserError' });
    });
  }
});
