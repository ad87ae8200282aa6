/** What is known about the value of an expression of a script. */
import type {
  AssignmentProperty,
  CallExpression,
  Expression,
  MemberExpression,
  NewExpression,
  ObjectExpression,
  Property,
  SpreadElement,
  TemplateLiteral,
} from 'acorn';
import { arithmetic, clockValue, dateValue } from './madeValues';
import { formValue } from './sentCall';
import { apiCall, apiMember, globalValue, inPostmansWords, type ScriptTexts } from './postmanApi';
import { itemOf, listPath, stepFromEnd } from './scriptLoops';
import {
  isNothing,
  ofEach,
  partOf,
  textValue,
  UNKNOWN,
  valueText,
  type ScriptScope,
  type ScriptValue,
  type Evaluator,
} from './scriptValue';
import { memberValue, methodValue } from './valueMethods';

/** An evaluator over the variables of a script. */
export function createEvaluator(scope: ScriptScope, texts: ScriptTexts): Evaluator {
  const evaluator = new ScriptEvaluator(scope, texts);
  return {
    expression: (node) => evaluator.expression(node),
    argument: (node) => evaluator.argument(node),
    member: (value, step) => evaluator.member(value, step),
    result: (called, args) => evaluator.result(called, args),
    calledPath: (call) => evaluator.calledPath(call),
    isCheck: (node) => isCheck(node, (inner) => evaluator.expression(inner)),
  };
}

class ScriptEvaluator {
  constructor(
    private readonly scope: ScriptScope,
    private readonly texts: ScriptTexts,
  ) {}

  expression(node: Expression): ScriptValue {
    switch (node.type) {
      case 'Literal':
        return literalValue(node, this.texts);
      case 'TemplateLiteral':
        return this.template(node);
      case 'Identifier':
        return this.scope.get(node.name) ?? globalValue(node.name, this.texts);
      case 'MemberExpression':
        return this.memberExpression(node);
      case 'CallExpression':
        return this.callValue(node);
      case 'ArrayExpression':
        return {
          kind: 'list',
          items: node.elements.map((item) => (item === null ? UNKNOWN : this.argument(item))),
        };
      case 'ObjectExpression':
        return this.object(node);
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return { kind: 'function', node };
      default:
        return this.operation(node);
    }
  }

  argument(node: Expression | SpreadElement): ScriptValue {
    return node.type === 'SpreadElement' ? UNKNOWN : this.expression(node);
  }

  member(value: ScriptValue, step: string | number): ScriptValue {
    if (value.kind === 'either') {
      return ofEach(value.values, (one) => this.member(one, step));
    }
    return value.kind === 'api' ? apiMember(value.path, String(step), this.texts) : memberValue(value, step);
  }

  calledPath({ callee }: CallExpression): string | undefined {
    const called = callee.type === 'Super' ? UNKNOWN : this.expression(callee);
    return called.kind === 'api' ? called.path : undefined;
  }

  result(called: ScriptValue | undefined, args: readonly ScriptValue[]): ScriptValue | undefined {
    const { body, params } = called?.kind === 'function' ? called.node : {};
    const [only] = body?.type === 'BlockStatement' && body.body.length === 1 ? body.body : [];
    const given =
      only?.type === 'ReturnStatement' ? only.argument : body?.type === 'BlockStatement' ? undefined : body;
    if (!given) {
      return undefined;
    }
    this.scope.enter();
    params?.forEach((param, index) => {
      if (param.type === 'Identifier') {
        this.scope.declare(param.name, args[index] ?? UNKNOWN);
      }
    });
    const value = this.expression(given);
    this.scope.leave();
    return value;
  }

