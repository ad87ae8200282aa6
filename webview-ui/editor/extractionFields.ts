/** Extractions as the form shows them: where the value comes from, and which part is taken. */
import { isObject, type JsonObject, type JsonValue } from '../../src/core/json/json';
import { t } from '../ui/l10n';
import type { Choice } from './choice';
import { withMembers } from './fieldEdits';

/** Where a value comes from. */
export const SOURCES: readonly Choice[] = [
  ['body', () => t('Body')],
  ['header', () => t('Header')],
  ['cookie', () => t('Cookie')],
  ['status', () => t('Status')],
  ['url', () => t('URL')],
];

/** Ways to select a part; `whole` is none of them. */
export const SELECTORS: readonly Choice[] = [
  ['whole', () => t('everything')],
  ['path', () => t('JSONPath')],
  ['regex', () => t('Regular expression')],
  ['css', () => t('CSS')],
  ['xpath', () => t('XPath')],
];

/** Ways to decode a text that was found; `none` takes it undecoded. */
export const DECODINGS: readonly Choice[] = [
  ['none', () => t('not decoded')],
  ['jwt', () => t('decode a token (JWT)')],
  ['base64', () => t('decode Base64')],
  ['json', () => t('decode JSON in the text')],
  ['percent', () => t('decode percent signs (%3D)')],
];

/** What a selector begins with: something that selects, so that the file stays sound. */
const FIRST: Readonly<Record<string, string>> = { path: '$', regex: '(.+)', css: 'body', xpath: '/*' };

/** How an extraction selects. */
export function selectorOf(extraction: JsonValue): string {
  const selectors = isObject(extraction) ? Object.keys(extraction) : [];
  return SELECTORS.find(([kind]) => selectors.includes(kind))?.[0] ?? 'whole';
}

/** How an extraction decodes what it found. */
export function decodingOf(extraction: JsonValue): string {
  const decode = isObject(extraction) ? extraction['decode'] : undefined;
  const as = decode !== undefined && isObject(decode) ? decode['as'] : undefined;
  return typeof as === 'string' ? as : 'none';
}

/** Whether a source is found by a name. */
export function isNamed(source: string): boolean {
  return source === 'header' || source === 'cookie';
}

/** An extraction that takes from another source. A name is kept where the new source has one. */
export function withSource(extraction: JsonValue, from: string): JsonObject {
  const before = isObject(extraction) ? extraction : {};
  const name = isNamed(from) ? (before['name'] ?? '') : undefined;
  return withMembers(before, { from, name });
}

/** An extraction that selects in another way. */
export function withSelector(extraction: JsonValue, kind: string): JsonObject {
  const before = isObject(extraction) ? extraction : {};
  const none = { path: undefined, regex: undefined, css: undefined, attribute: undefined, xpath: undefined };
  return withMembers(before, { ...none, ...(Object.hasOwn(FIRST, kind) ? { [kind]: FIRST[kind] } : {}) });
}

/** The initial path in the decoded value; base64 and percent signs are a text as a whole. */
const FIRST_PATH: Readonly<Record<string, string>> = { jwt: '$.sub', json: '$' };

/** An extraction that decodes in another way. */
export function withDecoding(extraction: JsonValue, as: string): JsonObject {
  const before = isObject(extraction) ? extraction : {};
  const path = Object.hasOwn(FIRST_PATH, as) ? FIRST_PATH[as] : undefined;
  return withMembers(before, { decode: as === 'none' ? undefined : withMembers({ as }, { path }) });
}
