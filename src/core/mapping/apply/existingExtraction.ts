/**
 * Extractions that a request has already: a variable that is bound to a place of its answer is used again, so that
 * no value has two names.
 */
import { extractionMember } from '../../edit/chainEdit';
import type { ExtractionRule } from '../../extraction/extractionRules';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, jsonEquals, type JsonValue } from '../../json/json';
import type { Extraction } from '../../model';

/** The variable that a request, as a file states it, extracts by this very rule; absent when it has none. */
export function boundVariable(request: JsonValue | undefined, rule: ExtractionRule): string | undefined {
  return extractionsOf(request)
    .map((item) => valueAtSteps(item, ['variable']))
    .filter((variable) => typeof variable === 'string')
    .find((variable) => isExtracted(request, { ...rule, variable }));
}

/** Whether a request has an extraction already. */
export function isExtracted(request: JsonValue | undefined, extraction: Extraction): boolean {
  const member = extractionMember(extraction);
  return extractionsOf(request).some((item) => jsonEquals(item, member));
}

function extractionsOf(request: JsonValue | undefined): readonly JsonValue[] {
  const list = request === undefined ? undefined : valueAtSteps(request, ['extract']);
  return list !== undefined && isArray(list) ? list : [];
}
