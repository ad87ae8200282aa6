/** Notifies chats of this window's runs: by the rules of the user's settings, or because a person wants it. */
import * as vscode from 'vscode';
import { notifiers } from '../../sharing/notifiers/notifiers';
import { NotifyDesk, type Destination, type NotifiableRun } from '../../sharing/notifyDesk';
import { readNotifySettings, type NotifyRule } from '../../sharing/notifySettings';
import { engineText } from '../engineText';
import type { FinishedMatrix } from '../authz/matrixRuns';
import type { ChainRun, ChainRuns } from '../chainRuns';
import { withoutLinks } from '../fileText';
import { requireTrust } from '../trust';
import { orShowFailure } from '../commandRegistrar';
import { ChatPost, nameOf, type ChatPostPorts } from './chatPost';
import { ownNotifications } from './notifySetting';
import {
  runOfChain,
  runOfMatrix,
  notifiableRun,
  type OwnExtension,
  type SubjectPorts,
} from './notifySubject';
import { setUpNotification } from './setUpNotification';
import type { WebhookEntry } from './webhooks';

/** What notifications work with. */
export interface NotificationPorts extends ChatPostPorts, SubjectPorts {
  readonly context: ChatPostPorts['context'] & Pick<vscode.ExtensionContext, 'workspaceState'>;
  readonly runs: ChainRuns;
}

/** Owner of the notifications of this window. */
export class Notifications {
  readonly #post: ChatPost;
  readonly #desk: NotifyDesk;
  /** Errors of the setting that the user was shown. */
  #reportedFaults = '';

  constructor(private readonly ports: NotificationPorts) {
    this.#post = new ChatPost(ports, () => orShowFailure(ports.log, () => this.setUpNotification()));
    this.#desk = new NotifyDesk({
      memory: ports.context.workspaceState,
      rules: () => this.#rules(),
      minuteOfDay,
      notify: (destination, message) =>
        message.byPerson === undefined
          ? this.#post.notify(destination, message)
          : this.#post.send(destination, message),
    });
  }

  /** Tells of a run that has just ended, as the rules say. */
  async chainEnded(run: ChainRun): Promise<void> {
    await this.#ended(() => runOfChain(run, this.ports, this.#extension));
  }

  /** Tells of a run of a matrix that has just ended, as the rules say. */
  async matrixEnded(finished: FinishedMatrix): Promise<void> {
    await this.#ended(() => runOfMatrix(finished, this.ports, this.#extension));
  }

  /**
   * Tells one chat of a run, after the person has seen the message.
   *
   * @throws UserError when the subject names no run that has ended
   */
  async notify(subject: unknown): Promise<void> {
    requireTrust();
    const run = await notifiableRun(subject, this.ports, this.#extension);
    const destination = await this.#askDestination();
    if (destination === undefined) {
      return;
    }
    const wasNotified = this.#desk.wasNotified(run, destination);
    if (wasNotified && !(await askAgain(destination))) {
      return;
    }
    const message = { news: run.news('none'), mentions: [] };
    if (!(await this.#post.agree(destination, message, 'remembered'))) {
      return;
    }
    await this.#desk.notify(run, destination, {
      ...message,
      byPerson: true,
      ...(wasNotified ? { again: true } : {}),
    });
  }

  /** Stores the address of a chat and writes a rule for it. */
  async setUpNotification(): Promise<string | undefined> {
    const sendTest = (name: string) => orShowFailure(this.ports.log, () => this.sendTestMessage(name));
    return (await setUpNotification(this.#post.webhooks, sendTest))?.name;
  }

  /** Sends a message that says nothing of any run; `wanted` is the name of an address. */
  async sendTestMessage(wanted: unknown): Promise<void> {
    requireTrust();
    const known = this.#destinations().find(({ secret }) => secret === wanted);
    const destination = known ?? (await this.#askDestination());
    if (destination === undefined) {
      return;
    }
    /* eslint-disable host/text -- messages to channels are English */
    const news = {
      outcome: 'passed',
      headline: 'Test message of Chainwright',
      facts: [{ name: 'Meaning', value: 'This channel can be notified of runs. Nothing was run.' }],
      failures: [],
      moreFailures: 0,
    } as const;
    /* eslint-enable host/text */
    const message = { news, mentions: [], retry: () => this.sendTestMessage(destination.secret) };
    if (await this.#post.agree(destination, message, 'once')) {
      await this.#post.send(destination, message);
    }
  }

  get #extension(): OwnExtension {
    const { extension } = this.ports.context;
    const { version } = extension.packageJSON as { readonly version: string };
    return { id: extension.id, version };
  }

  async #ended(find: () => Promise<NotifiableRun>): Promise<void> {
    if (vscode.workspace.isTrusted) {
      await this.#desk.ended(await find());
    }
  }

  #rules(): readonly NotifyRule[] {
    const { rules, faults } = readNotifySettings(ownNotifications());
    const text = faults.map(engineText).join(' ');
    if (text !== this.#reportedFaults && text !== '') {
      this.#reportFaults(text);
    }
    this.#reportedFaults = text;
    return rules;
  }

  #reportFaults(text: string): void {
    this.ports.log.warn(text);
    const open = vscode.l10n.t('Open Settings');
    void vscode.window.showWarningMessage(withoutLinks(text), open).then((chosen) => {
      if (chosen === open) {
        void vscode.commands.executeCommand('workbench.action.openSettingsJson');
      }
    });
  }

  #destinations(): readonly Destination[] {
    return this.#post.webhooks.entries.flatMap(destinationOf);
  }

  async #askDestination(): Promise<Destination | undefined> {
    const destinations = this.#destinations();
    if (destinations.length === 0) {
      const name = await this.setUpNotification();
      return this.#destinations().find(({ secret }) => secret === name);
    }
    const chosen = await vscode.window.showQuickPick(
      destinations.map((destination) => ({
        label: destination.secret,
        description: destination.notifier.title,
        destination,
      })),
      { title: vscode.l10n.t('Notify'), placeHolder: vscode.l10n.t('Which channel should be notified?') },
    );
    return chosen?.destination;
  }
}

async function askAgain(destination: Destination): Promise<boolean> {
  const again = vscode.l10n.t('Send Again');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('{0} was already notified of this run.', nameOf(destination)),
    { modal: true },
    again,
  );
  return answer === again;
}

function destinationOf({ name, service }: WebhookEntry): readonly Destination[] {
  const notifier = notifiers.find((one) => one.name === service);
  return notifier === undefined ? [] : [{ notifier, secret: name }];
}

/** By the clock on this machine's wall. */
function minuteOfDay(time: number): number {
  const date = new Date(time);
  return date.getHours() * 60 + date.getMinutes();
}
