/**
 * The pairs of a text that holds several: the parameters of a URL's query, the cookies of a `Cookie` line.
 * Separators inside references belong to the references.
 */
import { hideReferences, splitUrl } from './template';

/** A pair and its place; offsets in UTF-16 code units, `end` exclusive. */
export interface NamedPart {
  /** As written; the whole pair if it has no `=`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The pairs between separators, empty ones left out; spaces around them do not count. */
export function namedParts(text: string, separator: '&' | ';'): readonly NamedPart[] {
  const hidden = hideReferences(text);
  const parts: NamedPart[] = [];
  for (let from = 0; from <= text.length;) {
    const found = hidden.indexOf(separator, from);
    const end = found === -1 ? text.length : found;
    const equals = hidden.slice(from, end).indexOf('=');
    const name = text.slice(from, equals === -1 ? end : from + equals).trim();
    if (end > from) {
      parts.push({ name, start: from, end });
    }
    from = end + 1;
  }
  return parts;
}

/** A pair and its whole text. */
interface NamedText extends Pick<NamedPart, 'name'> {
  readonly text: string;
}

/** The text with those of its pairs that are kept. */
export function keepPairs(text: string, separator: '&' | ';', isKept: (pair: NamedText) => boolean): string {
  return namedParts(text, separator)
    .map(({ name, start, end }) => ({ name, text: text.slice(start, end) }))
    .filter(isKept)
    .map((pair) => pair.text)
    .join(separator);
}

/** A URL with its query between `?` and `#` replaced; a query that becomes empty goes with its `?`. */
export function withUrlQuery(url: string, change: (query: string) => string): string {
  const { queryStart } = splitUrl(url);
  if (url[queryStart] !== '?') {
    return url;
  }
  const hash = hideReferences(url).indexOf('#', queryStart);
  const end = hash === -1 ? url.length : hash;
  const query = change(url.slice(queryStart + 1, end));
  return `${url.slice(0, queryStart)}${query === '' ? '' : `?${query}`}${url.slice(end)}`;
}
