/** The kinds of body as the form offers them, and what each begins with. */
import type { WrittenBody } from '../../src/core/files/writtenChain';
import { t } from '../ui/l10n';
import { choicesOf } from './choice';
import type { Loose } from './formValue';

/** A kind by the member of the body that shows it; `none` is a request without body. */
export type BodyKind = Exclude<keyof WrittenBody, 'contentType'> | 'none';

/** The kinds, and what they are called. */
export const BODY_KINDS = choicesOf<BodyKind>({
  none: () => t('None'),
  json: () => t('JSON'),
  text: () => t('Text'),
  form: () => t('Form'),
  multipart: () => t('Multipart'),
  file: () => t('File'),
  graphql: () => t('GraphQL'),
});

/** An empty body of each kind. */
export const EMPTY_BODIES: Readonly<Record<BodyKind, WrittenBody | undefined>> = {
  none: undefined,
  json: { json: {} },
  text: { text: '' },
  form: { form: [] },
  multipart: { multipart: [] },
  file: { file: '' },
  graphql: { graphql: { query: '' } },
};

/** The kind of a body: the first one it says. */
export function bodyKind(body: Loose<WrittenBody>): BodyKind {
  return BODY_KINDS.find(([kind]) => Object.hasOwn(body, kind))?.[0] ?? 'none';
}
