/** The services that can be notified of a run. Another one needs a file and a line here. */
import type { Mention } from './mention';
import type { RunNews } from './runNews';
import { isSlackMention, slackMessage } from './slackMessage';
import { isTeamsMention, teamsMessage } from './teamsMessage';

/** A service that takes messages at an address, which is a secret: anybody who has it can post. */
export interface Notifier {
  /** In options and settings. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** The secret that holds the address. */
  readonly secret: string;
  /** Where such an address is made. */
  readonly setUp: string;
  /** What is posted, as JSON. */
  readonly message: (news: RunNews, mentions: readonly Mention[]) => object;
  readonly isMention: (mention: Mention) => boolean;
  /** Says how a mention is written. */
  readonly mentionForm: string;
  /** What to do about an answer that says the message was not taken. */
  readonly remedy: (status: number) => string;
}

/** All of them. */
export const notifiers: readonly Notifier[] = [
  {
    name: 'slack',
    title: 'Slack',
    secret: 'SLACK_WEBHOOK',
    setUp: 'Add an incoming webhook to a channel (api.slack.com/messaging/webhooks).',
    message: slackMessage,
    isMention: isSlackMention,
    mentionForm: 'Write U012AB3CD, S012AB3CD (a group), here or channel.',
    remedy: (status) =>
      SLACK_REMEDIES[status] ?? 'Make sure that the address is that of an incoming webhook of Slack.',
  },
  {
    name: 'teams',
    title: 'Microsoft Teams',
    secret: 'TEAMS_WEBHOOK',
    setUp: 'Add the workflow "Post to a channel when a webhook request is received" to a channel.',
    message: teamsMessage,
    isMention: isTeamsMention,
    mentionForm: 'Write ann@example.com.',
    remedy: (status) =>
      TEAMS_REMEDIES[status] ??
      'Make sure that the address is that of a workflow of Teams that is switched on.',
  },
];

const SLACK_REMEDIES: Readonly<Record<number, string>> = {
  400: 'The webhook may have been made for another kind of message; make a new incoming webhook.',
  403: 'The workspace does not let this webhook post any more; make a new one, or ask its owner.',
  404: 'The webhook or its channel is gone; make a new one.',
  410: 'The channel is archived; make a webhook for another one.',
};

const TEAMS_REMEDIES: Readonly<Record<number, string>> = {
  400: 'The workflow did not accept the card; create it again from the template for webhook requests.',
  401: 'The workflow wants a sign-in; let its trigger be called by anyone.',
  403: 'The workflow may not be called from here; let its trigger be called by anyone.',
  404: 'The workflow is gone or switched off; switch it on, or make a new one.',
  410: 'The workflow is gone; make a new one.',
};
