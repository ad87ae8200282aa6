/**
 * A proxy on the loopback that keeps what passes through it, so that a replay is judged by what the server was sent and
 * what it answered. A result of the program says neither: it masks credentials.
 */
import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Starts one on a free port.
 *
 * @returns {Promise<{ url: string, exchanges: object[], close: () => void }>} `exchanges` in the order of the requests, as
 *   HAR names their parts: `{ request: { method, url, headers, body }, response: { status, headers, body } }`
 */
export async function startTap() {
  const exchanges = [];
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, exchanges));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    exchanges,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(incoming, outgoing, exchanges) {
  const { method, url, rawHeaders } = incoming;
  // Compressed texts could not be read here.
  const { 'accept-encoding': _encodings, ...headers } = incoming.headers;
  const exchange = { request: { method, url, headers: linesOf(rawHeaders) } };
  exchanges.push(exchange);
  const sent = await textOf(incoming);
  exchange.request.body = { content: sent.toString() };
  const onward = request(url, { method, headers, agent: false }, async (answer) => {
    const content = await textOf(answer);
    exchange.response = {
      status: answer.statusCode,
      headers: linesOf(answer.rawHeaders),
      body: { content: content.toString() },
    };
    outgoing.writeHead(answer.statusCode, answer.rawHeaders);
    outgoing.end(content);
  });
  onward.on('error', () => outgoing.destroy());
  onward.end(sent);
}

async function textOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function linesOf(raw) {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [{ name: name.toLowerCase(), value: raw[at + 1] }] : []));
}
