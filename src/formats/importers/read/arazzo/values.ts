/** Values with references in them, from JSON and from texts that have runtime expressions. */
import { isArray, isObject, type JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import { memberOf, textOf, type Foreign } from '../../shape/externalJson';
import { valueText } from '../openapi/schemaSample';
import { escapeStep, MEMBER, memberNames, textPieces } from './expression';

/** The value of an expression as a chain has it: JSON whose texts may hold references; absent when it has none. */
export type Resolve = (expression: string) => JsonValue | undefined;

/** A value in which references are in place of expressions. A text that is an expression has the type of its value. */
export function withReferences(value: JsonValue, resolve: Resolve): JsonValue {
  if (typeof value === 'string') {
    const [only, ...more] = textPieces(value);
    return typeof only === 'object' && more.length === 0
      ? (resolve(only.expression) ?? escapeReferences(value))
      : textWithReferences(value, resolve);
  }
  if (isArray(value)) {
    return value.map((item) => withReferences(item, resolve));
  }
  if (!isObject(value)) {
    return value;
  }
  return isSelector(value)
    ? (resolve(selectorExpression(value)) ?? '')
    : Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          escapeReferences(name),
          withReferences(member, resolve),
        ]),
      );
}

/** A text in which references are in place of expressions. */
export function textWithReferences(text: string, resolve: Resolve): string {
  return textPieces(text)
    .map((piece) => {
      if (typeof piece === 'string') {
        return escapeReferences(piece);
      }
      const value = resolve(piece.expression);
      return value === undefined ? escapeReferences(`{${piece.expression}}`) : valueText(value);
    })
    .join('');
}

/** What a pointer leads to inside a value; absent when it leads nowhere. */
export function walk(value: Foreign, steps: readonly string[]): Foreign {
  return steps.reduce<Foreign>(
    (found, step) =>
      found !== undefined && isArray(found) && /^\d+$/.test(step)
        ? found[Number(step)]
        : memberOf(found, step),
    value,
  );
}

/** A selector as an expression with a pointer; one that nothing resolves where it selects in another way. */
function selectorExpression(selector: JsonValue): string {
  const context = textOf(memberOf(selector, 'context')) ?? '';
  const path = textOf(memberOf(selector, 'selector')) ?? '';
  switch (selectorType(selector)) {
    case 'jsonpointer':
      return `${context}#${path}`;
    case 'jsonpath': {
      const steps = plainSteps(path);
      return steps === undefined
        ? `${context} ${path}`
        : `${context}#${steps.map((step) => `/${escapeStep(step)}`).join('')}`;
    }
    default:
      return `${context} ${path}`;
  }
}

/** How a selector, a criterion or a target selects. */
export function selectorType(value: Foreign): string {
  const type = memberOf(value, 'type');
  return textOf(type) ?? textOf(memberOf(type, 'type')) ?? '';
}

/** The steps of a JSONPath that leads to one place by names and indexes; absent for every other one. */
export function plainSteps(path: string): readonly string[] | undefined {
  const members = path.trim().replace(/^\$/, '');
  return members.replace(MEMBER, '') === '' ? memberNames(members) : undefined;
}

/** Whether a value is a Selector Object (Arazzo 1.1 §4.6.16). */
export function isSelector(value: Foreign): boolean {
  return (
    value !== undefined &&
    isObject(value) &&
    typeof memberOf(value, 'context') === 'string' &&
    typeof memberOf(value, 'selector') === 'string' &&
    memberOf(value, 'type') !== undefined
  );
}
