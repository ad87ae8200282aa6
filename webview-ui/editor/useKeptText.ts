/** The text of a field whose text is not the value itself. */
import type { FormTarget } from '../../src/protocol/formEdit';
import { useForm } from './formContext';
import type { FormPath } from './formValue';
import { keptText } from './keptText';

/** A field by the place of its value. */
export interface KeptField {
  readonly path: FormPath;
  /** The value in its usual form. */
  readonly value: string;
  /** The usual form of what a text means; nothing when it means nothing yet. */
  readonly usual: (text: string) => string | undefined;
}

/** The text to show, and how what is typed is kept: as long as the form, whether the field is in sight or not. */
export function useKeptText({
  path,
  value,
  usual,
}: KeptField): readonly [text: string, keep: (text: string) => void] {
  const { session, target } = useForm();
  const field = draftName(target, path);
  const draft = session.state.drafts.get(field);
  const keep = (text: string): void =>
    session.dispatch({ type: 'drafted', field, draft: { text, base: value } });
  return [keptText(draft, value, usual), keep];
}

/** What a draft at a place of a request, or of the chain, is kept under; a request without an id goes by its position. */
export function draftName(target: FormTarget, path: FormPath): string {
  const owner = target === null ? null : target.id === '' ? target.index : target.id;
  return JSON.stringify([owner, ...path]);
}
