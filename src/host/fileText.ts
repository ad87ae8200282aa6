/** Texts from files in messages of the editor, which files could otherwise stretch over the screen or rearrange. */
import { oneLine, shorten } from '../core/shownText';

/** A text on one line, not too long, nothing in it that steers how it is read. */
export function fileText(text: string): string {
  return shorten(oneLine(text), MAX_LENGTH);
}

/** Characters of a text that a message shows. */
const MAX_LENGTH = 100;
