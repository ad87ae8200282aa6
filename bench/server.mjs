/**
 * The API that benchmarks send to: a tiny server in a process of its own, so that its work is nobody's.
 *
 * `POST /start` gives a token and the first code; `GET /steps/<code>` with that token gives the next
 * code. A wrong code or token is refused and counted, so a tool that passes no values cannot look fast.
 * Started by process/benchServer.mjs, which it talks to over IPC and with which it ends. Argument: the
 * bytes of padding in each answer.
 */
import http from 'node:http';

const TOKEN = 'bench-7d1c93';
const padding = 'x'.repeat(Number(process.argv[2] ?? 0));

let seen = nothingSeen();

const server = http.createServer((request, response) => {
  // The monotonic clock is the same for all processes of a machine, so the parent can subtract its own.
  seen.firstAt ??= process.hrtime.bigint();
  seen.requests += 1;
  request.resume().once('end', () => answer(request, response));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ type: 'listening', port: server.address().port }));

process.on('message', () => {
  process.send({ type: 'seen', ...seen, firstAt: seen.firstAt?.toString() });
  seen = nothingSeen();
});
process.on('disconnect', () => process.exit());

function answer({ method, url = '', headers }, response) {
  if (method === 'POST' && url === '/start') {
    reply(response, 201, { token: TOKEN, ...orderAt(0) });
    return;
  }
  const index = stepOf(url);
  if (index === undefined || headers.authorization !== `Bearer ${TOKEN}`) {
    seen.refused += 1;
    reply(response, 403, { error: 'This code or token was never given out.' });
    return;
  }
  reply(response, 200, orderAt(index));
}

function orderAt(index) {
  return {
    order: {
      id: index,
      customer: 'alice',
      state: 'ready',
      items: [{ sku: 'A-1', quantity: 2, price: 12.5 }],
      next: codeOf(index + 1),
    },
    padding,
  };
}

function codeOf(index) {
  return `${index}-${((index * 2_654_435_761) % 2 ** 32).toString(36)}`;
}

function stepOf(url) {
  const [, code, digits] = /^\/steps\/((\d{1,6})-\w+)$/.exec(url) ?? [];
  const index = Number(digits);
  return code === codeOf(index) ? index : undefined;
}

function reply(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function nothingSeen() {
  return { requests: 0, refused: 0, firstAt: undefined };
}
