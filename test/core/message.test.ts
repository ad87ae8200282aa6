import assert from 'node:assert/strict';
import {
  asClause,
  asSentence,
  joinMessages,
  part,
  phrase,
  quoted,
  renderMessage,
  renderUnmasked,
  type Message,
} from '../../src/core/message';

const SECRET = `tok-${'0123456789'.repeat(24)}`;
const MASK = '‹secret:beef›';

/** Knows one secret, whole. */
function mask(text: string): string {
  return text.replaceAll(SECRET, MASK);
}

describe('renderMessage', () => {
  const cases: [title: string, message: Message, expected: string][] = [
    [
      'writes values into our words',
      phrase`Expected ${'a'}, but it was ${12}.`,
      'Expected a, but it was 12.',
    ],
    ['keeps an empty value as nothing', phrase`<${''}>`, '<>'],
    ['shortens a value', phrase`It was ${part('abcdefgh', 5)}.`, 'It was abcd….'],
    ['shortens each value for itself', phrase`${part('abcdef', 4)}${part('ghijkl', 3)}`, 'abc…gh…'],
    ['leaves our own words whole', phrase`aaaaaaaaaa ${part('bbbb', 3)}`, 'aaaaaaaaaa bb…'],
    [
      'shows a thousand code units of a value that says nothing else',
      phrase`${'x'.repeat(1001)}`,
      `${'x'.repeat(999)}…`,
    ],
    ['masks a value', phrase`It was ${part(SECRET, 20)}.`, `It was ${MASK}.`],
    ['masks before it shortens', phrase`It was ${part(`see ${SECRET}`, 100)}.`, `It was see ${MASK}.`],
    [
      'shortens what is left after masking',
      phrase`${part(`${SECRET} and ${'x'.repeat(50)}`, 30)}`,
      `${MASK} and ${'x'.repeat(11)}…`,
    ],
    ['keeps a mask whole', phrase`${part(`12345678${SECRET}`, 20)}`, '12345678…'],
    [
      'masks a secret that begins where shortening would cut',
      phrase`${part(`${'x'.repeat(195)}${SECRET}`, 200)}`,
      `${'x'.repeat(195)}…`,
    ],
    [
      'masks a secret that reaches over the edge of a value',
      phrase`is ${part(`${'x'.repeat(10)}${SECRET.slice(0, 9)}`, 15)}${part(SECRET.slice(9), 300)} here`,
      `is ${'x'.repeat(10)}${MASK} here`,
    ],
    [
      'masks one in the words of a nested message',
      phrase`a ${phrase`b ${part(SECRET, 20)}`} ${part('long text', 5)}`,
      `a b ${MASK} long…`,
    ],
    ['writes a value on one line', phrase`said ${'one\r\n two\u001b[2J'}`, 'said one  two\\x1b[2J'],
    ['masks before it writes on one line', phrase`said ${part(`a\n${SECRET}\tb`, 100)}`, `said a ${MASK} b`],
    ['cuts no character in half', phrase`${part('ab👍cd', 4)}`, 'ab…'],
    [
      'shows nothing of a secret that is cut where values end',
      phrase`${part(SECRET.repeat(400), 10_000)}`,
      `${MASK.repeat(Math.floor((64 * 1024) / SECRET.length))}…`,
    ],
    ['quotes with the escapes of JSON', phrase`the ${quoted('a"b\n', 10)}`, 'the "a\\"b\\n"'],
    ['closes the quotes around what is shortened', phrase`${quoted('abcdefgh', 5)}!`, '"abcd…"!'],
    ['joins messages', joinMessages([phrase`a ${1}`, phrase`b`, phrase`${'c'}`], ' and '), 'a 1 and b and c'],
  ];
  for (const [title, message, expected] of cases) {
    it(title, () => {
      assert.equal(renderMessage(message, mask), expected);
    });
  }

  it('recognises a secret that was learned after the message was made', () => {
    const known = new Set<string>();
    const message = phrase`It was ${part(SECRET, 50)}.`;
    known.add(SECRET);
    const masked = renderMessage(message, (text) =>
      [...known].reduce((rest, value) => rest.replaceAll(value, MASK), text),
    );
    assert.equal(masked, `It was ${MASK}.`);
  });

  it('asks once for what is shown whole', () => {
    const asked: string[] = [];
    renderMessage(phrase`Expected ${'a'}.`, (text) => {
      asked.push(text);
      return text;
    });
    assert.deepEqual(asked, ['Expected a.']);
  });

  it('keeps 64 KiB of a value', () => {
    const { parts } = phrase`${'x'.repeat(1_000_000)}`;
    assert.deepEqual(
      parts.map((one) => (typeof one === 'string' ? one.length : one.value.length)),
      [64 * 1024 + 1],
    );
  });
});

describe('asClause and asSentence', () => {
  const cases: [message: Message, clause: string, sentence: string][] = [
    [phrase`It is ${'a'}.`, 'It is a', 'It is a.'],
    [phrase`it is ${'a.'}`, 'it is a.', 'it is a..'],
    [phrase`did you mean ${'a'}?`, 'did you mean a?', 'did you mean a?'],
    [phrase`it is so`, 'it is so', 'it is so.'],
  ];
  for (const [message, clause, sentence] of cases) {
    it(`makes ${clause} and ${sentence}`, () => {
      assert.equal(renderUnmasked(asClause(message)), clause);
      assert.equal(renderUnmasked(asSentence(message)), sentence);
    });
  }
});
