/** What a terminal gets: colours where it wants them, and no control characters of strangers. */
import { createColors } from 'picocolors';
import { oneLine } from '../core/shownText';
import type { Paint } from '../formats/reporters/consoleReport';

/** A text from a file or a server for the terminal: line breaks kept, control characters taken out. */
export function printable(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}

/** Colours for a stream: none when it is not a terminal, or the user asked for none (https://no-color.org). */
export function colours(
  stream: { readonly isTTY?: boolean },
  { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv,
): Paint {
  const wanted = FORCE_COLOR !== undefined && FORCE_COLOR !== '0';
  const refused = (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb';
  const { green, red, yellow, dim, bold } = createColors(!refused && (wanted || stream.isTTY === true));
  return { green, red, yellow, dim, bold };
}
