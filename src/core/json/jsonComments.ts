/** Comments in JSON: the adapter of jsonc-parser for texts that are shown or sent without them. */
import { stripComments } from 'jsonc-parser';

/** The text with its comments replaced by spaces, so that every offset stays the same. */
export function withoutComments(text: string): string {
  return stripComments(text, ' ');
}
