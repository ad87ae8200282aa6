/** Calls of methods of values: `users.forEach(…)`. */
import type { CallExpression, Expression } from 'acorn';
import { UNKNOWN, type ScriptValue } from './scriptValue';

/** The value and the method of a call; an unknown value and no name for calls of another kind. */
export function calledMethod(
  { callee }: CallExpression,
  valueOf: (node: Expression) => ScriptValue,
): { readonly object: ScriptValue; readonly method: string } {
  return callee.type === 'MemberExpression' &&
    callee.object.type !== 'Super' &&
    callee.property.type === 'Identifier' &&
    !callee.computed
    ? { object: valueOf(callee.object), method: callee.property.name }
    : { object: UNKNOWN, method: '' };
}
