/**
 * Requests that lost a value: what a change broke in a chain, found by comparing the analysis before with the
 * one after.
 */
import type { ChainAnalysis } from './analysis';

/** A request that uses a variable which has no value at the request's place. */
export interface BrokenUse {
  /** Id of the request. */
  readonly request: string;
  readonly variable: string;
}

/**
 * The uses that are broken in one analysis and were not in another, each once, in the order of the file.
 *
 * @param before absent when the chain could not be analyzed; then nothing counts as new
 */
export function newlyBroken(before: ChainAnalysis | undefined, after: ChainAnalysis): readonly BrokenUse[] {
  if (before === undefined) {
    return [];
  }
  const known = new Set(brokenUses(before).map(keyOf));
  const found = new Map(brokenUses(after).map((use) => [keyOf(use), use]));
  return [...found].filter(([key]) => !known.has(key)).map(([, use]) => use);
}

function brokenUses({ variables }: ChainAnalysis): readonly BrokenUse[] {
  return variables
    .filter(({ health }) => health === 'broken')
    .flatMap(({ name, uses }) =>
      uses
        .filter(({ definition }) => definition === undefined)
        .flatMap(({ requestId, range }) =>
          requestId === undefined ? [] : [{ request: requestId, variable: name, start: range.start }],
        ),
    )
    .sort((one, other) => one.start - other.start)
    .map(({ request, variable }) => ({ request, variable }));
}

function keyOf({ request, variable }: BrokenUse): string {
  return `${request}\n${variable}`;
}
