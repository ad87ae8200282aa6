import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseJson, stringifyJson, type JsonObject } from '../../../../../src/core/json/json';
import { readChain } from '../../../../../src/core/files/chainFile';
import { isCurl } from '../../../../../src/formats/importers/read/detectFormat';
import { readCurl } from '../../../../../src/formats/importers/read/curl/readCurl';

function read(command: string): JsonObject {
  const { request, leftOut } = readCurl(command);
  assert.deepEqual(leftOut, []);
  return request;
}

const URL = 'http://api.test/orders';
const JSON_TYPE = 'Content-Type: application/json';

describe('readCurl', () => {
  const reads: [title: string, command: string, request: JsonObject][] = [
    ['a plain GET', `curl ${URL}`, { id: 'get-orders', method: 'GET', url: URL }],
    [
      'a URL without scheme, as curl completes it',
      'curl api.test/orders',
      { id: 'get-orders', method: 'GET', url: URL },
    ],
    [
      'the method and the query as rows',
      `curl -X DELETE '${URL}/7?a=1&b=x%20y'`,
      {
        id: 'delete-orders',
        method: 'DELETE',
        url: `${URL}/7`,
        query: [
          { name: 'a', value: '1' },
          { name: 'b', value: 'x y' },
        ],
      },
    ],
    [
      'a query unchanged that rows would send differently',
      `curl '${URL}?a=1+2&flag&b=%e4#top'`,
      { id: 'get-orders', method: 'GET', url: `${URL}?a=1+2&flag&b=%e4` },
    ],
    [
      'headers, a bearer token as authentication',
      `curl ${URL} -H 'Accept: text/csv' -H"X-Empty;" --header 'authorization: bearer abc'`,
      {
        id: 'get-orders',
        method: 'GET',
        url: URL,
        headers: [
          { name: 'Accept', value: 'text/csv' },
          { name: 'X-Empty', value: '' },
        ],
        auth: { type: 'bearer', token: 'abc' },
      },
    ],
    [
      'a user and a password',
      `curl -u alice:s3:cret --url ${URL}`,
      {
        id: 'get-orders',
        method: 'GET',
        url: URL,
        auth: { type: 'basic', username: 'alice', password: 's3:cret' },
      },
    ],
    [
      'a user in the URL with braces that are no reference',
      'curl http://ann:%7B%7Bx%7D%7D@api.test/orders',
      {
        id: 'get-orders',
        method: 'GET',
        url: 'http://api.test/orders',
        auth: { type: 'basic', username: 'ann', password: '\\{{x}}' },
      },
    ],
    [
      'a user in the URL, and digest',
      'curl --digest http://al%40ice:pw@api.test/orders',
      {
        id: 'get-orders',
        method: 'GET',
        url: URL,
        auth: { type: 'digest', username: 'al@ice', password: 'pw' },
      },
    ],
    [
      'a JSON body, every digit and escape kept',
      `curl ${URL} -H '${JSON_TYPE}' -d '{"id":12345678901234567890,"note":"it'\\''s \\u00e9"}'`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        body: { json: parseJson('{"id":12345678901234567890,"note":"it\'s é"}') as JsonObject },
      },
    ],
    [
      'a content type that says more than JSON',
      `curl ${URL} -H 'Content-Type: application/vnd.api+json' --data-raw '[1]'`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        headers: [{ name: 'Content-Type', value: 'application/vnd.api+json' }],
        body: { json: [1] },
      },
    ],
    [
      'fields of a form, joined',
      `curl ${URL} -d 'a=1&b=x+y' --data-urlencode 'c=ü&=' -d d=`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        body: {
          form: [
            { name: 'a', value: '1' },
            { name: 'b', value: 'x y' },
            { name: 'c', value: 'ü&=' },
            { name: 'd', value: '' },
          ],
        },
      },
    ],
    [
      'text that is neither a form nor JSON',
      `curl ${URL} -d 'just text'`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        body: { text: 'just text', contentType: 'application/x-www-form-urlencoded' },
      },
    ],
    [
      'XML',
      `curl -X PUT ${URL} -H 'Content-Type: text/xml' --data-binary '<a/>'`,
      { id: 'put-orders', method: 'PUT', url: URL, body: { text: '<a/>', contentType: 'text/xml' } },
    ],
    [
      '--json',
      `curl ${URL} --json '{"a":1}'`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        headers: [{ name: 'Accept', value: 'application/json' }],
        body: { json: { a: 1 } },
      },
    ],
    [
      'parts, files and their types',
      `curl ${URL} -F 'name=a;b' -F 'doc=@bill.pdf;type=application/pdf;filename="x.pdf"' --form-string 'raw=@no'`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        body: {
          multipart: [
            { name: 'name', value: 'a;b' },
            { name: 'doc', file: 'bill.pdf', fileName: 'x.pdf', contentType: 'application/pdf' },
            { name: 'raw', value: '@no' },
          ],
        },
      },
    ],
    [
      'a body that is a file',
      `curl ${URL} --data-binary @bodies/order.json -H '${JSON_TYPE}'`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        body: { file: 'bodies/order.json', contentType: 'application/json' },
      },
    ],
    [
      'data as query with -G',
      `curl -G ${URL}?x=1 -d a=1 --data-urlencode 'q=a b'`,
      {
        id: 'get-orders',
        method: 'GET',
        url: URL,
        query: [
          { name: 'x', value: '1' },
          { name: 'a', value: '1' },
          { name: 'q', value: 'a b' },
        ],
      },
    ],
    [
      'combined short options, and options about curl itself',
      `curl -sSLX PATCH ${URL} --compressed -o out.json -m 2.5 -A me -e http://a.test -b a=1 -I`,
      {
        id: 'patch-orders',
        method: 'PATCH',
        url: URL,
        headers: [
          { name: 'User-Agent', value: 'me' },
          { name: 'Referer', value: 'http://a.test' },
          { name: 'Cookie', value: 'a=1' },
        ],
        timeoutMs: 2500,
      },
    ],
    ['-I as HEAD', `curl -I ${URL}`, { id: 'head-orders', method: 'HEAD', url: URL }],
    [
      'variables of the shell as references, references as they are',
      `curl "{{baseUrl}}/orders/$ORDER?q={{$guid}}" -u "$USER:\${PASS}" --data-urlencode "a=$B"`,
      {
        id: 'post-orders',
        method: 'POST',
        url: '{{baseUrl}}/orders/{{ORDER}}',
        query: [{ name: 'q', value: '{{$guid}}' }],
        auth: { type: 'basic', username: '{{USER}}', password: '{{PASS}}' },
        body: { form: [{ name: 'a', value: '{{B}}' }] },
      },
    ],
    [
      'lines that go on, quoting of every kind, a fragment',
      `curl \\\n  '${URL}#part' \\\r\n  -H $'X-A: it\\'s' \\\n --data-raw "say \\"hi\\" \\\n\\$5"`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        headers: [{ name: 'X-A', value: "it's" }],
        body: { text: 'say "hi" $5', contentType: 'application/x-www-form-urlencoded' },
      },
    ],
    [
      'a command whose lines lack the backslash',
      `curl -X POST ${URL}\n  -H 'X-A: 1'`,
      { id: 'post-orders', method: 'POST', url: URL, headers: [{ name: 'X-A', value: '1' }] },
    ],
    [
      'what Chrome copies for cmd',
      `curl ^"${URL}?a=1^&b=2^" ^\r\n  -H ^"content-type: application/json^" ^\r\n  --data-raw ^"^{^\\^"a^\\^":^\\^"50^%^\\^\\^\\^"^\\^"^}^"`,
      {
        id: 'post-orders',
        method: 'POST',
        url: URL,
        query: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2' },
        ],
        body: { json: { a: '50%"' } },
      },
    ],
    [
      'text that would become a reference by decoding, escaped',
      `curl ${URL} -d 'a=%7B%7Btoken}}'`,
      { id: 'post-orders', method: 'POST', url: URL, body: { form: [{ name: 'a', value: '\\{{token}}' }] } },
    ],
    [
      'a word after a hash sign that begins none',
      `curl ${URL} -H X-A:a#b -H X-B:1`,
      {
        id: 'get-orders',
        method: 'GET',
        url: URL,
        headers: [
          { name: 'X-A', value: 'a#b' },
          { name: 'X-B', value: '1' },
        ],
      },
    ],
  ];
  for (const [title, command, request] of reads) {
    it(`reads ${title}`, () => {
      assert.deepEqual(read(command), request);
    });
  }

  const lacks: [title: string, command: string, leftOut: readonly string[]][] = [
    ['options without counterpart', `curl -k --proxy http://p.test ${URL}`, ['-k', '--proxy http://p.test']],
    ['options nobody knows', `curl --frobnicate ${URL}`, ['--frobnicate']],
    ['further URLs', `curl ${URL} http://b.test`, ['http://b.test']],
    ['a pipe', `curl ${URL} | jq .id`, ['| jq .id']],
    ['a second command', `curl ${URL}\ncurl http://b.test`, ['curl http://b.test']],
    ['a remark', `curl ${URL} # all of them`, ['# all of them']],
    ['a cookie file', `curl -b jar.txt ${URL}`, ['--cookie jar.txt']],
    [
      'headers that are written anyway',
      `curl ${URL} -H 'Accept-Encoding: br'`,
      ['--header Accept-Encoding: br'],
    ],
    ['a header that is removed', `curl ${URL} -H Accept:`, ['--header Accept:']],
    ['a part without a name', `curl ${URL} -F x -F a=b`, ['--form x']],
    ['data of several files', `curl ${URL} -d a=1 -d @more.txt`, ['--data @more.txt']],
  ];
  for (const [title, command, leftOut] of lacks) {
    it(`says that it left out ${title}`, () => {
      assert.deepEqual(readCurl(command).leftOut, leftOut);
    });
  }

  const refused: [title: string, command: string, message: RegExp][] = [
    ['other commands', 'wget http://a.test', /not a cURL command/],
    ['a command without URL', 'curl -X POST', /names no URL/],
    ['an unclosed quote', `curl '${URL} -d "a"`, /not closed/],
    ['what nobody wrote by hand', `curl ${URL} -d ${'x'.repeat(1_000_000)}`, /too long/],
  ];
  for (const [title, command, message] of refused) {
    it(`refuses ${title}`, () => {
      assert.throws(() => readCurl(command), { name: 'UserError', message });
    });
  }

  it('gives back any JSON body and header value that was quoted for the shell', () => {
    const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
    fc.assert(
      fc.property(fc.object({ depthSize: 'small' }), fc.stringMatching(/^[!-~]{1,40}$/), (data, value) => {
        const json = stringifyJson(parseJson(JSON.stringify(data)));
        const { request } = readCurl(`curl ${URL} -H ${quoted(`X-A: ${value}`)} --json ${quoted(json)}`);
        assert.deepEqual(request['body'], { json: parseJson(json) });
        assert.deepEqual(
          (request['headers'] as readonly JsonObject[]).map((field) => field['value']),
          [value, 'application/json'],
        );
      }),
      { seed: 7 },
    );
  });

  it('keeps a caret in a quoted body', () => {
    const { request } = readCurl(`curl ${URL} --json '{"":[{" ^":0}]}'`);
    assert.deepEqual(request['body'], { json: { '': [{ ' ^': 0 }] } });
  });

  it('makes requests that a chain file accepts, whatever the command says', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('-d', 'a=1', '-F', 'x=@f', '-X', 'PUT', '-u', 'a:b', '-H', 'A: b', '-G', '{'),
          {
            maxLength: 8,
          },
        ),
        (words) => {
          const { request } = readCurl(`curl ${URL} ${words.map((word) => `'${word}'`).join(' ')}`);
          const chain = { formatVersion: 1, name: 'c', requests: [request] };
          assert.deepEqual(readChain(stringifyJson(chain as JsonObject), 'c.chain.json').problems, []);
        },
      ),
      { seed: 7 },
    );
  });

  it('answers a hostile text in bounded time', () => {
    for (const piece of ["'a' ", '"', '\\', "$'", '^"', '{{$', '#', '-']) {
      try {
        readCurl(`curl ${URL} ${piece.repeat(50_000)}`);
      } catch (error) {
        assert.equal((error as Error).name, 'UserError');
      }
    }
  });
});

describe('isCurl', () => {
  for (const [text, expected] of [
    ['curl http://a.test', true],
    ['  $ curl -v http://a.test', true],
    ['curl.exe http://a.test', true],
    ['curly braces', false],
    ['{ "curl": 1 }', false],
    ['', false],
  ] as const) {
    it(`says ${expected} to ${JSON.stringify(text)}`, () => assert.equal(isCurl(text), expected));
  }
});
