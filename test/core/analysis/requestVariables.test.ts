import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../../src/core/analysis/readSource';

/** Code and message of each problem, and the text that it points at. */
function problemsOf(request: object, more: object = {}): readonly string[] {
  const text = JSON.stringify({
    formatVersion: 2,
    name: 'c',
    ...more,
    requests: [{ id: 'r', method: 'POST', url: 'http://h/', ...request }],
  });
  const { problems } = analyzeChain(createChainReader()(text, 'a.chain.json'), {
    required: [],
    requiresFaults: [],
  });
  return problems.map(
    ({ code, message, range }) => `${code} ${text.slice(range.start, range.end)}: ${message}`,
  );
}

describe('problems of request variables', () => {
  const signature = "{{$hmac 'sha256' key $request.body}}";
  const variables = { key: 'k', signature };

  it('are none where all is known in time', () => {
    const header = [{ name: 'X', value: '{{signature}} {{$request.path}}' }];
    const auth = { type: 'bearer', token: '{{signature}}' };
    assert.deepEqual(
      problemsOf({ variables, headers: header, auth, body: { text: '{{$request.path}}' } }),
      [],
    );
    assert.deepEqual(problemsOf({ variables }, { auth }), []);
  });

  const early: readonly [title: string, request: object, said: RegExp][] = [
    [
      'in the URL',
      { url: 'http://h/{{$request.host}}' },
      /^request-order \{\{\$request\.host\}\}: \$request\.host is not known where/,
    ],
    [
      'in the URL through a variable',
      { url: 'http://h/{{signature}}', variables },
      /\$request\.body is not known where signature is used/,
    ],
    ['in the body', { body: { json: { a: signature } }, variables }, /^request-order \$request\.body/],
    [
      'in an API key of the query',
      { auth: { type: 'apiKey', in: 'query', name: 'k', value: '{{signature}}' }, variables },
      /\$request\.body is not known where signature/,
    ],
  ];
  for (const [title, request, said] of early) {
    it(`are what is used ${title} before it is known`, () => {
      const found = problemsOf(request);
      assert.match(found.join('\n'), said);
      assert.ok(
        found.every((problem) => problem.startsWith('request-order')),
        found.join('\n'),
      );
    });
  }

  it('are circles', () => {
    const found = problemsOf({ variables: { a: '{{$upper b}}', b: '{{a}}' } });
    assert.deepEqual(found, [
      'request-order b: The variable a refers to itself. Give one of them a value without a reference.',
      'request-order {{a}}: The variable b refers to itself. Give one of them a value without a reference.',
    ]);
  });

  it('are unknown parts, and parts in constants of the chain', () => {
    assert.match(
      problemsOf({ headers: [{ name: 'X', value: '{{$request.size}}' }] }).join(),
      /\$request\.size\}\} does not exist/,
    );
    assert.match(
      problemsOf(
        { headers: [{ name: 'X', value: '{{a}}' }] },
        { variables: { a: '{{$request.path}}' } },
      ).join(),
      /\$request\.path is known in a request only\. Move this variable/,
    );
  });

  it('are what nothing defines, also in an argument', () => {
    assert.match(problemsOf({ variables: { a: '{{$upper nowhere}}' } }).join(), /nowhere/);
  });
});

describe('problems of literals in calls', () => {
  const wrong: readonly [call: string, said: RegExp][] = [
    ['{{$length 12}}', /\$length takes a text, an array or an object/],
    ["{{$jwt 'HS256' key 12}}", /\$jwt takes claims that are a JSON object/],
    ["{{$jwt 'HS256' key 'ann'}}", /\$jwt takes claims that are a JSON object/],
    ["{{$jwt 'HS256' key '{}' 'utf8' '[]'}}", /\$jwt takes a header that is a JSON object/],
    ["{{$hmac 'sha256' 'xyz' key 'hex' 'hex'}}", /The key of \$hmac is not hex/],
    ["{{$jwt 'HS256' '?' '{}' 'base64'}}", /The key of \$jwt is not base64/],
    ["{{$totp '0189'}}", /The key of \$totp is not base32/],
    ["{{$totp key 'six'}}", /The digits of \$totp is a whole number from 4 to 10/],
    ["{{$base64Decode '***'}}", /not base64 of a UTF-8 text/],
    ["{{$hex 'abc' 'hex'}}", /The value of \$hex is not hex/],
    ["{{$hash 'sha256' 'abc' 'hex' 'binary'}}", /The encoding of \$hash is one of 'utf8'/],
  ];
  for (const [call, said] of wrong) {
    it(`are found in ${call}`, () => {
      const [problem, ...others] = problemsOf({ variables: { key: 'k' }, body: { text: call } });
      assert.match(problem ?? '', said);
      assert.deepEqual(others, []);
    });
  }

  it('are none where a variable may be right', () => {
    const calls = ['{{$length key}}', "{{$jwt 'HS256' key key}}", "{{$hmac 'sha256' 'xyz' key 'hex' key}}"];
    assert.deepEqual(problemsOf({ variables: { key: 'k' }, body: { text: calls.join(' ') } }), []);
  });
});
