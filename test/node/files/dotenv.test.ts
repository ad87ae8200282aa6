import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDotenv } from '../../../src/node/files/dotenv';

function read(text: string): Record<string, string> {
  return Object.fromEntries(parseDotenv(text));
}

describe('parseDotenv', () => {
  const cases: [title: string, text: string, expected: Record<string, string>][] = [
    ['reads an assignment', 'A=1', { A: '1' }],
    ['reads several', 'A=1\nB=2\r\nC=3\rD=4\n', { A: '1', B: '2', C: '3', D: '4' }],
    ['trims names and values', '  A \t=  1 2  ', { A: '1 2' }],
    ['passes over export', 'export A=1\nexport\tB=2', { A: '1', B: '2' }],
    ['reads a variable called export', 'export=1', { export: '1' }],
    ['keeps an empty value, which is a value', 'A=\nB=""\nC=\'\'', { A: '', B: '', C: '' }],
    ['lets the last of equal names count', 'A=1\nA=2', { A: '2' }],
    ['passes over comments and empty lines', '# A=1\n\n  # B=2\nC=3 # three', { C: '3' }],
    ['keeps a # inside a value', 'A=a#b\nB="a #b" # c\nC=\'a #b\'', { A: 'a#b', B: 'a #b', C: 'a #b' }],
    ['takes a value that begins with # for a comment', 'A= # nothing', { A: '' }],
    ['keeps equal signs and quotes inside a value', 'A=b=c\nB=it\'s "so"', { A: 'b=c', B: 'it\'s "so"' }],
    ['reads escapes in double quotes', String.raw`A="a\nb\r\t\"\\\x"`, { A: 'a\nb\r\t"\\\\x' }],
    [
      'keeps escapes in single quotes and without',
      String.raw`A='a\nb'` + '\n' + String.raw`B=a\nb`,
      { A: 'a\\nb', B: 'a\\nb' },
    ],
    [
      'reads double quotes across lines',
      'A="-----\nkey=x\n-----"\nB=2',
      { A: '-----\nkey=x\n-----', B: '2' },
    ],
    ['reads single quotes across lines', "A='1\r\n2'\nB=2", { A: '1\n2', B: '2' }],
    ['takes an open quote for text', 'A="b\nC=3', { A: '"b', C: '3' }],
    ['takes text after a closed quote along', 'A="b"c', { A: '"b"c' }],
    [
      'expands nothing',
      'A=1\nB=$A${A}\nC="$A"\nD=`id`$(id)',
      { A: '1', B: '$A${A}', C: '$A', D: '`id`$(id)' },
    ],
    ['passes over a byte order mark', '\ufeffA=1', { A: '1' }],
    ['passes over lines that assign nothing', 'A\n=1\n1A=2\nB C=3\n{"D":4}\nE=5', { E: '5' }],
    ['reads names with dots and dashes', 'a.b-c_D1=x', { 'a.b-c_D1': 'x' }],
    ['passes over names every object has', '__proto__=1\nconstructor=2\nprototype=3\nA=4', { A: '4' }],
    ['reads nothing from nothing', '', {}],
  ];
  for (const [title, text, expected] of cases) {
    it(title, () => {
      assert.deepEqual(read(text), expected);
    });
  }

  const name = fc
    .stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]*$/)
    .filter((text) => !/^(__proto__|constructor|prototype)$/.test(text));

  it('reads back every value that is written in double quotes', () => {
    const quote = (value: string) =>
      `"${value.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r')}"`;
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'binary' })), (values) => {
        const text = Object.entries(values).map(([key, value]) => `export ${key}=${quote(value)} # ${key}=x`);
        assert.deepEqual(read(text.join('\n')), { ...values });
      }),
      { seed: 12 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('A=', '"', "'", '\\', '\n', '#', ' ', 'x', 'export ')),
        (parts) => {
          parseDotenv(parts.join(''));
        },
      ),
      { seed: 13, numRuns: 1000 },
    );
  });

  for (const [title, line] of [
    ['open quotes', 'A="\\" \''],
    ['comments', 'A= #'],
    ['spaces', '  \t'],
    ['words', 'export '],
  ] as const) {
    it(`reads a megabyte of ${title} in bounded time`, () => {
      assert.ok(parseDotenv(`${line}\n`.repeat(1 << 17)).size <= 1);
      assert.ok(parseDotenv(line.repeat(1 << 17)).size <= 1);
    });
  }
});
