/** Bodies that are listened to: reading stops when the listener has enough, or when its time is over. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Check } from '../../src/core/model';
import type { BodyListener, ListenTo } from '../../src/core/ports';
import { Listening } from '../../src/core/run/listening';
import { viewResponse } from '../../src/core/run/responseView';
import { systemClock } from '../../src/node/run/nodePorts';
import { answered, closeTransports, failed, get, send, text, transport } from './sending';

describe('createTransport, with a listener', () => {
  let server: http.Server;
  let origin: string;
  let answer: (response: ServerResponse) => void;

  beforeEach(async () => {
    server = http.createServer((_, response) => {
      response.on('error', () => undefined);
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    closeTransports();
    server.closeAllConnections();
    server.close();
  });

  /** Has enough when the body so far contains a text, up to the end of that. */
  function until(wanted: string, maxMs = 10_000): ListenTo & { readonly heard: () => string } {
    let heard = '';
    const listener: BodyListener = {
      maxMs,
      take: (chunk) => {
        heard += Buffer.from(chunk).toString('latin1');
        const at = heard.indexOf(wanted);
        return at === -1 ? undefined : at + wanted.length;
      },
    };
    return Object.assign(() => listener, { heard: () => heard });
  }

  for (const mode of ['direct', 'vscode'] as const) {
    it(`stops in the middle of a body and closes the connection (${mode})`, async () => {
      const closed = new Promise((resolve) => {
        answer = (response) => {
          response.once('close', resolve);
          response.write('one two three');
        };
      });
      const result = await send(transport({ mode }), get(origin), { listenTo: until('two') });
      assert.deepEqual([text(answered(result)), result.ok && result.isPartial], ['one two', true]);
      await closed;
    });
  }

  it('goes on to the end when nothing is enough', async () => {
    answer = (response) => {
      response.write('one ');
      response.end('two');
    };
    const result = await send(transport(), get(origin), { listenTo: until('three') });
    assert.deepEqual([text(answered(result)), result.ok && result.isPartial], ['one two', undefined]);
  });

  it('takes what came when the time is over, however little time the exchange had', async () => {
    answer = (response) => {
      response.write('one');
    };
    const result = await send(transport(), get(origin), { timeoutMs: 5000, listenTo: until('two', 50) });
    assert.deepEqual([text(answered(result)), result.ok && result.isPartial], ['one', true]);
  });

  it('listens for longer than the timeout of the exchange', async () => {
    answer = (response) => {
      response.write('one');
      setTimeout(() => response.write(' two'), 600);
    };
    const result = await send(transport(), get(origin), { timeoutMs: 400, listenTo: until('two') });
    assert.equal(text(answered(result)), 'one two');
  });

  it('waits for the head of an answer no longer than for others', async () => {
    answer = () => undefined;
    const failure = failed(await send(transport(), get(origin), { timeoutMs: 50, listenTo: until('x') }));
    assert.equal(failure.code, 'timeout');
  });

  it('leaves an answer alone that nobody listens to', async () => {
    answer = (response) => {
      response.writeHead(404);
      response.end('none');
    };
    const seen: number[] = [];
    const listenTo: ListenTo = ({ status }) => {
      seen.push(status);
      return undefined;
    };
    const result = await send(transport(), get(origin), { listenTo });
    assert.deepEqual([text(answered(result)), seen], ['none', [404]]);
  });

  it('reports a connection that breaks, with what came', async () => {
    answer = (response) => {
      response.write('one', () => response.destroy());
    };
    const result = await send(transport(), get(origin), { listenTo: until('two') });
    assert.deepEqual(
      [failed(result).code, text(result.response ?? assert.fail())],
      ['connection-reset', 'one'],
    );
  });

  it('is cancelled while it listens', async () => {
    const controller = new AbortController();
    answer = (response) => {
      response.write('one');
      setTimeout(() => controller.abort(), 20);
    };
    const { signal } = controller;
    const result = await send(transport(), get(origin), { signal, listenTo: until('two') });
    assert.equal(failed(result).code, 'cancelled');
  });

  it('reads no more than the limit of a body', async () => {
    answer = (response) => {
      response.write('x'.repeat(1000));
    };
    const through = transport({ maxBodyBytes: 100 });
    const result = await send(through, get(origin), { listenTo: until('two') });
    assert.deepEqual([failed(result).code, result.response?.body.length], ['too-large', 100]);
  });

  describe('when the body is compressed', () => {
    const flushed = (compressor: zlib.Gzip | zlib.Deflate | zlib.BrotliCompress): Promise<void> =>
      promisify((done: () => void) => {
        compressor.flush(done);
      })();

    const codings: readonly (readonly [string, () => zlib.Gzip | zlib.Deflate | zlib.BrotliCompress])[] = [
      ['gzip', () => zlib.createGzip()],
      ['deflate', () => zlib.createDeflate()],
      ['br', () => zlib.createBrotliCompress()],
    ];
    for (const [coding, create] of codings) {
      it(`hears what is inside ${coding} as it comes`, async () => {
        answer = (response) => {
          response.setHeader('Content-Encoding', coding);
          const compressor = create();
          compressor.pipe(response);
          compressor.write('one ');
          void flushed(compressor)
            .then(() => compressor.write('two three '))
            .then(() => flushed(compressor));
        };
        const listenTo = until('two');
        const result = await send(transport(), get(origin), { listenTo });
        assert.deepEqual([text(answered(result)), listenTo.heard()], ['one two', 'one two three ']);
      });
    }

    it('hears what is inside two codings', async () => {
      answer = (response) => {
        response.setHeader('Content-Encoding', 'deflate, gzip');
        response.write(zlib.gzipSync(zlib.deflateSync('one two three')));
      };
      const result = await send(transport(), get(origin), { listenTo: until('two') });
      assert.equal(text(answered(result)), 'one two');
    });

    const faults: readonly (readonly [title: string, coding: string, body: Buffer, code: string])[] = [
      ['is corrupt', 'gzip', Buffer.from('not gzip at all'), 'decoding'],
      ['has a coding that nobody knows', 'rot13', Buffer.from('bar'), 'decoding'],
      ['is far larger than it looks', 'gzip', zlib.gzipSync(Buffer.alloc(1_000_000)), 'too-large'],
    ];
    for (const [title, coding, body, code] of faults) {
      it(`fails at once when it ${title}`, async () => {
        answer = (response) => {
          response.setHeader('Content-Encoding', coding);
          response.write(body);
        };
        const through = transport({ maxBodyBytes: 10_000 });
        const failure = failed(await send(through, get(origin), { listenTo: until('two') }));
        assert.equal(failure.code, code);
      });
    }
  });

  it('reads an event stream as a chain wants it', async () => {
    const written = 'data: {"state":"open"}\r\n\r\ndata: {"state":"é"}\r\n\r\ndata: {"state":"more"}\r\n\r\n';
    const bytes = Buffer.from(written);
    answer = (response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.write(bytes.subarray(0, 41));
      setTimeout(() => response.write(bytes.subarray(41)), 20);
    };
    const check: Check = {
      path: '$.events[-1].data.state',
      operators: [{ operator: 'equals', value: 'é' }],
    };
    const stream = { maxEvents: 10, maxMs: 5000 };
    const listening = new Listening(stream, { check, shown: check }, systemClock);
    const result = await send(transport(), get(origin), { listenTo: listening.listenTo });
    const response = answered(result);
    assert.equal(text(response), written.slice(0, written.indexOf('\ndata: {"state":"more"')));
    const judged = listening.judge(viewResponse(response, origin), result);
    assert.deepEqual(
      judged.map(({ passed }) => passed),
      [true],
    );
  });

  it('keeps other requests of the same transport apart', async () => {
    answer = (response) => {
      response.write('one two');
    };
    const through = transport();
    await send(through, get(origin), { listenTo: until('one') });
    const [result] = await Promise.all([
      send(through, get(origin), { listenTo: until('two') }),
      once(server, 'request'),
    ]);
    assert.equal(text(answered(result)), 'one two');
  });
});
