/** Members of what is shown, as the fields that edit them use them. */
import type { PathTo } from '../../src/core/files/writtenPath';
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import type { JsonValue } from '../../src/core/json/json';
import { appending, settingOf } from './fieldEdits';
import { useEdit, useForm, type Pace } from './formContext';
import { listAt, objectAt, type Loose } from './formValue';

/** A member, and the ways to change it. */
export interface FormMember<T> {
  /** What the text has there, which can be of another type. */
  readonly value: JsonValue | undefined;
  /** The value where it is a text; else empty. */
  readonly text: string;
  readonly isOn: boolean;
  /** The value where it is an object; else an empty one. */
  readonly object: Loose<T>;
  /** Gives it another value, or none. */
  readonly set: (value: T | undefined, pace?: Pace) => void;
  /** Gives it the value that follows from what the text has there by then. */
  readonly change: (next: (before: Loose<T>) => T | undefined) => void;
}

/** The member at a path. */
export function useMember<T extends JsonValue>(path: PathTo<T>): FormMember<T> {
  const { shown } = useForm();
  const edit = useEdit();
  const value = valueAtSteps(shown, path);
  return {
    value,
    text: typeof value === 'string' ? value : '',
    isOn: value === true,
    object: objectAt(shown, path),
    set: (next, pace) => edit((document) => settingOf(document, path, next), pace),
    change: (next) => edit((document) => settingOf(document, path, next(objectAt(document, path)))),
  };
}

/** The items of the list at a path, and the way to add one. */
export function useList<T extends JsonValue>(path: PathTo<readonly T[]>) {
  const { shown } = useForm();
  const edit = useEdit();
  return {
    items: listAt(shown, path),
    append: (item: T): void => edit((document) => appending(document, path, item)),
  };
}
