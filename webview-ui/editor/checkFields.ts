/** Checks of a response as the form shows them: a part of the response, and the comparisons it must pass. */
import { operatorNames } from '../../src/core/files/chainShape';
import { isObject, type JsonObject, type JsonValue } from '../../src/core/json/json';
import { t } from '../ui/l10n';
import type { Choice } from './choice';
import { withMembers } from './fieldEdits';

/** The comparisons, and what they are called. */
export const OPERATORS: readonly Choice[] = [
  ['equals', () => t('equals')],
  ['notEquals', () => t('is not')],
  ['exists', () => t('exists')],
  ['matches', () => t('matches')],
  ['contains', () => t('contains')],
  ['lessThan', () => t('is less than')],
  ['greaterThan', () => t('is greater than')],
  ['type', () => t('is of type')],
  ['schema', () => t('fulfils schema')],
];

/** The JSON types a check can name. */
export const JSON_TYPES: readonly Choice[] = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
].map((type) => [type, () => type] as const);

/** How the operand of a comparison is typed. */
export function operandKind(operator: string): 'exists' | 'type' | 'schema' | 'text' | 'value' {
  switch (operator) {
    case 'exists':
    case 'type':
    case 'schema':
      return operator;
    case 'matches':
      return 'text';
    default:
      return 'value';
  }
}

/** The comparisons of a check, in the order they are made. */
export function operatorsOf(check: JsonValue): readonly string[] {
  return isObject(check) ? operatorNames.filter((operator) => Object.hasOwn(check, operator)) : [];
}

/** A comparison that a check does not make yet; absent when it makes all. */
export function freeOperator(check: JsonValue): string | undefined {
  const taken = operatorsOf(check);
  return operatorNames.find((operator) => !taken.includes(operator));
}

/** A check with one comparison in place of another; the operand stays where it means something there. */
export function withOperator(check: JsonValue, before: string, now: string): JsonObject {
  if (!isObject(check)) {
    return {};
  }
  const operand = check[before] ?? null;
  const isKept =
    operandKind(before) === operandKind(now) ||
    (typeof operand === 'string' && isTyped(before) && isTyped(now));
  const members = Object.entries(check).map(([name, value]) =>
    name === before ? ([now, isKept ? operand : firstOperand(now)] as const) : ([name, value] as const),
  );
  return Object.fromEntries(members);
}

/** What a comparison begins with. */
export function firstOperand(operator: string): JsonValue {
  return FIRST[operandKind(operator)];
}

const FIRST = { exists: true, type: 'string', schema: {}, text: '', value: '' } as const;

/** Whether the operand is typed as a text. */
function isTyped(operator: string): boolean {
  return ['text', 'value'].includes(operandKind(operator));
}

/** What the check of a retry looks at. */
export function checkTarget(check: JsonValue): 'path' | 'name' | 'whole' {
  if (!isObject(check)) {
    return 'whole';
  }
  return Object.hasOwn(check, 'name') ? 'name' : Object.hasOwn(check, 'path') ? 'path' : 'whole';
}

/** A check that looks at something else. */
export function withTarget(check: JsonValue, target: string): JsonObject {
  const { path: _path, name: _name, ...rest } = isObject(check) ? check : {};
  const first = target === 'path' ? { path: '$' } : target === 'name' ? { name: 'Content-Type' } : {};
  return withMembers(first, rest);
}
