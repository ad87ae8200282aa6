/**
 * Posts a message to a service, once: it is sent again only if the service says that it did not accept it, or was
 * never reached. The address is a secret and is in no message about it.
 */
import type { HttpRequest, HttpResponse } from '../core/model';
import type { SendFailure, SendResult } from '../core/ports';
import type { Notifier } from './notifiers/notifiers';
import { NOT_SENT, sendWithRetry, type SendingPorts } from './sendWithRetry';

/** A message on its way. */
export interface Posting {
  readonly notifier: Pick<Notifier, 'title' | 'remedy'>;
  /** The webhook. */
  readonly address: string;
  readonly message: object;
  readonly userAgent: string;
}

/** The outcome; `message` says what went wrong, `todo` what to do. `unsure`: it may have arrived anyway. */
export type Delivery =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' | 'unsure'; readonly message: string; readonly todo: string };

/** Posts a message; never rejects, as an unreachable chat does not fail the run. */
export async function deliver(posting: Posting, ports: SendingPorts, signal: AbortSignal): Promise<Delivery> {
  const sent = await sendWithRetry(requestOf(posting), wasNotTaken, ports, signal);
  if (!sent.ok) {
    return fault(posting, sent.failure);
  }
  const { status } = sent.response;
  return status >= 200 && status < 300 ? { kind: 'delivered' } : refusal(posting, sent.response);
}

function requestOf({ address, message, userAgent }: Posting): HttpRequest {
  const body = new TextEncoder().encode(JSON.stringify(message));
  return {
    method: 'POST',
    url: address,
    headers: [
      { name: 'Host', value: new URL(address).host },
      { name: 'Content-Type', value: 'application/json; charset=utf-8' },
      { name: 'User-Agent', value: userAgent },
      { name: 'Content-Length', value: String(body.length) },
      { name: 'Accept', value: '*/*' },
    ],
    body,
  };
}

/** Answers after which the message was not taken, and may be later. */
const TRY_AGAIN: ReadonlySet<number> = new Set([429, 500, 502, 503]);

function wasNotTaken(sent: SendResult): boolean {
  return sent.ok ? TRY_AGAIN.has(sent.response.status) : NOT_SENT.has(sent.failure.code);
}

/** A gateway that got no answer in time: what is behind it may have taken the message. */
const GATEWAY_TIMEOUT = 504;

function refusal({ notifier }: Posting, { status }: HttpResponse): Delivery {
  const why = `it answered with ${status}.`;
  return status === GATEWAY_TIMEOUT
    ? unsure(notifier, why)
    : {
        kind: 'failed',
        message: `${notifier.title} was not notified: ${why}`,
        todo: TRY_AGAIN.has(status) ? 'Try again later.' : notifier.remedy(status),
      };
}

function fault({ notifier }: Posting, { code, message, todo }: SendFailure): Delivery {
  return NOT_SENT.has(code)
    ? { kind: 'failed', message: `${notifier.title} was not notified: ${message}`, todo }
    : unsure(notifier, message);
}

function unsure({ title }: Posting['notifier'], why: string): Delivery {
  return {
    kind: 'unsure',
    message: `${title} may not have received the message: ${why}`,
    todo: 'Look into the channel; the message is not sent again, so that it does not come twice.',
  };
}
