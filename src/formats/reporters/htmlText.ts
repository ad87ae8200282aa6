/**
 * HTML as a value: a template tag escapes every text that is put into it, and only what another
 * template made goes in as it is. Forgetting to escape is not possible; attributes must be quoted.
 */

/** Markup made by {@link html}. */
export class Html {
  constructor(readonly markup: string) {}
}

/** What may stand in a template; nothing is written for `undefined`. */
export type HtmlPart = string | number | Html | undefined | readonly HtmlPart[];

/** Builds markup; texts among `parts` are escaped. */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const pieces: string[] = [markup[0] ?? ''];
  parts.forEach((part, index) => {
    pieces.push(escaped(part), markup[index + 1] ?? '');
  });
  return new Html(pieces.join(''));
}

/** Markup that is ours: a constant of the program, never anything from outside. */
export function ownMarkup(markup: string): Html {
  return new Html(markup);
}

function escaped(part: HtmlPart): string {
  if (part === undefined) {
    return '';
  }
  if (part instanceof Html) {
    return part.markup;
  }
  if (typeof part === 'object') {
    return part.map(escaped).join('');
  }
  return escapeText(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters that HTML forbids, and halves of surrogate pairs, become U+FFFD. */
function escapeText(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replace(/[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
