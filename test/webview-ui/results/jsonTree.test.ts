import assert from 'node:assert/strict';
import { parseJson } from '../../../src/core/json/json';
import { rowAfter } from '../../../webview-ui/results/treeKeys';
import { BodyTree } from '../../../src/core/bodyTree/bodyTree';
import {
  allFolded,
  allUnfolded,
  initialFolding,
  keyOf,
  treeRows,
  type TreeFolding,
  type TreeRow,
} from '../../../src/core/bodyTree/treeRows';
import { containerText } from '../../../webview-ui/results/containerText';
import { lookAsTyped, lookAtMatch, matchAfter, searchWords } from '../../../webview-ui/results/searchSteps';
import { showMore, toggleRow } from '../../../webview-ui/results/treeFolding';

/** A row in one text: indented by its depth, `+` when folded, `-` when open. */
function written({ depth, name, content }: TreeRow): string {
  const mark = content.kind === 'container' ? (content.isOpen ? '- ' : '+ ') : '';
  const text = textOf(content);
  return `${'  '.repeat(depth)}${mark}${name === undefined ? '' : `${name}: `}${text}`;
}

function textOf(content: TreeRow['content']): string {
  switch (content.kind) {
    case 'container':
      return containerText(content);
    case 'more':
      return `${content.hidden} more`;
    case 'value':
      return content.text;
  }
}

function rowsOf(json: string, folding: TreeFolding = initialFolding(parseJson(json))): readonly TreeRow[] {
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
    const folded = toggleRow(initialFolding(parseJson('{"a": [1], "b": 2}')), '["a"]');
    assert.deepEqual(rowsOf('{"a": [1], "b": 2}', folded).map(written), [
      '- { } 2 members',
      '  + a: [ ] 1 item',
      '  b: 2',
    ]);
    assert.deepEqual(rowsOf('{"a": [1]}', toggleRow(folded, '["a"]')), rowsOf('{"a": [1]}'));
  });

  it('shows the beginning of a long list, and more when asked', () => {
    const json = JSON.stringify(Array.from({ length: 1_000 }, () => 7));
    const rows = rowsOf(json);
    assert.deepEqual([rows.length, written(rows.at(-1) ?? fail())], [102, '  900 more']);
    const more = rowsOf(json, showMore(allFolded, rows.at(-1)?.steps ?? [], 'after'));
    assert.deepEqual([more.length, written(more.at(-1) ?? fail())], [202, '  800 more']);
  });

  it('shows no more rows than a page can lay out, and says how many are hidden', () => {
    const json = JSON.stringify(Array.from({ length: 50_000 }, () => 7));
    const rows = rowsOf(json, { ...allFolded, shown: new Map([['[]', 9e15]]) });
    assert.deepEqual([rows.length, written(rows.at(-1) ?? fail())], [20_001, '  30001 more']);
  });

  it('continues in a list that is shown as far as possible, in both directions', () => {
    const json = JSON.stringify(Array.from({ length: 50_000 }, () => 7));
    const shownOf = ({ starts, shown }: TreeFolding) => [starts.get('[]'), shown.get('[]')];
    const full = { ...allFolded, shown: new Map([['[]', 9_000]]) };
    const after = showMore(full, [], 'after');
    assert.deepEqual(shownOf(after), [9_000, 100]);
    assert.deepEqual(
      [1, -1].map((at) => written(rowsOf(json, after).at(at) ?? fail()).trim()),
      ['9000 more', '40900 more'],
    );
    const before = showMore({ ...full, starts: new Map([['[]', 8_000]]) }, [], 'before');
    assert.deepEqual(shownOf(before), [0, 10_000]);
  });

  it('gives every row a key of its own', () => {
    const keys = rowsOf('{"a": {"0": 1}, "a,0": [2], "": {"": 3}}').map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('cuts a long text', () => {
    assert.equal(written(rowsOf(JSON.stringify('x'.repeat(10_000)))[0] ?? fail()).length, 500);
  });
});

describe('rowAfter', () => {
  // 0 top, 1 a (open), 2 item, 3 b (open), 4 c, 5 d (folded)
  const json = '{"a": [1], "b": {"c": 2}, "d": [3]}';
  const rows = rowsOf(json, toggleRow(initialFolding(parseJson(json)), '["d"]'));
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

describe('a large JSON tree', () => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const wide = JSON.stringify(
    Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => [1, 2, 3])),
  );

  it('is open only as far as a page can lay out', () => {
    assert.equal(rowsOf(wide).length, 101);
    assert.equal(rowsOf(wide, allUnfolded(parseJson(wide))).length, 101);
  });

  it('unfolds to its end when it is short', () => {
    assert.equal(rowsOf(deep(20)).length, 4);
    assert.equal(rowsOf(deep(20), allUnfolded(parseJson(deep(20)))).length, 21);
    assert.equal(rowsOf(deep(20), allFolded).length, 2);
  });
});

