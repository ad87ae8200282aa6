/** A part of an answer as a person points at it, with the rules that take it. Plain data, so that it can be found in another thread. */
import { UserError } from '../errors';
import type { JsonValue } from '../json/json';
import { plainText } from '../prepare/template';
import { extractionRules, isContainer, type ExtractionRule } from './extractionRules';
import { valueAtSteps, type ResponsePart } from './responsePart';
import { selectedValue, type SelectableAnswer, type SelectedValue } from './selectedValue';

/** A part, found. */
export interface FoundPart {
  /** The rules that take it, most natural first, with what each selects now. */
  readonly rules: readonly { readonly rule: ExtractionRule; readonly now: SelectedValue }[];
  /** The text to look for in later requests; absent for lists, objects and values outside a body. */
  readonly literal?: string;
}

/**
 * Finds a part in an answer.
 *
 * @throws UserError when the answer has no such part
 */
export function findPart(part: ResponsePart, answer: SelectableAnswer): FoundPart {
  const literal = literalOf(part, answer.body);
  const rules = extractionRules(part, answer.body).map((rule) => ({
    rule,
    now: selectedValue(rule, answer),
  }));
  return literal === undefined ? { rules } : { rules, literal };
}

function literalOf(part: ResponsePart, body: JsonValue | undefined): string | undefined {
  if (part.from !== 'body') {
    return undefined;
  }
  const value = body === undefined ? undefined : valueAtSteps(body, part.steps);
  if (value === undefined) {
    throw new UserError('The response has no such value.', 'Choose a value of the body that is shown.');
  }
  return value === null || typeof value === 'boolean' || isContainer(value) ? undefined : plainText(value);
}
