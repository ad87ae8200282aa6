/** What is said about a way to find a value again. */
import type { OfferedRule } from '../../src/protocol/extractionOffer';

/** Words about a rule, and whether it worked wherever it was tried. */
export interface RuleWords {
  readonly isSure: boolean;
  readonly text: string;
}

/** How a rule did here and in `tried` earlier answers. */
export function ruleWords({ all, worksIn }: OfferedRule, tried: number): RuleWords {
  const what = all ? 'selects all of them as a list' : 'selects exactly one value';
  if (tried === 0) {
    return { isSure: true, text: what };
  }
  const results = tried === 1 ? 'the last result' : `the last ${tried} results`;
  return worksIn === tried
    ? { isSure: true, text: `${what}, here and in ${results}` }
    : { isSure: false, text: `${what} here, but only in ${worksIn} of ${results}` };
}
