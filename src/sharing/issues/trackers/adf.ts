/**
 * The text of an issue as a document of Atlassian (ADF 1), which Jira Cloud takes. Everything in it is text: marks of
 * Markdown that were not ours, mentions and links of strangers stay the characters that they are.
 */
import { readBlocks, type Block, type Span } from '../issueText';
import { memberOf } from './tracker';

/** A node of the document; the schema of Atlassian checks what the type here does not. */
export type AdfNode = Readonly<Record<string, unknown>>;

/** The document of a text. */
export function adfDocument(markdown: string): AdfNode {
  const content = readBlocks(markdown).map(nodeOf);
  return { version: 1, type: 'doc', content: content.length === 0 ? [paragraph([])] : content };
}

/** All texts of a document, each block on a line of its own. */
export function adfText(node: unknown): string {
  if (Array.isArray(node)) {
    const isLine = node.some((one) => memberOf(one, 'type') === 'text');
    return node.map(adfText).join(isLine ? '' : '\n');
  }
  if (typeof node !== 'object' || node === null) {
    return '';
  }
  const { text, content } = node as { readonly text?: unknown; readonly content?: unknown };
  return `${typeof text === 'string' ? text : ''}${adfText(content)}`;
}

function nodeOf(block: Block): AdfNode {
  switch (block.kind) {
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: spansOf(block.spans) };
    case 'paragraph':
      return paragraph(block.spans);
    case 'list':
      return {
        type: 'bulletList',
        content: block.items.map((spans) => ({ type: 'listItem', content: [paragraph(spans)] })),
      };
    case 'code':
      return {
        type: 'codeBlock',
        ...(block.language === '' ? {} : { attrs: { language: block.language } }),
        // A text node cannot be empty.
        ...(block.text === '' ? {} : { content: [{ type: 'text', text: block.text }] }),
      };
  }
}

function paragraph(spans: readonly Span[]): AdfNode {
  return { type: 'paragraph', content: spansOf(spans) };
}

function spansOf(spans: readonly Span[]): readonly AdfNode[] {
  return spans
    .filter(({ text }) => text !== '')
    .map(({ kind, text }) => ({
      type: 'text',
      text,
      ...(kind === 'text' ? {} : { marks: [{ type: kind }] }),
    }));
}