  /** What operators make of other values. */
  private operation(node: Expression): ScriptValue {
    switch (node.type) {
      case 'BinaryExpression':
        return node.left.type === 'PrivateIdentifier'
          ? UNKNOWN
          : binaryValue(node.operator, this.expression(node.left), this.expression(node.right));
      case 'NewExpression':
        return this.created(node);
      case 'LogicalExpression':
        return logicalValue(node.operator, this.expression(node.left), this.expression(node.right));
      case 'ConditionalExpression':
        return {
          kind: 'either',
          values: [this.expression(node.consequent), this.expression(node.alternate)],
        };
      case 'UnaryExpression':
        return unaryValue(node.operator, this.expression(node.argument));
      case 'AwaitExpression':
        return this.expression(node.argument);
      case 'ChainExpression':
        return this.expression(node.expression);
      case 'AssignmentExpression':
        return this.expression(node.right);
      default:
        return UNKNOWN;
    }
  }

  /** Members whose names are known; with any other nothing is known. */
  private object({ properties }: ObjectExpression): ScriptValue {
    const members = new Map<string, ScriptValue>();
    for (const property of properties) {
      const name = property.type === 'Property' ? nameOf(property) : undefined;
      if (name === undefined || property.type !== 'Property' || property.kind !== 'init') {
        return UNKNOWN;
      }
      members.set(name, this.expression(property.value));
    }
    return { kind: 'object', members };
  }

  private created({ callee, arguments: args }: NewExpression): ScriptValue {
    const created = callee.type === 'Identifier' ? this.expression(callee) : UNKNOWN;
    const [first] = args;
    const isDate = created.kind === 'api' && created.path === 'Date' && args.length < 2;
    if (callee.type === 'Identifier' && callee.name === 'URLSearchParams' && first !== undefined) {
      return formValue(this.argument(first));
    }
    return isDate ? dateValue(first === undefined ? undefined : this.argument(first)) : UNKNOWN;
  }

  private template({ quasis, expressions }: TemplateLiteral): ScriptValue {
    const pieces = quasis.flatMap(({ value }, index) => {
      const inside = expressions[index];
      const text = value.cooked === '' ? [] : [textValue(this.texts.read(value.cooked ?? ''))];
      return inside === undefined ? text : [...text, this.expression(inside)];
    });
    return joined(pieces);
  }

  private memberExpression(node: MemberExpression): ScriptValue {
    const item = this.itemExpression(node);
    if (item !== undefined) {
      return item;
    }
    const step = this.stepOf(node);
    return step === undefined || node.object.type === 'Super'
      ? UNKNOWN
      : this.member(this.expression(node.object), step);
  }

  /** `list[i]` in a loop that goes through this list. */
  private itemExpression({ object, property, computed }: MemberExpression): ScriptValue | undefined {
    if (!computed || property.type !== 'Identifier' || object.type === 'Super') {
      return undefined;
    }
    const index = this.scope.get(property.name);
    const list = index?.kind === 'index' ? this.expression(object) : UNKNOWN;
    return index?.kind === 'index' && listPath(list) === index.list ? itemOf(list) : undefined;
  }

  private stepOf(node: MemberExpression): string | number | undefined {
    const { property, computed } = node;
    if (property.type === 'PrivateIdentifier') {
      return undefined;
    }
    if (!computed) {
      return property.type === 'Identifier' ? property.name : undefined;
    }
    const fromEnd = stepFromEnd(node, (inner) => this.expression(inner));
    if (fromEnd !== undefined) {
      return fromEnd;
    }
    const value = this.expression(property);
    if (value.kind === 'constant' && typeof value.value === 'number') {
      return Number.isSafeInteger(value.value) && value.value >= 0 ? value.value : undefined;
    }
    // A name that is only known at run time is unusable.
    const text = valueText(value);
    return text?.includes('{{') === true ? undefined : text;
  }

