/**
 * Conditions of scripts in the words of a chain: `pm.variables.get('plan') === 'pro'`, `!data.ready`, several with `&&`
 * and `||`. What JavaScript compares in another way than a chain is not read, because a request would be sent or not.
 */
import type { BinaryExpression, Expression } from 'acorn';
import type { WrittenOperators } from '../../../../core/files/writtenChain';
import { parseJson, type JsonValue } from '../../../../core/json/json';
import { wholeReference } from '../../../../core/prepare/template';
import { jsonOf } from './madeValues';
import { asksForVariable, type ScriptTexts } from './postmanApi';
import { nodesIn } from './scriptSyntax';
import type { Evaluator, ScriptValue } from './scriptValue';

/** Comparisons that all have to hold, or of which one has to. */
export interface ScriptCondition {
  readonly needs: 'all' | 'any';
  readonly comparisons: readonly ScriptComparison[];
}

/** What is compared: a variable, or a part of the body by its JSONPath. */
export interface ScriptComparison {
  readonly subject: { readonly variable: string } | { readonly path: string };
  readonly operators: WrittenOperators;
  /** To the script an empty value is none. */
  readonly isNear?: true;
}

/** How an expression is understood; `isKnown` tells of a name whether its value does not depend on conditions. */
export interface ConditionReader
  extends Pick<Evaluator, 'expression' | 'calledPath'>, Pick<ScriptTexts, 'nameOf'> {
  readonly isKnown: (name: string) => boolean;
}

/** What an expression says if it holds, or if it does not; absent when a chain cannot say that. */
export function readTest(
  node: Expression,
  holds: boolean,
  reader: ConditionReader,
): ScriptCondition | undefined {
  switch (node.type) {
    case 'UnaryExpression':
      return node.operator === '!' ? readTest(node.argument, !holds, reader) : undefined;
    case 'LogicalExpression': {
      const parts = [node.left, node.right].map((side) => readTest(side, holds, reader));
      return node.operator === '??'
        ? undefined
        : joinConditions((node.operator === '&&') === holds ? 'all' : 'any', parts);
    }
    case 'BinaryExpression':
      return one(comparison(node, holds, reader));
    default:
      return one(presence(node, holds, reader));
  }
}

/** Several conditions as one; absent when a chain cannot say it. */
export function joinConditions(
  needs: ScriptCondition['needs'],
  parts: readonly (ScriptCondition | undefined)[],
): ScriptCondition | undefined {
  const [first, ...others] = parts;
  if (others.length === 0) {
    return first;
  }
  const fitting = parts.filter((part) => part?.needs === needs || part?.comparisons.length === 1);
  return fitting.length === parts.length
    ? { needs, comparisons: fitting.flatMap((part) => part?.comparisons ?? []) }
    : undefined;
}

function one(comparison: ScriptComparison | undefined): ScriptCondition | undefined {
  return comparison && { needs: 'all', comparisons: [comparison] };
}

function comparison(
  { left, operator, right }: BinaryExpression,
  holds: boolean,
  reader: ConditionReader,
): ScriptComparison | undefined {
  if (left.type === 'PrivateIdentifier') {
    return undefined;
  }
  const ofLeft = subjectOf(left, reader);
  const subject = ofLeft ?? subjectOf(right, reader);
  const other = ofLeft === undefined ? left : right;
  const operators =
    subject &&
    operatorsFor(
      ofLeft === undefined ? (MIRRORED.get(operator) ?? operator) : operator,
      literalOf(other, reader),
      {
        holds,
        isVariable: 'variable' in subject,
      },
    );
  return operators && { subject, operators };
}

