/** Notifies chats of a run on the command line. A chat that cannot be notified changes nothing about the run. */
import { systemClock } from '../../node/run/nodePorts';
import type { ExecuteSettings } from '../../node/run/executeSettings';
import { createTransport } from '../../node/http/transport';
import { deliver, type Delivery } from '../../sharing/deliver';
import type { RunNews } from '../../sharing/notifiers/runNews';
import type { RequestedNews } from './notifyOptions';
import { printable } from '../paint';

/** Further input for notifying a chat. */
export interface NotifyContext {
  /** That of the run, but certificates of chats are verified whatever it says: their addresses are secrets. */
  readonly network: ExecuteSettings['network'];
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/**
 * Notifies all recipients; failures are reported on stderr. Mentions are for what went wrong. A user who cancels a
 * run wants an end, so nobody is notified.
 */
export async function notifyAll(
  { recipients }: Pick<RequestedNews, 'recipients'>,
  news: RunNews,
  { network, userAgent, signal }: NotifyContext,
): Promise<void> {
  if (signal.aborted) {
    recipients.forEach(({ notifier }) => {
      console.error(`${notifier.title} was not notified: the run was cancelled.`);
    });
    return;
  }
  const transport = createTransport({ ...network, http2: false, tls: { verify: true } });
  const isBad = news.outcome === 'failed' || news.outcome === 'inconclusive';
  try {
    const deliveries = await Promise.all(
      recipients.map(({ notifier, address, mentions }) => {
        const message = notifier.message(news, isBad ? mentions : []);
        const ports = { send: transport.send, clock: systemClock };
        return deliver({ notifier, address, message, userAgent }, ports, signal);
      }),
    );
    deliveries.forEach(complain);
  } finally {
    transport.close();
  }
}

function complain(delivery: Delivery): void {
  if (delivery.kind !== 'delivered') {
    console.error(printable(`${delivery.message} ${delivery.todo}`));
  }
}
