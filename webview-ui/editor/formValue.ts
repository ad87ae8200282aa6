/**
 * The written form of a request, or of a chain, as a value: the value at a path, and the value after a change.
 *
 * Whatever the text says is shown: a member of the wrong type counts as absent here, and its problem is in
 * the view. Members are own ones only, `__proto__` among them.
 */
import { isArray, isObject, parseJson, stringifyJson, type JsonValue } from '../../src/core/json/json';
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import type { AnyPath, StepIn } from '../../src/core/files/writtenPath';
import type { FormChange, FormEdit } from '../../src/protocol/formEdit';

/** Steps to a member: names, and positions in lists. */
export type FormPath = readonly (string | number)[];

/** The text at a path; empty when there is none. */
export function textAt(value: JsonValue, path: FormPath): string {
  const found = valueAtSteps(value, path);
  return typeof found === 'string' ? found : '';
}

/** The list at a path; empty when there is none. */
export function listAt(value: JsonValue, path: FormPath): readonly JsonValue[] {
  const found = valueAtSteps(value, path);
  return found !== undefined && isArray(found) ? found : [];
}

/** An object of the text: it can have some of the members, and each of any type. */
export type Loose<T> = { readonly [Name in StepIn<T> & string]?: JsonValue };

/** What is written as an object; empty when it is none. */
export function looseOf<T>(value: JsonValue | undefined): Loose<T> {
  return (value !== undefined && isObject(value) ? value : {}) as Loose<T>;
}

/** The object at a path; empty when there is none. */
export function objectAt<T>(value: JsonValue, path: AnyPath<T>): Loose<T> {
  return looseOf(valueAtSteps(value, path));
}

/** The value at a path as changes write it: JSON text, `null` without one. */
export function writtenAt(value: JsonValue, path: FormPath): string | null {
  const found = valueAtSteps(value, path);
  return found === undefined ? null : stringifyJson(found);
}

/** The value after a change. An edit that does not fit changes nothing. */
export function changedValue(value: JsonValue, { edits }: Pick<FormChange, 'edits'>): JsonValue {
  return edits.reduce(editedValue, value);
}

function editedValue(value: JsonValue, edit: FormEdit): JsonValue {
  switch (edit.kind) {
    case 'set':
      return replacedAt(value, edit.path, edit.value === null ? undefined : parseJson(edit.value)) ?? null;
    case 'insert': {
      const list = listAt(value, edit.path);
      return replacedAt(value, edit.path, list.toSpliced(edit.index, 0, parseJson(edit.value))) ?? null;
    }
    case 'move': {
      const list = listAt(value, edit.path);
      const moved = list.slice(edit.from, edit.from + 1);
      return (
        replacedAt(value, edit.path, list.toSpliced(edit.from, 1).toSpliced(edit.to, 0, ...moved)) ?? null
      );
    }
  }
}

/** The value with another one at a path, or none; objects on the way are made. */
function replacedAt(
  value: JsonValue | undefined,
  path: FormPath,
  content: JsonValue | undefined,
): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) {
    return content;
  }
  const child = replacedAt(value === undefined ? undefined : valueAtSteps(value, [step]), rest, content);
  if (typeof step === 'number') {
    const list = value !== undefined && isArray(value) ? value : [];
    return child === undefined ? list.toSpliced(step, 1) : list.toSpliced(step, 1, child);
  }
  const object = value !== undefined && isObject(value) ? value : {};
  if (child !== undefined) {
    return { ...object, [step]: child };
  }
  const { [step]: _removed, ...others } = object;
  return others;
}
