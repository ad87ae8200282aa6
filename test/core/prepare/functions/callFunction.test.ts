import assert from 'node:assert/strict';
import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { JsonValue } from '../../../../src/core/json/json';
import { callFunction } from '../../../../src/core/prepare/functions/callFunction';
import { plainText } from '../../../../src/core/prepare/template';
import { nodeHash } from '../../../../src/node/run/nodePorts';
import { fakeRandom } from '../../fakeRandom';

function call(name: string, args: readonly JsonValue[], now = 0) {
  return callFunction(name, args, { clock: { now: () => now }, hash: nodeHash, random: fakeRandom });
}

function valueOf(name: string, args: readonly JsonValue[], now = 0): JsonValue {
  const called = call(name, args, now);
  assert.ok(called.ok, called.ok ? '' : called.message);
  return called.value;
}

describe('encodings', () => {
  // RFC 4648 §10.
  const cases: readonly [text: string, base64: string, base64url: string, hex: string][] = [
    ['', '', '', ''],
    ['f', 'Zg==', 'Zg', '66'],
    ['fo', 'Zm8=', 'Zm8', '666f'],
    ['foo', 'Zm9v', 'Zm9v', '666f6f'],
    ['foob', 'Zm9vYg==', 'Zm9vYg', '666f6f62'],
    ['fooba', 'Zm9vYmE=', 'Zm9vYmE', '666f6f6261'],
    ['foobar', 'Zm9vYmFy', 'Zm9vYmFy', '666f6f626172'],
    ['ü?>', 'w7w/Pg==', 'w7w_Pg', 'c3bc3f3e'],
  ];
  for (const [text, base64, base64url, hex] of cases) {
    it(`writes ${JSON.stringify(text)} in all of them, and reads it again`, () => {
      assert.equal(valueOf('$base64', [text]), base64);
      assert.equal(valueOf('$base64url', [text]), base64url);
      assert.equal(valueOf('$hex', [text]), hex);
      assert.equal(valueOf('$base64Decode', [base64]), text);
      assert.equal(valueOf('$base64Decode', [base64url]), text);
      assert.equal(valueOf('$base64', [hex, 'hex']), base64);
      assert.equal(valueOf('$hex', [base64url, 'base64url']), hex);
    });
  }

  it('reads base32 (RFC 4648 §10) in any case, with and without padding and spaces', () => {
    for (const written of ['MZXW6YTBOI======', 'mzxw6ytboi', 'MZXW 6YTB OI', 'MZXW-6YTB-OI']) {
      assert.equal(valueOf('$hex', [written, 'base32']), '666f6f626172');
    }
    assert.equal(valueOf('$hex', ['MY', 'base32']), '66');
  });

  it('refuses what is not in the encoding', () => {
    for (const [value, encoding] of [
      ['xyz', 'hex'],
      ['abc', 'hex'],
      ['M', 'base32'],
      ['MZX1', 'base32'],
      ['a', 'base64'],
    ] as const) {
      const called = call('$hex', [value, encoding]);
      assert.equal(called.ok, false);
      assert.match(called.ok ? '' : called.message, new RegExp(`The value of \\$hex is not ${encoding}`));
    }
  });

  it('decodes nothing that is not text', () => {
    assert.match(message('$base64Decode', ['/w==']), /not base64 of a UTF-8 text/);
    assert.match(message('$base64Decode', ['*']), /not base64 of a UTF-8 text/);
  });

  it('writes other types as references do', () => {
    assert.equal(valueOf('$base64', [{ a: 1 }]), valueOf('$base64', ['{"a":1}']));
    assert.equal(valueOf('$hex', [12]), '3132');
    assert.equal(valueOf('$urlEncode', ['a b&c=d/ü']), 'a%20b%26c%3Dd%2F%C3%BC');
    assert.equal(valueOf('$json', ['a"b']), '"a\\"b"');
    assert.equal(valueOf('$json', [{ a: [1, null] }]), '{"a":[1,null]}');
  });
});

function message(name: string, args: readonly JsonValue[]): string {
  const called = call(name, args);
  return called.ok ? '' : called.message;
}

