/** Sends to a service with retry and backoff, where the caller says that repeating is safe. */
import { retryAfterMs } from '../core/run/retryAfter';
import type { HttpRequest } from '../core/model';
import type { Clock, Send, SendFailureCode, SendResult } from '../core/ports';

/** What sending needs. */
export interface SendingPorts {
  readonly send: Send;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
}

/** Times that a message is sent. */
const MAX_ATTEMPTS = 4;

/** Milliseconds for the service to answer. */
const TIMEOUT = 15_000;

/** Milliseconds before the second attempt, twice as many before each further one. */
const FIRST_PAUSE = 1_000;

/** The longest `Retry-After` that is waited for, in milliseconds. */
const LONGEST_WAIT = 60_000;

/** Faults in which nothing reached the service. */
export const NOT_SENT: ReadonlySet<SendFailureCode> = new Set([
  'dns',
  'connection-refused',
  'connection-failed',
]);

/** Sends a request up to four times; the last answer or fault counts. */
export async function sendWithRetry(
  request: HttpRequest,
  mayRepeat: (sent: SendResult) => boolean,
  { send, clock }: SendingPorts,
  signal: AbortSignal,
): Promise<SendResult> {
  for (let attempt = 1; ; attempt += 1) {
    const sent = await send(request, { signal, timeoutMs: TIMEOUT });
    const pause = FIRST_PAUSE * 2 ** (attempt - 1);
    const wait = sent.ok ? (retryAfterMs(sent.response, clock.now()) ?? pause) : pause;
    if (attempt === MAX_ATTEMPTS || signal.aborted || wait > LONGEST_WAIT || !mayRepeat(sent)) {
      return sent;
    }
    await clock.sleep(wait, signal);
    if (signal.aborted) {
      return sent;
    }
  }
}
