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
 *   readonly confirm: (expected: number) => Promise<void>,
 *   readonly stop: () => Promise<void>,
 * }>} `take` gives what was seen since the last time; `confirm` does, too, and rejects
 *   unless that was the expected number of requests and none was refused
 */
export async function startBenchServer(padding) {
  const child = fork(SCRIPT, [String(padding)]);
  const gone = new AbortController();
  child.once('exit', () => gone.abort());
  const message = async () => (await once(child, 'message', { signal: gone.signal }))[0];
  const { port } = await message();
  const take = async () => {
    child.send('take');
    const { requests, refused, firstAt } = await message();
    return { requests, refused, ...(firstAt === undefined ? {} : { firstAt: BigInt(firstAt) }) };
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    take,
    async confirm(expected) {
      const { requests, refused } = await take();
      if (requests !== expected || refused > 0) {
        throw new Error(`the server saw ${requests} requests instead of ${expected} and refused ${refused}`);
      }
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
