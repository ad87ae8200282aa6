/**
 * Evaluation of a JSONPath query.
 *
 * It is our own because three things must hold that the parser's library does not promise: numbers
 * compare digit for digit, every step counts against a budget (`$..*..*..*` is short to write), and lists
 * of any length work. It goes depth first, which gives the order the standard asks for.
 */
import {
  compareNumbers,
  isArray,
  isNumber,
  isObject,
  jsonEquals,
  type JsonObject,
  type JsonValue,
} from './json';
import type { Comparable, Condition, FilterQuery, PathSelector, Query, Segment } from './jsonPathQuery';
import { JsonTooDeepError, MAX_JSON_DEPTH } from './jsonSyntax';
import type { WorkBudget } from '../workBudget';

/** A walk down the document, and inside a filter another from its root. */
const MAX_WALK_DEPTH = 2 * MAX_JSON_DEPTH;

/** Work that a step covers: names of members listed, and code units compared. */
const MEMBERS_PER_STEP = 8;
const CHARACTERS_PER_STEP = 256;

/** For each character of a pattern that the document holds. */
const STEPS_TO_COMPILE = 3000;

/** Returned to end a walk. */
const STOP = Symbol('stop');
type Visit = (value: JsonValue) => typeof STOP | undefined;

interface Context {
  readonly root: JsonValue;
  readonly budget: WorkBudget;
  /** Levels that descendant segments have gone down so far; recursion follows them. */
  depth: number;
  /** The pattern that was taken from the document last. */
  lastPattern?: string;
}

/** Every value the query selects, in the standard's order. Throws BudgetExceededError and JsonTooDeepError. */
export function evaluateQuery(query: Query, root: JsonValue, budget: WorkBudget): readonly JsonValue[] {
  return select(query, root, { root, budget, depth: 0 });
}

function select(query: Query, start: JsonValue, context: Context): JsonValue[] {
  const values: JsonValue[] = [];
  walk(query, start, context, (value) => void values.push(value));
  return values;
}

function walk(query: Query, start: JsonValue, context: Context, visit: Visit): typeof STOP | undefined {
  const first = query.reduceRight<Visit>((next, segment) => {
    const follow = segment.descendants ? visitDescendants : visitChildren;
    return (value) => follow(segment, value, context, next);
  }, visit);
  return first(start);
}

function visitDescendants(
  segment: Segment,
  value: JsonValue,
  context: Context,
  visit: Visit,
): typeof STOP | undefined {
  if (visitChildren(segment, value, context, visit) === STOP) {
    return STOP;
  }
  context.depth += 1;
  if (context.depth > MAX_WALK_DEPTH) {
    throw new JsonTooDeepError();
  }
  const end = eachChild(value, context, (child) => visitDescendants(segment, child, context, visit));
  context.depth -= 1;
  return end;
}

function visitChildren(
  { selectors }: Segment,
  value: JsonValue,
  context: Context,
  visit: Visit,
): typeof STOP | undefined {
  for (const selector of selectors) {
    if (applySelector(selector, value, context, visit) === STOP) {
      return STOP;
    }
  }
  return undefined;
}

function applySelector(
  selector: PathSelector,
  value: JsonValue,
  context: Context,
  visit: Visit,
): typeof STOP | undefined {
  context.budget.spend();
  switch (selector.kind) {
    case 'name':
      return isObject(value) ? visitOptional(memberOf(value, selector.name), visit) : undefined;
    case 'index':
      return isArray(value) ? visitOptional(value.at(selector.index), visit) : undefined;
    case 'slice':
      return isArray(value) ? visitSlice(selector, value, context, visit) : undefined;
    case 'wildcard':
      return eachChild(value, context, visit);
    case 'filter':
      return eachChild(value, context, (child) =>
        holds(selector.condition, child, context) ? visit(child) : undefined,
      );
  }
}

function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function visitOptional(value: JsonValue | undefined, visit: Visit): typeof STOP | undefined {
  return value === undefined ? undefined : visit(value);
}

function eachChild(value: JsonValue, { budget }: Context, visit: Visit): typeof STOP | undefined {
  if (isArray(value)) {
    for (const child of value) {
      budget.spend();
      if (visit(child) === STOP) {
        return STOP;
      }
    }
  } else if (isObject(value)) {
    const names = Object.keys(value);
    budget.spend(names.length / MEMBERS_PER_STEP);
    for (const name of names) {
      budget.spend();
      if (visitOptional(value[name], visit) === STOP) {
        return STOP;
      }
    }
  }
  return undefined;
}

