/** The kinds of body as the form offers them, and what each begins with. */
import type { JsonObject } from '../../src/core/json/json';
import { t } from '../ui/l10n';
import type { Choice } from './choice';

/** Kinds by the member of the body that shows them; `none` is a request without body. */
export const BODY_KINDS: readonly Choice[] = [
  ['none', () => t('None')],
  ['json', () => t('JSON')],
  ['text', () => t('Text')],
  ['form', () => t('Form')],
  ['multipart', () => t('Multipart')],
  ['file', () => t('File')],
  ['graphql', () => t('GraphQL')],
];

const FIRST: Readonly<Record<string, JsonObject>> = {
  json: { json: {} },
  text: { text: '' },
  form: { form: [] },
  multipart: { multipart: [] },
  file: { file: '' },
  graphql: { graphql: { query: '' } },
};

/** The kind of a body: the first one it says. */
export function bodyKind(body: JsonObject): string {
  return BODY_KINDS.find(([kind]) => Object.hasOwn(body, kind))?.[0] ?? 'none';
}

/** An empty body of a kind; absent for `none`. */
export function emptyBody(kind: string): JsonObject | undefined {
  return Object.hasOwn(FIRST, kind) ? FIRST[kind] : undefined;
}
