import assert from 'node:assert/strict';
import { placeAfter, placeOf } from '../../../webview-ui/ui/gridKeys';

/** A grid with holes: letters are cells. */
const CELLS = [
  ['a', undefined, 'c'],
  [undefined, 'e', 'f'],
  ['g', 'h', undefined],
];

describe('keys in the grid', () => {
  const moves: readonly (readonly [key: string, from: string, to: string | undefined])[] = [
    ['ArrowRight', 'a', 'c'],
    ['ArrowRight', 'c', undefined],
    ['ArrowLeft', 'c', 'a'],
    ['ArrowLeft', 'a', undefined],
    ['ArrowDown', 'a', 'g'],
    ['ArrowDown', 'g', undefined],
    ['ArrowUp', 'g', 'a'],
    ['ArrowUp', 'e', undefined],
    ['Home', 'f', 'e'],
    ['End', 'g', 'h'],
    ['Enter', 'a', undefined],
    ['x', 'a', undefined],
  ];
  for (const [key, from, to] of moves) {
    it(`${key} leads from ${from} to ${to ?? 'nowhere'}`, () => {
      assert.equal(cellAfter(key, from), to);
    });
  }

  it('lead with Control to the first and the last cell of all', () => {
    assert.deepEqual([cellAfter('Home', 'f', true), cellAfter('End', 'a', true)], ['a', 'h']);
  });

  it('lead nowhere from a place that is not in the grid', () => {
    assert.equal(placeAfter('ArrowDown', { row: 9, column: 9 }, CELLS, false), undefined);
    assert.equal(placeAfter('End', { row: 0, column: 0 }, [], true), undefined);
  });
});

function cellAfter(key: string, from: string, isWhole = false): string | undefined {
  const start = placeOf(CELLS, (cell) => cell === from);
  assert.ok(start !== undefined);
  const to = placeAfter(key, start, CELLS, isWhole);
  return to === undefined ? undefined : CELLS[to.row]?.[to.column];
}
