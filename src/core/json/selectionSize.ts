/**
 * The size of what a path selects. A short path can select parts of a document again and again, each inside of
 * another: `$..*` of 300 nested lists selects 299 lists, and `$..*..*..*` selects 4.4 million.
 */
import { isArray, isNumber, type JsonValue } from './json';
import type { Query } from './jsonPathQuery';
import type { WorkBudget } from '../workBudget';

/** UTF-16 code units of all selected values as JSON, at most: twice as much as the largest response. */
const MAX_SELECTED_LENGTH = 40_000_000;

/** What a sentence says of a rule that selects more. */
export const TOO_LARGE = `selects more than ${MAX_SELECTED_LENGTH / 1_000_000} MB on this response; make it more specific`;

/** Whether a query can select the same part of a document more than once, alone or inside of another. */
export function canRepeat(query: Query): boolean {
  return query.some(({ descendants, selectors }) => descendants || selectors.length > 1);
}

/** Whether values are longer as JSON than is allowed; each value inside of them is a step. */
export function isTooLarge(values: readonly JsonValue[], budget: WorkBudget): boolean {
  return lengthLeft(values, MAX_SELECTED_LENGTH, budget) < 0;
}

/** Whether texts are longer than is allowed. */
export function areTooLong(texts: readonly string[]): boolean {
  return texts.reduce((length, text) => length + text.length, 0) > MAX_SELECTED_LENGTH;
}

/** The rest of a length after a value, without its escapes; negative as soon as it is exceeded. */
function lengthLeft(value: JsonValue, length: number, budget: WorkBudget): number {
  budget.spend();
  if (typeof value === 'string') {
    return length - value.length - 2;
  }
  if (value === null || typeof value === 'boolean' || isNumber(value)) {
    return length - String(value).length;
  }
  let left = length - 2;
  if (isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at += 1) {
      left = lengthLeft(value[at] ?? null, left - 1, budget);
    }
    return left;
  }
  for (const [name, member] of Object.entries(value)) {
    left = left < 0 ? left : lengthLeft(member, left - name.length - 4, budget);
  }
  return left;
}
