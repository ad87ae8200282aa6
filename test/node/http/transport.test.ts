import assert from 'node:assert/strict';
import type { HeaderLine } from '../../../src/core/model';
import { answered, closeTransports, failed, get, send, text, transport } from '../sending';
import { ok, startWireServer, type WireAnswer, type WireRequest, type WireServer } from '../wireServer';

describe('createTransport', () => {
  let server: WireServer;
  let answer: (request: WireRequest) => WireAnswer;

  beforeEach(async () => {
    answer = () => ok('fine');
    server = await startWireServer((request) => answer(request));
  });
  afterEach(async () => {
    closeTransports();
    await server.close();
  });

  describe('what goes out', () => {
    it('puts header lines onto the wire as given: order, case, duplicates and nothing else', async () => {
      const headers: readonly HeaderLine[] = [
        { name: 'hOST', value: 'elsewhere.example' },
        { name: 'X-One', value: '1' },
        { name: 'x-one', value: '2' },
        { name: 'X-Two', value: '' },
        { name: 'X-One', value: '  3 é ' },
        { name: 'Connection', value: 'keep-alive' },
      ];
      answered(await send(transport(), { method: 'GET', url: `${server.origin}/`, headers }));
      assert.equal(
        server.requests[0]?.head,
        'GET / HTTP/1.1\r\nhOST: elsewhere.example\r\nX-One: 1\r\nx-one: 2\r\nX-Two: \r\nX-One:   3 é \r\n' +
          'Connection: keep-alive\r\n\r\n',
      );
    });

    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      it(`adds no line to a bare ${method}`, async () => {
        const headers = [{ name: 'Host', value: 'x' }];
        answered(await send(transport(), { method, url: `${server.origin}/`, headers }));
        assert.equal(server.requests[0]?.head, `${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
      });
    }

    const paths: readonly (readonly [written: string, onTheWire: string])[] = [
      ['/a/../b', '/a/../b'],
      ['/%2e%2e/%2E/c', '/%2e%2e/%2E/c'],
      ['//double//slash', '//double//slash'],
      ['/..;/admin;x=1', '/..;/admin;x=1'],
      ['/{id}|^`"<>\\back', '/{id}|^`"<>\\back'],
      ['/?q={"a":[1]}&&=', '/?q={"a":[1]}&&='],
      ['?only=query', '/?only=query'],
      ['', '/'],
      ['/page#fragment', '/page'],
    ];
    for (const [written, onTheWire] of paths) {
      it(`sends the path ${written} as written`, async () => {
        answered(await send(transport(), get(server.origin + written)));
        assert.equal(server.requests[0]?.head.split('\r\n')[0], `GET ${onTheWire} HTTP/1.1`);
      });
    }

    it('sends a body byte for byte, JSON or not', async () => {
      const body = Buffer.from('not json, \0 and é', 'latin1');
      const headers = [
        { name: 'Host', value: 'x' },
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Content-Length', value: body.length.toString() },
      ];
      const request = { method: 'DELETE', url: `${server.origin}/`, headers, body };
      answered(await send(transport(), request));
      assert.equal(server.requests[0]?.body, 'not json, \0 and é');
    });

    it('sends the same bytes when VS Code makes the connection', async () => {
      const { headers } = get(server.origin, [
        { name: 'x-one', value: '1' },
        { name: 'X-Other', value: '2' },
        { name: 'X-One', value: '3' },
      ]);
      const request = { method: 'GET', url: `${server.origin}/a/../b`, headers };
      const result = await send(transport({ mode: 'vscode' }), request);
      assert.equal(result.connection?.via, 'vscode');
      assert.equal(
        server.requests[0]?.head,
        `GET /a/../b HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nx-one: 1\r\nX-Other: 2\r\nX-One: 3\r\n` +
          'Connection: keep-alive\r\n\r\n',
      );
    });
  });

  describe('what comes back', () => {
    it('keeps header lines as received and counts the bytes of the body', async () => {
      answer = () =>
        'HTTP/1.1 418 I am a teapot\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nX-eMPTY:\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n';
      const response = answered(await send(transport(), get(server.origin)));
      assert.deepEqual(
        { ...response, body: text(response) },
        {
          status: 418,
          statusText: 'I am a teapot',
          httpVersion: '1.1',
          headers: [
            { name: 'set-cookie', value: 'a=1' },
            { name: 'Set-Cookie', value: 'b=2' },
            { name: 'X-eMPTY', value: '' },
            { name: 'Transfer-Encoding', value: 'chunked' },
          ],
          body: 'abcde',
          wireSize: 5,
        },
      );
    });

    it('ignores interim answers', async () => {
      answer = () => `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok('final')}`;
      assert.equal(text(answered(await send(transport(), get(server.origin)))), 'final');
    });

    it('keeps three thousand header lines', async () => {
      const lines = Array.from({ length: 3000 }, (_, index) => `X-${index}: ${index}`);
      answer = () => ok('', lines);
      assert.equal(answered(await send(transport(), get(server.origin))).headers.length, 3001);
    });

    const empty: readonly (readonly [title: string, method: string, answer: string])[] = [
      ['HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Encoding: gzip\r\n\r\n'],
      ['204', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
      ['304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n'],
    ];
    for (const [title, method, bytes] of empty) {
      it(`expects no body of ${title}`, async () => {
        answer = () => bytes;
        const response = answered(await send(transport(), { ...get(server.origin), method }));
        assert.equal(response.body.length, 0);
      });
    }

    it('hands a redirect back instead of following it', async () => {
      answer = () => 'HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n';
      assert.equal(answered(await send(transport(), get(server.origin))).status, 302);
      assert.equal(server.requests.length, 1);
    });
  });

  describe('connections', () => {
    it('sends twenty requests over one connection and says so', async () => {
      const through = transport();
      const reused: (boolean | undefined)[] = [];
      for (let count = 0; count < 20; count += 1) {
        reused.push((await send(through, get(server.origin))).connection?.reused);
      }
      assert.equal(server.connections(), 1);
      assert.deepEqual(reused, [false, ...new Array<boolean>(19).fill(true)]);
    });

    it('times the phases that happened, and only those', async () => {
      const through = transport();
      const url = `http://localhost:${server.port}/`;
      const resolveHost = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      const named = await send(transport({ resolveHost }), get(url));
      assert.deepEqual(Object.keys(named.timings), [
        'dnsMs',
        'connectMs',
        'firstByteMs',
        'downloadMs',
        'totalMs',
      ]);
      await send(through, get(server.origin));
      const kept = await send(through, get(server.origin));
      assert.deepEqual(Object.keys(kept.timings), ['firstByteMs', 'downloadMs', 'totalMs']);
      assert.ok(Object.values(kept.timings).every((ms: number) => ms >= 0 && ms < 10_000));
      assert.deepEqual(kept.connection, {
        via: 'direct',
        reused: true,
        address: `127.0.0.1:${server.port}`,
      });
    });

    it('repeats a GET once when the kept connection turns out to be dead', async () => {
      const through = transport();
      answered(await send(through, get(server.origin)));
      answer = ({ connection }) => (connection === 1 ? { bytes: '', close: true } : ok('again'));
      const result = await send(through, get(server.origin));
      assert.equal(text(answered(result)), 'again');
      assert.deepEqual([result.connection?.reused, server.requests.length], [false, 3]);
    });

    it('never repeats a POST, which might take effect twice', async () => {
      const through = transport();
      answered(await send(through, get(server.origin)));
      answer = () => ({ bytes: '', close: true });
      const headers = [...get(server.origin).headers, { name: 'Content-Length', value: '0' }];
      const failure = failed(await send(through, { method: 'POST', url: server.origin, headers }));
      assert.equal(failure.code, 'connection-reset');
      assert.equal(server.requests.length, 2);
    });

    it('does not repeat what got part of an answer, or went out on a new connection', async () => {
      const through = transport();
      answered(await send(through, get(server.origin)));
      answer = () => ({ bytes: 'HTTP/1.1 2', close: true });
      assert.equal(failed(await send(through, get(server.origin))).code, 'connection-reset');
      assert.equal(failed(await send(through, get(server.origin))).code, 'connection-reset');
      assert.equal(server.requests.length, 3);
    });

    it('closes every connection, and sends nothing afterwards', async () => {
      const through = transport();
      answered(await send(through, get(server.origin)));
      answer = () => {
        through.close();
        return '';
      };
      assert.equal(failed(await send(through, get(server.origin))).code, 'cancelled');
      assert.equal(failed(await send(through, get(server.origin))).code, 'cancelled');
      assert.equal(server.requests.length, 2);
    });
  });
});
