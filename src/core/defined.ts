/** The members of an object literal that have a value, for members that can be missing. */

/** `T` without `undefined`: every member is optional. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A copy without the members whose value is `undefined`; `null`, `''`, `0` and `false` are values. */
export function defined<T extends object>(members: T): Defined<T> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(members) as (keyof T & string)[]) {
    if (members[name] !== undefined) {
      kept[name] = members[name];
    }
  }
  return kept as Defined<T>;
}
