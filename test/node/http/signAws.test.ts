import assert from 'node:assert/strict';
import type { HeaderLine, HttpRequest } from '../../../src/core/model';
import type { AwsCredentials } from '../../../src/core/ports';
import { signAws } from '../../../src/node/http/signAws';

/** Credentials and moment of AWS's published SigV4 test suite. */
const suite: AwsCredentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
};
const suiteDate = new Date('2015-08-30T12:36:00Z');

/** Those of "Authenticating Requests: Examples" in the Amazon S3 API reference. */
const s3: AwsCredentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
};
const s3Date = new Date('2013-05-24T00:00:00Z');

function request(method: string, url: string, headers: [string, string][] = [], body?: string): HttpRequest {
  return {
    method,
    url,
    headers: [['Host', new URL(url).host] as const, ...headers].map(([name, value]) => ({ name, value })),
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  };
}

function authorization(lines: readonly HeaderLine[]): string {
  return lines.find(({ name }) => name === 'Authorization')?.value ?? '';
}

/** Signed headers and signature in the suite's setting. */
function signed(given: HttpRequest, credentials = suite, at = suiteDate): string {
  return authorization(signAws(given, credentials, at))
    .replace(/^.*SignedHeaders=/, '')
    .replace(', Signature=', ' ');
}

const HOST = 'https://example.amazonaws.com';
const FORM: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded'];
const TOKEN =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';

