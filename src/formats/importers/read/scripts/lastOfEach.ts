/** Extractions of several scripts together. */
import type { JsonObject } from '../../../../core/json/json';

/** Of several extractions into one variable the last, as the scripts would have it. */
export function lastOfEach(extractions: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Map(extractions.map((rule) => [rule['variable'], rule])).values()];
}
