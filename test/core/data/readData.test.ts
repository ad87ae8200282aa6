/** Data files as rows. */
import assert from 'node:assert/strict';
import { readData } from '../../../src/core/data/readData';
import { describeRows, selectRow, selectRows } from '../../../src/core/data/selectRows';
import { UserError } from '../../../src/core/errors';
import { ExactNumber } from '../../../src/core/json/json';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (file: string, text: string) => readData(bytesOf(text), file);
const valuesOf = (file: string, text: string) => read(file, text).rows.map(({ values }) => values);

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof UserError);
    return error.message;
  }
  return 'no fault';
}

describe('A CSV file', () => {
  it('gives texts, by the names in its first line', () => {
    const { columns, rows, isAuthored } = read('users.csv', 'user,quantity\nalice,2\nbob,\n');
    assert.deepEqual(columns, ['user', 'quantity']);
    assert.deepEqual(rows, [
      { number: 1, label: 'alice', values: { user: 'alice', quantity: '2' } },
      { number: 2, label: 'bob', values: { user: 'bob', quantity: '' } },
    ]);
    assert.equal(isAuthored, false);
  });

  it('has commas, quotes and line breaks between quotes', () => {
    assert.deepEqual(valuesOf('a.csv', 'a,b\r\n"x, y","say ""hi""\r\nto all"\r\n""," 1 "'), [
      { a: 'x, y', b: 'say "hi"\r\nto all' },
      { a: '', b: ' 1 ' },
    ]);
  });

  it('may begin with a byte order mark, have empty lines, and end lines in any way', () => {
    assert.deepEqual(valuesOf('a.CSV', '\uFEFFa\r1\n\n2\r\n""\n'), [{ a: '1' }, { a: '2' }, { a: '' }]);
  });

  it('keeps a cell of ten million characters with quotes in it', () => {
    const cell = 'x"'.repeat(5_000_000);
    const [row] = valuesOf('a.csv', `a\n"${cell.replaceAll('"', '""')}"`);
    assert.ok(row?.['a'] === cell);
  });

  const faults: readonly [title: string, text: string, fault: string][] = [
    ['is empty', '', 'a.csv: This data has no rows. Add a row, or remove the data.'],
    ['has a head only', 'a,b\n', 'a.csv:1: This data has no rows. Add a row, or remove the data.'],
    [
      'lacks a cell',
      'a,b\n1,"2\n3"\n4\n',
      'a.csv:4: This row has 1 cell instead of 2. Correct it; a cell with a comma needs quotes.',
    ],
    [
      'has a cell too many',
      'a\n1,2\n',
      'a.csv:2: This row has 2 cells instead of 1. Correct it; a cell with a comma needs quotes.',
    ],
    ['names a column twice', 'a,b,a\n1,2,3', 'a.csv:1: Two columns are called a. Rename one of them.'],
    [
      'has a column without a name',
      'a,\n1,2',
      'a.csv:1: The column "" cannot be a variable. Name each column with letters, digits, _, . or -, a letter or _ first.',
    ],
    [
      'separates by semicolons',
      'a;b\n1;2',
      'a.csv:1: The column "a;b" cannot be a variable. Separate columns by commas, and name each column with letters, digits, _, . or -, a letter or _ first.',
    ],
    [
      'has the name of a function',
      '$uuid\n1',
      'a.csv:1: The column "$uuid" has the name of a function. Choose a name without $ at its beginning.',
    ],
    [
      'has a reserved name',
      'a,__proto__\n1,2',
      'a.csv:1: The column "__proto__" has a reserved name. Choose another one.',
    ],
    ['leaves a quote open', 'a\n1\n"2\n3\n', 'a.csv:3: A quote is opened here and never closed. Close it.'],
    [
      'has a quote inside a cell',
      'a\n5"\n',
      'a.csv:2: A cell has a quote in it that is not part of one. Put the whole cell in quotes, and write each quote in it twice.',
    ],
    [
      'goes on after a quote',
      'a\n"1"2\n',
      'a.csv:2: A cell has a quote in it that is not part of one. Put the whole cell in quotes, and write each quote in it twice.',
    ],
  ];
  for (const [title, text, fault] of faults) {
    it(`is refused with the line when it ${title}`, () => {
      assert.equal(
        faultOf(() => read('a.csv', text)),
        fault,
      );
    });
  }

  it('is refused with the line where it is not UTF-8', () => {
    const bytes = Uint8Array.from([...bytesOf('a\nb\n'), 0xe4, 0x0a, 0x62]);
    assert.equal(
      faultOf(() => readData(bytes, 'a.csv')),
      'a.csv:3: This is not UTF-8. Save the file as UTF-8.',
    );
  });
});

