/** A running server.mjs, as benchmarks use it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../server.mjs', import.meta.url));

/**
 * Starts the server on a free port of the loopback.
 *
 * @param {number} padding bytes added to each answer
 * @returns {Promise<{
 *   readonly origin: string,
 *   readonly take: () => Promise<Seen>,
 *   readonly stop: () => Promise<void>,
 * }>} `take` gives what was seen since the last time
 */
export async function startBenchServer(padding) {
  const child = fork(SCRIPT, [String(padding)]);
  const [{ port }] = await once(child, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    async take() {
      child.send('take');
      const [{ requests, refused, firstAt }] = await once(child, 'message');
      return { requests, refused, ...(firstAt === undefined ? {} : { firstAt: BigInt(firstAt) }) };
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/**
 * What a server saw: requests, those among them that it refused, and when the first one came (nanoseconds
 * of the monotonic clock).
 *
 * @typedef {{ readonly requests: number, readonly refused: number, readonly firstAt?: bigint }} Seen
 */
