/**
 * Posting to chats: shows the first message for each before it leaves, and says what to do when one cannot be notified.
 * A chat that cannot be notified changes nothing about a run.
 */
import * as vscode from 'vscode';
import { deliver, type Delivery } from '../../sharing/deliver';
import type { MessageText, ReviewEgress } from '../../sharing/egress';
import type { DeskMessage, Destination, SendOutcome } from '../../sharing/notifyDesk';
import { engineText } from '../engineText';
import { withoutLinks } from '../fileText';
import { ownRoute } from '../ownRoute';
import { requireTrust } from '../trust';
import { ApprovedChats } from './approvedChats';
import { Webhooks } from './webhooks';
import { createTransport } from '../../node/http/transport';
import { systemClock } from '../../node/run/nodePorts';

/** What posting works with. */
export interface ChatPostPorts {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalState' | 'extension'>;
  readonly review: ReviewEgress;
  readonly log: vscode.LogOutputChannel;
}

/** The way to the chats of this person. */
export class ChatPost {
  readonly webhooks: Webhooks;
  readonly #approved: ApprovedChats;
  /** Chats whose first message is being looked at. */
  readonly #shown = new Set<string>();

  /** @param setUp stores the address of a chat, where one is missing */
  constructor(
    private readonly ports: ChatPostPorts,
    private readonly setUp: () => Promise<unknown>,
  ) {
    this.webhooks = new Webhooks(ports.context);
    this.#approved = new ApprovedChats(ports.context.globalState);
  }

  /** Tells a chat by itself, after the first message was agreed to. Never rejects. */
  async notify(destination: Destination, message: DeskMessage): Promise<SendOutcome> {
    try {
      requireTrust();
      const address = await this.webhooks.address(destination.secret);
      if (address === undefined) {
        this.#complainOfNoAddress(destination);
        return 'not-sent';
      }
      if (!this.#approved.has(address) && !(await this.#showFirst(destination, address, message))) {
        return 'not-sent';
      }
      return this.#notified(await this.#post(destination, address, message), message.retry);
    } catch (error) {
      this.ports.log.error(error instanceof Error ? error : String(error));
      return 'not-sent';
    }
  }

  /**
   * Shows a message that a person wants to send; false when they give up.
   *
   * @param remembered whether later messages to this chat leave by themselves
   */
  async agree(
    destination: Destination,
    message: MessageText,
    remembered: 'remembered' | 'once',
  ): Promise<boolean> {
    requireTrust();
    const address = await this.webhooks.address(destination.secret);
    if (address === undefined) {
      this.#complainOfNoAddress(destination);
      return false;
    }
    const isAgreed = await this.#show(destination, message);
    if (isAgreed && remembered === 'remembered') {
      await this.#approved.add(address);
    }
    return isAgreed;
  }

  /** Posts what a person has agreed to; says how that went. */
  async send(destination: Destination, message: DeskMessage): Promise<SendOutcome> {
    requireTrust();
    const address = await this.webhooks.address(destination.secret);
    if (address === undefined) {
      this.#complainOfNoAddress(destination);
      return 'not-sent';
    }
    const delivery = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Window,
        title: vscode.l10n.t('Notify {0}', nameOf(destination)),
      },
      () => this.#post(destination, address, message),
    );
    if (delivery.kind === 'delivered') {
      void vscode.window.showInformationMessage(vscode.l10n.t('{0} was notified.', nameOf(destination)));
    }
    return this.#notified(delivery, message.retry);
  }

  /** A panel that opens by itself would take the screen away: a message asks first. */
  async #showFirst(destination: Destination, address: string, message: MessageText): Promise<boolean> {
    if (this.#shown.has(destination.secret)) {
      this.ports.log.info(
        vscode.l10n.t(
          '{0} was not notified: its first message has not been reviewed yet.',
          nameOf(destination),
        ),
      );
      return false;
    }
    this.#shown.add(destination.secret);
    try {
      const review = vscode.l10n.t('Show Message');
      const answer = await vscode.window.showInformationMessage(
        vscode.l10n.t(
          'This is the first message to {0}. Review it before it is sent; later messages are sent automatically.',
          nameOf(destination),
        ),
        review,
      );
      const isAgreed = answer === review && (await this.#show(destination, message));
      if (isAgreed) {
        await this.#approved.add(address);
      }
      return isAgreed;
    } finally {
      this.#shown.delete(destination.secret);
    }
  }

  async #show(destination: Destination, message: MessageText): Promise<boolean> {
    const { title } = destination.notifier;
    const text = JSON.stringify(postedTo(destination, message), null, 2);
    const approved = await this.ports.review({
      title: vscode.l10n.t('Message to {0}', nameOf(destination)),
      destination: vscode.l10n.t('{0}, at the address that is stored as {1}', title, destination.secret),
      action: vscode.l10n.t('Send to {0}', title),
      render: () => [{ name: vscode.l10n.t('Message'), text, message: textOf(message), language: 'json' }],
    });
    return approved !== undefined;
  }

  async #post(destination: Destination, address: string, text: MessageText): Promise<Delivery> {
    const { notifier } = destination;
    const message = postedTo(destination, text);
    const transport = createTransport(ownRoute());
    const { version } = this.ports.context.extension.packageJSON as { readonly version: string };
    try {
      return await deliver(
        { notifier, address, message, userAgent: `chainwright/${version}` },
        { send: transport.send, clock: systemClock },
        new AbortController().signal,
      );
    } finally {
      transport.close();
    }
  }

  #notified(delivery: Delivery, retry: () => Promise<void>): SendOutcome {
    if (delivery.kind === 'delivered') {
      return 'sent';
    }
    const label = delivery.kind === 'failed' ? vscode.l10n.t('Try Again') : vscode.l10n.t('Send Again');
    this.#complain(`${engineText(delivery.message)} ${engineText(delivery.todo)}`, [{ label, act: retry }]);
    return delivery.kind === 'unsure' ? 'sent' : 'not-sent';
  }

  #complainOfNoAddress(destination: Destination): void {
    this.#complain(noAddress(destination), [{ label: vscode.l10n.t('Set Up…'), act: this.setUp }]);
  }

  /** Does not wait for an answer. */
  #complain(text: string, buttons: readonly Button[]): void {
    this.ports.log.warn(text);
    const labels = buttons.map(({ label }) => label);
    void vscode.window.showWarningMessage(withoutLinks(text), ...labels).then(async (chosen) => {
      await buttons.find(({ label }) => label === chosen)?.act();
    });
  }
}

interface Button {
  readonly label: string;
  readonly act: () => PromiseLike<unknown>;
}

/** `Slack (TEAM)`. */
export function nameOf({ notifier, secret }: Destination): string {
  return `${notifier.title} (${secret})`;
}

/** Mentions are for what went wrong. */
function textOf({ news, mentions }: MessageText): MessageText {
  const isBad = news.outcome === 'failed' || news.outcome === 'inconclusive';
  return { news, mentions: isBad ? mentions : [] };
}

function postedTo({ notifier }: Destination, message: MessageText): object {
  const { news, mentions } = textOf(message);
  return notifier.message(news, mentions);
}

function noAddress(destination: Destination): string {
  return vscode.l10n.t(
    '{0} was not notified: no webhook URL is stored under this name on this machine.',
    nameOf(destination),
  );
}