describe('finding in a JSON tree', () => {
  /** The rows that are looked at one after the other, each as the tree then shows it. */
  function visited(json: string, text: string, moves: readonly (1 | -1)[] = []): readonly string[] {
    const tree = new BodyTree(parseJson(json));
    let view = tree.view({ folding: allFolded, text, at: 0 }, 'reveal');
    const search = () => ({ text, count: view.count, at: view.look.at });
    const now = (): string => {
      const { match, rows } = view;
      const row = match && rows.find(({ key }) => key === keyOf(match));
      return `${searchWords(search())}: ${row === undefined ? '' : written(row).trim()}`;
    };
    return [
      now(),
      ...moves.map((by) => {
        view = tree.view({ ...view.look, at: matchAfter(search(), by) }, 'reveal');
        return now();
      }),
    ];
  }

  it('goes through names and values, folded ones too, and begins again', () => {
    const json = '{"sku": 1, "items": [{"x": {"SKU": "A"}}, {"y": "no sku"}]}';
    assert.deepEqual(visited(json, 'sku', [1, 1, 1, -1]), [
      '1 of 3: sku: 1',
      '2 of 3: SKU: "A"',
      '3 of 3: y: "no sku"',
      '1 of 3: sku: 1',
      '3 of 3: y: "no sku"',
    ]);
  });

  it('shows a match far down a long list', () => {
    const json = JSON.stringify({ list: Array.from({ length: 5_000 }, (_, at) => `item ${at}`) });
    assert.deepEqual(visited(json, 'item 4321'), ['1 of 1: 4321: "item 4321"']);
  });

  it('shows a match in a list without end among its neighbours, and those before them when asked', () => {
    const value = parseJson(JSON.stringify(Array.from({ length: 50_000 }, (_, at) => `item ${at}`)));
    const tree = new BodyTree(value);
    const { look, rows } = tree.view({ folding: allFolded, text: 'item 43210', at: 0 }, 'reveal');
    const ends = (lines: readonly TreeRow[]): readonly string[] =>
      [1, 2, -2, -1].map((at) => written(lines.at(at) ?? fail()).trim());
    assert.deepEqual(ends(rows), ['43200 more', '43200: "item 43200"', '43299: "item 43299"', '6700 more']);
    const before = tree.view({ ...look, folding: showMore(look.folding, [], 'before') }, 'look');
    assert.deepEqual(ends(before.rows), [
      '43100 more',
      '43100: "item 43100"',
      '43299: "item 43299"',
      '6700 more',
    ]);
    const next = tree.view({ ...before.look, text: 'item 77"' }, 'reveal');
    assert.deepEqual(ends(next.rows), ['0: "item 0"', '1: "item 1"', '99: "item 99"', '49900 more']);
  });

  it('shows no more of a list without end, however many matches are stepped through', () => {
    const items = Array.from({ length: 50_000 }, (_, at) => (at % 200 === 150 ? 'needle' : at));
    const tree = new BodyTree(parseJson(JSON.stringify(items)));
    let view = tree.view({ folding: allFolded, text: 'needle', at: 0 }, 'reveal');
    let most = 0;
    for (let at = 1; at < view.count; at += 1) {
      view = tree.view({ ...view.look, at }, 'reveal');
      const { match = [], rows } = view;
      assert.ok(rows.some(({ key }) => key === keyOf(match)));
      most = Math.max(most, rows.length);
    }
    assert.deepEqual([view.match, most < 5_000], [[49_950], true]);
  });

  it('finds numbers digit for digit', () => {
    assert.deepEqual(visited('[9007199254740993]', '0993'), ['1 of 1: 0: 9007199254740993']);
  });

  it('finds nothing for an empty text, and says when there is nothing', () => {
    assert.deepEqual(visited('{"a": ""}', '', [1]), [': ', ': ']);
    assert.deepEqual(visited('{"a": ""}', 'b', [1]), ['nothing found: ', 'nothing found: ']);
  });

  it('stops counting when there are more than anybody goes through', () => {
    const [first] = visited(JSON.stringify(Array.from({ length: 5_000 }, () => 'x')), 'x');
    assert.equal(first, '1 of 1000 or more: 0: "x"');
  });

  it('takes what is looked for as text, and inherited names for none', () => {
    assert.deepEqual(visited('{"__proto__": {"a": ".*"}}', '.*'), ['1 of 1: a: ".*"']);
    assert.deepEqual(visited('{}', 'constructor'), ['nothing found: ']);
  });
});

describe('what was typed into the search of a tree that has not answered yet', () => {
  const look = { folding: allFolded, text: 'sku', at: 7 };

  it('stays, and its first match is looked at', () => {
    const typed = { ...look, text: 'skus', at: 0 };
    assert.deepEqual([lookAsTyped(look, 'skus'), lookAtMatch(look, 'skus', 8)], [typed, typed]);
  });

  it('can be nothing any more', () => {
    assert.deepEqual(lookAsTyped(look, ''), { ...look, text: '', at: 0 });
  });

  for (const typed of [undefined, 'sku']) {
    it(`is not another text when it is ${typed ?? 'nothing'}`, () => {
      assert.deepEqual([lookAsTyped(look, typed), lookAtMatch(look, typed, 8)], [look, { ...look, at: 8 }]);
    });
  }
});

describe('a tree that is looked at', () => {
  const value = parseJson('{"a": {"b": {"c": {"d": 1}}}, "e": ["x", "y"]}');

  it('is as at first without a look', () => {
    const { look, rows, count } = new BodyTree(value).view(undefined, 'look');
    assert.deepEqual(look, { folding: initialFolding(value), text: '', at: 0 });
    assert.deepEqual([rows, count], [treeRows(value, initialFolding(value)), 0]);
  });

  it('stays folded while it is only looked at, whatever is looked for', () => {
    const view = new BodyTree(value).view({ folding: allFolded, text: 'd', at: 0 }, 'look');
    assert.deepEqual([view.look.folding, view.rows.length, view.match], [allFolded, 3, ['a', 'b', 'c', 'd']]);
  });

  it('is unfolded, and keeps what is looked for', () => {
    const { look, rows } = new BodyTree(value).view({ folding: allFolded, text: 'y', at: 0 }, 'unfold');
    assert.deepEqual([look.folding, look.text, rows.length], [allUnfolded(value), 'y', 8]);
  });

  it('has no match beyond the last', () => {
    const { look, match } = new BodyTree(value).view({ folding: allFolded, text: 'y', at: 9 }, 'look');
    assert.deepEqual([look.at, match], [0, ['e', 1]]);
  });
});
