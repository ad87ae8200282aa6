import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { SendFailure, SendResult } from '../../src/core/ports';
import { startHostileServer, type HostilePath, type HostileServer } from './hostileServer';
import { answered, closeTransports, failed, get, send, text, transport } from './sending';
import { ok, startWireServer } from './wireServer';

const MEBIBYTE = 2 ** 20;

describe('createTransport, with hostile servers', () => {
  let server: HostileServer;

  before(async () => {
    server = await startHostileServer();
  });
  after(() => server.close());
  afterEach(closeTransports);

  const ask = (path: HostilePath, timeoutMs = 10_000): Promise<SendResult> =>
    send(transport(), get(server.origin + path), { timeoutMs });

  it('says that nothing listens', async () => {
    const where = server.refusingOrigin.slice('http://'.length);
    assert.deepEqual(failed(await send(transport(), get(server.refusingOrigin))), {
      code: 'connection-refused',
      message: `Nothing listens at ${where}.`,
      todo: 'Start the API or correct the address.',
    });
  });

  const failures: readonly (readonly [
    path: HostilePath,
    code: SendFailure['code'],
    message: RegExp,
    body: string | undefined,
  ])[] = [
    ['/hang', 'timeout', /did not answer within 150 ms\.$/, undefined],
    ['/hang-after-headers', 'timeout', /was not complete after 150 ms\.$/, 'begin'],
    ['/reset', 'connection-reset', /closed the connection without an answer\.$/, undefined],
    ['/reset-after-headers', 'connection-reset', /in the middle of its answer\.$/, 'begin'],
    ['/unknown-coding', 'decoding', /^The body is encoded as "compress"/, 'whatever'],
    ['/truncated-gzip', 'decoding', /^The body is not complete and valid gzip\.$/, '{"note":"cut off"}'],
    ['/garbage', 'protocol', /does not answer in HTTP/, undefined],
    ['/header-overflow', 'too-large', /^The header lines of the answer are larger than 64 KiB\.$/, undefined],
    ['/upgrade', 'protocol', /^The server switched to another protocol\.$/, undefined],
  ];
  for (const [path, code, message, body] of failures) {
    it(`answers ${path} with the failure ${code}`, async () => {
      const result = await ask(path, code === 'timeout' ? 150 : 10_000);
      const failure = failed(result);
      assert.equal(failure.code, code);
      assert.match(failure.message, message);
      assert.equal(result.response === undefined ? undefined : text(result.response), body);
    });
  }

  it('stops a body that drips in for ever, and keeps what came', async () => {
    const result = await ask('/drip', 150);
    assert.equal(failed(result).code, 'timeout');
    assert.match(text(result.response ?? assert.fail()), /^\.+$/);
    assert.ok(result.timings.totalMs < 5000);
  });

  it('reads no more of 200 MB than the limit', async () => {
    const through = transport({ maxBodyBytes: MEBIBYTE });
    const result = await send(through, get(`${server.origin}/huge`));
    assert.deepEqual(failed(result), {
      code: 'too-large',
      message: 'The body is larger than 1 MiB; the rest was not read.',
      todo: 'Ask for less at a time, or raise the limit for bodies.',
    });
    assert.equal(result.response?.body.length, MEBIBYTE);
  });

  it('defuses a gzip bomb in bounded memory', async () => {
    const before = process.memoryUsage().rss;
    const result = await ask('/gzip-bomb');
    assert.equal(failed(result).code, 'too-large');
    assert.equal(result.response?.body.length, 20 * MEBIBYTE);
    assert.ok(result.response.wireSize < MEBIBYTE);
    assert.ok(process.memoryUsage().rss - before < 120 * MEBIBYTE);
  });

  it('keeps the beginning of a corrupt body', async () => {
    const result = await ask('/bad-gzip');
    assert.equal(failed(result).code, 'decoding');
    assert.match(text(result.response ?? assert.fail()), /^\["note 0","note 7919"/);
  });

  it('passes bodies that are merely strange on, byte for byte', async () => {
    const invalid = answered(await ask('/invalid-utf8'));
    assert.deepEqual([...invalid.body], [0x22, 0x61, 0xff, 0xfe, 0xc3, 0x28, 0x22]);
    assert.equal(text(answered(await ask('/duplicate-keys'))), '{"id":1,"id":2}');
    assert.equal(answered(await ask('/deep-json')).body.length, 20_001);
    assert.equal(text(answered(await ask('/wrong-type'))), '{"id":7}');
    assert.match(text(answered(await ask('/proto-keys'))), /^\{"__proto__"/);
  });

  it('hands redirects back', async () => {
    assert.equal(answered(await ask('/redirect-loop')).status, 302);
    assert.equal(server.seen.filter((line) => line.endsWith('/redirect-loop')).length, 1);
  });

  it('sends nothing for a signal that is aborted already', async () => {
    const before = server.seen.length;
    const signal = AbortSignal.abort();
    assert.deepEqual(failed(await send(transport(), get(`${server.origin}/ok`), { signal })), {
      code: 'cancelled',
      message: 'The request was cancelled.',
      todo: 'Run it again.',
    });
    assert.equal(server.seen.length, before);
  });

  it('stops in mid-flight when the caller cancels', async () => {
    const hanging = await startWireServer(() => {
      controller.abort();
      return '';
    });
    const controller = new AbortController();
    const result = await send(transport(), get(hanging.origin), { signal: controller.signal });
    assert.equal(failed(result).code, 'cancelled');
    await hanging.close();
  });

  it('continues with the next request after each of them', async () => {
    const through = transport();
    for (const path of ['/reset', '/garbage', '/bad-gzip', '/header-overflow'] as const) {
      await send(through, get(server.origin + path));
      assert.equal(text(answered(await send(through, get(`${server.origin}/ok`)))), '{"ok":true}');
    }
  });

  it('does not let one answer run into the next request', async () => {
    const smuggling = await startWireServer(() => ok('a') + ok('uninvited'));
    const through = transport();
    assert.equal(text(answered(await send(through, get(smuggling.origin)))), 'a');
    assert.equal(text(answered(await send(through, get(smuggling.origin)))), 'a');
    await smuggling.close();
  });

  it('closes a kept connection on which an answer arrives that nobody asked for', async () => {
    const connections: Socket[] = [];
    const late = createServer((socket) => {
      connections.push(socket);
      const number = connections.length;
      socket.on('data', () => socket.write(ok(`answer of connection ${number}`)));
    });
    await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(late.address() as AddressInfo).port}`;
    const through = transport();
    assert.equal(text(answered(await send(through, get(origin)))), 'answer of connection 1');
    const [first] = connections;
    assert.ok(first);
    const closed = once(first, 'close');
    first.write(ok('uninvited'));
    await closed;
    assert.equal(text(answered(await send(through, get(origin)))), 'answer of connection 2');
    closeTransports();
    late.close();
  });

  it('refuses an answer with two lengths', async () => {
    const ambiguous = await startWireServer(
      () => 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    );
    assert.equal(failed(await send(transport(), get(ambiguous.origin))).code, 'protocol');
    await ambiguous.close();
  });
});