/** RFC 9535 §2.3.4.2.2: bounds count from the end when negative and are cut to the list. */
function visitSlice(
  { start, end, step }: Extract<PathSelector, { kind: 'slice' }>,
  list: readonly JsonValue[],
  { budget }: Context,
  visit: Visit,
): typeof STOP | undefined {
  const { length } = list;
  const normal = (bound: number) => (bound < 0 ? bound + length : bound);
  const forward = step > 0;
  const [low, high] = forward ? [0, length] : [-1, length - 1];
  const clamp = (bound: number) => Math.min(Math.max(normal(bound), low), high);
  const first = start === undefined ? (forward ? 0 : length - 1) : clamp(start);
  const last = end === undefined ? (forward ? length : -1) : clamp(end);
  for (let index = first; step !== 0 && (forward ? index < last : index > last); index += step) {
    budget.spend();
    if (visitOptional(list[index], visit) === STOP) {
      return STOP;
    }
  }
  return undefined;
}

function holds(condition: Condition, current: JsonValue, context: Context): boolean {
  context.budget.spend();
  switch (condition.kind) {
    case 'and':
      return holds(condition.left, current, context) && holds(condition.right, current, context);
    case 'or':
      return holds(condition.left, current, context) || holds(condition.right, current, context);
    case 'not':
      return !holds(condition.condition, current, context);
    case 'exists':
      return exists(condition.query, current, context);
    case 'compare':
      return compares(
        condition.operator,
        valueOf(condition.left, current, context),
        valueOf(condition.right, current, context),
        context,
      );
    case 'regex':
      return fits(condition, current, context);
  }
}

function fits(
  { text: searched, pattern: written, isPatternKnown, matches }: Extract<Condition, { kind: 'regex' }>,
  current: JsonValue,
  context: Context,
): boolean {
  const text = valueOf(searched, current, context);
  const pattern = valueOf(written, current, context);
  if (typeof text !== 'string' || typeof pattern !== 'string') {
    return false;
  }
  if (!isPatternKnown && pattern !== context.lastPattern) {
    context.budget.spend(pattern.length * STEPS_TO_COMPILE);
    context.lastPattern = pattern;
  }
  return matches(text, pattern, context.budget);
}

function exists({ from, query }: FilterQuery, current: JsonValue, context: Context): boolean {
  return walk(query, from === '$' ? context.root : current, context, () => STOP) === STOP;
}

/** Undefined represents the standard's Nothing. */
function valueOf(comparable: Comparable, current: JsonValue, context: Context): JsonValue | undefined {
  switch (comparable.kind) {
    case 'literal':
      return comparable.value;
    case 'value': {
      const values = selectFrom(comparable.query, current, context);
      return values.length === 1 ? values[0] : undefined;
    }
    case 'count':
      return selectFrom(comparable.query, current, context).length;
    case 'length':
      return lengthOf(valueOf(comparable.of, current, context), context);
  }
}

function selectFrom(
  { from, query }: FilterQuery,
  current: JsonValue,
  context: Context,
): readonly JsonValue[] {
  return select(query, from === '$' ? context.root : current, context);
}

function lengthOf(value: JsonValue | undefined, { budget }: Context): number | undefined {
  if (typeof value === 'string') {
    budget.spend(value.length);
    return [...value].length;
  }
  if (value === undefined || isArray(value)) {
    return value?.length;
  }
  if (!isObject(value)) {
    return undefined;
  }
  const { length } = Object.keys(value);
  budget.spend(length / MEMBERS_PER_STEP);
  return length;
}

/** RFC 9535 §2.3.5.2.2. */
function compares(
  operator: string,
  left: JsonValue | undefined,
  right: JsonValue | undefined,
  context: Context,
): boolean {
  switch (operator) {
    case '==':
      return equals(left, right, context);
    case '!=':
      return !equals(left, right, context);
    case '<':
      return isLess(left, right, context);
    case '<=':
      return isLess(left, right, context) || equals(left, right, context);
    case '>':
      return isLess(right, left, context);
    case '>=':
      return isLess(right, left, context) || equals(left, right, context);
    default:
      throw new Error(`no comparison ${operator}`);
  }
}

function equals(left: JsonValue | undefined, right: JsonValue | undefined, { budget }: Context): boolean {
  return left === undefined || right === undefined
    ? left === right
    : jsonEquals(left, right, (steps) => budget.spend(steps));
}

function isLess(left: JsonValue | undefined, right: JsonValue | undefined, { budget }: Context): boolean {
  if (left === undefined || right === undefined) {
    return false;
  }
  if (isNumber(left) && isNumber(right)) {
    return compareNumbers(left, right) < 0;
  }
  if (typeof left !== 'string' || typeof right !== 'string') {
    return false;
  }
  budget.spend(Math.min(left.length, right.length) / CHARACTERS_PER_STEP);
  return left < right;
}
