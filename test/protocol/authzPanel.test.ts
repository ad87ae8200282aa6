import assert from 'node:assert/strict';
import { authzContract, type AuthzEditor } from '../../src/protocol/authzPanel';
import { accepts } from '../../src/protocol/schema';

describe('what the authorization panel may ask', () => {
  const names: readonly (readonly [name: keyof AuthzEditor, numbers: number])[] = [
    ['ready', 0],
    ['runAll', 0],
    ['cancel', 0],
    ['coverage', 1],
    ['chooseDescription', 1],
    ['evidence', 2],
    ['runCell', 2],
    ['copyCurl', 2],
    ['raiseIssue', 2],
    ['openIssue', 2],
    ['reveal', 3],
  ];
  for (const [name, numbers] of names) {
    it(`${name} takes ${numbers} numbers, and nothing else`, () => {
      const { takes } = authzContract.editor[name];
      const right = Array.from({ length: numbers }, (_none, index) => index);
      assert.equal(accepts(takes, right), true);
      const wrong = [
        [...right, 0],
        [...right, 'file:///etc/passwd'],
        right.map(() => '0'),
        right.map(() => -1),
        right.map(() => 1.5),
        right.map(() => ({ __proto__: null })),
      ].filter((args) => args.length !== numbers || numbers > 0);
      assert.deepEqual(
        wrong.map((args) => accepts(takes, args)),
        wrong.map(() => false),
      );
    });
  }
});
