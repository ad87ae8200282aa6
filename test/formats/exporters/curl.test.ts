import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { stringifyJson } from '../../../src/core/json/json';
import type { HeaderLine } from '../../../src/core/model';
import type { RecordedBody, RecordedExchange } from '../../../src/core/result/result';
import { curlCommand } from '../../../src/formats/exporters/curl';
import { readCurl } from '../../../src/formats/importers/read/curl/readCurl';

type RecordedRequest = RecordedExchange['request'];

function body(content: string, mediaType = 'application/json'): RecordedBody {
  return { encoding: 'utf8', content, size: new TextEncoder().encode(content).length, mediaType };
}

function request(members: Partial<RecordedRequest> = {}): RecordedRequest {
  return { method: 'GET', url: 'http://127.0.0.1:4010/api/orders/7', headers: [], ...members };
}

function header(name: string, value: string): HeaderLine {
  return { name, value };
}

const hasBash = spawnSync('bash', ['-c', 'exit 0']).status === 0;

/** The words that bash hands to curl, and what it hands in as the body. */
function bashWords(command: string, variables: Readonly<Record<string, string>> = {}): readonly string[] {
  const script = `curl() { for word; do case "$word" in @/dev/fd/*) cat "\${word#@}" | base64 -w0; printf '\\0';; *) printf '%s\\0' "$word";; esac; done; }\n${command}\n`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...variables },
  });
  assert.equal(stderr.toString(), '');
  assert.equal(status, 0);
  return stdout.toString().split('\0').slice(0, -1);
}

describe('curlCommand', () => {
  const writes: [title: string, sent: RecordedRequest, command: string][] = [
    ['a GET', request(), "curl -i 'http://127.0.0.1:4010/api/orders/7'"],
    [
      'a change with its body, without what cURL writes itself',
      request({
        method: 'PATCH',
        headers: [
          header('Host', '127.0.0.1:4010'),
          header('Content-Type', 'application/json'),
          header('Content-Length', '11'),
          header('Accept-Encoding', 'gzip'),
        ],
        body: body('{"note":1}\n'),
      }),
      `curl -i -X PATCH 'http://127.0.0.1:4010/api/orders/7' \\
  -H 'Content-Type: application/json' \\
  --compressed \\
  --data-raw $'{"note":1}\\n'`,
    ],
    [
      'a masked token as a variable',
      request({ headers: [header('Authorization', 'Bearer ‹token:alice›')] }),
      `curl -i 'http://127.0.0.1:4010/api/orders/7' \\
  -H 'Authorization: Bearer '"$TOKEN_ALICE"`,
    ],
    [
      'masks in a URL, a cookie and a body',
      request({
        method: 'POST',
        url: 'http://h/?key=‹secret:7f3a›',
        headers: [header('Cookie', 'a=‹cookie:bob-2›; b=1'), header('content-type', 'text/plain')],
        body: body('‹password:é›', 'text/plain'),
      }),
      `curl -i 'http://h/?key='"$SECRET_7F3A" \\
  -H 'Cookie: a='"$COOKIE_BOB_2"'; b=1' \\
  -H 'content-type: text/plain' \\
  --data-raw "$PASSWORD__"`,
    ],
    [
      'a mask that nobody makes as text',
      request({ url: 'http://h/‹path:x›' }),
      "curl -i 'http://h/‹path:x›'",
    ],
    ['another host than the URL has', request({ headers: [header('Host', 'other')] }), "-H 'Host: other'"],
    ['an empty header', request({ headers: [header('X-Empty', '')] }), "-H 'X-Empty;'"],
    ['a body without a type', request({ method: 'POST', body: body('x', '') }), "-H 'Content-Type:'"],
    ['a HEAD request', request({ method: 'HEAD' }), "curl -i --head 'http"],
    ['a method that needs quotes', request({ method: "a'b" }), "-X 'a'\\''b' 'http"],
    ['brackets of a URL', request({ url: 'http://h/[1-3]{a}' }), "curl -i -g 'http://h/[1-3]{a}'"],
    ['dots of a path', request({ url: 'http://h/a/%2E%2e/b' }), "curl -i --path-as-is 'http://h/a/%2E%2e/b'"],
    [
      'a URL that is none of HTTP',
      request({ url: 'file:///etc/passwd' }),
      "--proto =http,https --url 'file:///etc/passwd'",
    ],
    ['an exclamation mark', request({ url: 'http://h/a!b' }), "'http://h/a!b'"],
    ['an exclamation mark among escapes', request({ url: 'http://h/a!\tb' }), "$'http://h/a\\x21\\tb'"],
    [
      'a mark that turns the reading around',
      request({ url: 'http://h/\u202eb' }),
      "$'http://h/\\xe2\\x80\\xaeb'",
    ],
    [
      'a HEAD that has a body',
      request({ method: 'HEAD', body: body('{}') }),
      "-X HEAD --ignore-content-length -H 'Connection: close'",
    ],
    [
      'bytes',
      request({ method: 'PUT', body: { encoding: 'base64', content: 'AP8=', size: 2, mediaType: '' } }),
      "--data-binary @<(printf %s 'AP8=' | base64 -d)",
    ],
    [
      'a body that is not at hand',
      request({ method: 'PUT', body: { encoding: 'utf8', content: '', size: 34, mediaType: 'a/b' } }),
      '--data-binary @BODY # save the 34 bytes of the body as the file BODY first: they are not kept here',
    ],
  ];
  for (const [title, sent, expected] of writes) {
    it(`writes ${title}`, () => {
      const command = curlCommand(sent);
      assert.equal(command.includes(expected), true, command);
    });
  }

  it('leaves out headers that nobody can have sent', () => {
    const headers = [
      header('X\r\nY', 'a'),
      header('X', 'a\r\nY: b'),
      header('@/etc/passwd', ''),
      header('X', 'a\0'),
    ];
    assert.equal(curlCommand(request({ headers })), "curl -i 'http://127.0.0.1:4010/api/orders/7'");
  });

  it('shows a terminal no character that it acts on', () => {
    const nasty = '\u001b[201~\u0003\u009b1A\u202ereboot';
    const command = curlCommand(request({ url: `http://h/${nasty}`, method: nasty, body: body(nasty) }));
    assert.doesNotMatch(command, /(?!\n)[\p{Cc}\u202e]/u);
  });
});

