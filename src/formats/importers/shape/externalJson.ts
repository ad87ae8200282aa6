/**
 * JSON that others wrote, read member by member: whatever is not what was hoped for is absent.
 *
 * Only own members are looked at, so that `__proto__` and its like are data as in the rest of the product.
 */
import {
  ExactNumber,
  isArray,
  isObject,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '../../../core/json/json';

/** A value that may be absent. */
export type Foreign = JsonValue | undefined;

/** The value of a text; absent for one that is not JSON, or was cut off. */
export function parsedJson(text: string): Foreign {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A member of an object; absent in everything else. */
export function memberOf(value: Foreign, name: string): Foreign {
  return value !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member at the end of a path of names. */
export function memberAt(value: Foreign, ...path: readonly string[]): Foreign {
  return path.reduce(memberOf, value);
}

/** An object; absent when it is something else. */
export function objectOf(value: Foreign): JsonObject | undefined {
  return value !== undefined && isObject(value) ? value : undefined;
}

/** The items of a list; none of anything else. */
export function itemsOf(value: Foreign): readonly JsonValue[] {
  return value !== undefined && isArray(value) ? value : [];
}

/** A text; absent when it is something else. */
export function textOf(value: Foreign): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text, or a number or truth value in its place, as many files have them. */
export function scalarText(value: Foreign): string | undefined {
  const isScalar =
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof ExactNumber;
  return isScalar ? String(value) : undefined;
}

/** Whether a member is `true`. */
export function isTrue(value: Foreign, name: string): boolean {
  return memberOf(value, name) === true;
}

/** A description: a text, or an object with the text as `content`. */
export function descriptionOf(value: Foreign): string | undefined {
  const text = textOf(value) ?? textOf(memberOf(value, 'content'));
  return text === undefined || text.trim() === '' ? undefined : text.replace(/\r\n?/g, '\n').trim();
}
