import assert from 'node:assert/strict';
import { parseJson, stringifyJson } from '../../../src/core/json/json';
import { bulkEdits, bulkRows, bulkText, rowsOf, type BulkRow } from '../../../webview-ui/editor/bulkText';
import { changedValue, listAt } from '../../../webview-ui/editor/formValue';

function row(name: string, value: string, disabled = false): BulkRow {
  return { name, value, disabled };
}

/** Numbers from 0 to below 1, the same at each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('rows as text', () => {
  const lines: [title: string, row: BulkRow, line: string][] = [
    ['a name and a value', row('Accept', 'text/html'), 'Accept: text/html'],
    ['a row that is off', row('limit', '10', true), '# limit: 10'],
    ['an empty value', row('flag', ''), 'flag: '],
    ['a value with colons', row('If-Range', 'a:b:c'), 'If-Range: a:b:c'],
    ['a name with a colon', row('filter:x', '1'), '"filter:x": 1'],
    ['a name like a row that is off', row('#tag', '1'), '"#tag": 1'],
    ['a value of several lines', row('a', 'x\r\ny: z'), 'a: "x\\r\\ny: z"'],
    ['a value in quotes', row('ETag', '"7"'), 'ETag: "\\"7\\""'],
    ['a value with spaces around it', row('a', ' x '), 'a: " x "'],
    ['a reference', row('X', '{{$secret token}}'), 'X: {{$secret token}}'],
  ];
  for (const [title, expected, line] of lines) {
    it(`writes and reads ${title}`, () => {
      assert.equal(bulkText([expected]), line);
      assert.deepEqual(rowsOf(line), [expected]);
    });
  }

  it('reads what people type on the way', () => {
    assert.deepEqual(rowsOf('Acc\n\n  #limit:10  \r\n"half: 1\n'), [
      row('Acc', ''),
      row('limit', '10', true),
      row('"half', '1'),
    ]);
  });

  it('loses nothing of any rows', () => {
    const random = randomFrom(7);
    const letters = ['a', ':', '#', '"', '\\', ' ', '\n', '\r', '{{', '}}', '\u202e', ''];
    const text = (): string =>
      Array.from(
        { length: Math.floor(random() * 6) },
        () => letters[Math.floor(random() * letters.length)] ?? '',
      ).join('');
    for (let round = 0; round < 2_000; round += 1) {
      const rows = Array.from({ length: Math.floor(random() * 4) }, () =>
        row(text(), text(), random() < 0.5),
      );
      assert.deepEqual(rowsOf(bulkText(rows)), rows);
    }
  });

  it('is not offered where an item is not a row', () => {
    assert.equal(bulkRows([7]), undefined);
    assert.equal(bulkRows([{ name: 'a', value: 1 }]), undefined);
    assert.deepEqual(bulkRows([{ name: 'a', value: 'b', note: 1 }]), [row('a', 'b')]);
  });
});

describe('the edits of a text of rows', () => {
  const before =
    '{"headers":[{"name":"A","value":"1"},{"name":"B","value":"2","note":true},{"name":"C","value":"3"}]}';

  /** What the list says after the text was changed, and how many edits that took. */
  function after(...rows: readonly BulkRow[]): readonly [list: string, edits: number] {
    const document = parseJson(before);
    const edits = bulkEdits(document, ['headers'], rows);
    return [stringifyJson(listAt(changedValue(document, { edits }), ['headers'])), edits.length];
  }

  it('are none when nothing has changed', () => {
    assert.equal(after(row('A', '1'), row('B', '2'), row('C', '3'))[1], 0);
  });

  it('change one row and keep what the form does not know', () => {
    assert.deepEqual(after(row('A', '1'), row('B', 'x', true), row('C', '3')), [
      '[{"name":"A","value":"1"},{"name":"B","value":"x","note":true,"disabled":true},{"name":"C","value":"3"}]',
      1,
    ]);
  });

  it('insert a row among others', () => {
    assert.deepEqual(after(row('A', '1'), row('X', '9'), row('B', '2'), row('C', '3')), [
      '[{"name":"A","value":"1"},{"name":"X","value":"9"},{"name":"B","value":"2","note":true},{"name":"C","value":"3"}]',
      1,
    ]);
  });

  it('remove rows among others', () => {
    assert.deepEqual(after(row('C', '3')), ['[{"name":"C","value":"3"}]', 2]);
  });

  it('remove the whole list with its last row', () => {
    const document = parseJson(before);
    assert.equal(
      stringifyJson(changedValue(document, { edits: bulkEdits(document, ['headers'], []) })),
      '{}',
    );
  });

  it('make any list of any other', () => {
    const random = randomFrom(11);
    const rowsAtRandom = (): readonly BulkRow[] =>
      Array.from({ length: Math.floor(random() * 5) }, () =>
        row('ABC'[Math.floor(random() * 3)] ?? '', String(Math.floor(random() * 3)), random() < 0.3),
      );
    for (let round = 0; round < 2_000; round += 1) {
      const [from, to] = [rowsAtRandom(), rowsAtRandom()];
      const document = { headers: from.map(({ name, value, disabled }) => ({ name, value, disabled })) };
      const edits = bulkEdits(document, ['headers'], to);
      assert.deepEqual(bulkRows(listAt(changedValue(document, { edits }), ['headers'])), to);
    }
  });
});
