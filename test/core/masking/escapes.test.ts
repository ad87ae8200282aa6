import assert from 'node:assert/strict';
import { escapeMarks } from '../../../src/core/masking/escapes';
import { unescaped } from '../../../src/core/masking/unescape';

const ALL = escapeMarks(['%', '\\', '&', 'bytes']);

describe('escapes', () => {
  const cases: [title: string, text: string, decoded: string][] = [
    ['percent', '%40%2f%2F%c3%a9', '@//é'],
    ['bytes in percent that are not UTF-8', '%E9%', 'é%'],
    ['JSON', '\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9', '"\\/\b\f\n\r\téé'],
    ['JavaScript and Python', "\\'\\`\\v\\x41\\U0001F600", "'`\vA😀"],
    ['HTML numbers', '&#64;&#0000000064;&#x40;&#X0040;&#128512;', '@@@@😀'],
    [
      'HTML names of ASCII',
      '&Tab;&NewLine;&excl;&quot;&num;&dollar;&percnt;&amp;&apos;&lpar;&rpar;&ast;&plus;&comma;&period;&sol;',
      '\t\n!"#$%&\'()*+,./',
    ],
    [
      'further HTML names of ASCII',
      '&colon;&semi;&lt;&equals;&gt;&quest;&commat;&lsqb;&bsol;&rsqb;&Hat;&lowbar;&grave;&lcub;&verbar;&rcub;',
      ':;<=>?@[\\]^_`{|}',
    ],
    ['HTML names of Latin-1', '&nbsp;&copy;&Agrave;&eacute;&yuml;', '\u00a0©Àéÿ'],
    ['the bytes of UTF-8', '\u00c3\u00a9 \u00e2\u0082\u00ac \u00f0\u009f\u0098\u0080', 'é € 😀'],
  ];
  for (const [title, text, decoded] of cases) {
    it(`reads ${title}`, () => {
      assert.equal(unescaped(text, ALL), decoded);
    });
  }

  const others = [
    '%zz % %4',
    '\\x4 \\u12 \\q \\',
    '\\Uffffffff',
    '&nope; &amp & &; &#; &#x; &#12a; &#99999999; &#x110000;',
    '&aVeryLongNameThatIsNoEntityAtAll;',
    'é \u00c3 \u00c3x \u00ff\u00bf',
    '&constructor;&__proto__;',
  ];
  for (const text of others) {
    it(`leaves ${text} alone`, () => {
      assert.equal(unescaped(text, ALL), text);
    });
  }

  it('reads only the kinds that it is asked for', () => {
    assert.equal(unescaped('%41&#65;\\x41', escapeMarks(['&'])), '%41A\\x41');
  });
});
