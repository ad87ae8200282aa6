import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordedExchange } from '../../../src/core/result/result';
import { createRedactor } from '../../../src/core/masking/redact';
import { answered, body, exchangeOf, mask, redactorOf, resultWith } from './redactSamples';

describe('text', () => {
  const secret = 'hunter2/secret';
  const cases: [title: string, text: string, expected: string][] = [
    ['masks a secret', `a ${secret} b`, `a ${mask(secret)} b`],
    ['masks every occurrence alike', `${secret},${secret}`, `${mask(secret)},${mask(secret)}`],
    ['masks it percent encoded', 'q=hunter2%2fsecret&x=1', `q=${mask(secret)}&x=1`],
    ['masks it in JSON', '{"a":"hunter2\\/secret"}', `{"a":"${mask(secret)}"}`],
    ['masks it in base64 with the padding', `${btoa(secret)};`, `${mask(secret)};`],
    ['leaves text without secrets alone', 'nothing to see', 'nothing to see'],
    ['leaves an empty text alone', '', ''],
  ];
  for (const [title, text, expected] of cases) {
    it(title, () => {
      assert.equal(redactorOf(secret).text(text), expected);
    });
  }

  const token = 'tok_5Jq8Zr3Lw0Xc7Vb2';
  const shortened: [title: string, text: string, expected: string][] = [
    ['its beginning before an ellipsis', 'Bearer tok_5Jq8Z… is wrong', `Bearer ${mask(token)}… is wrong`],
    ['its beginning before three dots', '"tok_5Jq8Zr3Lw0Xc7Vb..."', `"${mask(token)}..."`],
    ['its end after an ellipsis', '…Lw0Xc7Vb2, see above', `…${mask(token)}, see above`],
    ['its end after dots', 'key .....Xc7Vb2 and ...w0Xc7Vb2.', `key .....Xc7Vb2 and ...${mask(token)}.`],
    ['both parts', 'tok_5Jq8…w0Xc7Vb2', `${mask(token)}…${mask(token)}`],
    ['its beginning and an ellipsis alone', 'tok_5Jq8…', `${mask(token)}…`],
    ['an ellipsis and its end alone', '…w0Xc7Vb2', `…${mask(token)}`],
    ['its beginning before an escaped ellipsis', '{"a":"tok_5Jq8\\u2026"}', `{"a":"${mask(token)}\\u2026"}`],
    ['no fewer than eight characters', 'tok_5Jq… …c7Vb2', 'tok_5Jq… …c7Vb2'],
    ['no part without an ellipsis', 'tok_5Jq8Zr3 3Lw0Xc7Vb2', 'tok_5Jq8Zr3 3Lw0Xc7Vb2'],
    ['no part apart from the ellipsis', 'tok_5Jq8 … 0Xc7Vb2', 'tok_5Jq8 … 0Xc7Vb2'],
  ];
  for (const [title, text, expected] of shortened) {
    it(`masks of a shortened secret ${title}`, () => {
      assert.equal(redactorOf(token).text(text), expected);
      assert.equal(redactorOf(token).text(expected), expected);
    });
  }

  it('leaves words and schemes before an ellipsis alone, whatever secret begins like them', () => {
    const text = 'Enter a password… at https://… or http://host...';
    assert.equal(redactorOf('password-1-of-ann', 'https://token@host').text(text), text);
  });

  it('masks the beginning of a secret at the end of a body that was cut', () => {
    const redactor = redactorOf(token);
    const cut = { ...body('{"a": "b", "c": "tok_5Jq8Zr'), size: 5000, stored: 'a1' };
    assert.equal(redactor.body(cut).content, `{"a": "b", "c": "${mask(token)}`);
    assert.deepEqual(redactor.body(redactor.body(cut)), redactor.body(cut));
    assert.equal(redactor.body(body('see tok_5Jq8Zr')).content, 'see tok_5Jq8Zr');
    const binary = { ...cut, encoding: 'base64' as const, content: btoa('\0tok_5Jq8Zr') };
    assert.equal(Buffer.from(redactor.body(binary).content, 'base64').toString(), `\0${mask(token)}`);
  });

  it('masks a secret that is the whole text, also next to longer ones', () => {
    assert.equal(redactorOf('a1b2', token).text('a1b2'), mask('a1b2'));
  });

  it('masks two overlapping secrets as one', () => {
    assert.equal(redactorOf('abcdef', 'defghijk').text('-abcdefghijk-'), `-${mask('defghijk')}-`);
  });

  it('masks the longer of two secrets that begin alike', () => {
    assert.equal(redactorOf('abcd', 'abcdefgh').text('abcdefgh abcd'), `${mask('abcdefgh')} ${mask('abcd')}`);
  });

  it('masks a secret added after thousands of others', () => {
    const secrets = Array.from({ length: 2000 }, (_, index) => `secret-${index}-x`);
    assert.equal(
      redactorOf(...secrets).text('secret-0-x secret-1999-x'),
      `${mask('secret-0-x')} ${mask('secret-1999-x')}`,
    );
  });

  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----';
  const keys: [title: string, key: string][] = [
    ['a JSON Web Token', jwt],
    ['an access key of AWS', 'AKIAIOSFODNN7EXAMPLE'],
    ['a token of GitHub', `ghp_${'a1'.repeat(18)}`],
    ['a fine-grained token of GitHub', `github_pat_${'a1'.repeat(20)}`],
    ['a token of Slack', 'xoxb-1234567890-abcdef'],
    ['a private key', pem],
  ];
  for (const [title, key] of keys) {
    it(`masks ${title} that was never added`, () => {
      assert.equal(redactorOf().text(`see ${key}, please`), `see ${mask(key)}, please`);
    });
  }

  it('masks a private key without an end up to the end', () => {
    assert.equal(
      redactorOf().text('x -----BEGIN PRIVATE KEY-----\nMIIE'),
      `x ${mask('-----BEGIN PRIVATE KEY-----\nMIIE')}`,
    );
  });

  it('does not take every word for a key', () => {
    const text = 'eyJ eyJhbGciOi.no eyJhbGciOiJ.. xox- AKIA ghp_short a.b.c';
    assert.equal(redactorOf().text(text), text);
  });

  it('changes nothing when it masks again', () => {
    const text = fc.array(
      fc.constantFrom('abcd', '%61bcd', '\\', '"', '%', '&amp;', 'YWJjZA==', 'cret:', 'x', '‹', '›', jwt),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const redactor = redactorOf('abcd', 'cret:', 'x"abcd');
        const once = redactor.text(pieces.join(''));
        assert.equal(redactor.text(once), once);
      }),
      { seed: 1, numRuns: 3000 },
    );
  });

  it('returns any text without secrets unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(redactorOf('canary-1234567').text(text), text);
      }),
      { seed: 1 },
    );
  });
});

