import assert from 'node:assert/strict';
import { isArray, isNumber, isObject, parseJson, type JsonValue } from '../../../../src/core/json/json';
import { scanMembers, type ScannedMember, type Sieve } from '../../../../src/core/mapping/read/scanMembers';
import { createDraw } from '../../../formats/importers/mutate';

const ALL: Sieve = { mayWantText: () => true, mayWantNumber: () => true };

/** The members of a text as the parsed value has them; absent where it is no JSON. */
function parsed(text: string): readonly ScannedMember[] | undefined {
  try {
    return membersOf(parseJson(text), []);
  } catch {
    return undefined;
  }
}

function membersOf(value: JsonValue, steps: (string | number)[]): readonly ScannedMember[] {
  if (typeof value === 'string' || isNumber(value)) {
    return [{ steps, lists: steps.filter((step) => typeof step === 'number').length, value }];
  }
  if (isArray(value)) {
    return value.flatMap((item, index) => membersOf(item, [...steps, index]));
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([name, member]) => membersOf(member, [...steps, name]))
    : [];
}

/** Names differ in more than one character, so that no change of one makes two the same. */
const SAMPLE = String.raw`{"abc": [1, -20.5, 0, {"de\n": "f\"g\u00e4\/h"}], "ijkl" :{"mn": [true, false,null], "öpq":"rü"},
	"stuvw":[[],{}, 1e2, 12345678901234567890, 0.10], "xyzxyz": ""}`;

describe('scanMembers', () => {
  const documents = [
    SAMPLE,
    '[]',
    ' {} ',
    '["\\u00e9t\\u00e9","\\ud83d\\ude00","😀","\u2028"]',
    '[-0,-0.0,0.0,1.0,1E3,1e-7,123456789012345,1234567890123456,0.1234567890123456,9007199254740993,1e400]',
    '[-1,-12.25,0.3,100,99.99,-0.5]',
    '{"__proto__":1,"a b":{"":2}}',
    `${'['.repeat(512)}1${']'.repeat(512)}`,
  ];
  for (const text of documents) {
    it(`finds what the parsed text has: ${text.slice(0, 50)}`, () => {
      assert.deepEqual(scanMembers(text, ALL), parsed(text));
    });
  }

  it('finds the same as the parsed text, or nothing, when a character differs', () => {
    const others = [...'"\\{}[],:-+.eE0 u\n\0xtä'];
    let scanned = 0;
    for (let at = 0; at < SAMPLE.length; at += 1) {
      for (const other of others) {
        for (const text of [
          SAMPLE.slice(0, at) + other + SAMPLE.slice(at + 1),
          SAMPLE.slice(0, at) + other + SAMPLE.slice(at),
        ]) {
          const found = scanMembers(text, ALL);
          scanned += found === undefined ? 0 : 1;
          assert.deepEqual(found ?? parsed(text), parsed(text), text);
        }
      }
    }
    assert.ok(scanned > 1000, `${scanned} were scanned`);
  });

  it('has no members of a text that is cut off', () => {
    for (let end = 0; end < SAMPLE.length; end += 1) {
      assert.equal(scanMembers(SAMPLE.slice(0, end), ALL), undefined);
    }
  });

  it('reads decimal numbers as the runtime does', () => {
    const draw = createDraw(1);
    const numbers = Array.from({ length: 5000 }, () => {
      const digits = String(draw(1_000_000_000)) + String(draw(100_000));
      const point = draw(digits.length);
      const sign = draw(2) === 0 ? '-' : '';
      return `${sign}${Number(digits.slice(0, point))}.${digits.slice(point)}`;
    });
    const text = `[${numbers.join(',')}]`;
    assert.deepEqual(scanMembers(text, ALL), parsed(text));
  });

  const left: [what: string, text: string][] = [
    ['a text that is no list and no object', '"a"'],
    ['members that are called like positions', '{"b":1,"2":3}'],
    ['a name with codes of characters', String.raw`{"\u0031":3}`],
    ['nesting without end', `${'['.repeat(513)}${']'.repeat(513)}`],
    ['two values', '{} {}'],
    ['a number with zeros before it', '[007]'],
    ['a number that ends with its point', '[1.]'],
  ];
  for (const [what, text] of left) {
    it(`leaves ${what} to the parser`, () => {
      assert.equal(scanMembers(text, ALL), undefined);
    });
  }

  it('tells the sieve texts as JSON has them, and keeps what passes', () => {
    const written: string[] = [];
    const numbers: number[] = [];
    const found = scanMembers(String.raw`{"a":["x\ny","ü","\/",7,1e400],"b":8}`, {
      mayWantText: (bytes, start, end) => {
        written.push(new TextDecoder().decode(bytes.subarray(start, end)));
        return false;
      },
      mayWantNumber: (value) => numbers.push(value) === 2,
    });
    // What is spelled in another way than JSON.stringify does it passes, and so do numbers that no double holds.
    assert.deepEqual(written, [String.raw`x\ny`, 'ü']);
    assert.deepEqual(numbers, [7, 8]);
    assert.deepEqual(
      found?.map(({ steps }) => steps.join('.')),
      ['a.2', 'a.4', 'b'],
    );
  });
});
