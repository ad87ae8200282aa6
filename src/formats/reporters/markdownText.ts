/**
 * Text from outside in Markdown: shown literally, on one line, without becoming markup, HTML, a link or
 * a mention that notifies strangers. Works inside table cells.
 */
import { oneLine } from '../../core/shownText';

/** Characters that mean something in CommonMark, or in the tables, math and references of its flavours. */
const MARKUP = /[\\`*_{}[\]()#+\-.!|~$^=]/g;

/** Escapes a text. */
export function markdownText(text: string): string {
  return (
    oneLine(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(MARKUP, '\\$&')
      // Automatic links and emoji begin with what a colon ends; a backslash keeps them text.
      .replaceAll(':', '\\:')
      // GitHub finds mentions in the rendered text, where escapes are gone; an invisible mark parts them.
      .replace(/@(?=\w)/g, '@\u200b')
      .replace(/#(?=\d)/g, '#\u200b')
  );
}
