import assert from 'node:assert/strict';
import fc from 'fast-check';
import { originOf, sameOrigin } from '../../../src/core/permission/origin';

describe('originOf', () => {
  const origins: [title: string, url: string, expected: string | undefined][] = [
    ['leaves out path, query and fragment', 'https://api.example.com/a?b=c#d', 'https://api.example.com'],
    ['takes a query right after the host', 'https://api.example.com?a@b', 'https://api.example.com'],
    ['writes scheme and host in lower case', 'HTTPS://API.Example.COM/', 'https://api.example.com'],
    ['leaves out the default port', 'https://api.example.com:443/', 'https://api.example.com'],
    ['keeps another port', 'http://api.example.com:443/', 'http://api.example.com:443'],
    ['keeps a loopback port', 'http://127.0.0.1:4010/login', 'http://127.0.0.1:4010'],
    ['keeps an IPv6 address', 'http://[::1]:8080/', 'http://[::1]:8080'],
    ['writes an international name as punycode', 'https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['reads other spellings of an address', 'http://0x7f.1/', 'http://127.0.0.1'],
    ['keeps the unspecified address as servers print it', 'http://0.0.0.0:8000/docs', 'http://0.0.0.0:8000'],
    ['refuses another form of that', 'http://0:8000/', undefined],
    ['refuses a hexadecimal form of that', 'http://0x0:8000/', undefined],
    ['refuses an octal form of that', 'http://000.0.0.0:8000/', undefined],
    ['refuses that with a trailing dot', 'http://0.0.0.0.:8000/', undefined],
    ['refuses a user name', 'https://api.example.com@evil.example/', undefined],
    ['refuses an empty user name', 'https://@api.example.com/', undefined],
    ['refuses a user name with a password', 'https://a:b@api.example.com/', undefined],
    [
      'refuses a backslash, which parsers read differently',
      'https://api.example.com\\@evil.example/',
      undefined,
    ],
    ['refuses a trailing dot', 'https://api.example.com./', undefined],
    ['refuses a trailing ideographic dot', 'https://api.example.com。/', undefined],
    ['refuses a percent-encoded host', 'https://api%2eexample.com/', undefined],
    ['refuses a wildcard', 'https://*.example.com/', undefined],
    ['refuses a tab in the host', 'https://api.\texample.com/', undefined],
    ['refuses a line break before the path', 'https://api.example.com\r\n/', undefined],
    ['refuses a leading space', ' https://api.example.com/', undefined],
    ['refuses a missing host', 'https:///api.example.com/', undefined],
    ['refuses a missing authority', 'https:api.example.com', undefined],
    ['refuses an impossible port', 'https://api.example.com:99999/', undefined],
    ['refuses other schemes', 'ftp://api.example.com/', undefined],
    ['refuses a path', '/orders', undefined],
    ['refuses nothing at all', '', undefined],
  ];
  for (const [title, url, expected] of origins) {
    it(title, () => {
      assert.equal(originOf(url), expected);
    });
  }

  it('is its own origin', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'], withFragments: true }), (url) => {
        const origin = originOf(url);
        assert.equal(origin === undefined ? undefined : originOf(origin), origin);
      }),
      { seed: 7616 },
    );
  });

  it('never throws and never answers with anything but an origin', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const origin = originOf(`https://${text}`);
        assert.ok(origin === undefined || /^https:\/\/[^/@\\\s]+$/.test(origin));
      }),
      { seed: 6454 },
    );
  });
});

describe('sameOrigin', () => {
  const bound = 'https://api.example.com/orders';
  const others: [title: string, url: string, same: boolean][] = [
    ['another path is the same', 'https://api.example.com/users', true],
    ['the default port is the same', 'https://API.example.com:443', true],
    ['another host differs', 'https://evil.example', false],
    ['a subdomain differs', 'https://v2.api.example.com', false],
    ['a parent domain differs', 'https://example.com', false],
    ['a longer name differs', 'https://api.example.com.evil.example', false],
    ['another port differs', 'https://api.example.com:8443', false],
    ['another scheme differs', 'http://api.example.com', false],
    ['a user name differs', 'https://api.example.com@evil.example', false],
    ['a look-alike international name differs', 'https://аpi.example.com', false],
    ['a trailing dot differs', 'https://api.example.com.', false],
  ];
  for (const [title, url, same] of others) {
    it(title, () => {
      assert.equal(sameOrigin(bound, url), same);
      assert.equal(sameOrigin(url, bound), same);
    });
  }

  it('is false for two URLs without an origin', () => {
    assert.equal(sameOrigin('mailto:a', 'mailto:a'), false);
  });
});