describe('curlCommand in bash', function () {
  before(function () {
    if (!hasBash) {
      this.skip();
    }
  });

  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      ...[
        "'",
        '"',
        '\\',
        '$(reboot)',
        '`reboot`',
        '!!',
        '\n',
        '\r\n',
        '; reboot',
        '$HOME',
        '${IFS}',
        '~',
        '*',
      ],
      ...['\u001b[201~', '\t', '‹token:bob', '&', '#', '>x', "$'", "\\'", '\u202e', '\u0085', '%n', '--x'],
    ),
  );
  const joined = fc.array(texts, { maxLength: 4 }).map((parts) => parts.join(''));

  it('passes every value to cURL unchanged', () => {
    const sent = fc.record({
      path: joined.map((text) => text.replace(/\0/g, '')),
      value: joined.map((text) => text.replace(/[\0\r\n]/g, '')),
      content: joined,
    });
    fc.assert(
      fc.property(sent, ({ path, value, content }) => {
        const words = bashWords(
          curlCommand(
            request({
              method: 'POST',
              url: `http://h/-${path}`,
              headers: [header('Content-Type', `x${value}`)],
              ...(content === '' ? {} : { body: body(content) }),
            }),
          ),
        );
        assert.equal(words.includes(`http://h/-${path}`), true);
        assert.equal(words.includes(`Content-Type: x${value}`), true);
        const last = content.includes('\0') ? Buffer.from(content).toString('base64') : content;
        assert.equal(content === '' || words.at(-1) === last, true, JSON.stringify([content, words.at(-1)]));
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it('puts in what the variables hold, whatever that is', () => {
    const command = curlCommand(request({ headers: [header('Authorization', 'Bearer ‹token:alice›')] }));
    const words = bashWords(command, { TOKEN_ALICE: 'a b*$(reboot)"\'' });
    assert.deepEqual(words.slice(-2), ['-H', 'Authorization: Bearer a b*$(reboot)"\'']);
  });

  it('sends bytes as they are', () => {
    const bytes: RecordedBody = { encoding: 'base64', content: 'AP8nCg==', size: 4, mediaType: '' };
    assert.equal(bashWords(curlCommand(request({ method: 'PUT', body: bytes }))).at(-1), 'AP8nCg==');
  });
});

describe('readCurl of curlCommand', () => {
  const roundTrips: [title: string, sent: RecordedRequest, read: object][] = [
    [
      'quotes, backslashes and other odd characters',
      request({
        method: 'PUT',
        url: "http://h/a'b%20c?x='%22",
        headers: [header('Content-Type', 'text/plain'), header('X-Odd', `a'b"c\\d$e\`f!g #h`)],
        body: body('it\'s "1"\\\n\t$HOME `x` é 👍 !', 'text/plain'),
      }),
      {
        id: 'put-request',
        method: 'PUT',
        url: "http://h/a'b%20c",
        query: [{ name: 'x', value: `'"` }],
        headers: [{ name: 'X-Odd', value: `a'b"c\\d$e\`f!g #h` }],
        body: { text: 'it\'s "1"\\\n\t$HOME `x` é 👍 !', contentType: 'text/plain' },
      },
    ],
    [
      'a masked token, which becomes a reference',
      request({ headers: [header('Authorization', 'Bearer ‹token:alice›')] }),
      {
        id: 'get-orders',
        method: 'GET',
        url: 'http://127.0.0.1:4010/api/orders/7',
        auth: { type: 'bearer', token: '{{TOKEN_ALICE}}' },
      },
    ],
    [
      'JSON',
      request({
        method: 'POST',
        headers: [header('Content-Type', 'application/json'), header('Accept-Encoding', 'gzip')],
        body: body('{"id":7,"a":["\'"]}'),
      }),
      {
        id: 'post-orders',
        method: 'POST',
        url: 'http://127.0.0.1:4010/api/orders/7',
        body: { json: { id: 7, a: ["'"] } },
      },
    ],
    [
      'dots and brackets of a path',
      request({ url: 'http://h/a/../[1]' }),
      { id: 'get-a', method: 'GET', url: 'http://h/a/../[1]' },
    ],
  ];
  for (const [title, sent, expected] of roundTrips) {
    it(`keeps ${title}`, () => {
      const { request: read, leftOut } = readCurl(curlCommand(sent));
      assert.deepEqual(leftOut, []);
      assert.deepEqual(JSON.parse(stringifyJson(read)), expected);
    });
  }

  it('keeps any text of a header and a body', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((part) => `a${part.replace(/[\0\r\n]|\{\{|\p{Cc}/gu, '')}z`);
    fc.assert(
      fc.property(text, text, (value, content) => {
        const headers = [header('Content-Type', 'text/x'), header('X', value)];
        const sent = request({ method: 'POST', headers, body: body(content, 'text/x') });
        const { request: read, leftOut } = readCurl(curlCommand(sent));
        assert.deepEqual(leftOut, []);
        assert.deepEqual(read['headers'], [{ name: 'X', value }]);
        assert.deepEqual(read['body'], { text: content, contentType: 'text/x' });
      }),
      { numRuns: 300, seed: 4 },
    );
  });
});