function subjectOf(node: Expression, reader: ConditionReader): ScriptComparison['subject'] | undefined {
  const names = [...nodesIn(node)].flatMap((one) => (one.type === 'Identifier' ? [one.name] : []));
  if (!names.every(reader.isKnown)) {
    return undefined;
  }
  const value: ScriptValue = reader.expression(node);
  if (value.kind === 'text') {
    const { name = '$' } = value.isNear === true ? {} : (wholeReference(value.text) ?? {});
    return name.startsWith('$') ? undefined : { variable: name };
  }
  const { from, path, ...more } = value.kind === 'part' ? value.part : {};
  return from === 'body' && path !== undefined && Object.keys(more).length === 0 ? { path } : undefined;
}

/** A value that is written in the script; `undefined` as a list of nothing, which no script compares with. */
type Literal = Exclude<JsonValue, object> | typeof MISSING | undefined;

const MISSING = Symbol('undefined');

function literalOf(node: Expression, reader: ConditionReader): Literal {
  if (node.type === 'Identifier') {
    return node.name === 'undefined' ? MISSING : undefined;
  }
  const value = jsonOf(reader.expression(node));
  const isPlain = typeof value !== 'string' || !value.includes('{{');
  return isPlain && (value === null || typeof value !== 'object') ? value : undefined;
}

interface Polarity {
  readonly holds: boolean;
  readonly isVariable: boolean;
}

/** Values of variables are mostly texts, which JavaScript turns into numbers for `==` and `<`, as a chain does. */
function operatorsFor(
  operator: string,
  literal: Literal,
  { holds, isVariable }: Polarity,
): WrittenOperators | undefined {
  const [, sign, strict] = /^([=!])=(=?)$/.exec(operator) ?? [];
  if (literal === undefined) {
    return undefined;
  }
  if (sign === undefined) {
    return typeof literal === 'number' ? (holds ? ORDER : OPPOSITE).get(operator)?.(literal) : undefined;
  }
  const isEqual = (sign === '=') === holds;
  if (literal === MISSING || literal === null) {
    return isVariable && (literal === MISSING || strict === '') ? { exists: !isEqual } : undefined;
  }
  const isExact =
    !isVariable || typeof literal === 'string' || (typeof literal === 'number' && strict === '');
  const wanted = isVariable && strict === '' && typeof literal === 'string' ? numberIn(literal) : literal;
  return isExact ? (isEqual ? { equals: wanted } : { notEquals: wanted }) : undefined;
}

/** `5 == '5'` to JavaScript; a chain reads the text as the number, too. */
function numberIn(text: string): JsonValue {
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? parseJson(text) : text;
}

type LimitOperators = (limit: number) => WrittenOperators;

const ORDER: ReadonlyMap<string, LimitOperators> = new Map<string, LimitOperators>([
  ['<', (limit) => ({ lessThan: limit })],
  ['>', (limit) => ({ greaterThan: limit })],
  ['<=', (limit) => ({ schema: { type: 'number', maximum: limit } })],
  ['>=', (limit) => ({ schema: { type: 'number', minimum: limit } })],
]);

/** What is no number is not less and not greater, so the opposite holds for it. */
const OPPOSITE: ReadonlyMap<string, LimitOperators> = new Map<string, LimitOperators>([
  ['<', (limit) => ({ schema: { minimum: limit } })],
  ['>', (limit) => ({ schema: { maximum: limit } })],
  ['<=', (limit) => ({ schema: { exclusiveMinimum: limit } })],
  ['>=', (limit) => ({ schema: { exclusiveMaximum: limit } })],
]);

const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);

/** `if (token)`, `pm.environment.has('token')`: whether a variable has a value. */
function presence(node: Expression, holds: boolean, reader: ConditionReader): ScriptComparison | undefined {
  const [name] =
    node.type === 'CallExpression' && asksForVariable(reader.calledPath(node) ?? '') ? node.arguments : [];
  const written = name === undefined || name.type === 'SpreadElement' ? undefined : literalOf(name, reader);
  if (typeof written === 'string') {
    return { subject: { variable: reader.nameOf(written) }, operators: { exists: holds } };
  }
  const subject = subjectOf(node, reader);
  return subject !== undefined && 'variable' in subject
    ? { subject, operators: { exists: holds }, isNear: true }
    : undefined;
}
