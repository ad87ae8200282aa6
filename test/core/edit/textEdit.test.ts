import assert from 'node:assert/strict';
import { applyEdits, editBetween, inOrder } from '../../../src/core/edit/textEdit';

describe('applyEdits', () => {
  it('replaces, inserts and removes at the offsets of the text before', () => {
    const edits = [
      { offset: 0, length: 1, text: 'AA' },
      { offset: 2, length: 0, text: '+' },
      { offset: 3, length: 2, text: '' },
    ];
    assert.equal(applyEdits('abcdef', edits), 'AAb+cf');
  });

  it('treats replacement patterns as text', () => {
    assert.equal(applyEdits('ab', [{ offset: 1, length: 0, text: '$&$1' }]), 'a$&$1b');
  });
});

describe('inOrder', () => {
  it('sorts edits and makes one of those that touch, the first insertion first', () => {
    assert.deepEqual(
      inOrder([
        { offset: 5, length: 0, text: 'x' },
        { offset: 2, length: 1, text: '' },
        { offset: 5, length: 0, text: 'y' },
        { offset: 3, length: 1, text: 'z' },
      ]),
      [
        { offset: 2, length: 2, text: 'z' },
        { offset: 5, length: 0, text: 'xy' },
      ],
    );
  });
});

describe('editBetween', () => {
  const between: [
    title: string,
    before: string,
    after: string,
    offset: number,
    length: number,
    text: string,
  ][] = [
    ['replaces what differs', 'a1b', 'a22b', 1, 1, '22'],
    ['inserts', 'aa', 'aaa', 2, 0, 'a'],
    ['removes', 'abab', 'ab', 2, 2, ''],
    ['replaces all', 'ab', 'cd', 0, 2, 'cd'],
  ];
  for (const [title, before, after, offset, length, text] of between) {
    it(title, () => {
      assert.deepEqual(editBetween(before, after), [{ offset, length, text }]);
      assert.equal(applyEdits(before, editBetween(before, after)), after);
    });
  }

  it('edits nothing in equal texts', () => {
    assert.deepEqual(editBetween('same', 'same'), []);
  });
});
