/**
 * Which edits a field of the form makes.
 *
 * What is the default is left out, and a list or object that nothing is left of goes with its last entry, so
 * that the file reads as if written by hand. Body, authentication, retry and stream stay when they are emptied:
 * they say by their presence what was chosen.
 */
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import type { WrittenRequest } from '../../src/core/files/writtenChain';
import type { AnyPath, Inside, StepIn } from '../../src/core/files/writtenPath';
import { jsonEquals, stringifyJson, type JsonValue } from '../../src/core/json/json';
import type { FormEdit } from '../../src/protocol/formEdit';
import { listAt, objectAt, writtenAt, type FormPath, type Loose } from './formValue';

/** Members of a request and of a chain whose emptiness means something. */
const KEPT: ReadonlySet<unknown> = new Set<keyof WrittenRequest>(['body', 'auth', 'retry', 'stream']);

/** Gives the member at a path a value, or none; nothing when it has it already. */
export function settingOf<T extends JsonValue = JsonValue>(
  document: JsonValue,
  path: AnyPath<T>,
  value: NoInfer<T> | undefined,
): readonly FormEdit[] {
  const present = valueAtSteps(document, path);
  if (value === undefined) {
    return present === undefined ? [] : [removal(document, emptiedBy(document, path))];
  }
  return present !== undefined && jsonEquals(present, value)
    ? []
    : [{ kind: 'set', path, before: writtenAt(document, path), value: stringifyJson(value) }];
}

/** Writes a text, or leaves the member out when it is empty. */
export function textOrNothing(document: JsonValue, path: AnyPath<string>, text: string): readonly FormEdit[] {
  return settingOf<string>(document, path, text === '' ? undefined : text);
}

/** Writes a switch that is off by default. */
export function switching(document: JsonValue, path: AnyPath<boolean>, isOn: boolean): readonly FormEdit[] {
  return settingOf<boolean>(document, path, isOn ? true : undefined);
}

/** Adds an item at the end of a list, which is made when there is none. */
export function appending<T extends JsonValue = JsonValue>(
  document: JsonValue,
  path: AnyPath<readonly T[]>,
  item: NoInfer<T>,
): readonly FormEdit[] {
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

/** Members by their names; those that are `undefined` are left out. */
export type Members<T> = { readonly [Name in StepIn<T> & string]?: Inside<T, Name> | undefined };

/** An object of the text with other members, or without some. Those that stay are as the text has them. */
export function withMembers<T>(object: Loose<T>, members: Members<T>): T {
  const kept = Object.entries({ ...object, ...members }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as T;
}

function removal(document: JsonValue, path: FormPath): FormEdit {
  return { kind: 'set', path, before: writtenAt(document, path), value: null };
}

/** The outermost member that contains only the value at a path. */
function emptiedBy(document: JsonValue, path: FormPath): FormPath {
  const parent = path.slice(0, -1);
  const [outermost] = path;
  if (parent.length === 0 || KEPT.has(outermost)) {
    return path;
  }
  const left = Math.max(listAt(document, parent).length, Object.keys(objectAt(document, parent)).length);
  return left === 1 && typeof parent.at(-1) === 'string' ? emptiedBy(document, parent) : path;
}
