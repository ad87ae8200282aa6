/** Conditions on the status alone, tried on every status there is. */
import type { Comparison, Condition, Operand } from './simpleCondition';

/** Statuses that a final response can have. */
export const allStatuses: readonly number[] = Array.from({ length: 400 }, (_, index) => 200 + index);

/** More single ones are not what somebody meant. */
const MAX_STATUSES = 20;

/** A list of statuses with classes that are complete as one; absent when it is empty or too long. */
export function statusMembers(statuses: readonly number[]): readonly (number | string)[] | undefined {
  const members = [2, 3, 4, 5].flatMap((first): readonly (number | string)[] => {
    const ofClass = statuses.filter((status) => Math.floor(status / 100) === first);
    return ofClass.length === 100 ? [`${first}xx`] : ofClass;
  });
  return members.length === 0 || members.length > MAX_STATUSES ? undefined : members;
}

function isStatus(operand: Operand): boolean {
  return 'literal' in operand || operand.expression === '$statusCode';
}

/** Whether a condition is on the status alone. */
export function isOnStatus(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.every(isOnStatus);
    case 'not':
      return isOnStatus(condition.part);
    case 'compare':
      return isStatus(condition.left) && isStatus(condition.right);
    case 'value':
      return isStatus(condition.value);
  }
}

/** Whether a condition on the status alone holds for a status. */
export function holds(condition: Condition, status: number): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => holds(part, status));
    case 'or':
      return condition.parts.some((part) => holds(part, status));
    case 'not':
      return !holds(condition.part, status);
    case 'value':
      return Boolean(valueFor(condition.value, status));
    case 'compare':
      return compare(valueFor(condition.left, status), condition.operator, valueFor(condition.right, status));
  }
}

function valueFor(operand: Operand, status: number): unknown {
  const value = 'literal' in operand ? operand.literal : status;
  // A number in quotes is compared as a number.
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function compare(left: unknown, operator: Comparison, right: unknown): boolean {
  const [one, other] = [Number(left), Number(right)];
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
  }
}
