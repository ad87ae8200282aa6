/**
 * Which edits a field of the form makes.
 *
 * What is the default is left out, and a list or object that nothing is left of goes with its last entry, so
 * that the file reads as if written by hand. Body, authentication and retry stay when they are emptied: they
 * say by their presence which kind was chosen.
 */
import { jsonEquals, stringifyJson, type JsonObject, type JsonValue } from '../../src/core/json/json';
import type { FormEdit } from '../../src/protocol/formEdit';
import { listAt, objectAt, valueAt, writtenAt, type FormPath } from './formValue';

/** Members of a request and of a chain whose emptiness means something. */
const KEPT: ReadonlySet<string | number> = new Set(['body', 'auth', 'retry']);

/** Gives the member at a path a value, or none; nothing when it has it already. */
export function settingOf(
  document: JsonValue,
  path: FormPath,
  value: JsonValue | undefined,
): readonly FormEdit[] {
  const present = valueAt(document, path);
  if (value === undefined) {
    return present === undefined ? [] : [removal(document, emptiedBy(document, path))];
  }
  return present !== undefined && jsonEquals(present, value)
    ? []
    : [{ kind: 'set', path, before: writtenAt(document, path), value: stringifyJson(value) }];
}

/** Writes a text, or leaves the member out when it is empty. */
export function textOrNothing(document: JsonValue, path: FormPath, text: string): readonly FormEdit[] {
  return settingOf(document, path, text === '' ? undefined : text);
}

/** Writes a switch that is off by default. */
export function switching(document: JsonValue, path: FormPath, isOn: boolean): readonly FormEdit[] {
  return settingOf(document, path, isOn ? true : undefined);
}

/** Adds an item at the end of a list, which is made when there is none. */
export function appending(document: JsonValue, path: FormPath, item: JsonValue): readonly FormEdit[] {
  return [{ kind: 'insert', path, index: listAt(document, path).length, value: stringifyJson(item) }];
}

/** Moves an item of a list; nothing when it has no room there. */
export function moving(
  document: JsonValue,
  path: FormPath,
  { from, to }: { readonly from: number; readonly to: number },
): readonly FormEdit[] {
  const before = writtenAt(document, [...path, from]);
  return before === null || to < 0 || to >= listAt(document, path).length
    ? []
    : [{ kind: 'move', path, from, to, before }];
}

/** The first members of an object under other names or none, the others unchanged. */
export function withMembers(object: JsonObject, members: Readonly<Record<string, JsonValue | undefined>>) {
  const kept = Object.entries({ ...object, ...members }).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  );
  return Object.fromEntries(kept);
}

function removal(document: JsonValue, path: FormPath): FormEdit {
  return { kind: 'set', path, before: writtenAt(document, path), value: null };
}

/** The outermost member that contains only the value at a path. */
function emptiedBy(document: JsonValue, path: FormPath): FormPath {
  const parent = path.slice(0, -1);
  const [outermost] = path;
  if (parent.length === 0 || (outermost !== undefined && KEPT.has(outermost))) {
    return path;
  }
  const left = Math.max(listAt(document, parent).length, Object.keys(objectAt(document, parent)).length);
  return left === 1 && typeof parent.at(-1) === 'string' ? emptiedBy(document, parent) : path;
}
