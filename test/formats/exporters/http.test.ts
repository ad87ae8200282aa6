/** Chains as `.http` files: every line is one that was meant. */
import assert from 'node:assert/strict';
import { exported } from './exported';
import { authCases, bodyCases, oauthCases, placeCases } from './requestCases';
import { chainText } from './sentRequests';

/** The block of a chain's only request, without title and name, and the remarks on it. */
async function block(request: object, more: object = {}) {
  const { text, report } = await exported('http', chainText([request], more));
  const [, lines = ''] = /# @name request_1\n([^]*)$/.exec(text) ?? [];
  return { lines: lines.trimEnd().split('\n'), text, report, remarks: report.requests[0]?.remarks ?? [] };
}

/** What begins something of its own for some reader, at any place. */
const COMMAND = /^(?:###|# @|@\S+ =|< |<@|>|\?\?)/;

const HOSTILE =
  'x\n### y\n# @name z\n@v = 1\n< ./f\n> {% evil %}\n>> f\n?? status == 1\n\nGET http://evil/ HTTP/1.1\r\nX: 1\u2028X: 2\u0085\0';

describe('export as an .http file', () => {
  for (const { title, request, chain } of [...placeCases, ...bodyCases, ...authCases, ...oauthCases]) {
    it(`writes one request line and no command of its own: ${title}`, async () => {
      const { lines } = await block(request, chain);
      const commands = lines.filter((line) => COMMAND.test(line) && !line.startsWith('###'));
      const files = JSON.stringify(request).match(/"file":/g)?.length ?? 0;
      assert.equal(commands.length, files, commands.join('\n'));
      assert.match(lines[0] ?? '', /^[A-Z]+ \S+$/);
    });
  }

  const blocks: [title: string, request: object, lines: readonly string[]][] = [
    [
      'JSON, its references and its numbers',
      {
        method: 'POST',
        url: '{{baseUrl}}/orders',
        query: [{ name: 'a b', value: '{{q}}&' }],
        body: { json: { id: '{{n}}', text: 'a {{t}} "b"', made: '{{$randomInt}}' } },
      },
      [
        'POST {{baseUrl}}/orders?a%20b={{q}}%26',
        'Content-Type: application/json',
        '',
        '{',
        '  "id": {{n}},',
        '  "text": "a {{t}} \\"b\\"",',
        '  "made": {{$randomInt 0 1000}}',
        '}',
      ],
    ],
    [
      'a form',
      { method: 'POST', body: { form: [{ name: 'a b', value: 'c=d&{{t}}' }] } },
      [
        'POST http://127.0.0.1:4010/x',
        'Content-Type: application/x-www-form-urlencoded',
        '',
        'a%20b=c%3Dd%26{{t}}',
      ],
    ],
    [
      'parts',
      {
        method: 'POST',
        body: {
          multipart: [
            { name: 'a"b', value: 'c' },
            { name: 'f', file: 'n.txt', contentType: 'text/plain' },
            { name: 'g', value: 'd', contentType: 'text/{{t}}' },
          ],
        },
      },
      [
        'POST http://127.0.0.1:4010/x',
        'Content-Type: multipart/form-data; boundary=chainwright-part',
        '',
        '--chainwright-part',
        'Content-Disposition: form-data; name="a%22b"',
        '',
        'c',
        '--chainwright-part',
        'Content-Disposition: form-data; name="f"; filename="n.txt"',
        'Content-Type: text/plain',
        '',
        '< ./n.txt',
        '--chainwright-part',
        'Content-Disposition: form-data; name="g"',
        'Content-Type: text/{{t}}',
        '',
        'd',
        '--chainwright-part--',
      ],
    ],
    [
      'a file',
      { method: 'PUT', body: { file: '../n.bin', contentType: 'a/b' } },
      ['PUT http://127.0.0.1:4010/x', 'Content-Type: a/b', '', '< ../n.bin'],
    ],
    [
      'a file on another drive',
      { method: 'PUT', body: { file: 'C:/data/n.bin', contentType: 'a/b' } },
      ['PUT http://127.0.0.1:4010/x', 'Content-Type: a/b', '', '< C:/data/n.bin'],
    ],
    [
      'basic',
      { auth: { type: 'basic', username: 'alice', password: '{{$secret P}}' } },
      ['GET http://127.0.0.1:4010/x', 'Authorization: Basic alice {{P}}'],
    ],
    [
      'basic with a space in the name',
      { auth: { type: 'basic', username: 'al ice', password: '{{p}}' } },
      ['GET http://127.0.0.1:4010/x', 'Authorization: Basic al ice:{{p}}'],
    ],
    [
      'basic without a password',
      { auth: { type: 'basic', username: 'sk_test', password: '' } },
      ['GET http://127.0.0.1:4010/x', 'Authorization: Basic sk_test:'],
    ],
    [
      'basic without a name',
      { auth: { type: 'basic', username: '', password: '{{p}}' } },
      ['GET http://127.0.0.1:4010/x', 'Authorization: Basic :{{p}}'],
    ],
    [
      'digest',
      { auth: { type: 'digest', username: 'alice', password: '{{p}}' } },
      ['GET http://127.0.0.1:4010/x', 'Authorization: Digest alice {{p}}'],
    ],
    [
      'built-ins',
      {
        headers: [
          { name: 'A', value: '{{$uuid}} {{$isoTimestamp 1 d}} {{$randomInt 1 6}} {{$processEnv HOME}}' },
        ],
      },
      ['GET http://127.0.0.1:4010/x', 'A: {{$guid}} {{$datetime iso8601 1 d}} {{$randomInt 1 6}} {{HOME}}'],
    ],
  ];
  for (const [title, request, lines] of blocks) {
    it(`writes ${title}`, async () => {
      const { lines: written } = await block(request, { variables: { n: 1, t: 'x' } });
      assert.deepEqual(written, lines);
    });
  }

  const lost: [title: string, request: object, remark: RegExp][] = [
    ['comments in a body', { method: 'POST', body: { text: 'a\n  // b' } }, /REST Client .* comments/],
    ['headings in a body', { method: 'POST', body: { text: '# a' } }, /REST Client .* comments/],
    [
      'a request in a body',
      { method: 'POST', body: { text: 'a\n\nGET http://evil.test/' } },
      /for the next request/,
    ],
    [
      'OAuth 1.0',
      { auth: { type: 'oauth1', consumerKey: 'a', consumerSecret: '{{$secret P}}' } },
      /do not sign for OAuth 1\.0/,
    ],
    ['a method of its own', { method: 'FETCH' }, /do not know the method FETCH/],
  ];
  for (const [title, request, remark] of lost) {
    it(`tells what readers make of ${title}`, async () => {
      const { remarks } = await block(request);
      assert.equal(remarks.length, 1, remarks.join('\n'));
      assert.match(remarks[0] ?? '', remark);
    });
  }

  it('tells what readers make of constants', async () => {
    const variables = { blank: ' a ', path: 'C:\\dir', lines: 'a\nb\\c', plain: 'a' };
    const { text, report } = await block({}, { variables });
    assert.match(text, /^@lines = a\\nb\\\\c$/m);
    assert.deepEqual(report.remarks, [
      'Spaces around the value of blank are not kept.',
      'REST Client leaves out the backslashes in the value of path.',
      'Line breaks in the value of lines are written as \\n, which REST Client alone reads as such.',
    ]);
  });

  it('lets no text begin a line of its own', async () => {
    const { text, remarks } = await block(
      {
        name: `@name evil ${HOSTILE}`,
        description: HOSTILE,
        url: `http://h/${HOSTILE}`,
        query: [{ name: HOSTILE, value: HOSTILE }],
        headers: [
          { name: 'X-A', value: HOSTILE },
          { name: 'Bad Name:', value: 'x' },
        ],
        method: 'POST',
        body: { text: HOSTILE },
      },
      { name: HOSTILE, description: `@name x\n### z\n${HOSTILE}`, variables: { v: HOSTILE } },
    );
    const commands = text.split(/[\r\n\u2028\u2029\u0085]/).filter((line) => COMMAND.test(line));
    assert.equal(commands.length, 3, commands.join('\n'));
    assert.match(commands[0] ?? '', /^@v = x\\n### y\\n/);
    assert.match(commands[1] ?? '', /^### > @name evil x ### y/);
    assert.equal(commands[2], '# @name request_1');
    assert.equal(remarks.length, 3, remarks.join('\n'));
  });

  it('takes values from answers before the next request, and at the end', async () => {
    const { text, report } = await exported(
      'http',
      chainText([
        {
          id: 'log-in',
          extract: [
            { variable: 'token', from: 'body', path: "$['to ken']" },
            { variable: 'etag', from: 'header', name: 'ETag' },
            { variable: 'code', from: 'status' },
            { variable: 'user', from: 'body', path: '$.t', decode: { as: 'jwt', path: '$.sub' } },
            { variable: 'list', from: 'body', path: '$..a', all: true },
          ],
        },
        { id: 'read', redirects: 'manual', extract: [{ variable: 'token', from: 'body', path: '$.a' }] },
      ]),
    );
    assert.equal(
      text,
      `# Orders

### log-in
# @name log_in
GET http://127.0.0.1:4010/x

### read
@token = {{log_in.response.body.$['to ken']}}
@etag = {{log_in.response.headers.ETag}}
# @name read
# @no-redirect
GET http://127.0.0.1:4010/x

###
@token = {{read.response.body.$.a}}
`,
    );
    assert.deepEqual(report.requests[0]?.remarks, [
      'An .http file cannot take code from status.',
      'An .http file cannot take user from body $.t, decoded as jwt $.sub.',
      'An .http file cannot take list from body $..a.',
    ]);
    assert.match(
      report.remarks.join(),
      /An .http file takes token of the last request everywhere, though several responses give it/,
    );
  });

  it('keeps tokens of several clients apart, and from variables of their name', async () => {
    const client = (clientId: string, headers: readonly object[] = []) => ({
      headers,
      auth: {
        type: 'oauth2',
        grant: 'clientCredentials',
        tokenUrl: 'http://127.0.0.1:4010/token',
        clientId,
      },
    });
    const given = { name: 'X', value: '{{accessToken2}}' };
    const requests = [client('a', [given]), client('b')];
    const { text } = await exported('http', chainText(requests, { variables: { accessToken: 'x' } }));
    assert.deepEqual(text.match(/(?<=^Authorization: ).*$/gm), [
      'Bearer {{accessToken3}}',
      'Bearer {{accessToken4}}',
    ]);
  });

  it('names secrets, and where they are read from', async () => {
    const { text, report } = await block({
      auth: { type: 'bearer', token: 'ghp_0123456789abcdefghijklmnopqrstuvwxyz' },
    });
    assert.match(
      text,
      /^# Secrets, read from a file \.env next to this one\n@TOKEN = \{\{\$dotenv TOKEN\}\}$/m,
    );
    assert.match(text, /^Authorization: Bearer \{\{TOKEN\}\}$/m);
    assert.deepEqual(report.secrets, ['TOKEN']);
  });
});
