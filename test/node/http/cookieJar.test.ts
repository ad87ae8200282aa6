import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCookieJar } from '../../../src/node/http/cookieJar';

/** The `Cookie` header for `to` after `from` has set the lines. */
function sent(from: string, lines: string[], to: string): string | undefined {
  const jar = createCookieJar({ now: () => 0 });
  jar.store(from, lines, []);
  return jar.header(to);
}

const HOME = 'https://www.example.com/';

describe('createCookieJar', () => {
  const cases: [title: string, from: string, line: string, to: string, expected: string | undefined][] = [
    ['sends a cookie back to its host', HOME, 'a=1', HOME, 'a=1'],
    ['keeps a cookie without Domain from subdomains', HOME, 'a=1', 'https://x.www.example.com/', undefined],
    ['sends a Domain cookie to siblings', HOME, 'a=1; Domain=example.com', 'https://api.example.com/', 'a=1'],
    ['passes over a leading dot of Domain', HOME, 'a=1; Domain=.example.com', 'https://example.com/', 'a=1'],
    [
      'ignores a foreign Domain',
      HOME,
      'a=1; Domain=evil.example.org',
      'https://evil.example.org/',
      undefined,
    ],
    [
      'ignores a Domain that is a public suffix',
      'https://a.co.uk/',
      'a=1; Domain=co.uk',
      'https://b.co.uk/',
      undefined,
    ],
    [
      'ignores a Domain that is a private suffix',
      'https://a.github.io/',
      'a=1; Domain=github.io',
      'https://b.github.io/',
      undefined,
    ],
    [
      'is not taken in by a longer host',
      HOME,
      'a=1; Domain=example.com',
      'https://evilexample.com/',
      undefined,
    ],
    ['sends a cookie to any port', 'https://www.example.com:8443/', 'a=1', HOME, 'a=1'],
    ['sends a cookie below its path', HOME, 'a=1; Path=/api', 'https://www.example.com/api/x', 'a=1'],
    [
      'keeps a cookie from a longer path segment',
      HOME,
      'a=1; Path=/api',
      'https://www.example.com/apix',
      undefined,
    ],
    [
      'takes the folder of the request for the path',
      'https://www.example.com/api/login',
      'a=1',
      'https://www.example.com/api/me',
      'a=1',
    ],
    ['keeps a cookie from outside that folder', 'https://www.example.com/api/login', 'a=1', HOME, undefined],
    ['keeps a Secure cookie from plain http', HOME, 'a=1; Secure', 'http://www.example.com/', undefined],
    [
      'ignores a Secure cookie set over plain http',
      'http://www.example.com/',
      'a=1; Secure',
      HOME,
      undefined,
    ],
    ['keeps an empty value, which is a value', HOME, 'a=', HOME, 'a='],
    ['keeps quotes and equal signs', HOME, 'a="b=c"', HOME, 'a="b=c"'],
    ['ignores Max-Age=0', HOME, 'a=1; Max-Age=0', HOME, undefined],
    ['ignores an end in the past', HOME, 'a=1; Expires=Wed, 31 Dec 1969 23:59:59 GMT', HOME, undefined],
    ['keeps an end in the future', HOME, 'a=1; Expires=Fri, 02 Jan 1970 00:00:00 GMT', HOME, 'a=1'],
    [
      'lets Max-Age win over Expires',
      HOME,
      'a=1; Max-Age=9; Expires=Wed, 31 Dec 1969 23:59:59 GMT',
      HOME,
      'a=1',
    ],
    [
      'keeps a cookie whose Max-Age is beyond every date',
      HOME,
      `a=1; Max-Age=${'9'.repeat(400)}`,
      HOME,
      'a=1',
    ],
    ['ignores an expiry that is not a date', HOME, 'a=1; Expires=soon', HOME, 'a=1'],
    [
      'ignores __Host- with a Domain',
      HOME,
      '__Host-a=1; Secure; Path=/; Domain=www.example.com',
      HOME,
      undefined,
    ],
    ['takes a correct __Host-', HOME, '__Host-a=1; Secure; Path=/', HOME, '__Host-a=1'],
    ['ignores __Secure- without Secure', HOME, '__Secure-a=1', HOME, undefined],
    ['works on an address', 'http://127.0.0.1:4010/', 'a=1', 'http://127.0.0.1:4010/', 'a=1'],
    [
      'takes a Domain that is the address itself',
      'http://127.0.0.1/',
      'a=1; Domain=127.0.0.1',
      'http://127.0.0.1/',
      'a=1',
    ],
    [
      'ignores a Domain that is a part of the address',
      'http://127.0.0.1/',
      'a=1; Domain=0.0.1',
      'http://127.0.0.1/',
      undefined,
    ],
    ['takes Secure on a loopback address', 'http://127.0.0.1/', 'a=1; Secure', 'http://127.0.0.1/', 'a=1'],
    ['takes Secure on localhost', 'http://localhost:3000/', 'a=1; Secure', 'http://localhost:3000/', 'a=1'],
    ['takes Secure on IPv6 loopback', 'http://[::1]:3000/', 'a=1; Secure', 'http://[::1]:3000/', 'a=1'],
    [
      'takes Domain=localhost from localhost',
      'http://localhost/',
      'a=1; Domain=localhost',
      'http://localhost/',
      'a=1',
    ],
    ['works on a host of one label', 'http://api:8080/', 'a=1; Domain=api', 'http://api:8080/', 'a=1'],
    ['works on a host called test', 'http://test/', 'a=1; Domain=test', 'http://test/', 'a=1'],
    [
      'works on an international host',
      'https://bücher.example.com/',
      'a=1; Domain=bücher.example.com',
      'https://xn--bcher-kva.example.com/',
      'a=1',
    ],
    ['ignores a line without a name', HOME, '=1', HOME, undefined],
    ['ignores a line without an equal sign', HOME, 'a', HOME, undefined],
    ['ignores an empty line', HOME, '', HOME, undefined],
    ['cuts a value at a line break', HOME, 'a=1\r\nX-Evil: 1', HOME, 'a=1'],
    ['ignores a NUL in a name', HOME, 'a\0b=1', HOME, undefined],
    ['ignores an impossible Domain', HOME, 'a=1; Domain=ü%%', HOME, undefined],
    ['takes the largest cookie', HOME, `a=${'x'.repeat(4095)}`, HOME, `a=${'x'.repeat(4095)}`],
    ['ignores a larger cookie', HOME, `a=${'x'.repeat(4096)}`, HOME, undefined],
    [
      'holds a cookie called __proto__ like any other',
      HOME,
      '__proto__=1; Path=/__proto__',
      `${HOME}__proto__`,
      '__proto__=1',
    ],
  ];
  for (const [title, from, line, to, expected] of cases) {
    it(title, () => {
      assert.equal(sent(from, [line], to), expected);
    });
  }

  it('sends longer paths first, then older cookies', () => {
    assert.equal(sent(HOME, ['a=1', 'b=2; Path=/api', 'c=3'], `${HOME}api`), 'b=2; a=1; c=3');
  });

  it('replaces and deletes cookies', () => {
    assert.equal(sent(HOME, ['a=1', 'a=2', 'b=1', 'b=; Max-Age=-1'], HOME), 'a=2');
  });

  it('ends a cookie at its moment, however often it is used before', () => {
    const clock = { time: 1000, now: () => clock.time };
    const jar = createCookieJar(clock);
    jar.store(HOME, ['a=1; Max-Age=10'], []);
    for (const time of [1000, 9000, 10_999]) {
      clock.time = time;
      assert.equal(jar.header(HOME), 'a=1');
    }
    clock.time = 11_000;
    assert.equal(jar.header(HOME), undefined);
  });

  it('gives the value of a cookie that the URL sees', () => {
    const jar = createCookieJar();
    jar.store(HOME, ['a=1', 'a=2; Path=/api', 'empty='], []);
    assert.equal(jar.get(`${HOME}api`, 'a'), '2');
    assert.equal(jar.get(HOME, 'a'), '1');
    assert.equal(jar.get(HOME, 'empty'), '');
    assert.equal(jar.get(HOME, 'A'), undefined);
    assert.equal(jar.get('https://example.org/', 'a'), undefined);
  });

  it('knows what led to the cookies that go to a URL, also to another port of the host', () => {
    const secret = { label: 'secret KEY', name: 'KEY', value: 'k', origins: [] };
    const derived = [{ what: 'cookie', secrets: new Set([secret]), origin: 'http://127.0.0.1:1' }];
    const jar = createCookieJar();
    jar.store('http://127.0.0.1:1/', ['sid=1', 'other=2'], derived);
    jar.store('http://127.0.0.1:1/', ['other=3'], []);
    assert.deepEqual(jar.derived('http://127.0.0.1:2/'), derived);
    assert.deepEqual(jar.derived('http://127.0.0.2:1/'), []);
    jar.store('http://127.0.0.1:1/', ['sid=2'], []);
    assert.deepEqual(jar.derived('http://127.0.0.1:1/'), []);
  });

  it('is copied with its cookies and what led to them; later changes of one are not in the other', () => {
    const derived = [{ what: 'cookie', secrets: new Set<never>(), origin: HOME }];
    const jar = createCookieJar();
    jar.store(HOME, ['a=1', 'b=2'], derived);
    const copy = jar.copy();
    jar.store(HOME, ['a=3', 'b=; Max-Age=0'], []);
    copy.store(HOME, ['c=4'], []);
    assert.deepEqual([jar.header(HOME), copy.header(HOME)], ['a=3', 'a=1; b=2; c=4']);
    assert.deepEqual([jar.derived(HOME), copy.derived(HOME)], [[], derived]);
  });

  it('has nothing for a URL that is none', () => {
    const jar = createCookieJar();
    jar.store('//', ['a=1'], []);
    assert.deepEqual([jar.header('//'), jar.get('//', 'a')], [undefined, undefined]);
  });

  it('does not grow without end', () => {
    const jar = createCookieJar({ now: () => 0 });
    for (let batch = 0; batch < 5; batch += 1) {
      jar.store(
        HOME,
        Array.from({ length: 1000 }, (_, index) => `c${batch}x${index}=1`),
        [],
      );
    }
    const names = (jar.header(HOME) ?? '').split('; ');
    assert.deepEqual([names.length, names[0], names.at(-1)], [3000, 'c2x0=1', 'c4x999=1']);
  });

  it('never throws, whatever a server sets', () => {
    const attribute = fc.oneof(
      fc.constantFrom('Domain=', 'Path=', 'Expires=', 'Max-Age=', 'Secure', '__proto__=', '; '),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(attribute), fc.webUrl(), (parts, url) => {
        const header = sent(url, [parts.join(';'), `a=1;${parts.join('')}`], url);
        assert.ok(header === undefined || !/[\r\n\0]/.test(header));
      }),
      { seed: 6265 },
    );
  });
});
