/** Numbers and lists as English sentences write them. Texts of the editor's interface are `vscode.l10n` instead. */
import { inEnglish, type Say } from './say';

/**
 * `1 request`, `2 requests`, `0 requests`.
 *
 * @param many what follows any number but 1; by default `one` with an `s`
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`; empty for no words. */
export function list(words: readonly string[], say: Say = inEnglish): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : say('{0} and {1}', words.slice(0, -1).join(', '), last);
}
