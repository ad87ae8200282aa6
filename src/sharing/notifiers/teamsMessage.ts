/**
 * A message for a workflow of Microsoft Teams ("When a Teams webhook request is received"): an Adaptive Card.
 *
 * Texts from outside are in text runs, which are only ever text; a text block would read them as Markdown, and
 * a server's answer could put a link into the card. A button does nothing in Teams unless it leads to a web page
 * (microsoft/AdaptiveCards#5297), so that a link into the editor is written out, to be copied.
 *
 * @see https://adaptivecards.io/explorer/
 */
import type { Mention } from './mention';
import type { RunEnding } from '../notifyRules';
import type { NewsLink, RunNews } from './runNews';

/** What is posted. */
export interface TeamsMessage {
  readonly type: 'message';
  readonly attachments: readonly [
    {
      readonly contentType: 'application/vnd.microsoft.card.adaptive';
      readonly content: AdaptiveCard;
    },
  ];
}

/** A card of the elements that are used here. */
export interface AdaptiveCard {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly type: 'AdaptiveCard';
  /** Newer ones are not shown everywhere. */
  readonly version: '1.4';
  readonly body: readonly CardElement[];
  readonly actions?: readonly CardAction[];
  readonly msteams: {
    readonly width: 'Full';
    readonly entities?: readonly {
      readonly type: 'mention';
      readonly text: string;
      readonly mentioned: { readonly id: string; readonly name: string };
    }[];
  };
}

/** An element of a card. */
type CardElement =
  | { readonly type: 'RichTextBlock'; readonly inlines: readonly TextRun[] }
  | { readonly type: 'TextBlock'; readonly text: string; readonly wrap: true };

/** A text that is shown verbatim. */
interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Large';
  readonly color?: 'Good' | 'Attention' | 'Warning';
}

/** A button that opens a page. */
interface CardAction {
  readonly type: 'Action.OpenUrl';
  readonly title: string;
  readonly url: string;
}

/** The message about a run. `mentions` are notified. */
export function teamsMessage(news: RunNews, mentions: readonly Mention[] = []): TeamsMessage {
  return {
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', content: cardOf(news, mentions) },
    ],
  };
}

/** Whether a mention is written as Teams knows its members: an address or an id of the directory. */
export function isTeamsMention({ id }: Mention): boolean {
  return (
    /^[^\s@<>]{1,100}@[^\s@<>]{1,150}$/.test(id) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
  );
}

function cardOf(
  { outcome, headline, facts, failures, moreFailures, link }: RunNews,
  mentions: readonly Mention[],
) {
  const called = mentions.map(({ id, name = id }) => ({ id, name: name.replace(/[<>&]/g, ' ') }));
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      paragraph([
        { type: 'TextRun', text: headline, weight: 'Bolder', size: 'Large', color: COLOURS[outcome] },
      ]),
      ...facts.map(({ name, value }) => paragraph([bold(`${name}: `), plain(value)])),
      ...failures.map(({ subject, reason }) =>
        paragraph([plain('• '), bold(subject), ...(reason === '' ? [] : [plain(` – ${reason}`)])]),
      ),
      ...(moreFailures === 0 ? [] : [paragraph([plain(`and ${moreFailures} more`)])]),
      ...(called.length === 0
        ? []
        : [{ type: 'TextBlock', text: called.map(tag).join(' '), wrap: true } satisfies CardElement]),
      ...(link === undefined || isPage(link) ? [] : [paragraph([bold(`${link.title}: `), plain(link.url)])]),
    ],
    ...(link !== undefined && isPage(link)
      ? { actions: [{ type: 'Action.OpenUrl', title: link.title, url: link.url } satisfies CardAction] }
      : {}),
    msteams: {
      width: 'Full',
      ...(called.length === 0
        ? {}
        : { entities: called.map((one) => ({ type: 'mention', text: tag(one), mentioned: one }) as const) }),
    },
  } as const satisfies AdaptiveCard;
}

const COLOURS: Readonly<Record<RunEnding, NonNullable<TextRun['color']>>> = {
  passed: 'Good',
  failed: 'Attention',
  inconclusive: 'Warning',
  cancelled: 'Warning',
};

function isPage({ url }: NewsLink): boolean {
  return /^https?:/i.test(url);
}

function tag({ name }: { readonly name: string }): string {
  return `<at>${name}</at>`;
}

function paragraph(inlines: readonly TextRun[]): CardElement {
  return { type: 'RichTextBlock', inlines };
}

function plain(text: string): TextRun {
  return { type: 'TextRun', text };
}

function bold(text: string): TextRun {
  return { type: 'TextRun', text, weight: 'Bolder' };
}