describe('what is masked already', () => {
  it('stays valid where JSON is expected, also when the mask has digits only', () => {
    const { data } = createRedactor({ pseudonym: () => '0000' });
    for (const pseudonym of ['3f75', '1234', '0012', '1e10', 'f782']) {
      const mask = `‹secret:${pseudonym}›`;
      for (const value of [mask, `"${mask}"`, `{"token":"${mask}"}`, `Bearer ${mask}`]) {
        assert.deepEqual(data({ name: 'token', value }), { name: 'token', value });
      }
    }
  });
});

/** An exchange with OAuth 1.0; the signature is encoded as in the header. */
function oauth1(method: string, signature: string): RecordedExchange {
  const parameters = `oauth_token="tok%2F123", oauth_signature_method="${method}", oauth_signature="${signature}"`;
  return exchangeOf('http://h/', {
    Authorization: `OAuth realm="a", oauth_consumer_key="client", ${parameters}`,
  });
}

describe('learnFromExchange', () => {
  const cases: [title: string, exchange: RecordedExchange, learnt: string][] = [
    ['a bearer token', exchangeOf('http://h/', { Authorization: 'Bearer tok-123' }), 'tok-123'],
    [
      'a Basic password',
      exchangeOf('http://h/', { Authorization: `Basic ${btoa('ann:hun ter:2')}` }),
      'hun ter:2',
    ],
    ['the token of OAuth 1.0', oauth1('HMAC-SHA1', 'c2lnbmF0dXJl'), 'tok/123'],
    [
      'the client secret in PLAINTEXT of OAuth 1.0',
      oauth1('PLAINTEXT', 'client%252D1%26token%25212'),
      'client-1',
    ],
    [
      'the token secret in PLAINTEXT of OAuth 1.0',
      oauth1('PLAINTEXT', 'client%252D1%26token%25212'),
      'token!2',
    ],
    [
      'the token secret in the query of OAuth 1.0',
      exchangeOf('http://h/?oauth_signature=%26token%25212'),
      'token!2',
    ],
    ['the token of an old API', exchangeOf('http://h/', { Authorization: 'OAuth 00Dx!AQ4A' }), '00Dx!AQ4A'],
    ['an API key header', exchangeOf('http://h/', { 'X-API-Key': 'key-123' }), 'key-123'],
    ['a cookie', exchangeOf('http://h/', { Cookie: 'a=session-123' }), 'session-123'],
    ['a password in a URL', exchangeOf('http://ann:pass%2Dword1@h/'), 'pass-word1'],
    ['a query parameter', exchangeOf('http://h/?access_token=acc-123'), 'acc-123'],
    ['a JSON member', exchangeOf('http://h/', {}, '{"user":{"password":"pass phrase"}}'), 'pass phrase'],
    ['a member of an answer', answered(body('{"data":{"accessToken":"acc-456"}}')), 'acc-456'],
    ['a cookie of an answer', answered(body(''), { 'Set-Cookie': 'sid=session-456; Path=/' }), 'session-456'],
    [
      'a redirect',
      {
        ...exchangeOf('http://h/'),
        redirects: [{ method: 'GET', url: 'http://h/?token=red-123', status: 302, notes: [] }],
      },
      'red-123',
    ],
    [
      'a cookie of a redirect',
      {
        ...exchangeOf('http://h/'),
        redirects: [
          {
            method: 'GET',
            url: 'http://h/',
            status: 302,
            setCookies: [{ name: 'Set-Cookie', value: 'sid=session-789; Path=/' }],
            notes: [],
          },
        ],
      },
      'session-789',
    ],
  ];
  for (const [title, exchange, learnt] of cases) {
    it(`learns ${title}`, () => {
      const redactor = redactorOf();
      redactor.learnFromExchange(exchange);
      assert.equal(redactor.text(`<${learnt}>`), `<${mask(learnt)}>`);
    });
  }

  const ignored: [title: string, exchange: RecordedExchange, text: string][] = [
    ['a complaint about a password', answered(body('{"password":"must not be empty"}')), 'must not be empty'],
    ['a short cookie', exchangeOf('http://h/', { Cookie: 'lang=de-DE' }), 'de-DE'],
    ['a signature, which is used once', oauth1('HMAC-SHA1', 'c2lnbmF0dXJl'), 'c2lnbmF0dXJl'],
    ['the consumer key', oauth1('PLAINTEXT', 'a%26b'), 'consumer client'],
    ['a signature in the query', exchangeOf('http://h/?oauth_signature=c2lnbmF0dXJl'), 'c2lnbmF0dXJl'],
    [
      'the user of Basic',
      exchangeOf('http://h/', { Authorization: `Basic ${btoa('annabel:pw-1')}` }),
      'annabel',
    ],
    [
      'the attributes of a cookie',
      answered(body(''), { 'Set-Cookie': 'sid=session-1; Path=/orders/all' }),
      '/orders/all',
    ],
  ];
  for (const [title, exchange, text] of ignored) {
    it(`does not learn ${title}`, () => {
      const redactor = redactorOf();
      redactor.learnFromExchange(exchange);
      assert.equal(redactor.text(text), text);
    });
  }

  it('forgets no cookie of a long run, and has nothing to note', () => {
    const redactor = redactorOf('told-secret');
    for (let index = 0; index < 1500; index += 1) {
      redactor.learnFromExchange(answered(body(''), { 'Set-Cookie': `sid=session-${index}` }));
    }
    assert.equal(
      redactor.text('told-secret session-0 session-1499'),
      `${mask('told-secret')} ${mask('session-0')} ${mask('session-1499')}`,
    );
    assert.deepEqual(redactor.notes(), []);
  });

  it('notes that credentials were too many to learn all of them', () => {
    const redactor = redactorOf();
    for (let index = 0; index <= 100_000; index += 1) {
      redactor.learnFromExchange(exchangeOf('http://h/', { 'X-Api-Key': `key-${index}` }));
    }
    const notes = [
      "More than 100,000 credentials were seen. Later ones are masked only where they appear under a credential's name.",
    ];
    assert.deepEqual(redactor.notes(), notes);
    const result = redactor.result({ ...resultWith('plain'), requests: [], notes: [] });
    assert.deepEqual([result.notes, redactor.result(result)], [notes, result]);
  });
});
