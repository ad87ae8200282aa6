import assert from 'node:assert/strict';
import type { FormRow } from '../../../src/protocol/formView';
import { isMove, listAction } from '../../../webview-ui/editor/listKeys';
import {
  allRows,
  keptRows,
  noRows,
  onlyRow,
  pickedRows,
  selectionIn,
  withRow,
  type RowSelection,
} from '../../../webview-ui/editor/rowSelection';

function rows(...ids: readonly string[]): readonly FormRow[] {
  return ids.map((id) => ({ id, name: id, method: 'GET', disabled: false, errors: 0, warnings: 0 }));
}

/** The selection that a key leads to from one row of four, or the other action it asks for. */
function afterKey(
  key: string,
  held: { ctrl?: boolean; shift?: boolean; alt?: boolean } = {},
  from = onlyRow(1),
) {
  const action = listAction({ key, ctrl: false, shift: false, alt: false, ...held }, from, 4);
  return action?.type === 'pick' ? pickedRows(action.selection) : action;
}

describe('picking requests', () => {
  it('takes one row alone, a range, or one more', () => {
    const range = withRow(onlyRow(3), 1, 'range');
    assert.deepEqual(pickedRows(range), [1, 2, 3]);
    assert.equal(range.focus, 1);
    assert.deepEqual(pickedRows(withRow(range, 4, 'besides')), [1, 2, 3, 4]);
    assert.deepEqual(pickedRows(withRow(range, 2, 'besides')), [1, 3]);
  });

  it('means the row that has the focus when none is picked', () => {
    assert.deepEqual(pickedRows(noRows), [0]);
  });

  const keys: [title: string, key: string, held: object, expected: unknown][] = [
    ['goes down', 'ArrowDown', {}, [2]],
    ['goes to the end', 'End', {}, [3]],
    ['extends with Shift', 'ArrowDown', { shift: true }, [1, 2]],
    ['takes all', 'a', { ctrl: true }, [0, 1, 2, 3]],
    ['moves up with Alt', 'ArrowUp', { alt: true }, { type: 'move', before: 0 }],
    ['moves down with Alt', 'ArrowDown', { alt: true }, { type: 'move', before: 3 }],
    ['deletes', 'Delete', {}, { type: 'delete' }],
    ['deletes as on a Mac', 'Backspace', { ctrl: true }, { type: 'delete' }],
    ['does not delete by mistake', 'Backspace', {}, undefined],
    ['renames', 'F2', {}, { type: 'rename' }],
    ['leaves other keys alone', 'x', {}, undefined],
  ];
  for (const [title, key, held, expected] of keys) {
    it(`${title}: ${key}`, () => assert.deepEqual(afterKey(key, held), expected));
  }

  it('does not move over the ends', () => {
    assert.equal(afterKey('ArrowUp', { alt: true }, onlyRow(0)), undefined);
    assert.equal(afterKey('ArrowDown', { alt: true }, onlyRow(3)), undefined);
  });

  it('asks for nothing in an empty list', () => {
    assert.equal(listAction({ key: 'Delete', ctrl: false, shift: false, alt: false }, noRows, 0), undefined);
  });
});

describe('dropping requests', () => {
  const picked: RowSelection = { picked: new Set([1, 2]), anchor: 1, focus: 2 };
  it('is a move unless they are there already', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((before) => isMove(picked, before)),
      [true, false, false, false, true],
    );
  });

  it('brings together what is apart', () => {
    assert.equal(isMove({ picked: new Set([0, 2]), anchor: 0, focus: 2 }, 2), true);
  });
});

describe('a selection in rows that have changed', () => {
  it('follows the requests by their ids', () => {
    const selection = selectionIn(allRows(onlyRow(1), 2), rows('a', 'b'), rows('b', 'x', 'a'));
    assert.deepEqual(pickedRows(selection), [0, 2]);
    assert.equal(selection.focus, 0);
  });

  it('goes to the nearest row when its request has gone', () => {
    assert.deepEqual(selectionIn(onlyRow(2), rows('a', 'b', 'c'), rows('a')), {
      picked: new Set(),
      anchor: 0,
      focus: 0,
    });
  });
});

describe('rows of a new view', () => {
  it('are the old ones where they say the same', () => {
    const [before, now] = [rows('a', 'b'), rows('a', 'c')];
    const kept = keptRows(before, now);
    assert.equal(kept[0], before[0]);
    assert.equal(kept[1], now[1]);
    assert.equal(keptRows(before, rows('a', 'b')), before);
  });
});
