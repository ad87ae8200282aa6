/** Messages for Slack against what Block Kit documents and Slack's own types say. */
import assert from 'node:assert/strict';
import type { KnownBlock, RichTextBlock } from '@slack/types';
import {
  slackMessage,
  type SlackBlock,
  type SlackElement,
} from '../../../src/sharing/notifiers/slackMessage';
import { sampleNews } from './sampleNews';

/** Slack's types are of lists that can be changed. */
type Changeable<T> = T extends object ? { -readonly [Member in keyof T]: Changeable<T[Member]> } : T;

const MENTIONS = ['U012AB3CD', 'S012AB3CD', 'here', 'channel'].map((id) => ({ id }));

/**
 * Faults by the limits that Slack documents.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 * @see https://docs.slack.dev/changelog/2018-truncating-really-long-messages
 */
function faultsOf({
  text,
  blocks,
}: {
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}): readonly string[] {
  return [
    ...(text === '' || text.length > 4_000 ? ['text'] : []),
    ...(blocks.length === 0 || blocks.length > 50 ? ['number of blocks'] : []),
    ...blocks.flatMap(blockFaults),
    ...(Buffer.byteLength(JSON.stringify(blocks)) > 12_000 ? ['size'] : []),
  ];
}

function blockFaults(block: SlackBlock): readonly string[] {
  if (block.type === 'header') {
    const { text } = block.text;
    return text === '' || text.length > 150 ? ['header'] : [];
  }
  const sections = block.elements.flatMap((element) =>
    element.type === 'rich_text_list' ? element.elements : [element],
  );
  return [
    ...(block.elements.length === 0 ? ['rich text without elements'] : []),
    ...sections.flatMap(({ elements }) => (elements.length === 0 ? ['section without elements'] : [])),
    ...sections.flatMap(({ elements }) => elements.flatMap(elementFaults)),
  ];
}

function elementFaults(element: SlackElement): readonly string[] {
  switch (element.type) {
    case 'text':
      return element.text === '' || element.text.length > 3_000 ? ['text of an element'] : [];
    case 'link':
      return /^(?:https?|vscode):/.test(element.url) && element.url.length <= 3_000 && element.text !== ''
        ? []
        : ['link'];
    case 'user':
    case 'usergroup':
    case 'broadcast':
      return [];
  }
}

describe('messages for Slack', () => {
  for (const [title, news] of sampleNews) {
    it(`keep to the limits of Block Kit: ${title}`, () => {
      const message = slackMessage(news, MENTIONS);
      assert.deepEqual(faultsOf(message), []);
      // Checked by the compiler: these are the blocks that Slack knows.
      const known: KnownBlock[] = message.blocks as Changeable<typeof message.blocks>;
      assert.deepEqual(
        known.map(({ type }) => type),
        ['header', 'rich_text'],
      );
    });
  }

  it('are read by Slack as text wherever a text is from outside', () => {
    for (const [, news] of sampleNews) {
      const { blocks } = slackMessage(news);
      const [, block] = blocks as readonly [unknown, Changeable<RichTextBlock>];
      const pieces = block.elements.flatMap((element) =>
        element.type === 'rich_text_list'
          ? element.elements.flatMap(({ elements }) => elements)
          : element.elements,
      );
      assert.ok(pieces.every((piece) => 'type' in piece && (piece.type === 'text' || piece.type === 'link')));
    }
  });

  it('are found wrong by this test when they are', () => {
    const [, [, news] = ['', undefined]] = sampleNews;
    assert.ok(news !== undefined);
    const { blocks } = slackMessage(news);
    assert.deepEqual(faultsOf({ text: '', blocks: [] }), ['text', 'number of blocks']);
    assert.deepEqual(
      faultsOf({ text: 'x', blocks: Array.from({ length: 26 }, () => blocks).flat() }).includes(
        'number of blocks',
      ),
      true,
    );
    assert.deepEqual(
      faultsOf({
        text: 'x',
        blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151), emoji: false } }],
      }),
      ['header'],
    );
  });
});
