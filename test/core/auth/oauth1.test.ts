import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { signatureBase, signOAuth1, withValuesOf, type OAuth1 } from '../../../src/core/auth/oauth1';
import { headerValue } from '../../../src/core/headers';
import type { HttpRequest } from '../../../src/core/model';
import { nodeHash } from '../../../src/node/run/nodePorts';

const MOMENT = { nonce: 'kllo9940pd9333jh', timestamp: 1191242096 };
const PHOTOS = 'http://photos.example.net/photos?file=vacation.jpg&size=original';
const CLIENT: OAuth1 = {
  type: 'oauth1',
  consumerKey: 'dpf43f3p2l4k3l03',
  consumerSecret: 'kd94hf93k423kf44',
  token: 'nnch734d00sl2jdk',
  tokenSecret: 'pfkkdhi9sl3r4s00',
};

function get(url: string, headers: HttpRequest['headers'] = []): HttpRequest {
  return { method: 'GET', url, headers };
}

function form(url: string, body: string, contentType = 'application/x-www-form-urlencoded'): HttpRequest {
  const headers = [{ name: 'Content-Type', value: contentType }];
  return { method: 'POST', url, headers, body: new TextEncoder().encode(body) };
}

function signed(request: HttpRequest, more: Partial<OAuth1> = {}, moment = MOMENT): HttpRequest {
  return signOAuth1(request, { ...CLIENT, ...more }, moment, nodeHash);
}

/** The parameters of the `Authorization` line, decoded. */
function parametersOf(request: HttpRequest): Record<string, string> {
  const line = headerValue(request.headers, 'authorization') ?? '';
  const pairs = line.matchAll(/(?:^OAuth |, )(\w+)="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(pairs, ([, name = '', value = '']) => [name, decodeURIComponent(value)]),
  );
}

const signature = (request: HttpRequest) => parametersOf(request)['oauth_signature'];

describe('the text that OAuth 1.0 signs', () => {
  it('is that of the example in RFC 5849 §3.4.1.1', () => {
    const request = form('http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', 'c2&a3=2+q');
    const base = signatureBase(request, [
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
    ]);
    assert.equal(
      base,
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D' +
        '%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1' +
        '%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  const addresses: [title: string, request: HttpRequest, address: string][] = [
    [
      'in lower case, without the usual port (RFC 5849 §3.4.1.2)',
      get('http://EXAMPLE.COM:80/r%20v/X?id=123'),
      'http://example.com/r%20v/X',
    ],
    ['with a port of its own', get('https://www.example.net:8080/?q=1'), 'https://www.example.net:8080/'],
    ['without 443 for https', get('https://example.com:443/a'), 'https://example.com/a'],
    ['with 443 for http', get('http://example.com:443/a'), 'http://example.com:443/a'],
    ['with a path when it has none', get('http://example.com?a=1'), 'http://example.com/'],
    ['with its path as written', get('http://example.com/a/../b;c=%7e'), 'http://example.com/a/../b;c=%7e'],
    ['of an IPv6 host', get('http://[::1]:80/a'), 'http://[::1]/a'],
    [
      'under the host that the request names',
      get('http://127.0.0.1:4010/a', [{ name: 'host', value: 'API.example.com:80' }]),
      'http://api.example.com/a',
    ],
  ];
  for (const [title, request, address] of addresses) {
    it(`has the address ${title}`, () => {
      assert.equal(decodeURIComponent(signatureBase(request, []).split('&')[1] ?? ''), address);
    });
  }

  const queries: [title: string, query: string, normalized: string][] = [
    ['nothing', '', ''],
    ['a name alone', 'a', 'a='],
    ['empty pairs, which count for nothing', '&a=1&&b=2&', 'a=1&b=2'],
    ['equals signs in a value', 'a=b=c', 'a=b%3Dc'],
    ['a name that comes again, by its values', 'a=2&a=10&a=1', 'a=1&a=10&a=2'],
    ['names in the order of their bytes', 'b=1&B=1&a%20b=1&a=1', 'B=1&a=1&a%20b=1&b=1'],
    ['a plus, which is a space', 'a+b=c+d', 'a%20b=c%20d'],
    ['escapes of what needs none', '%61=%7E%2d', 'a=~-'],
    ['escapes in lower case', 'a=%c3%bc', 'a=%C3%BC'],
    ['what encodeURIComponent leaves', "a=!*'()", 'a=%21%2A%27%28%29'],
    ['bytes that are not UTF-8', 'a=%FF%fe', 'a=%FF%FE'],
    ['a percent sign that encodes nothing', 'a=5%&b=%zz', 'a=5%25&b=%25zz'],
    ['a question mark', 'a=?b', 'a=%3Fb'],
  ];
  for (const [title, query, normalized] of queries) {
    it(`reads ${title} in a query and in a form`, () => {
      const inQuery = signatureBase(get(`http://h/?${query}`), []);
      assert.equal(decodeURIComponent(inQuery.split('&')[2] ?? ''), normalized);
      assert.equal(signatureBase(form('http://h/', query), []).split('&')[2], inQuery.split('&')[2]);
    });
  }

  it('reads a form whatever the case and the parameters of its type', () => {
    const request = form('http://h/', 'a=1', 'Application/X-WWW-Form-URLencoded; charset=utf-8');
    assert.equal(signatureBase(request, []), 'POST&http%3A%2F%2Fh%2F&a%3D1');
  });

  it('reads no other body', () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      assert.equal(signatureBase(form('http://h/', 'a=1', type), []), 'POST&http%3A%2F%2Fh%2F&');
    }
  });
});

