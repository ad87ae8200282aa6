import assert from 'node:assert/strict';
import { sentCookiesOf, setCookieIn, setCookiesOf } from '../../../src/core/run/cookieLines';

describe('cookies in header lines', () => {
  it('are those that a response sets, with their attributes as sent', () => {
    const headers = [
      { name: 'Set-Cookie', value: 'session=a=b; Path=/; HttpOnly; Max-Age=60' },
      { name: 'ETag', value: 'x=y' },
      { name: 'set-cookie', value: ' theme = "dark" ;' },
    ];
    assert.deepEqual(setCookiesOf(headers), [
      {
        name: 'session',
        value: 'a=b',
        attributes: [
          { name: 'Path', value: '/' },
          { name: 'HttpOnly', value: '' },
          { name: 'Max-Age', value: '60' },
        ],
      },
      { name: 'theme', value: '"dark"', attributes: [] },
    ]);
  });

  it('are those that a request sends, of all its lines', () => {
    const headers = [
      { name: 'Cookie', value: 'session=abc; theme=dark; nonsense' },
      { name: 'COOKIE', value: 'empty=' },
    ];
    assert.deepEqual(sentCookiesOf(headers), [
      { name: 'session', value: 'abc' },
      { name: 'theme', value: 'dark' },
      { name: 'empty', value: '' },
    ]);
  });

  it('keep an empty value, and a name that every object inherits', () => {
    assert.deepEqual(setCookieIn('__proto__=; Secure'), {
      name: '__proto__',
      value: '',
      attributes: [{ name: 'Secure', value: '' }],
    });
  });

  for (const line of ['', ';', '=value', ' = value; Path=/', 'no cookie; Path=/', 'Path']) {
    it(`are none in ${JSON.stringify(line)}`, () => {
      assert.equal(setCookieIn(line), undefined);
    });
  }

  it('are read from a very long line at once', () => {
    const line = `a=b${';x'.repeat(500_000)}`;
    assert.equal(setCookieIn(line)?.attributes.length, 500_000);
  });
});
