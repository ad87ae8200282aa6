import assert from 'node:assert/strict';
import type { HttpRequest } from '../../../src/core/model';
import { aim } from '../../../src/node/http/target';
import { get } from '../sending';

const problem = (request: HttpRequest): string => {
  const aimed = aim(request);
  return aimed.ok ? '' : `${aimed.failure.message} ${aimed.failure.todo}`;
};
const withLine = (name: string, value: string): HttpRequest => get('http://x/', [{ name, value }]);
const withBody = (body: string, ...lines: readonly (readonly [string, string])[]): HttpRequest => ({
  ...get(
    'http://x/',
    lines.map(([name, value]) => ({ name, value })),
  ),
  body: Buffer.from(body),
});

describe('aim', () => {
  it('gives the canonical host and the path as written', () => {
    assert.deepEqual(aim(get('HTTPS://0x7f.1:8443/a/../b?x={y}#z')), {
      ok: true,
      target: {
        secure: true,
        host: '127.0.0.1',
        port: 8443,
        path: '/a/../b?x={y}',
        origin: 'https://127.0.0.1:8443',
      },
    });
  });

  it('knows the default ports and takes the brackets off', () => {
    const aimed = aim(get('https://[::1]'));
    assert.deepEqual(aimed.ok && [aimed.target.host, aimed.target.port, aimed.target.path], [
      '::1',
      443,
      '/',
    ]);
  });

  const refused: readonly (readonly [title: string, request: HttpRequest, message: RegExp])[] = [
    ['another scheme', get('ftp://x/'), /not an http:\/\/ or https:\/\/ URL/],
    ['file URLs', get('file:///etc/passwd'), /not an http:\/\//],
    ['data URLs', get('data:,x'), /not an http:\/\//],
    ['relative URLs', get('/orders'), /not an http:\/\//],
    ['a URL without host', get('http:///x'), /not an http:\/\//],
    ['a backslash before the path', get('http://good.test\\@evil.test/'), /not an http:\/\//],
    ['a host that is none', get('http://1.2.3.4.5/'), /not an http:\/\//],
    ['a space in the path', get('http://x/a b'), /contains " "/],
    ['a line break in the URL', get('http://x/\r\nX: y'), /contains "\\r"/],
    ['non-ASCII in the URL', get('http://x/é'), /contains "é"/],
    ['credentials in the URL', get('http://ann:secret@x/'), /user name or password/],
    ['a method with a space', { ...get('http://x/'), method: 'GET /' }, /is not a method/],
    ['an empty method', { ...get('http://x/'), method: '' }, /is not a method/],
    ['a method in lower case', { ...get('http://x/'), method: 'get' }, /Write GET\.$/],
    ['CONNECT', { ...get('http://x/'), method: 'CONNECT' }, /for proxies/],
    ['a line break in a value', withLine('X', 'a\r\nInjected: 1'), /The header X contains "\\r"/],
    ['a NUL in a value', withLine('X', '\0'), /contains "\\u0000"/],
    ['a character beyond Latin-1', withLine('X', '✓'), /contains "✓"/],
    ['a line break in a name', withLine('X\n', ''), /not a valid header name/],
    ['an empty name', withLine('', 'x'), /not a valid header name/],
    ['a colon in a name', withLine('X:', 'x'), /not a valid header name/],
    ['a body without length', withBody('abc'), /3 bytes but no Content-Length/],
    ['a body longer than said', withBody('abc', ['Content-Length', '1']), /says 1 but the body has 3 bytes/],
    ['a length without body', withLine('content-length', '5'), /says 5 but the body has 0 bytes/],
    ['two lengths', withBody('a', ['Content-Length', '1'], ['content-length', '1']), /says 1, 1/],
    [
      'a length and chunks',
      withBody('a', ['Content-Length', '1'], ['Transfer-Encoding', 'chunked']),
      /more than/,
    ],
    ['another transfer coding', withBody('a', ['Transfer-Encoding', 'gzip, chunked']), /more than one way/],
  ];
  for (const [title, request, message] of refused) {
    it(`refuses ${title}`, () => {
      assert.match(problem(request), message);
    });
  }

  it('never repeats a password from the URL', () => {
    assert.doesNotMatch(problem(get('http://ann:secret@x/')), /secret/);
  });

  it('accepts every visible Latin-1 character in a value', () => {
    assert.equal(problem(withLine('X', '\t !"é\xff~')), '');
  });
});
