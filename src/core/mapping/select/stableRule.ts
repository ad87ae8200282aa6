/** A rule that takes a value from a response again, as all kinds of selectors return it. */
import type { ExtractionRule } from '../../extraction/extractionRules';

/** A rule, and whether it holds when lists change. */
export interface StableRule {
  readonly rule: ExtractionRule;
  readonly isStable: boolean;
  /** It takes a row of a page's list or an option, of which another session may have picked another one. */
  readonly isPick?: boolean;
}

/** The first results that there are; nothing is tried beyond them. */
export function fewOf<From, To>(
  all: readonly From[],
  most: number,
  resultOf: (one: From) => To | undefined,
): readonly To[] {
  const found: To[] = [];
  for (const one of all) {
    const result = found.length < most ? resultOf(one) : undefined;
    found.push(...(result === undefined ? [] : [result]));
  }
  return found;
}
