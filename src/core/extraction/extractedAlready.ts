/** The variable that a request extracts from a part already, whatever it is called. */
import isEqual from 'lodash/isEqual.js';
import type { RequestSource } from '../analysis/chainSource';
import type { TextRange } from '../problem';
import type { Extraction } from '../model';
import type { ExtractionRule } from './extractionRules';

/** A variable, and its name in the text of the chain. */
export interface ExtractedVariable extends TextRange {
  readonly name: string;
}

/** The variable that one of the rules gives already, decoding nothing; absent when there is none. */
export function extractedAlready(
  { request, marks, start }: RequestSource,
  rules: readonly ExtractionRule[],
): ExtractedVariable | undefined {
  const index = request?.extract.findIndex((extraction) => rules.some((rule) => isSame(extraction, rule)));
  const mark = marks.extractions.find((one) => one.index === index);
  return mark === undefined
    ? undefined
    : { name: mark.name, start: start + mark.start, end: start + mark.end };
}

function isSame(
  { variable: _variable, optional: _optional, ...extraction }: Extraction,
  rule: ExtractionRule,
) {
  const { optional: _alsoOptional, ...wanted } = rule;
  return isEqual(withPlainName(extraction), withPlainName(wanted));
}

/** Header names are compared without case. */
function withPlainName<Rule extends { readonly from: string; readonly name?: string }>(rule: Rule): Rule {
  return rule.from === 'header' && rule.name !== undefined
    ? { ...rule, name: rule.name.toLowerCase() }
    : rule;
}