describe('signAws', () => {
  const vectors: [name: string, given: HttpRequest, expected: string][] = [
    [
      'get-vanilla',
      request('GET', `${HOST}/`),
      'host;x-amz-date 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'get-vanilla-query',
      request('GET', `${HOST}/?`),
      'host;x-amz-date 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'get-vanilla-query-order-key-case',
      request('GET', `${HOST}/?Param2=value2&Param1=value1`),
      'host;x-amz-date b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-relative',
      request('GET', `${HOST}/example/..`),
      'host;x-amz-date 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'get-slash',
      request('GET', `${HOST}//`),
      'host;x-amz-date 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'get-header-value-trim',
      request('GET', `${HOST}/`, [
        ['My-Header1', ' value1'],
        ['My-Header2', ' "a   b   c"'],
      ]),
      'host;my-header1;my-header2;x-amz-date acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    ],
    [
      'get-header-key-duplicate',
      request('GET', `${HOST}/`, [
        ['My-Header1', 'value2'],
        ['my-header1', 'value2'],
        ['My-Header1', 'value1'],
      ]),
      'host;my-header1;x-amz-date c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
    ],
    [
      'post-vanilla',
      request('POST', `${HOST}/`),
      'host;x-amz-date 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'post-header-value-case',
      request('POST', `${HOST}/`, [['My-Header1', 'VALUE1']]),
      'host;my-header1;x-amz-date cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
    ],
    [
      'post-x-www-form-urlencoded',
      request('POST', `${HOST}/`, [FORM], 'Param1=value1'),
      'content-type;host;x-amz-date ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ];
  for (const [name, given, expected] of vectors) {
    it(`gives the signature of AWS's test ${name}`, () => {
      assert.equal(signed(given), expected);
    });
  }

  it('signs the session token and sends it, as in post-sts-header-before', () => {
    const lines = signAws(request('POST', `${HOST}/`), { ...suite, sessionToken: TOKEN }, suiteDate);
    assert.deepEqual(lines, [
      { name: 'X-Amz-Date', value: '20150830T123600Z' },
      { name: 'X-Amz-Security-Token', value: TOKEN },
      {
        name: 'Authorization',
        value:
          'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
          'SignedHeaders=host;x-amz-date;x-amz-security-token, ' +
          'Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
      },
    ]);
  });

  const bucket = 'https://examplebucket.s3.amazonaws.com';
  const s3Vectors: [title: string, given: HttpRequest, expected: string][] = [
    [
      'bucket life cycle',
      request('GET', `${bucket}/?lifecycle`),
      'host;x-amz-content-sha256;x-amz-date fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'list of objects',
      request('GET', `${bucket}/?prefix=J&max-keys=2`),
      'host;x-amz-content-sha256;x-amz-date 34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
    [
      'upload',
      request(
        'PUT',
        `${bucket}/test%24file.text`,
        [
          ['Date', 'Fri, 24 May 2013 00:00:00 GMT'],
          ['x-amz-storage-class', 'REDUCED_REDUNDANCY'],
        ],
        'Welcome to Amazon S3.',
      ),
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class 98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
  ];
  for (const [title, given, expected] of s3Vectors) {
    it(`gives the signature of the S3 documentation's example: ${title}`, () => {
      assert.equal(signed(given, s3, s3Date), expected);
    });
  }

  it('sends the hash of an S3 body', () => {
    const [, hash] = signAws(request('PUT', `${bucket}/a`, [], 'Welcome to Amazon S3.'), s3, s3Date);
    assert.deepEqual(hash, {
      name: 'X-Amz-Content-Sha256',
      value: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    });
  });

  it('leaves a payload unsigned when the request says so', () => {
    const unsigned: [string, string] = ['x-amz-content-sha256', 'UNSIGNED-PAYLOAD'];
    const [one, other] = ['a', 'b'].map((body) =>
      signAws(request('PUT', `${bucket}/a`, [unsigned], body), s3, s3Date),
    );
    assert.deepEqual(one, other);
    assert.deepEqual(
      one?.map(({ name }) => name),
      ['X-Amz-Date', 'Authorization'],
    );
  });

  it('keeps an S3 path unchanged and normalises every other', () => {
    const plain = signed(request('GET', `${bucket}/a/b`), s3, s3Date);
    assert.notEqual(signed(request('GET', `${bucket}/a//b`), s3, s3Date), plain);
    assert.equal(signed(request('GET', `${HOST}/a//b`)), signed(request('GET', `${HOST}/a/b`)));
  });

  it('signs the bytes of a body, text or not', () => {
    const body = Uint8Array.of(0, 255, 254, 10).subarray(1, 3);
    const [one, other] = [body, Uint8Array.of(255, 254)].map((bytes) =>
      signed({ ...request('POST', HOST), body: bytes }),
    );
    assert.equal(one, other);
    assert.notEqual(one, signed({ ...request('POST', HOST), body: Uint8Array.of(255, 253) }));
  });

  it('replaces a date and an authorization of the request', () => {
    const stale: [string, string][] = [
      ['X-Amz-Date', '19990101T000000Z'],
      ['Authorization', 'Bearer x'],
    ];
    assert.equal(signed(request('GET', `${HOST}/`, stale)), signed(request('GET', `${HOST}/`)));
  });

  it('reads nothing from the environment', () => {
    const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;
    const before = names.map((name) => [name, process.env[name]] as const);
    const expected = signed(request('GET', `${HOST}/`));
    try {
      names.forEach((name) => (process.env[name] = 'stray'));
      assert.equal(signed(request('GET', `${HOST}/`)), expected);
    } finally {
      before.forEach(([name, value]) => {
        delete process.env[name];
        Object.assign(process.env, value === undefined ? {} : { [name]: value });
      });
    }
  });

  it('leaves the request as it was', () => {
    const given = request('POST', `${HOST}/`, [FORM], 'a=b');
    const copy = structuredClone(given);
    signAws(given, suite, suiteDate);
    assert.deepEqual(given, copy);
  });

  for (const member of ['accessKeyId', 'secretAccessKey', 'region', 'service'] as const) {
    it(`asks for an empty ${member} instead of guessing it`, () => {
      assert.throws(() => signAws(request('GET', HOST), { ...suite, [member]: '' }, suiteDate), {
        name: 'UserError',
        message: `AWS signing needs a "${member}", which is empty. Give it a value in "auth".`,
      });
    });
  }

  it('refuses a path that cannot be decoded', () => {
    assert.throws(() => signAws(request('GET', `${bucket}/100%`), s3, s3Date), {
      name: 'UserError',
      message: `The path of ${bucket}/100% has a percent sign that encodes nothing, so it cannot be signed for AWS. Write a literal percent sign as %25.`,
    });
  });

  it('signs headers and parameters that every object has by name', () => {
    assert.match(
      signed(request('GET', `${HOST}/?__proto__=1&constructor=2`, [['__proto__', 'x']])),
      /host;x-amz-date /,
    );
  });
});
