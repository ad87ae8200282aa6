/**
 * Rules that cut a value out of a text by a regular expression: out of a URL after the text before it, out of
 * a member or a field after its name.
 */
import type { ExtractionRule } from '../../extraction/extractionRules';
import { addressPath, isAddress, segmentsOf } from '../read/urlValue';
import type { ParsedResponse } from '../read/parsedResponse';
import type { ResponseValue } from '../read/responseValue';
import { isStatic } from '../../language/placeName';
import type { StableRule } from './stableRule';

/** Where a regular expression searches, and how what it finds is read. */
type TextSource = Pick<ExtractionRule, 'from' | 'name' | 'decode'>;

/** Regular expressions on a text: each match says the same, or the first one is taken. */
export function textRules(
  source: TextSource,
  regex: string,
  responseValue: ResponseValue,
  reading: ParsedResponse,
): readonly StableRule[] {
  const ruleOf = (pattern: string): ExtractionRule => ({
    ...source,
    select: { kind: 'regex', regex: pattern },
    all: false,
    optional: false,
  });
  const found = reading.valuesOf(ruleOf(regex));
  if (found.length === 0 || found.some((value) => value !== responseValue.value)) {
    return [];
  }
  return [{ rule: ruleOf(found.length === 1 ? regex : `(?s)^.*?${regex}`), isStable: true }];
}

/**
 * Rules for a part of a URL after the text before it: by its words except those that the answer contains about the
 * thing itself, by all of them, and by the number of its segments alone.
 */
export function addressRules(
  source: TextSource,
  before: string,
  responseValue: ResponseValue,
  reading: ParsedResponse,
): readonly StableRule[] {
  const patterns = [
    addressPattern(responseValue, (segment) => isStatic(segment) && !reading.says(segment)),
    addressPattern(responseValue, isStatic),
    addressPattern(responseValue, () => false),
  ];
  const rulesOf = (from: TextSource): readonly StableRule[] =>
    [...new Set(patterns)].flatMap((pattern) => textRules(from, before + pattern, responseValue, reading));
  // What is sent again is encoded then: an address that has it so already would have it twice.
  const decoding = { ...source, decode: { as: 'percent' } } as const;
  const [first, second] =
    responseValue.parameter !== undefined && isMixed(responseValue.value)
      ? [decoding, source]
      : [source, decoding];
  const rules = rulesOf(first);
  return rules.length > 0 ? rules : rulesOf(second);
}

/** Whether a text is written with letters of both cases and digits, as base64 is, whose next one may end with `=`. */
export function isMixed(text: string): boolean {
  return text.length >= MIXED_LENGTH && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
}

const MIXED_LENGTH = 16;

/**
 * The address with its words as they are and this segment in a group: `/group/([^/?#"]+)/change/`; or with this
 * parameter, whatever is before it.
 */
function addressPattern(
  { whole, segment: wanted = -1, parameter }: ResponseValue,
  isWord: (segment: string) => boolean,
): string {
  if (parameter !== undefined) {
    const [mark, ends] = addressPath(whole).includes(`;${parameter}=`)
      ? [';', ';/?']
      : ['[?&](?:amp;|#0*38;|#x0*26;)?', '&'];
    return `[^"'\\s]*${mark}${escapeRegex(parameter)}=([^${ends}#"'\\s]+)`;
  }
  const segments = segmentsOf(addressPath(whole));
  const host = /^https?:/.test(whole) ? `https?://[^/"]+` : '';
  const root = isAddress(whole) ? '/' : '';
  const written = segments
    .slice(0, lastWord(segments, wanted) + 1)
    .map((segment, index) =>
      index === wanted ? SEGMENT_GROUP : isWord(segment) ? escapeRegex(segment) : SEGMENT,
    );
  return `${host}${root}${written.join('/')}`;
}

/** The address of a link with its words, up to where its path ends: `/orders/7` is not `/orders/7/edit`. */
export function linkPattern(responseValue: ResponseValue): string {
  const { whole, segment } = responseValue;
  const isLast = segment !== undefined && segment === segmentsOf(addressPath(whole)).length - 1;
  return addressPattern(responseValue, isStatic) + (isLast ? (whole.includes('?') ? '\\?' : '["\'#]') : '');
}

/** The segment after the wanted one tells apart what is done with it. */
function lastWord(segments: readonly string[], wanted: number): number {
  const next = segments[wanted + 1];
  return next !== undefined && isStatic(next) ? wanted + 1 : wanted;
}

const SEGMENT = '[^/?#"\']+';
const SEGMENT_GROUP = `(${SEGMENT})`;

/** A pattern for a text with any spaces between its words. */
export function wordsPattern(text: string): string {
  return text.split(/\s+/).map(escapeRegex).join('\\s+');
}

/** A text as a pattern that matches nothing else. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
