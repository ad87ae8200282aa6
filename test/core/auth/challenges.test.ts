import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseChallenges } from '../../../src/core/auth/challenges';

type Expected = [scheme: string, parameters: Record<string, string>][];

function read(...lines: string[]): Expected {
  return parseChallenges(lines).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);
}

describe('parseChallenges', () => {
  const cases: [title: string, lines: string[], expected: Expected][] = [
    ['reads one challenge', ['Basic realm="api"'], [['basic', { realm: 'api' }]]],
    [
      'reads several lines',
      ['Basic realm="a"', 'Bearer'],
      [
        ['basic', { realm: 'a' }],
        ['bearer', {}],
      ],
    ],
    [
      'reads several challenges in one line',
      ['Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"'],
      [
        ['newauth', { realm: 'apps', type: '1', title: 'Login to "apps"' }],
        ['basic', { realm: 'simple' }],
      ],
    ],
    [
      'keeps commas, equal signs and schemes inside quotes',
      ['Digest realm="a, Basic realm=b", nonce=n'],
      [['digest', { realm: 'a, Basic realm=b', nonce: 'n' }]],
    ],
    ['reads names without case', ['DIGEST Realm="A"'], [['digest', { realm: 'A' }]]],
    [
      'allows spaces around the equal sign',
      ['Digest realm = "a" , nonce= b'],
      [['digest', { realm: 'a', nonce: 'b' }]],
    ],
    [
      'passes over a token68',
      ['Negotiate YII=, Basic realm="a"'],
      [
        ['negotiate', {}],
        ['basic', { realm: 'a' }],
      ],
    ],
    ['passes over empty list items', [', ,Basic realm="a",,'], [['basic', { realm: 'a' }]]],
    ['keeps an empty value, which is a value', ['Digest realm=""'], [['digest', { realm: '' }]]],
    ['takes the first of two equal names', ['Digest realm="a", realm="b"'], [['digest', { realm: 'a' }]]],
    ['keeps challenges before a fault', ['Digest realm="a", nonce="open'], [['digest', { realm: 'a' }]]],
    ['reads nothing from nothing', ['', ' '], []],
  ];
  for (const [title, lines, expected] of cases) {
    it(title, () => {
      assert.deepEqual(read(...lines), expected);
    });
  }

  it('holds a parameter called __proto__ like any other', () => {
    const [challenge] = parseChallenges(['Digest __proto__="x"']);
    assert.equal(challenge?.parameters.get('__proto__'), 'x');
  });

  it('reads a megabyte in bounded time', () => {
    const [challenge] = parseChallenges([`Digest realm="${'a\\"'.repeat(350_000)}", nonce=n`]);
    assert.equal(challenge?.parameters.get('realm')?.length, 700_000);
    assert.deepEqual(read(`Digest ${'a="'.repeat(300_000)}`), [['digest', {}]]);
  });

  it('reads back every value that is quoted as the standard says', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (realm, nonce) => {
        const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
        assert.deepEqual(read(`Digest realm=${quote(realm)},nonce=${quote(nonce)}, Basic realm="z"`), [
          ['digest', { realm, nonce }],
          ['basic', { realm: 'z' }],
        ]);
      }),
      { seed: 9110 },
    );
  });
});
