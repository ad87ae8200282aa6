/** Extractions as the form shows them: where the value comes from, and which part is taken. */
import type { WrittenExtraction } from '../../src/core/files/writtenChain';
import { t } from '../ui/l10n';
import { choicesOf } from './choice';
import { withMembers } from './fieldEdits';
import { looseOf, type Loose } from './formValue';

/** Where a value comes from. */
export const SOURCES = choicesOf<WrittenExtraction['from']>({
  body: () => t('Body'),
  header: () => t('Header'),
  cookie: () => t('Cookie'),
  status: () => t('Status'),
  url: () => t('URL'),
});

type Selecting = 'path' | 'regex' | 'css' | 'xpath';

/** Ways to select a part, by the member that does; `whole` is none of them. */
export const SELECTORS = choicesOf<(Selecting & keyof WrittenExtraction) | 'whole'>({
  whole: () => t('everything'),
  path: () => t('JSONPath'),
  regex: () => t('Regular expression'),
  css: () => t('CSS'),
  xpath: () => t('XPath'),
});

type Decoding = Required<WrittenExtraction>['decode'];

/** Ways to decode a text that was found; `none` takes it undecoded. */
export const DECODINGS = choicesOf<Decoding['as'] | 'none'>({
  none: () => t('not decoded'),
  jwt: () => t('decode a token (JWT)'),
  base64: () => t('decode Base64'),
  json: () => t('decode JSON in the text'),
  percent: () => t('decode percent signs (%3D)'),
});

/** What a selector begins with: something that selects, so that the file stays sound. */
const FIRST: Readonly<Record<Selecting | 'whole', Partial<WrittenExtraction>>> = {
  whole: {},
  path: { path: '$' },
  regex: { regex: '(.+)' },
  css: { css: 'body' },
  xpath: { xpath: '/*' },
};

/** How an extraction selects. */
export function selectorOf(extraction: Loose<WrittenExtraction>): Selecting | 'whole' {
  return SELECTORS.find(([kind]) => Object.hasOwn(extraction, kind))?.[0] ?? 'whole';
}

/** How an extraction decodes what it found. */
export function decodingOf({ decode }: Loose<WrittenExtraction>): string {
  const { as } = looseOf<Decoding>(decode);
  return typeof as === 'string' ? as : 'none';
}

/** Whether a source is found by a name. */
export function isNamed(source: string): boolean {
  return source === 'header' || source === 'cookie';
}

/** An extraction that takes from another source. A name is kept where the new source has one. */
export function withSource(
  before: Loose<WrittenExtraction>,
  from: WrittenExtraction['from'],
): WrittenExtraction {
  const { name = '' } = before;
  const kept = typeof name === 'string' ? name : '';
  return withMembers<WrittenExtraction>(before, { from, name: isNamed(from) ? kept : undefined });
}

/** An extraction that selects in another way. */
export function withSelector(before: Loose<WrittenExtraction>, kind: Selecting | 'whole'): WrittenExtraction {
  const none = { path: undefined, regex: undefined, css: undefined, attribute: undefined, xpath: undefined };
  return withMembers<WrittenExtraction>(before, { ...none, ...FIRST[kind] });
}

/** The initial path in the decoded value; base64 and percent signs are a text as a whole. */
const FIRST_PATH: Readonly<Record<Decoding['as'], Pick<Decoding, 'path'>>> = {
  jwt: { path: '$.sub' },
  json: { path: '$' },
  base64: {},
  percent: {},
};

/** An extraction that decodes in another way. */
export function withDecoding(
  before: Loose<WrittenExtraction>,
  as: Decoding['as'] | 'none',
): WrittenExtraction {
  const decode = as === 'none' ? undefined : { as, ...FIRST_PATH[as] };
  return withMembers<WrittenExtraction>(before, { decode });
}
