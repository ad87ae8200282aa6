/**
 * A message for an incoming webhook of Slack, in Block Kit.
 *
 * Texts from outside are in rich text, whose elements are only ever text: Slack's own notation (`mrkdwn`) has
 * no way to write `*`, `_` or `~` literally.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
import type { Mention } from './mention';
import type { RunEnding } from '../notifyRules';
import type { RunNews } from './runNews';

/** What is posted, as far as this project writes it. */
export interface SlackMessage {
  /** For notifications and screen readers. */
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}

/** A block of the kinds that are used here. */
export type SlackBlock =
  | {
      readonly type: 'header';
      readonly text: { readonly type: 'plain_text'; readonly text: string; readonly emoji: false };
    }
  | { readonly type: 'rich_text'; readonly elements: readonly SlackRichText[] };

/** A paragraph, or a list of such. */
type SlackRichText =
  | { readonly type: 'rich_text_section'; readonly elements: readonly SlackElement[] }
  | {
      readonly type: 'rich_text_list';
      readonly style: 'bullet';
      readonly elements: readonly {
        readonly type: 'rich_text_section';
        readonly elements: readonly SlackElement[];
      }[];
    };

/** A piece of a paragraph. */
export type SlackElement =
  | { readonly type: 'text'; readonly text: string; readonly style?: { readonly bold: true } }
  | { readonly type: 'link'; readonly url: string; readonly text: string }
  | { readonly type: 'user'; readonly user_id: string }
  | { readonly type: 'usergroup'; readonly usergroup_id: string }
  | { readonly type: 'broadcast'; readonly range: 'here' | 'channel' };

/** The message about a run. `mentions` are notified. */
export function slackMessage(news: RunNews, mentions: readonly Mention[] = []): SlackMessage {
  const { outcome, headline, facts, link } = news;
  const factWords = facts.flatMap(({ name, value }, index): readonly SlackElement[] => [
    ...(index === 0 ? [] : [plain(' · ')]),
    bold(`${name}: `),
    plain(value),
  ]);
  const elements: readonly SlackRichText[] = [
    { type: 'rich_text_section', elements: factWords },
    ...failureList(news),
    ...(link === undefined
      ? []
      : [section([{ type: 'link', url: link.url, text: link.title } satisfies SlackElement])]),
    ...(mentions.length === 0 ? [] : [section(mentions.flatMap((one) => [mentioned(one), plain(' ')]))]),
  ];
  const title = `${SIGNS[outcome]} ${headline}`;
  return {
    text: escaped(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
      { type: 'rich_text', elements },
    ],
  };
}

/** Whether a mention is written as Slack knows its members: an id, `here` or `channel`. */
export function isSlackMention({ id }: Mention): boolean {
  return /^(?:[UWS][A-Z0-9]{2,}|here|channel)$/.test(id);
}

const SIGNS: Readonly<Record<RunEnding, string>> = {
  passed: '✅',
  failed: '❌',
  inconclusive: '❔',
  cancelled: '⚠️',
};

function failureList({ failures, moreFailures }: RunNews): readonly SlackRichText[] {
  if (failures.length === 0) {
    return [];
  }
  const more = moreFailures === 0 ? [] : [section([plain(`and ${moreFailures} more`)])];
  const items = failures.map(({ subject, reason }) =>
    section([bold(subject), ...(reason === '' ? [] : [plain(` – ${reason}`)])]),
  );
  return [{ type: 'rich_text_list', style: 'bullet', elements: [...items, ...more] }];
}

function mentioned({ id }: Mention): SlackElement {
  if (id === 'here' || id === 'channel') {
    return { type: 'broadcast', range: id };
  }
  return id.startsWith('S') ? { type: 'usergroup', usergroup_id: id } : { type: 'user', user_id: id };
}

function section(elements: readonly SlackElement[]) {
  return { type: 'rich_text_section', elements } as const;
}

function plain(text: string): SlackElement {
  return { type: 'text', text: shownText(text) };
}

function bold(text: string): SlackElement {
  return { type: 'text', text: shownText(text), style: { bold: true } };
}

/** Slack refuses a whole message for an empty text in it. */
function shownText(text: string): string {
  return text === '' ? '–' : text;
}

/** `text` is read as Slack's notation; these three are all that can be escaped in it, and what commands need. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
