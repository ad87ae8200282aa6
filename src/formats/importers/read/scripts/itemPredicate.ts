/** Functions that choose an item of a list, as filters of a JSONPath: `item => item.owner.name === 'x'`. */
import type { Expression, Function as FunctionNode, PrivateIdentifier, Super } from 'acorn';
import { memberPath } from '../../../../core/language/memberPath';
import { itemWhere, type ResponsePart } from './scriptValue';

/** The item that `find` gives for a function; absent when it asks for more than one equal member. */
export function foundItem(part: ResponsePart, { params, body }: FunctionNode): ResponsePart | undefined {
  const [item] = params;
  const test = returnedBy(body);
  if (item?.type !== 'Identifier' || test?.type !== 'BinaryExpression' || !/^={2,3}$/.test(test.operator)) {
    return undefined;
  }
  const names = memberNames(test.left, item.name);
  const operand = test.right.type === 'Literal' ? literalInPath(test.right.value) : undefined;
  return names === undefined || operand === undefined
    ? undefined
    : itemWhere(part, memberPath(names).slice(1), operand);
}

/** What a function of one expression or one `return` gives; absent for any other. */
function returnedBy(body: FunctionNode['body']): Expression | null | undefined {
  if (body.type !== 'BlockStatement') {
    return body;
  }
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && others.length === 0 ? only.argument : undefined;
}

/** The names in `item.owner.id`; absent when it is something else. */
function memberNames(
  node: Expression | Super | PrivateIdentifier,
  item: string,
): readonly string[] | undefined {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.computed) {
    return undefined;
  }
  const { name } = node.property;
  if (node.object.type === 'Identifier') {
    return node.object.name === item ? [name] : undefined;
  }
  const before = memberNames(node.object, item);
  return before === undefined ? undefined : [...before, name];
}

/** RFC 9535 §2.3.5.1: strings are quoted like names. Absent for values that no path can express. */
export function literalInPath(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return memberPath([`${value} `]).slice(2, -3) + "'";
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return value === null ? 'null' : undefined;
  }
}
