/** Whether a text is made of commands of which cURL is one. */
import type { ImportSource } from '../../shape/imported';

/** Whether a text begins like a cURL command. */
export function isCurl(text: string): boolean {
  return /^\s*(?:\$\s+)?curl(?:\.exe)?\s/i.test(text);
}

/** Whether a file is a list of commands with cURL among them: a script, or what people collect in notes. */
export function isCurlFile({ json, text }: ImportSource): boolean {
  return json === undefined && text.length <= MAX_LENGTH && CURL_LINE.test(text);
}

/** Looked at are texts up to this length, in UTF-16 code units. */
const MAX_LENGTH = 10_000_000;

/** A command at the beginning of a line, or after a prefix that is allowed there. */
const CURL_LINE =
  /^[ \t]*(?:[$>%] +|[^\r\n]{0,300}?(?:\||&&|;|\$\(|`|\b(?:then|do|else|sudo|time|exec)\b) *)?(?:[\w./\\:]*[/\\])?curl(?:\.exe)?[ \t]/im;
