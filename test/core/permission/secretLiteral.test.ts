import assert from 'node:assert/strict';
import {
  findSecretLiteral,
  referToSecret,
  type SecretLiteralResult,
} from '../../../src/core/permission/secretLiteral';
import { applyEdits } from '../../../src/core/edit/textEdit';

/** The range of a piece of a text that is in it once. */
function at(text: string, piece: string) {
  const start = text.indexOf(piece);
  assert.ok(start >= 0 && !text.includes(piece, start + 1), piece);
  return { start, end: start + piece.length };
}

const find = (text: string, piece: string, taken: readonly string[] = []): SecretLiteralResult =>
  findSecretLiteral(text, at(text, piece), new Set(taken));

describe('a secret that is written into a chain', () => {
  const cases: [title: string, text: string, piece: string, value: string, after: string][] = [
    ['a value with its quotes', '{ "token": "abc" }', '"abc"', 'abc', '{ "token": "{{$secret TOKEN}}" }'],
    ['a value without its quotes', '{ "token": "abc" }', 'abc', 'abc', '{ "token": "{{$secret TOKEN}}" }'],
    [
      'what follows a scheme, which stays',
      '{ "headers": [{ "name": "Authorization", "value": "Bearer abc" }] }',
      '"Bearer abc"',
      'abc',
      '{ "headers": [{ "name": "Authorization", "value": "Bearer {{$secret TOKEN}}" }] }',
    ],
    [
      'a part of a value',
      '{ "url": "https://a.test/?api_key=abc&x=1" }',
      'abc',
      'abc',
      '{ "url": "https://a.test/?api_key={{$secret API_KEY}}&x=1" }',
    ],
    [
      'an encoded parameter of a URL, which is encoded when it is sent',
      '{ "requests": [{ "url": "https://a.test/{{x?}}?sig=a%2Fb%2Bc+d%3D&at=0:0" }] }',
      'a%2Fb%2Bc+d%3D',
      'a/b+c d=',
      '{ "requests": [{ "url": "https://a.test/{{x?}}?sig={{$secret SIG}}&at=0:0" }] }',
    ],
    [
      'a parameter of a URL that cannot be decoded',
      '{ "requests": [{ "url": "/?sig=100%+" }] }',
      '100%+',
      '100%+',
      '{ "requests": [{ "url": "/?sig={{$secret SIG}}" }] }',
    ],
    [
      'a URL in a body unchanged',
      '{ "requests": [{ "body": { "json": { "url": "/?sig=a%2Fb" } } }] }',
      'a%2Fb',
      'a%2Fb',
      '{ "requests": [{ "body": { "json": { "url": "/?sig={{$secret SIG}}" } } }] }',
    ],
    [
      'a field of a multipart body',
      String.raw`{ "body": { "text": "--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\nabc\r\n--b--" } }`,
      'abc',
      'abc',
      String.raw`{ "body": { "text": "--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n{{$secret PIN}}\r\n--b--" } }`,
    ],
    [
      'a value with escapes',
      String.raw`{ "password": "a\"b\\c\u00e9\n" }`,
      String.raw`"a\"b\\c\u00e9\n"`,
      'a"b\\cé\n',
      '{ "password": "{{$secret PASSWORD}}" }',
    ],
    [
      'literal braces',
      String.raw`{ "password": "a\\{{b}}" }`,
      String.raw`"a\\{{b}}"`,
      'a{{b}}',
      '{ "password": "{{$secret PASSWORD}}" }',
    ],
    [
      'a value between comments',
      '// mine\n{ "token": /* here */ "abc", // end\n}',
      'abc',
      'abc',
      '// mine\n{ "token": /* here */ "{{$secret TOKEN}}", // end\n}',
    ],
  ];
  for (const [title, text, piece, value, after] of cases) {
    it(`may be ${title}`, () => {
      const found = find(text, piece);
      assert.ok(found.ok);
      assert.equal(found.literal.value, value);
      assert.equal(applyEdits(text, [referToSecret(found.literal, found.literal.name)]), after);
    });
  }

  it('is called after its row, and not like another one', () => {
    const text = '{ "query": [{ "name": "api_key", "value": "abc" }] }';
    const found = find(text, 'abc', ['API_KEY']);
    assert.equal(found.ok && found.literal.name, 'API_KEY_2');
  });

  const none: [title: string, text: string, piece: string, reason: string][] = [
    ['a number', '{ "pin": 1234 }', '1234', 'no-text'],
    ['a name', '{ "token": "abc" }', '"token"', 'no-text'],
    ['more than one value', '{ "a": "x", "b": "y" }', '"x", "b": "y"', 'no-text'],
    ['half an escape', String.raw`{ "a": "x\u00e9" }`, 'u00e9', 'no-text'],
    ['the end of an escape', String.raw`{ "a": "x\\" }`, String.raw`x\\`.slice(0, 2), 'no-text'],
    ['no JSON', 'token: abc', 'abc', 'no-text'],
    ['nothing', '{ "token": "" }', '""', 'empty'],
    ['a scheme alone', '{ "token": "Bearer " }', '"Bearer "', 'empty'],
    ['a reference', '{ "token": "{{token}}" }', '"{{token}}"', 'references'],
    ['a value with a reference', '{ "token": "a{{$secret B}}" }', '"a{{$secret B}}"', 'references'],
  ];
  for (const [title, text, piece, reason] of none) {
    it(`is not ${title}`, () => {
      const found = find(text, piece);
      assert.equal(found.ok ? 'ok' : found.reason, reason);
    });
  }

  it('is looked for without overflowing in a file that is nested too deep', () => {
    const text = `${'['.repeat(100_000)}"abc"`;
    assert.deepEqual(find(text, 'abc'), { ok: false, reason: 'no-text' });
  });

  it('is not found at a range outside the text', () => {
    for (const range of [
      { start: -1, end: 3 },
      { start: 5, end: 2 },
      { start: 90, end: 99 },
      { start: NaN, end: NaN },
    ]) {
      assert.equal(findSecretLiteral('{ "a": "b" }', range, new Set()).ok, false);
    }
  });
});
