import assert from 'node:assert/strict';
import { shareLines } from '../../../../src/formats/reporters/authz/sharedLines';

const common = ['Host: a.example', 'Accept: */*'];

describe('shareLines', () => {
  it('keeps every line of a message, its own or in a set', () => {
    const messages = [1, 2, 3].map((number) => ['Host: a.example', `Date: ${number}`, 'Accept: */*']);
    const { sets, split } = shareLines(messages);
    assert.deepEqual(sets, [{ id: 'h1', lines: common }]);
    assert.deepEqual(
      messages.map(split),
      [1, 2, 3].map((number) => ({ own: [`Date: ${number}`], shared: sets[0] })),
    );
  });

  it('makes a set for other lines than those of another set', () => {
    const messages = ['b', 'a', 'b', 'a', 'b', 'a'].map((name) => [...common, `Authorization: ${name}`]);
    assert.deepEqual(
      shareLines(messages).sets.map(({ lines }) => lines.at(-1)),
      ['Authorization: b', 'Authorization: a'],
    );
  });

  it('makes no set for few messages or a single line', () => {
    const { sets, split } = shareLines([common, common, ['Host: b.example'], [], []]);
    assert.deepEqual([sets, split(common)], [[], { own: common }]);
  });

  it('never shares what changes with each message', () => {
    const same = ['Date: 1', 'ETag: "v1"', 'Content-Length: 2'];
    assert.deepEqual(shareLines([same, same, same]).sets, []);
  });
});
