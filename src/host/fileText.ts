/** Texts from files in messages and labels of the editor, which files could otherwise stretch, rearrange or dress up. */
import { oneLine, shorten } from '../core/shownText';

/** A text on one line, not too long, nothing in it that steers how it is read. */
export function fileText(text: string): string {
  return shorten(oneLine(text), MAX_LENGTH);
}

/**
 * A text in which nothing looks like an icon: labels, lenses and the status bar would draw `$(trash)`. They
 * do not agree on how it is escaped, so an invisible space separates it.
 */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

/**
 * A text in which nothing looks like a link: VS Code draws `[text](command:…)` in notifications and below
 * inputs as a link that runs the command, even from untrusted text.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}

/** Characters of a text that a message shows. */
const MAX_LENGTH = 100;
