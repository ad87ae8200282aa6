/** Posting over the real transport to servers on this machine that answer as chats do when something is wrong. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../src/node/run/nodePorts';
import { createTransport } from '../../src/node/http/transport';
import { deliver, type Delivery } from '../../src/sharing/deliver';
import { notifiers, type Notifier } from '../../src/sharing/notifiers/notifiers';

const PATH = '/services/T0/B0/kept-to-ourselves?sig=also-kept';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What came of a message to a server that answers so, the last answer for ever. */
interface Outcome {
  readonly delivery: Delivery;
  readonly bodies: readonly string[];
  readonly waits: readonly number[];
}

async function postedTo(answers: readonly Answer[], notifier: Notifier): Promise<Outcome> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      answers[Math.min(bodies.length, answers.length - 1)]?.(request, response);
      bodies.push(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return { ...(await postedAt(port, notifier)), bodies };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function postedAt(port: number, notifier: Notifier): Promise<Omit<Outcome, 'bodies'>> {
  const transport = createTransport({
    mode: 'direct',
    proxyEnvironment: {},
    http2: false,
    tls: { verify: true },
  });
  const waits: number[] = [];
  const address = `http://127.0.0.1:${port}${PATH}`;
  try {
    const delivery = await deliver(
      { notifier, address, message: { text: 'failed' }, userAgent: 'test' },
      {
        // Chats have longer; a server that never answers is what matters here.
        send: (request, options) => transport.send(request, { ...options, timeoutMs: 200 }),
        clock: {
          now: () => systemClock.now(),
          sleep: (ms) => {
            waits.push(ms);
            return Promise.resolve();
          },
        },
      },
      new AbortController().signal,
    );
    return { delivery, waits };
  } finally {
    transport.close();
  }
}

function status(code: number, headers: Readonly<Record<string, string>> = {}): Answer {
  // A careless server repeats what it was asked.
  return ({ url = '' }, response) => response.writeHead(code, headers).end(`invalid_payload ${url}`);
}

const truncated: Answer = (_request, response) => {
  response.writeHead(200, { 'Content-Length': '1000' });
  response.write('o');
  setImmediate(() => response.destroy());
};
const reset: Answer = (request) => void request.socket.resetAndDestroy();
const silent: Answer = () => undefined;

for (const notifier of notifiers) {
  describe(`posting to ${notifier.title} over the network`, () => {
    const refused: readonly (readonly [code: number, attempts: number])[] = [
      [400, 1],
      [401, 1],
      [403, 1],
      [404, 1],
      [410, 1],
      [413, 1],
      [429, 4],
      [500, 4],
    ];
    for (const [code, attempts] of refused) {
      it(`says what to do about ${code}, after ${attempts} attempts`, async () => {
        const { delivery, bodies } = await postedTo([status(code)], notifier);
        assert.equal(bodies.length, attempts);
        assert.ok(delivery.kind === 'failed');
        assert.equal(delivery.message, `${notifier.title} was not notified: it answered with ${code}.`);
        assert.match(delivery.todo, /^[A-Z].+\.$/);
        assert.doesNotMatch(JSON.stringify(delivery), /kept/);
      });
    }

    it('waits as long as `Retry-After` says, and succeeds then', async () => {
      const { delivery, bodies, waits } = await postedTo(
        [status(429, { 'Retry-After': '3' }), status(200)],
        notifier,
      );
      assert.deepEqual([delivery.kind, bodies.length, waits], ['delivered', 2, [3000]]);
      assert.equal(bodies[0], bodies[1]);
    });

    const unsure: readonly (readonly [what: string, answer: Answer])[] = [
      ['an answer that breaks off', truncated],
      ['a connection that is reset', reset],
      ['silence', silent],
    ];
    for (const [what, answer] of unsure) {
      it(`does not know after ${what}, says so, and sends it once`, async () => {
        const { delivery, bodies } = await postedTo([answer], notifier);
        assert.equal(bodies.length, 1);
        assert.ok(delivery.kind === 'unsure');
        assert.match(delivery.message, /may not have received the message/);
        assert.doesNotMatch(JSON.stringify(delivery), /kept/);
      });
    }

    it('says that nobody is there, after having tried again', async () => {
      const { port } = await freePort();
      const { delivery, waits } = await postedAt(port, notifier);
      assert.ok(delivery.kind === 'failed');
      assert.equal(waits.length, 3);
      assert.match(delivery.message, /was not notified/);
      assert.doesNotMatch(JSON.stringify(delivery), /kept/);
    });
  });
}

/** A port where nothing listens. */
async function freePort(): Promise<AddressInfo> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return address;
}
