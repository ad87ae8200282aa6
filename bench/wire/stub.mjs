/**
 * The server that measured processes reach, whichever host they ask for: it records every request as it arrives and gives
 * the answer of the case. HTTP and HTTPS come to one port; the first byte tells which.
 */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';

const TLS_HANDSHAKE = 22;
const CERTIFICATES = new URL('../../test/fixtures/tls/', import.meta.url);

/**
 * Starts it on a free port of the loopback.
 *
 * @param {(request: Recorded) => Answer} answerTo
 * @returns {Promise<{ readonly port: number, readonly requests: readonly Recorded[], readonly stop: () => Promise<void> }>}
 */
export async function startStub(answerTo) {
  const requests = [];
  const record = (scheme) => (incoming, response) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = recorded(scheme, incoming, Buffer.concat(chunks));
      requests.push(request);
      reply(response, answerTo(request));
    });
  };
  const [cert, key] = await Promise.all(
    ['selfSigned.pem', 'selfSigned.key'].map((name) => readFile(new URL(name, CERTIFICATES))),
  );
  const plain = http.createServer(record('http'));
  const secure = https.createServer({ cert, key }, record('https'));
  const sockets = new Set();
  const front = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    port: front.address().port,
    requests,
    async stop() {
      const closed = new Promise((resolve) => front.close(resolve));
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}

function recorded(scheme, { method, url, rawHeaders }, body) {
  const headers = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index], rawHeaders[index + 1]]);
  }
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? '';
  return { method, origin: `${scheme}://${host}`, target: url, headers, body };
}

function reply(response, { status = 200, headers = {}, json }) {
  const body = json === undefined ? '' : JSON.stringify(json);
  response.writeHead(status, {
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/**
 * A request as it arrived: `target` is the path with the query, header names and values keep their case and order.
 *
 * @typedef {{
 *   readonly method: string,
 *   readonly origin: string,
 *   readonly target: string,
 *   readonly headers: readonly (readonly [name: string, value: string])[],
 *   readonly body: Buffer,
 * }} Recorded
 */

/**
 * @typedef {{
 *   readonly status?: number,
 *   readonly headers?: Readonly<Record<string, string>>,
 *   readonly json?: unknown,
 * }} Answer
 */
