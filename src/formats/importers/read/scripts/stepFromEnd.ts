/** Items of lists counted from their end, as scripts write it: `items[items.length - 1]`. */
import type { Expression, MemberExpression, PrivateIdentifier } from 'acorn';
import type { ScriptValue } from './scriptValue';

/** `-1` for the last item; absent where the index is something else, or of another list. */
export function stepFromEnd(
  { object, property }: MemberExpression,
  valueOf: (node: Expression) => ScriptValue,
): number | undefined {
  if (property.type !== 'BinaryExpression' || property.operator !== '-' || object.type === 'Super') {
    return undefined;
  }
  const counted = countedIn(property.left);
  const count = valueOf(property.right);
  return counted !== undefined &&
    isSamePart(valueOf(counted), valueOf(object)) &&
    count.kind === 'constant' &&
    typeof count.value === 'number' &&
    Number.isSafeInteger(count.value) &&
    count.value > 0
    ? -count.value
    : undefined;
}

/** The list in `list.length`. */
export function countedIn(node: Expression | PrivateIdentifier): Expression | undefined {
  return node.type === 'MemberExpression' &&
    !node.computed &&
    node.property.type === 'Identifier' &&
    node.property.name === 'length' &&
    node.object.type !== 'Super'
    ? node.object
    : undefined;
}

function isSamePart(one: ScriptValue, other: ScriptValue): boolean {
  return (
    one.kind === 'part' &&
    other.kind === 'part' &&
    one.part.path !== undefined &&
    one.part.path === other.part.path &&
    one.part.regex === undefined
  );
}
