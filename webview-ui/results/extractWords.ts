/** What is said about a way to find a value again. */
import type { SelectedValue } from '../../src/core/extraction/selectedValue';
import type { OfferedRule } from '../../src/protocol/extractionOffer';
import { t } from '../ui/l10n';

/** Words about a rule, and whether it worked wherever it was tried. */
export interface RuleWords {
  readonly isSure: boolean;
  readonly text: string;
}

/** How a rule did here and in earlier answers. */
export function ruleWords({ all, worksIn, earlier }: OfferedRule): RuleWords {
  const tried = earlier.length;
  if (worksIn < tried) {
    return { isSure: false, text: all ? listInSome(worksIn, tried) : valueInSome(worksIn, tried) };
  }
  return { isSure: true, text: all ? listInAll(tried) : valueInAll(tried) };
}

function listInAll(tried: number): string {
  if (tried === 0) {
    return t('selects all of them as a list');
  }
  return tried === 1
    ? t('selects all of them as a list, here and in the last result')
    : t('selects all of them as a list, here and in the last {0} results', tried);
}

function valueInAll(tried: number): string {
  if (tried === 0) {
    return t('selects exactly one value');
  }
  return tried === 1
    ? t('selects exactly one value, here and in the last result')
    : t('selects exactly one value, here and in the last {0} results', tried);
}

function listInSome(worksIn: number, tried: number): string {
  return tried === 1
    ? t('selects all of them as a list here, but not in the last result')
    : t('selects all of them as a list here, but only in {0} of the last {1} results', worksIn, tried);
}

function valueInSome(worksIn: number, tried: number): string {
  return tried === 1
    ? t('selects exactly one value here, but not in the last result')
    : t('selects exactly one value here, but only in {0} of the last {1} results', worksIn, tried);
}

/** A remark about the number of values that a rule selects; absent when the number is right. */
export function countWords({ all }: OfferedRule, { count }: SelectedValue): string | undefined {
  if (count === 0) {
    return t('nothing');
  }
  return all || count === 1 ? undefined : t('{0} values instead of one', count);
}
