import assert from 'node:assert/strict';
import { decodeRuns } from '../../../src/core/masking/decodedRuns';
import { createSearchProfile } from '../../../src/core/masking/searchProfile';
import { textOf } from '../../../src/core/masking/units';

/** The pieces of a text that are decoded for a value. */
function decode(text: string, value = 'canary-1', room = Infinity): readonly string[] {
  const profile = createSearchProfile();
  profile.add(value);
  const decoded = decodeRuns([{ units: text }], profile, room);
  return decoded === undefined ? [] : textOf(decoded.units).split('\uffff').slice(0, -1);
}

const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');
/** The bytes of UTF-16, one character each. */
const wide = (text: string): string => Buffer.from(text, 'utf16le').toString('latin1');

describe('decodeRuns', () => {
  const cases: [title: string, text: string, pieces: string[]][] = [
    ['base64', base64('canary-1'), ['canary-1']],
    ['base64 for URLs, without padding', 'Y2FuYXJ5fn5-', ['canary~~~']],
    ['base64 after a name', `x_y${base64('a canary-1')}`, ['a canary-1']],
    ['base64 in lines that are indented', 'Y2Fu\r\n    YXJ5\n    LTE=', ['canary-1']],
    ['hexadecimal digits', '63616e6172792D31', ['canary-1']],
    ['hexadecimal digits after an odd one', 'a63616e6172792d31', ['canary-1']],
    ['bytes of UTF-16 in base64 as bytes', base64('canary-1', 'utf16le'), [wide('canary-1')]],
    ['bytes of UTF-16', wide('canary-1'), ['canary-1']],
    ['nothing of an empty text', '', []],
    ['nothing of short words and numbers', '{"id": 12345678, "status": "completed"}', []],
    [
      'nothing of bytes beyond ASCII',
      base64('\u00c3\u00a9\u00c3\u00bc\u00c3\u00a9\u00c3\u00bc', 'latin1'),
      [],
    ],
    ['nothing of a text that is shorter than the value', base64('canary-'), []],
  ];
  for (const [title, text, pieces] of cases) {
    it(`decodes ${title}`, () => {
      assert.deepEqual(decode(text), pieces);
    });
  }

  it('decodes bytes beyond ASCII when the value has them', () => {
    assert.deepEqual(decode(base64('{"a":"pässwort"}'), 'pässwort'), [
      Buffer.from('{"a":"pässwort"}').toString('latin1'),
    ]);
  });

  it('starts no piece when there is no room', () => {
    const text = `${base64('canary-1')} `.repeat(100);
    assert.equal(decode(text).length, 100);
    assert.equal(decode(text, 'canary-1', 50).length, 6);
  });

  it('leaves out what is the same in the first text', () => {
    const text = base64('canary-1');
    const profile = createSearchProfile();
    profile.add('canary-1');
    const same = { units: text, source: (start: number, end: number) => ({ start, end }) };
    const decoded = decodeRuns([{ units: text }, same], profile, Infinity);
    assert.equal(textOf(decoded?.units ?? ''), 'canary-1\uffff');
  });

  it('knows where units come from, the characters that share bits and the padding included', () => {
    const profile = createSearchProfile();
    profile.add('canary-1');
    const text = 'x "Y2Fu\nYXJ5LTE=" y';
    const { source } = decodeRuns([{ units: text }], profile, Infinity) ?? assert.fail();
    const places = Array.from('canary-1', (_, at) => source(at, at + 1));
    assert.deepEqual(
      places.map(({ start, end }) => text.slice(start, end)),
      ['Y2', '2F', 'Fu', 'YX', 'XJ', 'J5', 'LT', 'TE='],
    );
    assert.deepEqual(source(0, 8), { start: 3, end: text.length - 3 });
  });
});
