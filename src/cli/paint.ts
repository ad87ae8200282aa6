/** Colours for terminals that want them. */
import { createColors } from 'picocolors';
import type { Paint } from '../formats/reporters/consoleReport';

/** Colours for a stream: none when it is no terminal, or the user asked for none (https://no-color.org). */
export function colours(
  stream: { readonly isTTY?: boolean },
  { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv,
): Paint {
  const wanted = FORCE_COLOR !== undefined && FORCE_COLOR !== '0';
  const refused = (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb';
  const { green, red, yellow, dim, bold } = createColors(!refused && (wanted || stream.isTTY === true));
  return { green, red, yellow, dim, bold };
}
