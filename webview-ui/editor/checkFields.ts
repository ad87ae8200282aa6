/** Checks of a response as the form shows them: a part of the response, and the comparisons it must pass. */
import { operatorNames } from '../../src/core/files/chainShape';
import type {
  WrittenBodyCheck,
  WrittenComparison,
  WrittenHeaderCheck,
  WrittenOperators,
  WrittenResponseCheck,
} from '../../src/core/files/writtenChain';
import type { JsonType, JsonValue } from '../../src/core/json/json';
import { t } from '../ui/l10n';
import { choicesOf } from './choice';
import type { Loose } from './formValue';

/** A check of a header or of the body, a condition on a response, which is either, or a comparison of a value. */
export type WrittenCheck = WrittenHeaderCheck | WrittenBodyCheck | WrittenResponseCheck | WrittenComparison;

/** A comparison by its member. */
export type Comparison = keyof WrittenOperators;

/** The comparisons, and what they are called. */
export const OPERATORS = choicesOf<Comparison>({
  equals: () => t('equals'),
  notEquals: () => t('is not'),
  exists: () => t('exists'),
  matches: () => t('matches'),
  contains: () => t('contains'),
  lessThan: () => t('is less than'),
  greaterThan: () => t('is greater than'),
  type: () => t('is of type'),
  schema: () => t('fulfils schema'),
});

const asWritten = (type: JsonType): string => type;

/** The JSON types a check can name. */
export const JSON_TYPES = choicesOf<JsonType>({
  string: asWritten,
  number: asWritten,
  integer: asWritten,
  boolean: asWritten,
  object: asWritten,
  array: asWritten,
  null: asWritten,
});

/** How the operand of a comparison is typed. */
export function operandKind(operator: Comparison): 'exists' | 'type' | 'schema' | 'text' | 'value' {
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
export function operatorsOf(check: Loose<WrittenCheck>): readonly Comparison[] {
  return operatorNames.filter((operator) => Object.hasOwn(check, operator));
}

/** A comparison that a check does not make yet; absent when it makes all. */
export function freeOperator(check: Loose<WrittenCheck>): Comparison | undefined {
  return operatorNames.find((operator) => !Object.hasOwn(check, operator));
}

/** A check with one comparison in place of another; the operand stays where it means something there. */
export function withOperator(check: Loose<WrittenCheck>, before: Comparison, now: Comparison): WrittenCheck {
  const operand = check[before] ?? null;
  const isKept =
    operandKind(before) === operandKind(now) ||
    (typeof operand === 'string' && isTyped(before) && isTyped(now));
  const members = Object.entries(check).map(([name, value]) =>
    name === before ? [now, isKept ? operand : firstOperand(now)] : [name, value],
  );
  return Object.fromEntries(members) as WrittenCheck;
}

/** What a comparison begins with. */
export function firstOperand(operator: Comparison): JsonValue {
  return FIRST[operandKind(operator)];
}

const FIRST = { exists: true, type: 'string', schema: {}, text: '', value: '' } as const;

/** Whether the operand is typed as a text. */
function isTyped(operator: Comparison): boolean {
  return ['text', 'value'].includes(operandKind(operator));
}

/** What a retry can wait for: a check of a part, of a header or of the whole body. */
export type CheckTargetKind = 'path' | 'name' | 'whole';

/** What the check of a retry looks at. */
export function checkTarget(check: Loose<WrittenCheck>): CheckTargetKind {
  return Object.hasOwn(check, 'name') ? 'name' : Object.hasOwn(check, 'path') ? 'path' : 'whole';
}

/** A check that looks at something else. */
export function withTarget(check: Loose<WrittenCheck>, target: CheckTargetKind): WrittenCheck {
  const { path: _path, name: _name, ...rest } = check;
  return { ...FIRST_TARGET[target], ...rest } as WrittenCheck;
}

const FIRST_TARGET = { path: { path: '$' }, name: { name: 'Content-Type' }, whole: {} } as const;
