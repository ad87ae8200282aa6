import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http2, { type Http2SecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { answered, closeTransports, failed, get, send, text, transport } from './sending';

const fixture = (name: string): Buffer => readFileSync(`test/fixtures/tls/${name}`);
const tls = { ca: fixture('ca.pem'), verify: true };
const identity = { cert: fixture('server.pem'), key: fixture('server.key') };

describe('createTransport, over HTTP/2', () => {
  let server: Http2SecureServer;
  let origin: string;
  let answer: (stream: ServerHttp2Stream) => void;
  let seen: readonly (readonly [name: string, value: string])[];
  const sessions = new Set<ServerHttp2Session>();
  let connections = 0;

  beforeEach(async () => {
    connections = 0;
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.end('fine');
    };
    server = http2.createSecureServer(identity);
    server.on('session', (session) => {
      connections += 1;
      sessions.add(session);
      session.on('error', () => undefined);
      session.once('close', () => sessions.delete(session));
    });
    server.on('stream', (stream, _headers, _flags, ...raw: readonly unknown[]) => {
      const flat = raw[0] as readonly string[];
      seen = flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []));
      stream.on('error', () => undefined);
      answer(stream);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    closeTransports();
    sessions.forEach((session) => {
      session.destroy();
    });
    server.close();
  });

  it('sends names in lower case, the path raw, and no lines about the connection', async () => {
    const request = get(`${origin}/a/../b?{x}`, [
      { name: 'X-One', value: '1' },
      { name: 'Accept', value: '*/*' },
      { name: 'x-one', value: '2' },
    ]);
    answered(await send(transport({ http2: true, tls }), request));
    assert.deepEqual(seen, [
      [':method', 'GET'],
      [':scheme', 'https'],
      [':authority', new URL(origin).host],
      [':path', '/a/../b?{x}'],
      ['x-one', '1'],
      ['x-one', '2'],
      ['accept', '*/*'],
    ]);
  });

  it('gives header lines without pseudo headers, duplicates kept', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 201, 'set-cookie': ['a=1', 'b=2'], 'x-id': '7' }, {
        sendDate: false,
      } as object);
      stream.end('made');
    };
    const response = answered(await send(transport({ http2: true, tls }), get(origin)));
    const headers = response.headers.filter(({ name }) => name !== 'date');
    assert.deepEqual(
      { ...response, headers, body: text(response) },
      {
        status: 201,
        statusText: '',
        httpVersion: '2',
        headers: [
          { name: 'set-cookie', value: 'a=1' },
          { name: 'set-cookie', value: 'b=2' },
          { name: 'x-id', value: '7' },
        ],
        body: 'made',
        wireSize: 4,
      },
    );
  });

  it('sends bodies', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.pipe(stream);
    };
    const body = Buffer.from('{"sku":"A-1"}');
    const { headers } = get(origin, [{ name: 'Content-Length', value: body.length.toString() }]);
    const request = { method: 'POST', url: origin, headers, body };
    assert.equal(text(answered(await send(transport({ http2: true, tls }), request))), '{"sku":"A-1"}');
  });

  it('stops reading when a listener has enough, and keeps the session', async () => {
    const closed = new Promise<number>((resolve) => {
      answer = (stream) => {
        stream.once('close', () => {
          resolve(stream.id ?? 0);
        });
        stream.respond({ ':status': 200 });
        stream.write('one two three');
      };
    });
    const through = transport({ http2: true, tls });
    const listenTo = () => ({ maxMs: 5000, take: () => 7 });
    const result = await send(through, get(origin), { listenTo });
    assert.deepEqual([text(answered(result)), result.ok && result.isPartial], ['one two', true]);
    await closed;
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.end('fine');
    };
    const next = await send(through, get(origin));
    assert.deepEqual([text(answered(next)), next.connection?.reused, connections], ['fine', true, 1]);
  });

  it('takes what came when the time to listen is over, and a reset as a fault', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('one');
    };
    const through = transport({ http2: true, tls });
    const listenTo = () => ({ maxMs: 50, take: () => undefined });
    const result = await send(through, get(origin), { listenTo });
    assert.deepEqual([text(answered(result)), result.ok && result.isPartial], ['one', true]);
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('one', () => stream.destroy(new Error('broken')));
    };
    const broken = await send(through, get(origin), {
      listenTo: () => ({ maxMs: 5000, take: () => undefined }),
    });
    assert.equal(failed(broken).code, 'protocol');
  });

  it('keeps one session and times its phases', async () => {
    const through = transport({ http2: true, tls });
    const first = await send(through, get(origin));
    const second = await send(through, get(origin));
    assert.deepEqual([first.connection?.reused, second.connection?.reused, connections], [false, true, 1]);
    assert.equal(second.connection?.address, new URL(origin).host);
    assert.ok('tlsMs' in first.timings && !('tlsMs' in second.timings));
    const parallel = await Promise.all([1, 2, 3].map(() => send(through, get(origin))));
    assert.ok(parallel.every(({ ok }) => ok));
    assert.equal(connections, 1);
  });

  it('opens a new session when the old one has gone', async () => {
    const through = transport({ http2: true, tls });
    answered(await send(through, get(origin)));
    sessions.forEach((session) => {
      session.destroy();
    });
    assert.equal(text(answered(await send(through, get(origin)))), 'fine');
  });

  it('falls back to HTTP/1.1 when that is all the server speaks', async () => {
    const old = https.createServer(identity, (_, response) => response.end('old'));
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(old.address() as AddressInfo).port}/`;
    const through = transport({ http2: true, tls });
    for (const reused of [false, true]) {
      const result = await send(through, get(url));
      assert.deepEqual(
        [text(answered(result)), answered(result).httpVersion, result.connection?.reused],
        ['old', '1.1', reused],
      );
    }
    old.closeAllConnections();
    old.close();
  });

  it('reports certificates as HTTP/1.1 does', async () => {
    const failure = failed(await send(transport({ http2: true }), get(origin)));
    assert.match(failure.message, /comes from an unknown authority\.$/);
  });

  it('reports streams that are reset, before and after the headers', async () => {
    answer = (stream) => {
      stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    };
    assert.equal(failed(await send(transport({ http2: true, tls }), get(origin))).code, 'protocol');
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('begin', () => stream.destroy(new Error('broken')));
    };
    const result = await send(transport({ http2: true, tls }), get(origin));
    assert.deepEqual([failed(result).code, text(result.response ?? assert.fail())], ['protocol', 'begin']);
  });

  it('keeps the deadline, before and after the headers', async () => {
    answer = () => undefined;
    const through = transport({ http2: true, tls });
    assert.equal(failed(await send(through, get(origin), { timeoutMs: 200 })).code, 'timeout');
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('begin');
    };
    const result = await send(through, get(origin), { timeoutMs: 200 });
    assert.deepEqual([failed(result).code, result.response?.status], ['timeout', 200]);
    assert.equal(connections, 1);
  });

  it('stops at the limit for bodies', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.end(Buffer.alloc(100_000));
    };
    const result = await send(transport({ http2: true, tls, maxBodyBytes: 1000 }), get(origin));
    assert.deepEqual([failed(result).code, result.response?.body.length], ['too-large', 1000]);
  });

  it('stops at the limit for header lines', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 200, 'x-long': 'x'.repeat(10_000) });
      stream.end();
    };
    const result = await send(transport({ http2: true, tls, maxHeaderBytes: 1000 }), get(origin));
    assert.equal(failed(result).code, 'too-large');
  });
});
