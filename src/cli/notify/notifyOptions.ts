/** The options `--notify…`. What is wrong with them is said before anything runs. */
import path from 'node:path';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import type { Mention } from '../../sharing/notifiers/mention';
import { notifiers, type Notifier } from '../../sharing/notifiers/notifiers';
import type { NewsLink } from '../../sharing/notifiers/runNews';
import { isWebhook } from '../../sharing/webhook';
import { everyFailure, type NotifyOccasion, type NotifyTiming } from '../../sharing/notifyRules';
import { addressVariable } from './addressVariables';

/** What commander gives for notifications. */
export interface NotifyOptions {
  readonly notify: readonly string[];
  readonly notifyWhen: NotifyOccasion;
  /** Failed requests or flaws from which on a run counts as failed. */
  readonly notifyThreshold: number;
  readonly notifyMention: readonly string[];
  readonly notifyLink?: string;
  /** Path of the JSON report of the run before. */
  readonly notifyPrevious?: string;
}

/** Whom to notify, and when. */
export interface RequestedNews {
  readonly recipients: readonly Recipient[];
  /** Without quiet hours and runs in a row: a build knows one run before it, and has no evening. */
  readonly timing: NotifyTiming;
  readonly link?: NewsLink;
  /** Absolute path of the JSON report of the run before, which need not be there. */
  readonly previous?: string;
}

/** A chat to notify. */
interface Recipient {
  readonly notifier: Notifier;
  readonly address: string;
  readonly mentions: readonly Mention[];
}

/**
 * Reads the options.
 *
 * @param environment `process.env`, which has the addresses
 * @param folder what paths are relative to
 * @throws UserError for a service that is not known, has no address, or would not understand a mention
 */
export function requestedNews(
  options: NotifyOptions,
  environment: NodeJS.ProcessEnv,
  folder: string,
): RequestedNews {
  const { notify, notifyWhen, notifyThreshold, notifyMention, notifyLink, notifyPrevious } = options;
  const names = [...new Set(notify)];
  const mentions = notifyMention.map(parseMention);
  const astray = mentions.find(({ service }) => !names.includes(service));
  if (astray !== undefined) {
    throw new UserError(
      `--notify-mention ${astray.service}=${astray.mention.id} is for a service that is not notified.`,
      `Add --notify ${astray.service}, or leave the mention out.`,
    );
  }
  const recipients = names.map((name) => {
    const notifier = notifierOf(name);
    const own = mentions.filter(({ service }) => service === name).map(({ mention }) => mention);
    return { notifier, address: addressOf(notifier, environment), mentions: checked(own, notifier) };
  });
  return {
    recipients,
    timing: { when: [notifyWhen], threshold: { ...everyFailure, failures: notifyThreshold } },
    ...(notifyLink === undefined ? {} : { link: linkOf(notifyLink) }),
    ...(notifyPrevious === undefined ? {} : { previous: path.resolve(folder, notifyPrevious) }),
  };
}

function notifierOf(name: string): Notifier {
  const notifier = notifiers.find((one) => one.name === name);
  if (notifier === undefined) {
    const known = notifiers.map((one) => one.name).join(' and ');
    throw new UserError(
      `--notify ${JSON.stringify(name.slice(0, 100))} is not known.`,
      `Known are ${known}.`,
    );
  }
  return notifier;
}

function addressOf(notifier: Notifier, environment: NodeJS.ProcessEnv): string {
  const { title, setUp } = notifier;
  const variable = addressVariable(notifier);
  const address = environment[variable] ?? '';
  if (address === '') {
    throw new UserError(
      `${title} cannot be notified: the address is missing.`,
      `${setUp} Set the environment variable ${variable} to its address.`,
    );
  }
  if (!isWebhook(address)) {
    throw new UserError(
      `${title} cannot be notified: the environment variable ${variable} does not contain an https address.`,
      setUp,
    );
  }
  return address;
}

function parseMention(option: string): { readonly service: string; readonly mention: Mention } {
  const [, service = '', id, name] = /^([a-z]+)=([^|]+)(?:\|(.+))?$/.exec(option) ?? [];
  if (id === undefined) {
    throw new UserError(
      `--notify-mention ${JSON.stringify(option.slice(0, 200))} mentions nobody.`,
      'Write the service and whom, like --notify-mention slack=here or teams=ann@example.com|Ann.',
    );
  }
  return { service, mention: { id, ...defined({ name }) } };
}

function checked(mentions: readonly Mention[], notifier: Notifier): readonly Mention[] {
  const unknown = mentions.find((mention) => !notifier.isMention(mention));
  if (unknown !== undefined) {
    throw new UserError(
      `${notifier.title} does not know a member by ${JSON.stringify(unknown.id.slice(0, 200))}.`,
      notifier.mentionForm,
    );
  }
  return mentions;
}

/** A build is read on a page, and Teams opens nothing else. */
function linkOf(text: string): NewsLink {
  const { protocol, href } = URL.canParse(text) ? new URL(text) : { protocol: '', href: '' };
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new UserError(
      `--notify-link ${JSON.stringify(text.slice(0, 200))} is not the address of a page.`,
      'Write it like https://ci.example.com/runs/7.',
    );
  }
  return { url: href, title: 'Open the run' };
}
