/** Conditions and loops as the form shows them. */
import type { WrittenComparison, WrittenRequest } from '../../src/core/files/writtenChain';
import type { PathTo } from '../../src/core/files/writtenPath';
import { isArray, isObject, type JsonValue } from '../../src/core/json/json';

/** How many comparisons of a condition have to hold. */
export type ConditionNeed = 'all' | 'any';

/** What a request is sent for. */
export type LoopKind = 'once' | 'items' | 'pages';

type WrittenWhen = NonNullable<WrittenRequest['when']>;

/** What the text has as a loop. */
export function loopKind(value: JsonValue | undefined): LoopKind {
  if (value === undefined) {
    return 'once';
  }
  return isObject(value) && Object.hasOwn(value, 'page') ? 'pages' : 'items';
}

/** The comparisons of a condition, however they are written, and the path to each. */
export function comparisonsIn(path: PathTo<WrittenWhen>, value: JsonValue | undefined) {
  const any = value !== undefined && isObject(value) ? value['any'] : undefined;
  const list =
    value !== undefined && isArray(value) ? value : any !== undefined && isArray(any) ? any : undefined;
  const before: readonly (string | number)[] = any === undefined ? path : [...path, 'any'];
  return {
    need: any === undefined ? ('all' as const) : ('any' as const),
    comparisons: (list ?? (value === undefined ? [] : [value])) as readonly WrittenComparison[],
    pathTo: (index: number) =>
      (list === undefined ? path : [...before, index]) as unknown as PathTo<WrittenComparison>,
  };
}

/** A condition as it is written shortest; none without comparisons. */
export function conditionOf(
  need: ConditionNeed,
  comparisons: readonly WrittenComparison[],
): WrittenWhen | undefined {
  const [only, ...others] = comparisons;
  if (only === undefined || others.length === 0) {
    return only;
  }
  return need === 'any' ? { any: comparisons } : comparisons;
}
