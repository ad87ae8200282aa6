/**
 * An extraction that nothing in its chain refers to any more, to be taken away again by what made it.
 *
 * It has to be as it was made: one that a person changed since is theirs.
 */
import { removeWithEmptyParent, treeOf } from '../../edit/jsonEdit';
import { applyEdits } from '../../edit/textEdit';
import { extractionMember } from '../../edit/chainEdit';
import type { ExtractionRule } from '../../extraction/extractionRules';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, jsonEquals, type JsonObject } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { jsonTexts } from '../../prepare/references';
import { findUses } from '../../prepare/template';

/** An extraction that was made for a place. */
export interface MadeExtraction {
  /** Id of the request that is answered. */
  readonly source: string;
  readonly variable: string;
  readonly rule: ExtractionRule;
}

/** A text without an extraction. */
export interface WithoutExtraction {
  readonly text: string;
  /** As the file stated it. */
  readonly dropped: JsonObject;
}

/**
 * The chain's text without an extraction; absent where something refers to its variable, or it is not there as it
 * was made.
 *
 * @throws UserError when the text is not JSON
 */
export function withoutUnused(
  text: string,
  { source, variable, rule }: MadeExtraction,
): WithoutExtraction | undefined {
  const chain = valueOf(treeOf(text));
  const requests = valueAtSteps(chain, ['requests']) ?? null;
  const index = isArray(requests)
    ? requests.findIndex((request) => valueAtSteps(request, ['id']) === source)
    : -1;
  const extract = valueAtSteps(chain, ['requests', index, 'extract']) ?? null;
  const dropped = extractionMember({ ...rule, variable });
  const at = isArray(extract) ? extract.findIndex((item) => jsonEquals(item, dropped)) : -1;
  const isUsed = jsonTexts(chain).some((one) => findUses(one.text).some(({ name }) => name === variable));
  return at === -1 || isUsed
    ? undefined
    : {
        text: applyEdits(text, removeWithEmptyParent(text, ['requests', index, 'extract', at])),
        dropped,
      };
}
