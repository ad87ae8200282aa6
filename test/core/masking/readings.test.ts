import assert from 'node:assert/strict';
import { readings } from '../../../src/core/masking/readings';
import { createSearchProfile } from '../../../src/core/masking/searchProfile';
import { createDraw } from '../../formats/importers/mutate';
import { textOf, type Units } from '../../../src/core/masking/units';
import { createSecretSearch } from '../../../src/core/masking/secretForms';

/** Every reading of a text for a value, and for each of its characters the piece of the source it came from. */
function read(
  units: Units,
  value = 'canary-1',
): readonly { readonly text: string; readonly sources: readonly string[] }[] {
  const profile = createSearchProfile();
  profile.add(value);
  return Array.from(readings(units, profile), ({ units: decoded, source }) => ({
    text: textOf(decoded),
    sources: Array.from({ length: decoded.length }, (_, at) => {
      const { start, end } = source?.(at, at + 1) ?? { start: at, end: at + 1 };
      return textOf(units, start, end);
    }),
  }));
}

const bytes = (text: string): string => Buffer.from(text).toString('latin1');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('readings', () => {
  const cases: [title: string, text: string, decoded: string[]][] = [
    ['reads text without escapes once', 'plain', []],
    ['undoes percent escapes', 'a%2Fb%c3%a4', ['a/bä']],
    ['takes bytes that are not UTF-8 for Latin-1', '%E4%', ['ä%']],
    ['undoes JSON escapes', '\\"\\u00e4\\n\\/', ['"ä\n/']],
    ['undoes HTML escapes', '&lt;&#39;&#x2F;&amp;', ["<'/&"]],
    ['undoes all kinds together, then again what that left', '%255C%22', ['%5C"', '\\"', '"']],
    ['leaves what only looks like an escape', '%zz \\q &nope; &#99999999; &#x110000; 100% \\u12', []],
    ['writes code points beyond the first plane as two units', '&#128512;', ['😀']],
  ];
  for (const [title, text, decoded] of cases) {
    it(title, () => {
      assert.deepEqual(
        read(text).map((reading) => reading.text),
        [text, ...decoded],
      );
    });
  }

  const decodings: [title: string, text: string, last: string][] = [
    ['base64', base64('canary-1'), 'canary-1\uffff'],
    ['base64 without padding, for URLs', 'Y2FuYXJ5fn5-', 'canary~~~\uffff'],
    ['base64 inside a name', `x_${base64('a canary-1 in it')}`, 'a canary-1 in it\uffff'],
    ['base64 in lines', 'Y2Fu\r\n  YXJ5\nLTE=', 'canary-1\uffff'],
    ['base64 in lines in JSON', 'Y2Fu\\r\\nYXJ5\\nLTE=', 'canary-1\uffff'],
    ['base64 in base64', base64(base64('canary-1')), 'canary-1\uffff'],
    ['hexadecimal digits', '63616e6172792D31', 'canary-1\uffff'],
    ['UTF-16 in base64', wide('canary-1').toString('base64'), 'canary-1\uffff'],
  ];
  for (const [title, text, last] of decodings) {
    it(`decodes ${title}`, () => {
      assert.ok(read(text).some((reading) => reading.text.includes(last)));
    });
  }

  it('decodes UTF-16 of both byte orders at every offset', () => {
    for (const order of [wide('canary-1'), wide('canary-1').swap16()]) {
      for (const before of ['', 'x']) {
        const text = before + order.toString('latin1');
        assert.ok(read(text).some((reading) => reading.text.includes('canary-1')));
      }
    }
  });

  it('reads the bytes of UTF-8 for values beyond ASCII only', () => {
    assert.deepEqual(
      read(bytes('naïve €'), 'naïve €').map(({ text }) => text),
      [bytes('naïve €'), 'naïve €'],
    );
    assert.equal(read(bytes('naïve €')).length, 1);
  });

  it('decodes hardly anything of bytes that are no text', () => {
    const draw = createDraw(1);
    const random = Buffer.from(Array.from({ length: 30_000 }, () => draw(256)));
    const [, decoded] = read(random.toString('base64'));
    assert.ok(decoded !== undefined && decoded.text.length < 600, String(decoded?.text.length));
  });

  it('knows where each character comes from, through several levels', () => {
    assert.deepEqual(read('x%2522y').at(-1), { text: 'x"y', sources: ['x', '%2522', 'y'] });
  });

  it('knows where base64 comes from, the characters that share bits included', () => {
    assert.deepEqual(read('x="Y2FuYXJ5\\nLTE%3D"').at(-1), {
      text: 'canary-1\uffff',
      sources: [
        'Y2',
        '2F',
        'Fu',
        'YX',
        'XJ',
        'J5',
        'LT',
        'TE%3D',
        read('x="Y2FuYXJ5\\nLTE%3D"').at(-1)?.sources[8] ?? '',
      ],
    });
  });

  it('knows places far behind many escapes', () => {
    const { text, sources } = read(`${'%41-'.repeat(500)}end`).at(1) ?? { text: '', sources: [] };
    assert.equal(text, `${'A-'.repeat(500)}end`);
    assert.deepEqual(sources, [...Array.from({ length: 500 }, () => ['%41', '-']).flat(), 'e', 'n', 'd']);
  });

  it('decodes only what is near an escape', () => {
    const text = `${' '.repeat(5000)}%41${' '.repeat(5000)}%42`;
    const [, decoded] = read(text);
    assert.ok(decoded !== undefined && decoded.text.length < 500);
    assert.equal(decoded.text.trim().replace(/ +/g, ' '), 'A \uffff B');
  });
});

