/**
 * The JSON text of a response body: without what servers put before it so that no other site can load it as a script,
 * and lines of JSON as one list.
 */

/** `)]}'` as Gerrit and Google send it, and endless loops. */
const GUARD = /^\s*(?:\)\]\}'?,?|(?:while|for) ?\((?:1|;;)\);)(?=\s*[[{"])/;
const JSON_LINES =
  /^application\/(?:(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines)|(?:[\w.-]+\+)?stream\+json)$/;
/** The end of a line between two values; JSON has no other line ends there. */
const BETWEEN_VALUES = /([}\]"\w])[^\S\n]*\n\s*(?=[{["\w-])/g;

/** What is parsed of a body; offsets differ only where a body of lines becomes a list. */
export function jsonTextOf(body: string, mediaType: string): string {
  if (JSON_LINES.test(mediaType)) {
    return `[${body.replace(BETWEEN_VALUES, '$1,')}]`;
  }
  // Spaces keep the offsets that errors name.
  return GUARD.test(body) ? body.replace(GUARD, (guard) => guard.replace(/\S/g, ' ')) : body;
}
