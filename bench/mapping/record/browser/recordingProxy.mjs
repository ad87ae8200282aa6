/**
 * A proxy on the loopback between a browser and an application, which records what they exchange.
 *
 * The developer tools of a browser leave out bodies with files, so the recording is made here. What varies with the
 * browser or the machine and not with the session is left out: names of programs, dates, connections.
 */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

const OF_THE_BROWSER =
  /^(?:connection|keep-alive|host|accept-(?:language|encoding)|sec-.*|upgrade-insecure-requests|content-length|cache-control|pragma|priority|purpose)$/;
const OF_THE_SERVER = /^(?:connection|keep-alive|transfer-encoding|date|server|x-powered-by|content-length)$/;
const FOR_DISPLAY =
  /^(?:image|font|audio|video)\/|javascript|ecmascript|css|wasm|manifest\+json|event-stream/;
const DISPLAYED_BY_NAME = /\.(?:m?js|css|map|woff2?|ttf|png|svg|gif|ico)$/;
const IS_TEXT = /^(?:text\/|application\/(?:.*\+)?(?:json|xml|x-www-form-urlencoded))/;

/** Where applications are as their recordings say: the folder on this machine is nobody's business. */
const SHOWN_FOLDER = '/srv/application';

/**
 * Starts it in front of the port of the application, whose folder the browser sees under another name.
 *
 * @returns {Promise<{ origin: string, entries: () => object[], pending: () => object[], stop: () => Promise<void> }>}
 *   `entries` in the order in which requests were sent, without what a browser fetches only to show a page
 */
export async function recordingProxy({ port, applicationPort, folder = SHOWN_FOLDER }) {
  const exchanges = [];
  const server = createServer(async (incoming, outgoing) => {
    const exchange = { method: incoming.method, url: `http://127.0.0.1:${port}${incoming.url}` };
    exchanges.push(exchange);
    const body = await buffer(incoming);
    exchange.headers = lines(incoming.rawHeaders, OF_THE_BROWSER);
    if (body.length > 0)
      exchange.body = { mimeType: incoming.headers['content-type'] ?? '', text: body.toString() };
    // As with the cache disabled in the developer tools.
    const { 'if-none-match': _tag, 'if-modified-since': _date, ...headers } = incoming.headers;
    const sent = renamed(body, SHOWN_FOLDER, folder);
    const length = sent === body ? {} : { 'content-length': sent.length };
    const passOn = async (answer) => {
      const type = answer.headers['content-type'] ?? '';
      const isText = IS_TEXT.test(type) || type === '';
      const isRenamed = isText && folder !== SHOWN_FOLDER;
      outgoing.writeHead(answer.statusCode, isRenamed ? withoutLength(answer.rawHeaders) : answer.rawHeaders);
      const chunks = [];
      for await (const chunk of isRenamed ? [renamed(await buffer(answer), folder, SHOWN_FOLDER)] : answer) {
        chunks.push(chunk);
        outgoing.write(chunk);
      }
      outgoing.end();
      const text = isText ? Buffer.concat(chunks).toString() : '';
      exchange.answer = {
        status: answer.statusCode,
        headers: lines(answer.rawHeaders, OF_THE_SERVER),
        text,
      };
    };
    const passed = send(
      {
        host: '127.0.0.1',
        port: applicationPort,
        method: incoming.method,
        path: incoming.url,
        headers: { ...headers, ...length, 'accept-encoding': 'identity' },
      },
      // A browser that is closed leaves what it waits for.
      (answer) => passOn(answer).catch(() => outgoing.destroy()),
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      exchange.isOver = true;
      passed.destroy();
    });
    passed.end(sent);
  });
  server.on('upgrade', (incoming, socket, head) => upgrade(incoming, socket, head, applicationPort));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    entries: () => exchanges.filter((exchange) => exchange.answer !== undefined && !isForDisplay(exchange)),
    // Of what a page leaves when another one opens there is never an answer.
    pending: () => exchanges.filter(({ isOver }) => !isOver),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The bytes with each name of a folder replaced; the very same ones where it does not occur. */
function renamed(bytes, from, to) {
  return from !== to && bytes.includes(from) ? Buffer.from(bytes.toString().replaceAll(from, to)) : bytes;
}

function withoutLength(raw) {
  return raw.filter((_, at) => raw[at - (at % 2)].toLowerCase() !== 'content-length');
}

function isForDisplay({ method, url, answer }) {
  const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  return method === 'GET' && (FOR_DISPLAY.test(type) || DISPLAYED_BY_NAME.test(new URL(url).pathname));
}

/** Sockets of the application are not recorded. */
function upgrade(incoming, socket, head, port) {
  const passed = connect(port, '127.0.0.1', () => {
    const headers = incoming.rawHeaders.flatMap((name, at, all) =>
      at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : [],
    );
    passed.write(`${[`GET ${incoming.url} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`);
    passed.write(head);
    passed.pipe(socket).pipe(passed);
  });
  for (const end of [passed, socket]) end.on('error', () => passed.destroy() && socket.destroy());
}

function lines(raw, left) {
  const all = raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1]]] : []));
  return all
    .filter(([name]) => !left.test(name))
    .map(([name, value]) => [name, name === 'user-agent' ? 'Mozilla/5.0' : value]);
}
