/**
 * The sentences of Chai, in which scripts write their checks: `pm.expect(subject).to.be.equal(1)`,
 * `pm.response.to.have.status(200)`. What a sentence says is in its last word; most others are only there to
 * be read, and one that changes the meaning (`not`, `length`, `any`) makes it a sentence that is not understood.
 */
import type { WrittenOperators } from '../../../../core/files/writtenChain';
import type { Expression, MemberExpression } from 'acorn';
import { defined } from '../../../../core/defined';
import { isArray, type JsonValue } from '../../../../core/json/json';
import type { Evaluator } from './evaluateExpression';
import type { ScriptValue } from './scriptValue';

/** The word that says what is checked; `args` when it is called. */
export interface CheckWord {
  readonly name: string;
  readonly args?: readonly ScriptValue[];
}

/** A check. Without subject it is about the response. */
export interface CheckSentence {
  readonly subject?: ScriptValue;
  readonly word: CheckWord;
}

/** Reads a sentence; absent when it is none, or says more than its last word. */
export function readSentence(node: Expression, evaluate: Evaluator): CheckSentence | undefined {
  const words: CheckWord[] = [];
  for (let at = wordOf(node, evaluate); at !== undefined; at = wordOf(at.before, evaluate)) {
    const { name, args, before } = at;
    if (name === 'expect' && args !== undefined) {
      return sentenceOf(words, args[0]);
    }
    if (name === 'to' && evaluate.expression(before).kind === 'api') {
      return sentenceOf(words);
    }
    words.unshift(args === undefined ? { name } : { name, args });
  }
  return undefined;
}

/** The operators of a check that say what a word says; absent when there are none. */
export function operatorsOf({ name, args }: CheckWord): WrittenOperators | undefined {
  if (args === undefined) {
    return CONSTANTS.has(name) ? { equals: CONSTANTS.get(name) ?? null } : undefined;
  }
  const value = operandOf(args[0]);
  const operator = OPERATORS.get(name);
  if (value === undefined || operator === undefined || args.length > 1) {
    return undefined;
  }
  switch (operator) {
    case 'type':
      return isType(value) ? { type: value } : undefined;
    case 'lessThan':
    case 'greaterThan':
      return typeof value === 'number' ? { [operator]: value } : undefined;
    default:
      return { [operator]: value };
  }
}

/** A value that is known: a text, a constant, or a list of such. */
export function operandOf(value: ScriptValue | undefined): JsonValue | undefined {
  switch (value?.kind) {
    case 'text':
      return value.text;
    case 'constant':
      return value.value;
    case 'list': {
      const items = value.items.map(operandOf);
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    default:
      return undefined;
  }
}

/** The statuses of `oneOf([200, 204])`; absent for any other word. */
export function choiceOf({ name, args }: CheckWord): readonly JsonValue[] | undefined {
  const value = name === 'oneOf' ? operandOf(args?.[0]) : undefined;
  return value !== undefined && isArray(value) ? value : undefined;
}

const OPERATORS: ReadonlyMap<string, 'equals' | 'contains' | 'lessThan' | 'greaterThan' | 'type'> = new Map([
  ...['eql', 'eqls', 'equal', 'equals', 'eq'].map((name) => [name, 'equals'] as const),
  ...['include', 'includes', 'contain', 'contains'].map((name) => [name, 'contains'] as const),
  ...['below', 'lt', 'lessThan'].map((name) => [name, 'lessThan'] as const),
  ...['above', 'gt', 'greaterThan'].map((name) => [name, 'greaterThan'] as const),
  ['a', 'type'],
  ['an', 'type'],
]);

const CONSTANTS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Scripts have no type `integer`. */
function isType(value: JsonValue): value is NonNullable<WrittenOperators['type']> {
  return ['string', 'number', 'boolean', 'object', 'array', 'null'].some((type) => type === value);
}

/** https://www.chaijs.com/api/bdd/, "Language Chains", and `deep`, which is how a chain compares anyway. */
const ONLY_READ: ReadonlySet<string> = new Set([
  ...['to', 'be', 'been', 'is', 'that', 'which', 'and', 'has', 'have', 'with', 'at', 'of', 'same', 'but'],
  ...['does', 'still', 'also', 'deep'],
]);

function sentenceOf(words: readonly CheckWord[], subject?: ScriptValue): CheckSentence | undefined {
  const word = words.at(-1);
  const isPlain = words.slice(0, -1).every(({ name, args }) => args === undefined && ONLY_READ.has(name));
  return word === undefined || !isPlain ? undefined : { word, ...defined({ subject }) };
}

/** The last word of an expression, and the text before it. */
function wordOf(
  node: Expression,
  evaluate: Evaluator,
): (CheckWord & { readonly before: Expression }) | undefined {
  const isCall = node.type === 'CallExpression';
  const member = isCall ? node.callee : node;
  if (isCall && member.type === 'Identifier') {
    const args = node.arguments.map((argument) => evaluate.argument(argument));
    return evaluate.calledPath(node) === 'pm.expect' ? { name: 'expect', args, before: member } : undefined;
  }
  if (member.type !== 'MemberExpression' || !isNamed(member) || member.object.type === 'Super') {
    return undefined;
  }
  const word = { name: member.property.name, before: member.object };
  return isCall ? { ...word, args: node.arguments.map((argument) => evaluate.argument(argument)) } : word;
}

function isNamed(
  node: MemberExpression,
): node is MemberExpression & { property: { type: 'Identifier'; name: string } } {
  return node.property.type === 'Identifier' && !node.computed;
}