  private callValue(node: CallExpression): ScriptValue {
    const values = node.arguments.map((argument) => this.argument(argument));
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') {
      const path = this.calledPath(node);
      return path === undefined ? UNKNOWN : apiCall(path, values, this.texts);
    }
    const step = this.stepOf(callee);
    const object = step === undefined ? UNKNOWN : this.expression(callee.object);
    const called = (value: ScriptValue): ScriptValue =>
      value.kind === 'api'
        ? apiCall(inPostmansWords(`${value.path}.${step ?? ''}`), values, this.texts)
        : methodValue(value, String(step), values);
    return object.kind === 'either' ? ofEach(object.values, called) : called(object);
  }
}

function isCheck(node: Expression, expression: (node: Expression) => ScriptValue): boolean {
  let at: Expression = node;
  for (;;) {
    const inner =
      at.type === 'CallExpression' ? at.callee : at.type === 'MemberExpression' ? at.object : undefined;
    if (inner === undefined || inner.type === 'Super') {
      return false;
    }
    if (inner.type === 'MemberExpression' ? isCheckRoot(inner, expression) : isExpect(inner, expression)) {
      return true;
    }
    at = inner;
  }
}

/** `expect` without an object, as some tools have it. */
function isExpect(node: Expression, expression: (node: Expression) => ScriptValue): boolean {
  const value = node.type === 'Identifier' ? expression(node) : UNKNOWN;
  return value.kind === 'api' && value.path === 'pm.expect';
}

/** Looked into only where the name fits, for long chains are looked through from their end. */
function isCheckRoot(
  { property, ...node }: MemberExpression,
  expression: (node: Expression) => ScriptValue,
): boolean {
  if (property.type !== 'Identifier' || !/^(?:expect|to)$/.test(property.name)) {
    return false;
  }
  const value = expression({ property, ...node });
  return value.kind === 'api' && /^pm\.(?:expect|response\.to)$/.test(value.path);
}

function literalValue(node: Extract<Expression, { type: 'Literal' }>, texts: ScriptTexts): ScriptValue {
  if (node.regex !== undefined && node.regex !== null) {
    return { kind: 'regex', regex: { source: node.regex.pattern, flags: node.regex.flags } };
  }
  const { value } = node;
  if (typeof value === 'string') {
    return textValue(texts.read(value));
  }
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? { kind: 'constant', value }
    : UNKNOWN;
}

function nameOf({ key, computed }: Property | AssignmentProperty): string | undefined {
  if (computed) {
    return undefined;
  }
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
}

function binaryValue(operator: string, left: ScriptValue, right: ScriptValue): ScriptValue {
  const areConstants = left.kind === 'constant' && right.kind === 'constant';
  const number = arithmetic(operator, left, right);
  return number ?? (operator === '+' && !areConstants ? joined([left, right]) : UNKNOWN);
}

function joined(values: readonly ScriptValue[]): ScriptValue {
  const last = values.at(-1);
  if (last?.kind === 'encoded') {
    const before = joined([...values.slice(0, -1), textValue(last.before)]);
    return before.kind === 'text' ? { ...last, before: before.text } : UNKNOWN;
  }
  const texts = values.map(valueText);
  return texts.some((text) => text === undefined) ? UNKNOWN : textValue(texts.join(''));
}

/** `a || b`: what the script hopes for is on the left, what it makes do with on the right. */
function logicalValue(operator: string, left: ScriptValue, right: ScriptValue): ScriptValue {
  if (operator === '&&') {
    return right;
  }
  return left.kind === 'unknown' || (partOf(left) !== undefined && isNothing(right))
    ? left
    : { kind: 'either', values: [left, right] };
}

function unaryValue(operator: string, value: ScriptValue): ScriptValue {
  if (operator === '-' && value.kind === 'constant' && typeof value.value === 'number') {
    return { kind: 'constant', value: -value.value };
  }
  if (operator === '+' && value.kind === 'date') {
    return clockValue(value.at);
  }
  // Numbers keep their type on the way through a chain.
  return operator === '+' && value.kind === 'part' ? value : UNKNOWN;
}

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
