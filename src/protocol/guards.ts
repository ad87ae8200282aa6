/**
 * Small type guards that contracts are made of: what may cross the wire is said piece by piece.
 */

/** Recognises a value of type `T`. */
export type Check<T> = (value: unknown) => value is T;

/** Arguments of exactly these types, in this order. */
export function tuple<T extends readonly unknown[]>(
  ...checks: { readonly [Index in keyof T]: Check<T[Index]> }
): (args: readonly unknown[]) => args is T {
  return (args): args is T =>
    args.length === checks.length && checks.every((check, index) => check(args[index]));
}

/** No result. */
export function isNothing(value: unknown): value is undefined {
  return value === undefined || value === null;
}

/** A count or an index: a whole number from 0 that a double holds exactly. */
export function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** A text, whatever it says. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A text, or `null` where there is none. */
export function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

/** An object whose own members `names` are all there. */
export function hasMembers(value: unknown, names: readonly string[]): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    names.every((name) => Object.hasOwn(value, name))
  );
}
