/** The text of an issue in the wiki markup of Jira Data Center (version 2 of its interface). */
import { readBlocks, type Block, type Span } from '../issueText';

/** The markup of a text. */
export function wikiText(markdown: string): string {
  return readBlocks(markdown).map(markupOf).join('\n\n');
}

function markupOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `h${block.level}. ${spansOf(block.spans)}`;
    case 'paragraph':
      return spansOf(block.spans);
    case 'list':
      return block.items.map((spans) => `* ${spansOf(spans)}`).join('\n');
    case 'code':
      // Nothing can be escaped in it: an invisible mark keeps the text from ending it.
      return `{noformat}\n${block.text.replace(/\{(?=noformat|code)/gi, '{\u200b')}\n{noformat}`;
  }
}

function spansOf(spans: readonly Span[]): string {
  return spans.map(spanOf).join('');
}

function spanOf({ kind, text }: Span): string {
  switch (kind) {
    case 'text':
      return escaped(text);
    case 'strong':
      return `*${escaped(text)}*`;
    case 'code':
      return `{{${escaped(text)}}}`;
  }
}

/**
 * Everything that begins something in the markup, as the entity of HTML that its renderer leaves alone. A hyphen
 * within a word begins nothing, and fingerprints are to be found.
 */
function escaped(text: string): string {
  return text.replace(
    /[&<>{}[\]*_?+^~!|\\#@()]|(?<!\w)-|-(?!\w)/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}
