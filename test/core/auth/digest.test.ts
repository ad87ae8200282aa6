import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  answerDigest,
  digestProblem,
  strongestChallenge,
  type DigestAnswer,
} from '../../../src/core/auth/digest';
import type { Hash } from '../../../src/core/ports';

const hash: Pick<Hash, 'digest'> = {
  digest: (algorithm, data) => createHash(algorithm).update(data).digest(),
};

/** The parameters of the answer to a `WWW-Authenticate` line, quotes kept. */
function answer(line: string, given: Partial<DigestAnswer> = {}): Record<string, string> {
  const value = authorization(line, given);
  const pairs = value.matchAll(/(?:^Digest |, )([\w*]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g);
  return Object.fromEntries(Array.from(pairs, ([, name = '', text = '']) => [name, text]));
}

function authorization(line: string, given: Partial<DigestAnswer> = {}): string {
  const challenge = strongestChallenge([line]);
  assert.ok(challenge !== undefined, 'a challenge that can be answered');
  return answerDigest({
    challenge,
    method: 'GET',
    uri: '/dir/index.html',
    username: 'Mufasa',
    password: 'Circle of Life',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    nonceCount: 1,
    hash,
    ...given,
  });
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

const RFC_7616_CHALLENGE =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const RFC_7616_UTF8_CHALLENGE =
  'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8';
const JASON = {
  uri: '/doe.json',
  username: 'J\u00e4s\u00f8n Doe',
  password: 'Secret, or not?',
  cnonce: 'NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v',
};

describe('answerDigest', () => {
  it('answers the MD5 example of RFC 7616 §3.9.1, parameter by parameter', () => {
    assert.equal(
      authorization(`Digest ${RFC_7616_CHALLENGE}, algorithm=MD5`),
      'Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=MD5, ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, ' +
        'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, ' +
        'response="8ca523f5e9506fed4657c9700eebdbec", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
  });

  it('answers the SHA-256 example of RFC 7616 §3.9.1', () => {
    assert.equal(
      answer(`Digest ${RFC_7616_CHALLENGE}, algorithm=SHA-256`)['response'],
      '"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"',
    );
  });

  it('answers the SHA-512-256 example of RFC 7616 §3.9.2 with the values of erratum 4897', () => {
    const { username, response, userhash } = answer(`${RFC_7616_UTF8_CHALLENGE}, userhash=true`, JASON);
    assert.deepEqual(
      [username, response, userhash],
      [
        '"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"',
        '"3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"',
        'true',
      ],
    );
  });

  it('sends a user name beyond ASCII as UTF-8 when the server does not ask for its hash', () => {
    const parameters = answer(RFC_7616_UTF8_CHALLENGE, JASON);
    assert.equal(parameters['username*'], "UTF-8''J%C3%A4s%C3%B8n%20Doe");
    assert.equal(parameters['username'], undefined);
    assert.equal(parameters['userhash'], undefined);
    assert.equal(
      parameters['response'],
      '"3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"',
    );
  });

  it('answers a composed and a decomposed spelling alike', () => {
    const decomposed = { ...JASON, username: JASON.username.normalize('NFD') };
    assert.equal(
      authorization(RFC_7616_UTF8_CHALLENGE, decomposed),
      authorization(RFC_7616_UTF8_CHALLENGE, JASON),
    );
  });

  const older =
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';

  it('answers the example of RFC 2617 §3.5', () => {
    const given = { password: 'Circle Of Life', cnonce: '0a4f113b' };
    assert.equal(
      answer(`${older}, qop="auth,auth-int"`, given)['response'],
      '"6629fae49393a05397450978507c4ef1"',
    );
  });

  it('answers a server of RFC 2069, which knows no qop', () => {
    const { response, qop, nc, cnonce, algorithm } = answer(older, { password: 'CircleOfLife' });
    assert.equal(response, '"1949323746fe6a43ef61f9606e7febea"');
    assert.deepEqual([qop, nc, cnonce, algorithm], [undefined, undefined, undefined, undefined]);
  });

  it('hashes the nonces into the credentials for a session algorithm', () => {
    const session = md5(`${md5('Mufasa:r:Circle of Life')}:n:c`);
    const expected = md5(`${session}:n:00000001:c:auth:${md5('GET:/dir/index.html')}`);
    const { response, algorithm } = answer('Digest realm=r, nonce=n, qop=auth, algorithm=MD5-sess', {
      cnonce: 'c',
    });
    assert.deepEqual([response, algorithm], [`"${expected}"`, 'MD5-sess']);
  });

  it('sends the client nonce of a session algorithm even without qop', () => {
    const session = md5(`${md5('Mufasa:r:Circle of Life')}:n:c`);
    const expected = md5(`${session}:n:${md5('GET:/dir/index.html')}`);
    const { response, cnonce } = answer('Digest realm=r, nonce=n, algorithm=md5-SESS', { cnonce: 'c' });
    assert.deepEqual([response, cnonce], [`"${expected}"`, '"c"']);
  });

  it('answers the session forms of the stronger algorithms', () => {
    for (const [algorithm, length] of [
      ['SHA-256-sess', 66],
      ['SHA-512-256-sess', 66],
    ] as const) {
      const parameters = answer(`Digest realm=r, nonce=n, qop=auth, algorithm=${algorithm}`);
      assert.equal(parameters['algorithm'], algorithm);
      assert.equal(parameters['response']?.length, length);
    }
  });

  it('protects the body when the server insists', () => {
    const body = new TextEncoder().encode('{"a":1}');
    const request = md5(`POST:/dir/index.html:${md5('{"a":1}')}`);
    const expected = md5(`${md5('Mufasa:r:Circle of Life')}:n:0000000a:c:auth-int:${request}`);
    const given = { method: 'POST', body, cnonce: 'c', nonceCount: 10 };
    const { response, qop } = answer('Digest realm=r, nonce=n, qop="auth-int"', given);
    assert.deepEqual([response, qop], [`"${expected}"`, 'auth-int']);
  });

  it('protects an empty body', () => {
    const request = md5(`GET:/dir/index.html:${md5('')}`);
    const expected = md5(`${md5('Mufasa:r:Circle of Life')}:n:00000001:c:auth-int:${request}`);
    assert.equal(
      answer('Digest realm=r, nonce=n, qop=auth-int', { cnonce: 'c' })['response'],
      `"${expected}"`,
    );
  });

  it('escapes quotes and backslashes, but hashes them as typed', () => {
    const given = { username: 'a"b\\c', cnonce: 'c' };
    const expected = md5(
      `${md5('a"b\\c:say "hi":Circle of Life')}:n:00000001:c:auth:${md5('GET:/dir/index.html')}`,
    );
    const { username, realm, response } = answer('Digest realm="say \\"hi\\"", nonce=n, qop=auth', given);
    assert.deepEqual([username, realm, response], ['"a\\"b\\\\c"', '"say \\"hi\\""', `"${expected}"`]);
  });

  it('hashes a realm beyond ASCII by the bytes on the wire', () => {
    const wire = Buffer.from('Zürich', 'utf8').toString('latin1');
    const expected = md5(`${md5('Mufasa:Zürich:Circle of Life')}:n:${md5('GET:/dir/index.html')}`);
    const { realm, response } = answer(`Digest realm="${wire}", nonce=n`);
    assert.deepEqual([realm, response], [`"${wire}"`, `"${expected}"`]);
  });

  it('writes no line break into the header, whatever the user name', () => {
    const parameters = answer('Digest realm=r, nonce=n, qop=auth', { username: 'a\r\nX-Evil: 1' });
    assert.equal(parameters['username*'], "UTF-8''a%0D%0AX-Evil%3A%201");
  });
});

describe('strongestChallenge', () => {
  it('takes the strongest algorithm, whatever the order', () => {
    const lines = [
      'Digest realm=r, nonce=1, algorithm=MD5, Digest realm=r, nonce=2, algorithm=SHA-256',
      'Basic realm=r',
    ];
    assert.equal(strongestChallenge(lines)?.nonce, '2');
    assert.equal(strongestChallenge(lines.toReversed())?.nonce, '2');
  });

  it('takes the first of equals', () => {
    assert.equal(strongestChallenge(['Digest realm=r, nonce=1', 'Digest realm=r, nonce=2'])?.nonce, '1');
  });

  it('passes over what it cannot answer', () => {
    const lines = ['Digest realm=r, nonce=1, algorithm=SHA3-512', 'Digest realm=r, nonce=2'];
    assert.equal(strongestChallenge(lines)?.nonce, '2');
    assert.equal(digestProblem(lines), undefined);
  });

  it('finds none where none was offered', () => {
    assert.equal(strongestChallenge([]), undefined);
    assert.equal(strongestChallenge(['Basic realm="Digest realm=r, nonce=1"']), undefined);
  });
});

describe('digestProblem', () => {
  const problems: [title: string, line: string, expected: string][] = [
    [
      'names an unknown algorithm',
      'Digest realm=r, nonce=n, algorithm="__proto__"',
      'The server asks for digest authentication with the unknown algorithm __proto__. Known are MD5, SHA-256 and SHA-512-256, each also with -sess; use another type of "auth".',
    ],
    [
      'names an unknown quality of protection',
      'Digest realm=r, nonce=n, qop="auth-conf"',
      'The server asks for digest authentication with the unknown quality of protection auth-conf. Known are auth and auth-int; use another type of "auth".',
    ],
    [
      'names what a challenge lacks',
      'Digest realm=r',
      'The server\'s digest challenge has no nonce. Ask its maintainers to follow RFC 7616, or use another type of "auth".',
    ],
    [
      'says that digest was not offered',
      'Bearer',
      'The server did not offer digest authentication. Choose the type of "auth" that its WWW-Authenticate header names.',
    ],
  ];
  for (const [title, line, expected] of problems) {
    it(title, () => {
      assert.equal(digestProblem([line]), expected);
    });
  }
});