describe('texts', () => {
  it('are changed and counted', () => {
    assert.equal(valueOf('$upper', ['straße']), 'STRASSE');
    assert.equal(valueOf('$lower', ['ÄB']), 'äb');
    assert.equal(valueOf('$trim', [' a b\n']), 'a b');
    assert.equal(valueOf('$concat', ['a', 1, null, true, { b: 2 }]), 'a1nulltrue{"b":2}');
    assert.equal(valueOf('$length', ['a😀']), 2);
    assert.equal(valueOf('$length', [[1, 2, 3]]), 3);
    assert.equal(valueOf('$length', [{ a: 1 }]), 1);
    assert.match(message('$length', [12]), /takes a text, an array or an object/);
  });

  it('are joined up to a limit', () => {
    const long = 'x'.repeat(40 * 1024 * 1024);
    assert.match(message('$concat', [long, long]), /would give more than 67108864 characters/);
  });
});

describe('hashes', () => {
  // FIPS 180-4 and RFC 1321: the message "abc".
  const cases: readonly [algorithm: string, digest: string][] = [
    ['md5', '900150983cd24fb0d6963f7d28e17f72'],
    ['sha1', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['sha256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'sha384',
      'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7',
    ],
    [
      'sha512',
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
        '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    ],
  ];
  for (const [algorithm, digest] of cases) {
    it(`computes ${algorithm}`, () => {
      assert.equal(valueOf('$hash', [algorithm, 'abc']), digest);
      assert.equal(valueOf('$hash', [algorithm, '616263', 'hex', 'hex']), digest);
      assert.equal(
        valueOf('$hash', [algorithm, 'abc', 'base64']),
        Buffer.from(digest, 'hex').toString('base64'),
      );
    });
  }
});

describe('signatures with a shared key', () => {
  // RFC 2104 §A, RFC 2202 §3, RFC 4231 §4.2, §4.3 and §4.4.
  const cases: readonly [algorithm: string, keyHex: string, text: string, mac: string][] = [
    ['md5', '0b'.repeat(16), 'Hi There', '9294727a3638bb1c13f48ef8158bfc9d'],
    ['md5', '4a656665', 'what do ya want for nothing?', '750c783e6ab0b503eaa86e310a5db738'],
    ['sha1', '4a656665', 'what do ya want for nothing?', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
    [
      'sha256',
      '0b'.repeat(20),
      'Hi There',
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      'sha256',
      '4a656665',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'sha384',
      '4a656665',
      'what do ya want for nothing?',
      'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
    ],
    [
      'sha512',
      '4a656665',
      'what do ya want for nothing?',
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
        '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    ],
  ];
  for (const [algorithm, key, text, mac] of cases) {
    it(`computes ${algorithm} of ${JSON.stringify(text)} with the key ${key}`, () => {
      assert.equal(valueOf('$hmac', [algorithm, key, text, 'hex', 'hex']), mac);
    });
  }

  it('takes a key as text when nothing else is said', () => {
    assert.equal(
      valueOf('$hmac', ['sha256', 'Jefe', 'what do ya want for nothing?']),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('signs as RFC 7515 §A.1 with its binary key', () => {
    const input =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.' +
      'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
    const key = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow';
    assert.equal(
      valueOf('$hmac', ['sha256', key, input, 'base64url', 'base64url']),
      'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    );
  });
});

describe('tokens', () => {
  const claims = { sub: '1234567890', name: 'John Doe', iat: 1516239022 };

  it('are signed with a shared key', () => {
    const token =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.' +
      'eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.' +
      'SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';
    assert.equal(valueOf('$jwt', ['HS256', 'your-256-bit-secret', claims]), token);
    assert.equal(valueOf('$jwt', ['HS256', 'your-256-bit-secret', JSON.stringify(claims)]), token);
    const key = Buffer.from('your-256-bit-secret').toString('base64');
    assert.equal(valueOf('$jwt', ['HS256', key, claims, 'base64']), token);
  });

  it('take further members of the header', () => {
    const [head = ''] = plainText(valueOf('$jwt', ['HS512', 'k', claims, 'utf8', { kid: 'one' }])).split('.');
    assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), {
      alg: 'HS512',
      typ: 'JWT',
      kid: 'one',
    });
  });

  it('are signed with a private key', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (const [algorithm, { privateKey, publicKey }] of [
      ['RS256', rsa],
      ['RS512', rsa],
      ['ES256', curve],
    ] as const) {
      const token = plainText(valueOf('$jwt', [algorithm, pem(privateKey), claims]));
      const [head, payload, signature = ''] = token.split('.');
      const verifier = createVerify(`sha${algorithm.slice(2)}`).update(`${head}.${payload}`);
      const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
      assert.ok(verifier.verify(key, signature, 'base64url'), algorithm);
    }
    assert.match(message('$jwt', ['ES256', pem(rsa.privateKey), claims]), /a private P-256 key in PEM form/);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    assert.match(
      message('$jwt', ['ES256', pem(other.privateKey), claims]),
      /a private P-256 key in PEM form/,
    );
    assert.match(message('$jwt', ['RS256', 'no key', claims]), /a private RSA key in PEM form for RS256/);
  });

  it('need claims that are an object', () => {
    for (const wrong of ['text', '"text"', [], 1, null]) {
      assert.match(message('$jwt', ['HS256', 'k', wrong]), /claims that are a JSON object/);
    }
    assert.match(message('$jwt', ['HS256', 'k', {}, 'utf8', 'x']), /header that is a JSON object/);
  });
});

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

describe('one-time codes', () => {
  // RFC 6238 §B: seconds, and the codes of SHA-1, SHA-256 and SHA-512.
  const cases: readonly [seconds: number, codes: readonly [string, string, string]][] = [
    [59, ['94287082', '46119246', '90693936']],
    [1111111109, ['07081804', '68084774', '25091201']],
    [1111111111, ['14050471', '67062674', '99943326']],
    [1234567890, ['89005924', '91819424', '93441116']],
    [2000000000, ['69279037', '90698825', '38618901']],
    [20000000000, ['65353130', '77737706', '47863826']],
  ];
  const algorithms = [
    ['sha1', 20],
    ['sha256', 32],
    ['sha512', 64],
  ] as const;
  for (const [seconds, codes] of cases) {
    it(`are those of ${seconds} s`, () => {
      algorithms.forEach(([algorithm, length], index) => {
        const key = '1234567890'.repeat(7).slice(0, length);
        const code = valueOf('$totp', [key, 8, 30, algorithm, 'utf8'], seconds * 1000);
        assert.equal(code, codes[index]);
      });
    });
  }

  it('have six digits of a key in base32, as authenticator apps show it', () => {
    assert.equal(valueOf('$totp', ['GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ'], 59_000), '287082');
  });
});

describe('random data', () => {
  it('is of the kind that is asked for', () => {
    assert.equal(valueOf('$random', ['city']), 'some city');
  });
});

describe('what is not called', () => {
  const cases: readonly [name: string, args: readonly JsonValue[], said: RegExp][] = [
    [
      '$hash',
      ['sha256'],
      /\$hash was given 1 arguments\. Write it like \{\{\$hash algorithm value \[output\]/,
    ],
    ['$upper', ['a', 'b'], /\$upper was given 2 arguments/],
    ['$concat', [], /\$concat was given 0 arguments\. Write it like \{\{\$concat value…\}\}/],
    ['$hash', ['sha3', 'a'], /The algorithm of \$hash is one of 'sha256', 'sha1'/],
    ['$hash', ['sha256', 'a', 'binary'], /The output of \$hash is one of 'hex', 'base64', 'base64url'/],
    ['$jwt', ['none', 'k', {}], /The algorithm of \$jwt is one of 'HS256'/],
    ['$totp', ['GEZD', 3], /The digits of \$totp is a whole number from 4 to 10/],
    ['$totp', ['GEZD', 6, 0], /The period of \$totp is a whole number from 1 to 3600/],
    ['$random', ['fristName'], /^The kind of \$random does not exist\. Did you mean 'firstName'/],
    ['$random', [7], /^The kind of \$random is one of 'firstName', 'lastName', .{80,120}, …\.$/],
    ['$nothing', [], /does not exist/],
  ];
  for (const [name, args, said] of cases) {
    it(`${name} with ${JSON.stringify(args)}`, () => {
      assert.match(message(name, args), said);
    });
  }
});
