/**
 * Joins several parts into one object, for objects created with every request.
 *
 * Spreading means the same, but V8 may then describe each object by a description of its own, which only full
 * collections look at and which keeps its object till then: the whole exchange, thousands of times in a long run.
 */

/** Adds the members of `more` and of `last` to `own`, which nobody else holds; later ones win. */
export function joinObjects<T extends object, U extends object, V extends object>(
  own: T,
  more: U,
  last: V,
): T & U & V {
  return Object.assign(own, more, last);
}
