/**
 * The loops that a script is in, and which items of their lists it is about: `for (const user of users)`,
 * `users.forEach(…)`. Under `if (user.name === 'ann')` it is the one of that name, without a condition the last
 * one, as each round sets the same variables again. Under any other condition it is not known.
 *
 * Conditions become filters of a JSONPath. Items counted from the end, as in `items[items.length - 1]`, get
 * negative indexes.
 */
import type { BinaryOperator, Expression, MemberExpression, PrivateIdentifier, Statement } from 'acorn';
import type { ScriptCondition } from './scriptConditions';
import { partValue, type ResponsePart, type ScriptValue } from './scriptValue';
import { literalInPath } from './valueMethods';

/** What surrounds a statement: a loop through a list of the response, a condition on its items, or anything else. */
export type Surrounding =
  | {
      readonly kind: 'loop';
      /** JSONPath of the list. */
      readonly list: string;
      /** A round may end early, or be the last one. */
      readonly exits: boolean;
    }
  | ({ readonly kind: 'test' } & ItemTest)
  | { readonly kind: 'unsure'; readonly branch?: Branch };

/** What a condition of the script says where a statement is done, and where it is not; absent what a chain cannot say. */
export interface Branch {
  readonly met: ScriptCondition | undefined;
  readonly unmet: ScriptCondition | undefined;
}

/** A condition on the items of a list, as a filter of a JSONPath has it: `@.name == 'ann'`. */
interface ItemTest {
  readonly list: string;
  readonly test: string;
}

/** A condition of which nothing is known. */
export const UNSURE: Surrounding = { kind: 'unsure' };

/** Keeps account of the loops around a statement. */
export class ScriptLoops {
  readonly #around: { readonly surrounding: Surrounding; isLeft: boolean }[] = [];

  /** Follows what is inside of something. */
  within(surrounding: Surrounding, follow: () => void): void {
    this.#around.push({ surrounding, isLeft: false });
    follow();
    this.#around.pop();
  }

  /** A statement that ends the round: what comes after it is not done for all items. */
  exit(): void {
    const loop = this.#around.findLast(({ surrounding }) => surrounding.kind === 'loop');
    if (loop !== undefined) {
      loop.isLeft = true;
    }
  }

  /** The conditions around a statement; absent for those that a chain cannot say, and for loops. */
  branches(): readonly (Branch | undefined)[] {
    return this.#around.map(({ surrounding }) =>
      surrounding.kind === 'unsure' ? surrounding.branch : undefined,
    );
  }

  /** The value after the loops; items become those that the conditions choose. */
  settled(value: ScriptValue): ScriptValue {
    switch (value.kind) {
      case 'part':
        return partValue(this.#chosen(value.part));
      case 'either': {
        const values = value.values.map((one) => this.settled(one));
        return values.every((one, index) => one === value.values[index]) ? value : { kind: 'either', values };
      }
      default:
        return value;
    }
  }

  #chosen(part: ResponsePart): ResponsePart | undefined {
    const { item: list, ...chosen } = part;
    if (list === undefined || part.path === undefined) {
      return part;
    }
    const index = this.#around.findLastIndex(
      ({ surrounding }) => surrounding.kind === 'loop' && surrounding.list === list,
    );
    const loop = this.#around[index];
    const inside = this.#around.slice(index + 1).map(({ surrounding }) => surrounding);
    const tests = inside.flatMap((one) => (one.kind === 'test' && one.list === list ? [one.test] : []));
    const conditions = inside.filter(({ kind }) => kind !== 'loop');
    const canExit = loop?.surrounding.kind === 'loop' && loop.surrounding.exits;
    // What is only unequal to something are many.
    const isOne = tests.length === 0 ? !canExit : tests.some((test) => test.includes(' == '));
    if (loop === undefined || loop.isLeft || tests.length < conditions.length || !isOne) {
      return undefined;
    }
    const choice = tests.length === 0 ? '[-1]' : `[?${tests.join(' && ')}]`;
    return { ...chosen, path: list + choice + part.path.slice(itemPath(list).length) };
  }
}

/** The item that a loop through a list is at; absent when it is not a JSON list, or an item itself. */
export function itemOf(list: ScriptValue): ScriptValue | undefined {
  const path = listPath(list);
  return list.kind !== 'part' || path === undefined
    ? undefined
    : partValue({ ...list.part, path: itemPath(path), item: path });
}

/** JSONPath of a list that a loop may go through. */
export function listPath(list: ScriptValue): string | undefined {
  return list.kind === 'part' && list.part.regex === undefined && list.part.item === undefined
    ? list.part.path
    : undefined;
}

/** The path of an item while it is not chosen yet. */
function itemPath(list: string): string {
  return `${list}[*]`;
}

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
  if (one.kind === 'pieces') {
    return one === other;
  }
  return (
    one.kind === 'part' &&
    other.kind === 'part' &&
    one.part.path !== undefined &&
    one.part.path === other.part.path &&
    one.part.regex === undefined
  );
}
