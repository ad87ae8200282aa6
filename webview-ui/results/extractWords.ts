/** What is said about a way to find a value again. */
import type { SelectedValue } from '../../src/core/extraction/selectedValue';
import type { OfferedRule } from '../../src/protocol/extractionOffer';

/** Words about a rule, and whether it worked wherever it was tried. */
export interface RuleWords {
  readonly isSure: boolean;
  readonly text: string;
}

/** How a rule did here and in earlier answers. */
export function ruleWords({ all, worksIn, earlier }: OfferedRule): RuleWords {
  const tried = earlier.length;
  const what = all ? 'selects all of them as a list' : 'selects exactly one value';
  if (tried === 0) {
    return { isSure: true, text: what };
  }
  const results = tried === 1 ? 'the last result' : `the last ${tried} results`;
  return worksIn === tried
    ? { isSure: true, text: `${what}, here and in ${results}` }
    : { isSure: false, text: `${what} here, but only in ${worksIn} of ${results}` };
}

/** A remark about the number of values that a rule selects; absent when the number is right. */
export function countWords({ all }: OfferedRule, { count }: SelectedValue): string | undefined {
  if (count === 0) {
    return 'nothing';
  }
  return all || count === 1 ? undefined : `${count} values instead of one`;
}
