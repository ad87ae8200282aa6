/** Conditions of a script on the items of a list, as filters of a JSONPath: `user.name === 'ann'`. */
import type { BinaryOperator, Expression, PrivateIdentifier, Statement } from 'acorn';
import { literalInPath } from './itemPredicate';
import { itemPath, UNSURE, type ItemTest, type Surrounding } from './scriptLoops';
import type { ScriptValue } from './scriptValue';

/** Gives what is known of an expression. */
type ValueOf = (expression: Expression) => ScriptValue;

/** What a condition is to the statements under it. */
export function whereTrue(condition: Expression, valueOf: ValueOf): Surrounding {
  return surrounding(testIn(condition, valueOf, false));
}

/** What a condition is to the statements that are done where it does not hold. */
export function whereFalse(condition: Expression, valueOf: ValueOf): Surrounding {
  return surrounding(testIn(condition, valueOf, true));
}

/** What a statement is to all that comes behind it: `if (user.name !== 'ann') continue;`. Absent for most. */
export function whereBehind(statement: Statement, valueOf: ValueOf): Surrounding | undefined {
  if (statement.type !== 'IfStatement' || statement.alternate) {
    return undefined;
  }
  const { consequent, test } = statement;
  const [only = consequent, ...others] = consequent.type === 'BlockStatement' ? consequent.body : [];
  const isExit = /^(?:Continue|Return)Statement$/.test(only.type) && others.length === 0;
  const behind = isExit ? whereFalse(test, valueOf) : UNSURE;
  return behind === UNSURE ? undefined : behind;
}

function surrounding(test: ItemTest | undefined): Surrounding {
  return test === undefined ? UNSURE : { kind: 'test', ...test };
}

function testIn(node: Expression, valueOf: ValueOf, isOpposite: boolean): ItemTest | undefined {
  switch (node.type) {
    case 'UnaryExpression':
      return node.operator === '!' ? testIn(node.argument, valueOf, !isOpposite) : undefined;
    case 'LogicalExpression': {
      const [left, right] = [node.left, node.right].map((side) => testIn(side, valueOf, isOpposite));
      const isAnd = (node.operator === '&&') !== isOpposite;
      return left === undefined || left.list !== right?.list || node.operator === '??'
        ? undefined
        : {
            list: left.list,
            test: isAnd ? `${left.test} && ${right.test}` : `(${left.test} || ${right.test})`,
          };
    }
    case 'BinaryExpression':
      return comparison(node.operator, [node.left, node.right], valueOf, isOpposite);
    default:
      return undefined;
  }
}

function comparison(
  operator: BinaryOperator,
  sides: readonly (Expression | PrivateIdentifier)[],
  valueOf: ValueOf,
  isOpposite: boolean,
): ItemTest | undefined {
  const equality = /^([=!])==?$/.exec(operator)?.[1];
  const values = sides.flatMap((side) => (side.type === 'PrivateIdentifier' ? [] : [valueOf(side)]));
  const operand = values.flatMap((value) => operandOf(value) ?? [])[0];
  const member = values.flatMap((value) => memberOf(value) ?? [])[0];
  return equality === undefined || operand === undefined || member === undefined
    ? undefined
    : {
        list: member.list,
        test: `${member.path} ${(equality === '=') === isOpposite ? '!=' : '=='} ${operand}`,
      };
}

function operandOf(value: ScriptValue): string | undefined {
  switch (value.kind) {
    case 'text':
      return value.text.includes('{{') ? undefined : literalInPath(value.text);
    case 'constant':
      return literalInPath(value.value);
    default:
      return undefined;
  }
}

/** A member of an item; only one that leads to one value can be compared (RFC 9535 §2.3.5.1). */
function memberOf(value: ScriptValue): { readonly list: string; readonly path: string } | undefined {
  const { item: list, path = '', regex } = value.kind === 'part' ? value.part : {};
  const below = list === undefined ? '' : path.slice(itemPath(list).length);
  return list === undefined || regex !== undefined || /\[[?*]/.test(below)
    ? undefined
    : { list, path: `@${below}` };
}
