/** Comments in JSON: the adapter of jsonc-parser for texts that are shown without them. */
import { stripComments } from 'jsonc-parser';

/** The text with blanks in the place of its comments, so that everything else stays where it is. */
export function withoutComments(text: string): string {
  return stripComments(text, ' ');
}