describe('A data file of JSON', () => {
  it('keeps types and digits, and rows may lack columns', () => {
    const { columns, rows } = read('a.json', '[{"id": 12345678901234567890, "tags": ["x"]}, {"open": null}]');
    assert.deepEqual(columns, ['id', 'tags', 'open']);
    assert.deepEqual(rows[0]?.values, { id: new ExactNumber('12345678901234567890'), tags: ['x'] });
    assert.deepEqual(rows[1]?.values, { open: null });
  });

  it('has an object on each line as .jsonl', () => {
    assert.deepEqual(valuesOf('a.jsonl', '{"a": 1}\r\n\n{"a": true}\n'), [{ a: 1 }, { a: true }]);
  });

  const faults: readonly [file: string, text: string, fault: string][] = [
    [
      'a.json',
      '{"a": 1}',
      'a.json: This is no list of rows. Write a list of objects: [{ "name": "value" }].',
    ],
    ['a.json', '[]', 'a.json: This data has no rows. Add a row, or remove the data.'],
    ['a.json', '[{}]', 'a.json: These rows have no values. Name a value in each of them.'],
    ['a.json', '[{"a": 1}, 2]', 'a.json:1:12: Row 2 is no object. Write { "name": "value" }.'],
    [
      'a.json',
      '[{"a b": 1}]',
      'a.json:1:2: The column "a b" cannot be a variable. Name each column with letters, digits, _, . or -, a letter or _ first.',
    ],
    [
      'a.json',
      '[{"__proto__": 1}]',
      'a.json:1:2: The column "__proto__" has a reserved name. Choose another one.',
    ],
    ['a.json', '[\n{"a": }]', 'a.json:2:7: This is not JSON: expected a JSON value. Correct it.'],
    ['a.jsonl', '{"a": 1}\n{"a": }', 'a.jsonl:2:7: This is not JSON: expected a JSON value. Correct it.'],
    [
      'a.json',
      '[\n{"a": 1, "a": 2}]',
      'a.json:2:10: A name is in this object twice. Remove one of the two, or rename it.',
    ],
    [
      'a.jsonl',
      '{"a": 1}\n{"a": 1, "a": 2}',
      'a.jsonl:2:10: A name is in this object twice. Remove one of the two, or rename it.',
    ],
    ['a.jsonl', '{"a": 1}\n3', 'a.jsonl:2: This line is no object. Write { "name": "value" }.'],
    ['a.txt', 'a\n1', 'a.txt: a.txt is no data file. Name a file that ends in .csv, .json or .jsonl.'],
  ];
  for (const [file, text, fault] of faults) {
    it(`is refused: ${text}`, () => {
      assert.equal(
        faultOf(() => read(file, text)),
        fault,
      );
    });
  }
});

describe('A selection of rows', () => {
  const table = read('a.csv', 'a\n1\n2\n3\n4\n5\n6\n7\n');
  const numbers = (selection: string): readonly number[] =>
    selectRows(table, selection).rows.map(({ number }) => number);

  it('takes numbers and stretches, in the order of the table and each row once', () => {
    assert.deepEqual(numbers('5-7, 2,6'), [2, 5, 6, 7]);
    assert.deepEqual(numbers('1'), [1]);
  });

  it('takes all rows when there is none', () => {
    assert.equal(selectRows(table, undefined), table);
  });

  it('takes one row, the first where there is none of that number', () => {
    assert.deepEqual(
      [3, 9].map((number) => selectRow(table, number).rows.map((row) => row.number)),
      [[3], [1]],
    );
  });

  for (const selection of ['', '0', '3-2', 'a', '1,,2', '1-', '-3', '1.5', '9999999999']) {
    it(`is refused when it is written ${JSON.stringify(selection)}`, () => {
      assert.equal(
        faultOf(() => numbers(selection)),
        `${JSON.stringify(selection)} names no rows. Write numbers and stretches such as 2,5-7.`,
      );
    });
  }

  it('is refused when a row is not there', () => {
    assert.equal(
      faultOf(() => numbers('6-8')),
      'a.csv: There is no row 8. The data has the rows 1 to 7.',
    );
  });

  it('is written for numbers', () => {
    assert.equal(describeRows([3, 1, 2, 7, 5]), '1-3,5,7');
    assert.equal(describeRows([]), '');
  });
});

describe('A row', () => {
  const labels = (file: string, text: string): readonly string[] =>
    read(file, text).rows.map(({ label }) => label);

  it('is recognised by its first text or number', () => {
    assert.deepEqual(
      labels('a.jsonl', '{"tags": [1], "id": 7}\n{"tags": ["x"], "id": null}\n{"id": "ada"}'),
      ['7', '', 'ada'],
    );
  });

  it('is not recognised by a credential', () => {
    assert.deepEqual(labels('a.csv', 'password,user\nsesame,ada\nsesame,'), ['ada', '']);
  });

  it('has a short label', () => {
    assert.deepEqual(labels('a.csv', `a\n${'x'.repeat(100)}`), [`${'x'.repeat(59)}…`]);
  });
});
