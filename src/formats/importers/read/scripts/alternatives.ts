/**
 * Several extractions of one variable. Scripts set a variable again where a response has the value in another place:
 * these are alternatives, of which the last that finds something counts, as in a chain.
 */
import type { WrittenExtraction } from '../../../../core/files/writtenChain';
import { jsonEquals } from '../../../../core/json/json';

/** Extractions one after the other. What always sets a variable replaces what came before, anything else may not. */
export function inOrder(rules: readonly WrittenExtraction[]): readonly WrittenExtraction[] {
  return rules.reduce<readonly WrittenExtraction[]>((before, rule) => {
    const isOther = ({ variable }: WrittenExtraction): boolean => variable !== rule.variable;
    if (rule.optional !== true) {
      return [...before.filter(isOther), rule];
    }
    // A second place is looked into because the first may be empty.
    const others = before.map((one) => (isOther(one) ? one : { ...one, optional: true }));
    return [...others.filter((one) => !isSamePlace(one, rule)), rule];
  }, []);
}

/** Whether two extractions take the same into the same variable. */
export function isSamePlace(one: WrittenExtraction, other: WrittenExtraction): boolean {
  return jsonEquals({ ...one, optional: true }, { ...other, optional: true });
}
