/** Endpoints for retries and time limits: one fails a while, one takes its time. Both are public. */
import { setTimeout as wait } from 'node:timers/promises';
import { parameter, type Call } from '../api';
import { ConnectionCut, failure, json, type Reply } from '../http/reply';
import { badRequest, queryOf } from '../http/request';

const MAX_KEYS = 1000;
const MAX_WAIT_MS = 30_000;

/** GET /api/flaky/{key}?failures=2: 503 that many times for each key, then 200 for good. */
export function flaky(call: Call): Reply {
  const { failures } = call.api;
  const wanted = count(call, 'failures', { fallback: 2, maximum: 100 });
  const key = parameter(call, 'key');
  const failed = failures.get(key) ?? 0;
  if (failed >= wanted) {
    return json(200, { key, attempts: failed + 1 });
  }
  if (failures.size >= MAX_KEYS && !failures.has(key)) {
    failures.clear();
  }
  failures.set(key, failed + 1);
  return failure(503, 'flaky', `Failure ${failed + 1} of ${wanted}.`, [['Retry-After', '0']]);
}

/** GET /api/slow?ms=300: 200 after that many milliseconds. */
export async function slow(call: Call): Promise<Reply> {
  const ms = count(call, 'ms', { fallback: 300, maximum: MAX_WAIT_MS });
  try {
    await wait(ms, undefined, { signal: call.api.closing });
  } catch {
    throw new ConnectionCut('The API closed while the answer was waiting.');
  }
  return json(200, { waitedMs: ms });
}

function count(
  call: Call,
  name: string,
  range: { readonly fallback: number; readonly maximum: number },
): number {
  const text = queryOf(call.request).get(name) ?? String(range.fallback);
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= range.maximum)) {
    throw badRequest('invalid-parameter', `Send ${name} as an integer from 0 to ${range.maximum}.`);
  }
  return value;
}