describe('the work of a search', () => {
  const pieces = [
    'a',
    '\\',
    '%25',
    '&amp;',
    '%',
    '&#',
    '\\u00',
    'QUFB',
    '41',
    'ab\n',
    '\0a',
    '…',
    '...x',
    `${'a'.repeat(999)}…`,
    `…${'a'.repeat(999)}`,
    '&#0',
    '\\n%41Qk',
    'canary-1',
    'canary-',
  ];
  for (const piece of pieces) {
    it(`grows with a text full of ${JSON.stringify(piece.slice(0, 20))}`, () => {
      const [small, large] = [20_000, 80_000].map((length) => {
        const text = piece.repeat(length / piece.length);
        return { decoded: decodedUnits(text), looks: looksAt(text) };
      }) as [Work, Work];
      assert.ok(large.decoded <= 80_000 * 8 + 2 * 65_536, `${large.decoded} units`);
      assert.ok(large.looks <= 4.5 * small.looks + 70_000, `${small.looks} looks, then ${large.looks}`);
    });
  }
});

interface Work {
  readonly decoded: number;
  readonly looks: number;
}

/** The units of all readings. */
function decodedUnits(text: string): number {
  const profile = createSearchProfile();
  profile.add('canary-1');
  let units = 0;
  for (const reading of readings(text, profile)) {
    units += reading.units.length;
  }
  return units;
}

/** How often a search looks at a character of a string, the values it compares included. */
function looksAt(text: string): number {
  const search = createSecretSearch();
  ['canary-1', `${'a'.repeat(3000)}b`, `b${'a'.repeat(3000)}`, 'aaaa%61', '\\\\\\\\n', '1234'].forEach(
    search.add,
  );
  const original = Object.getOwnPropertyDescriptor(String.prototype, 'charCodeAt') ?? assert.fail();
  let looks = 0;
  Object.defineProperty(String.prototype, 'charCodeAt', {
    ...original,
    value(this: string, at: number) {
      looks += 1;
      return (original.value as (this: string, at: number) => number).call(this, at);
    },
  });
  try {
    search.spans(text);
  } finally {
    Object.defineProperty(String.prototype, 'charCodeAt', original);
  }
  return looks;
}
