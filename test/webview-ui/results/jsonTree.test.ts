import assert from 'node:assert/strict';
import { parseJson } from '../../../src/core/json';
import { rowAfter } from '../../../webview-ui/results/treeKeys';
import { initialFolding, showMore, toggleRow, treeRows } from '../../../webview-ui/results/treeRows';
import type { TreeFolding, TreeRow } from '../../../webview-ui/results/treeRows';

/** A row in one text: indented by its depth, `+` when folded, `-` when open. */
function written({ depth, name, content }: TreeRow): string {
  const mark = content.kind === 'container' ? (content.isOpen ? '- ' : '+ ') : '';
  const text = content.kind === 'more' ? `${content.hidden} more` : content.text;
  return `${'  '.repeat(depth)}${mark}${name === undefined ? '' : `${name}: `}${text}`;
}

function rowsOf(json: string, folding: TreeFolding = initialFolding): readonly TreeRow[] {
  return treeRows(parseJson(json), folding);
}

describe('treeRows', () => {
  const trees: [title: string, json: string, rows: string[]][] = [
    ['a bare value', '"x"', ['"x"']],
    ['nothing in an empty list', '[]', ['- [ ] 0 items']],
    [
      'every digit, and values that look like nothing',
      '{"id": 9007199254740993, "n": "", "z": 0, "no": false, "nul": null}',
      ['- { } 5 members', '  id: 9007199254740993', '  n: ""', '  z: 0', '  no: false', '  nul: null'],
    ],
    [
      'three levels, the others folded',
      '{"a": [{"b": {"c": 1}}]}',
      ['- { } 1 member', '  - a: [ ] 1 item', '    - 0: { } 1 member', '      + b: { } 1 member'],
    ],
    [
      'members called as inherited ones',
      '{"__proto__": 1, "constructor": 2}',
      ['- { } 2 members', '  __proto__: 1', '  constructor: 2'],
    ],
  ];
  for (const [title, json, rows] of trees) {
    it(`shows ${title}`, () => {
      assert.deepEqual(rowsOf(json).map(written), rows);
    });
  }

  it('folds and unfolds one row', () => {
    const folded = toggleRow(initialFolding, '["a"]');
    assert.deepEqual(rowsOf('{"a": [1], "b": 2}', folded).map(written), [
      '- { } 2 members',
      '  + a: [ ] 1 item',
      '  b: 2',
    ]);
    assert.deepEqual(rowsOf('{"a": [1]}', toggleRow(folded, '["a"]')), rowsOf('{"a": [1]}'));
  });

  it('shows the beginning of a long list, and more of it when asked', () => {
    const json = JSON.stringify(Array.from({ length: 1_000 }, () => 7));
    const rows = rowsOf(json);
    assert.deepEqual([rows.length, written(rows.at(-1) ?? fail())], [102, '  900 more']);
    const more = rowsOf(json, showMore(initialFolding, rows.at(-1)?.steps ?? []));
    assert.deepEqual([more.length, written(more.at(-1) ?? fail())], [202, '  800 more']);
  });

  it('gives every row a key of its own', () => {
    const keys = rowsOf('{"a": {"0": 1}, "a,0": [2], "": {"": 3}}').map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('cuts a long text', () => {
    assert.equal(written(rowsOf(JSON.stringify('x'.repeat(10_000)))[0] ?? fail()).length, 501);
  });
});

describe('rowAfter', () => {
  // 0 top, 1 a (open), 2 item, 3 b (open), 4 c, 5 d (folded)
  const rows = rowsOf('{"a": [1], "b": {"c": 2}, "d": [3]}', toggleRow(initialFolding, '["d"]'));
  const moves: [key: string, from: number, to: number | 'toggle' | undefined][] = [
    ['ArrowDown', 0, 1],
    ['ArrowDown', 5, 5],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['Home', 4, 0],
    ['End', 1, 5],
    ['ArrowRight', 1, 2],
    ['ArrowRight', 5, 'toggle'],
    ['ArrowRight', 2, 2],
    ['ArrowLeft', 1, 'toggle'],
    ['ArrowLeft', 2, 1],
    ['ArrowLeft', 5, 0],
    ['Tab', 2, undefined],
  ];
  for (const [key, from, to] of moves) {
    it(`${key} leads from row ${from} to ${to ?? 'nowhere'}`, () => {
      assert.equal(rowAfter(key, from, rows), to);
    });
  }
});

function fail(): never {
  throw new Error('there is no such row');
}
