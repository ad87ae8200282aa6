/** Texts of a review as one line of bounded length. */
import { oneLine, shorten } from '../core/shownText';

/** UTF-16 code units of anything that is shown. */
const LONGEST = 400;

/** A text for display. */
export function line(text: string): string {
  return shorten(oneLine(text), LONGEST);
}