describe('a signature of OAuth 1.0', () => {
  it('is that of OAuth Core 1.0 Appendix A.5', () => {
    assert.equal(signature(signed(get(PHOTOS))), 'tR3+Ty81lMeYAr/Fid0kMTYa/WM=');
  });

  it('covers a form, as in the example that Twitter documented', () => {
    const update = form(
      'https://api.twitter.com/1.1/statuses/update.json?include_entities=true',
      'status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21',
    );
    const client = {
      consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
      consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
      token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
      tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
    };
    const moment = { nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg', timestamp: 1318622958 };
    assert.equal(signature(signed(update, client, moment)), 'hCtSmYh+iHYCEqBWrE7C7hYmtUk=');
  });

  it('has the header of RFC 5849 §3.5.1, with the realm first', () => {
    assert.deepEqual(signed(get(PHOTOS), { realm: 'Photos "A\\B"' }).headers, [
      {
        name: 'Authorization',
        value:
          'OAuth realm="Photos \\"A\\\\B\\"", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", ' +
          'oauth_signature_method="HMAC-SHA1", oauth_timestamp="1191242096", oauth_nonce="kllo9940pd9333jh", ' +
          'oauth_version="1.0", oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"',
      },
    ]);
  });

  it('replaces an Authorization header', () => {
    const { headers } = signed(get(PHOTOS, [{ name: 'authorization', value: 'Bearer x' }]));
    assert.deepEqual(
      headers.map(({ value }) => value.slice(0, 5)),
      ['OAuth'],
    );
  });

  it('with HMAC-SHA256 is made with that hash', () => {
    const request = signed(get(PHOTOS), { signatureMethod: 'HMAC-SHA256' });
    const { oauth_signature: made, ...others } = parametersOf(request);
    const key = new TextEncoder().encode('kd94hf93k423kf44&pfkkdhi9sl3r4s00');
    const base = new TextEncoder().encode(signatureBase(get(PHOTOS), Object.entries(others)));
    assert.equal(others['oauth_signature_method'], 'HMAC-SHA256');
    assert.equal(made, Buffer.from(nodeHash.hmac('sha256', key, base)).toString('base64'));
  });

  it('with PLAINTEXT is both secrets, encoded', () => {
    const secrets = { consumerSecret: 'djr9rjt0jd78jf88', tokenSecret: 'jjd99$tj88uiths3' };
    const plain = (more: Partial<OAuth1>) =>
      signature(signed(get(PHOTOS), { signatureMethod: 'PLAINTEXT', ...more }));
    assert.equal(plain(secrets), 'djr9rjt0jd78jf88&jjd99%24tj88uiths3');
    assert.equal(plain({ consumerSecret: 'a&b', tokenSecret: '' }), 'a%26b&');
  });

  it('leaves out what has no value', () => {
    const names = Object.keys(parametersOf(signed(get(PHOTOS), { token: '', tokenSecret: '', realm: '' })));
    assert.deepEqual(names, [
      'oauth_consumer_key',
      'oauth_signature_method',
      'oauth_timestamp',
      'oauth_nonce',
      'oauth_version',
      'oauth_signature',
    ]);
  });

  it('covers the callback and the verifier', () => {
    const both = { callback: 'http://printer.example.com/ready', verifier: 'hfdp7dh39dks9884' };
    const {
      oauth_callback: callback,
      oauth_verifier: verifier,
      ...others
    } = parametersOf(signed(get(PHOTOS), both));
    assert.deepEqual({ callback, verifier }, both);
    assert.notEqual(others['oauth_signature'], signature(signed(get(PHOTOS))));
  });
});

describe('OAuth 1.0 in the query', () => {
  const SENT =
    'oauth_consumer_key=dpf43f3p2l4k3l03&oauth_token=nnch734d00sl2jdk&oauth_signature_method=HMAC-SHA1' +
    '&oauth_timestamp=1191242096&oauth_nonce=kllo9940pd9333jh&oauth_version=1.0' +
    '&oauth_signature=tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D';

  it('adds the same parameters there, and no header', () => {
    assert.deepEqual(signed(get(PHOTOS), { in: 'query', realm: 'Photos' }), get(`${PHOTOS}&${SENT}`));
  });

  it('replaces the parameters that a redirect repeats', () => {
    const repeated = `http://photos.example.net/photos?oauth%5Ftoken=old&file=vacation.jpg&oauth_nonce=1&size=original`;
    assert.equal(signed(get(repeated), { in: 'query' }).url, `${PHOTOS}&${SENT}`);
  });

  it('begins a query where there is none, or only parameters of its own', () => {
    const url = 'http://photos.example.net/photos';
    const alone = signed(get(url), { in: 'query' }).url;
    assert.ok(alone.startsWith(`${url}?oauth_consumer_key=`));
    assert.equal(signed(get(alone), { in: 'query' }).url, alone);
  });
});

describe('the record of a URL that OAuth 1.0 signed', () => {
  const other = { ...CLIENT, consumerKey: 'k&', token: 't', callback: 'oob' };

  it('has other texts in the parameters, and the same signature and moment', () => {
    const shown = withValuesOf(other, signed(get(PHOTOS), { in: 'query', callback: 'x' }).url, (bare) => {
      assert.equal(bare, PHOTOS);
      return 'http://photos.example.net/‹path›';
    });
    const { origin, pathname, searchParams } = new URL(shown);
    const { oauth_signature: made, ...others } = Object.fromEntries(searchParams);
    assert.equal(`${origin}${decodeURI(pathname)}`, 'http://photos.example.net/‹path›');
    assert.equal(
      made,
      new URL(signed(get(PHOTOS), { in: 'query', callback: 'x' }).url).searchParams.get('oauth_signature'),
    );
    assert.deepEqual(others, {
      oauth_consumer_key: 'k&',
      oauth_token: 't',
      oauth_callback: 'oob',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: '1191242096',
      oauth_nonce: 'kllo9940pd9333jh',
      oauth_version: '1.0',
    });
  });

  it('is what the URL was before where nothing was added', () => {
    assert.equal(
      withValuesOf(other, PHOTOS, (bare) => `${bare}!`),
      `${PHOTOS}!`,
    );
  });
});

describe('RSA-SHA1', () => {
  const rsa = { signatureMethod: 'RSA-SHA1' } as const;

  it('signs the text of the test case that its authors published', () => {
    const key = createPublicKey(
      '-----BEGIN PUBLIC KEY-----\n' +
        'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC0YjCwIfYoprq/FQO6lb3asXrxLlJFuCvtinTF5p0GxvQGu5O3gYytUvtC2JlYzypSRjVx\n' +
        'wxrsuRcP3e641SdASwfrmzyvIgP08N4S0IFzEURkV1wp/IpH7kH41EtbmUmrXSwfNZsnQRE5SYSOhh+LcK2wyQkdgcMv11l4KoBkcwIDAQAB\n' +
        '-----END PUBLIC KEY-----\n',
    );
    const base = signatureBase(get('http://photos.example.net/photos?file=vacaction.jpg&size=original'), [
      ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
      ['oauth_signature_method', 'RSA-SHA1'],
      ['oauth_timestamp', '1196666512'],
      ['oauth_nonce', '13917289812797014437'],
      ['oauth_version', '1.0'],
    ]);
    const published =
      'jvTp/wX1TYtByB1m+Pbyo0lnCOLIsyGCH7wke8AUs3BpnwZJtAuEJkvQL2/9n4s5wUmUl4aCI4BwpraNx4RtEXMe5qg5T1LVTGliMRpKasKsW//e' +
      '+RinhejgCuzoH26dyF8iY2ZZ/5D1ilgeijhV/vBka5twt399mXwaYdCwFYE=';
    assert.ok(verify('sha1', Buffer.from(base), key, Buffer.from(published, 'base64')));
  });

  it('gives a signature that the public key confirms', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const { oauth_signature: made = '', ...others } = parametersOf(
      signed(get(PHOTOS), { ...rsa, privateKey }),
    );
    const base = signatureBase(get(PHOTOS), Object.entries(others));
    assert.ok(verify('sha1', Buffer.from(base), publicKey, Buffer.from(made, 'base64')));
  });
});

describe('OAuth 1.0 that cannot sign', () => {
  const wrong: [title: string, more: Partial<OAuth1>, message: RegExp][] = [
    ['without a consumer key', { consumerKey: '' }, /^OAuth 1\.0 needs a "consumerKey", which is empty\./],
    [
      'without a private key',
      { signatureMethod: 'RSA-SHA1' },
      /^RSA-SHA1 needs a "privateKey", which is missing\./,
    ],
    [
      'with a private key that is none',
      { signatureMethod: 'RSA-SHA1', privateKey: 's3cr3t' },
      /^The "privateKey" of OAuth 1\.0 is not an RSA key in PEM form\./,
    ],
    [
      'with a line break in the realm',
      { realm: 'a\r\nX-Other: b' },
      /^The "realm" of OAuth 1\.0 contains a character/,
    ],
  ];
  for (const [title, more, message] of wrong) {
    it(`says so ${title}, and shows no secret`, () => {
      assert.throws(
        () => signed(get(PHOTOS), more),
        (error: Error) => message.test(error.message) && !/kd94|pfkk|s3cr3t|X-Other/.test(error.message),
      );
    });
  }
});
