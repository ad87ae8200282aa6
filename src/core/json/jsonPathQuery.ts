/**
 * A JSONPath query (RFC 9535) as plain data: what the parser hands to the evaluation.
 */
import type { JsonValue } from './json';
import type { WorkBudget } from '../workBudget';

/** The segments after `$` or `@`. */
export type Query = readonly Segment[];

/** One step down: to children, or to descendants at any depth first. */
export interface Segment {
  readonly descendants: boolean;
  readonly selectors: readonly PathSelector[];
  /** As written in a path: `.id`, `[0]`, `..name`. */
  readonly text: string;
}

/** What a segment takes of a value. */
export type PathSelector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start?: number; readonly end?: number; readonly step: number }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'filter'; readonly condition: Condition };

/** What a filter asks. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'exists'; readonly query: FilterQuery }
  | {
      readonly kind: 'compare';
      readonly operator: string;
      readonly left: Comparable;
      readonly right: Comparable;
    }
  | {
      readonly kind: 'regex';
      readonly matches: RegexTest;
      readonly text: Comparable;
      readonly pattern: Comparable;
      /** It is written in the path, and not taken from the document. */
      readonly isPatternKnown: boolean;
    };

/** One side of a comparison. */
export type Comparable =
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'value'; readonly query: FilterQuery }
  | { readonly kind: 'length'; readonly of: Comparable }
  | { readonly kind: 'count'; readonly query: FilterQuery };

/** A query inside a filter: from the root (`$`) or from the value under test (`@`). */
export interface FilterQuery {
  readonly from: '$' | '@';
  readonly query: Query;
}

/** `match()` or `search()`: whether the pattern fits the text. */
export type RegexTest = (text: string, pattern: string, budget: WorkBudget) => boolean;
