/** The names that a pattern gives to a value and its parts: `token`, `{ data: { id } }`, `[first]`. */
import type { Pattern } from 'acorn';
import type { ScriptValue } from './scriptValue';

/** Gives a member or item of a value. */
type MemberOf = (value: ScriptValue, step: string | number) => ScriptValue;

/** Names with their values; parts that are named by what is known only at run time are left out. */
export function* boundNames(
  pattern: Pattern,
  value: ScriptValue,
  memberOf: MemberOf,
): Generator<readonly [name: string, value: ScriptValue]> {
  switch (pattern.type) {
    case 'Identifier':
      yield [pattern.name, value];
      return;
    case 'AssignmentPattern':
      yield* boundNames(pattern.left, value, memberOf);
      return;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier' && !property.computed) {
          yield* boundNames(property.value, memberOf(value, property.key.name), memberOf);
        }
      }
      return;
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        if (element !== null) {
          yield* boundNames(element, memberOf(value, index), memberOf);
        }
      }
      return;
    default:
  }
}
