/** Extractions of several scripts together. */
import type { WrittenExtraction } from '../../../../core/files/writtenChain';

/** Of several extractions into one variable the last, as the scripts would have it. */
export function lastOfEach(extractions: readonly WrittenExtraction[]): readonly WrittenExtraction[] {
  return [...new Map(extractions.map((rule) => [rule['variable'], rule])).values()];
}
