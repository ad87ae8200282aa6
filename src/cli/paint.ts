/** What a terminal gets: colours where it wants them, no control characters of strangers, and of many names the first. */
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

/** More names than these are left to the report. */
const MAX_NAMES = 20;

/** Says on the error output what is to be done with names; nothing when there are none. */
export function reportNames(what: string, names: readonly string[]): void {
  if (names.length > 0) {
    console.error(printable(`  ${what}: ${firstNames(names, MAX_NAMES)}.`));
  }
}

/** `a, b and 3 more`. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return names.slice(0, most).join(', ') + more;
}
