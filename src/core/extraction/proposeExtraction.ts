/**
 * Keeping a part of a response as a variable, as far as it can be prepared for a person: a name, the rules
 * that take it, how each would have done in earlier answers, and where the value is written out later on.
 * Nothing is changed before the person agrees.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import { textAt } from '../analysis/locationOf';
import { defined } from '../defined';
import { addExtraction } from '../edit/chainEdit';
import type { TextEdit } from '../edit/textEdit';
import { UserError } from '../errors';
import { variableNameFault } from '../language/names';
import type { Extraction } from '../model';
import { extractedAlready, type ExtractedVariable } from './extractedAlready';
import type { ExtractionRule } from './extractionRules';
import type { FoundPart } from './foundPart';
import { literalUses, replaceUse, type LiteralUse } from './literalUses';
import { proposeName } from './proposeName';
import type { ResponsePart } from './responsePart';
import { isFound, selectedValue, type SelectableAnswer, type SelectedValue } from './selectedValue';

/** What a person pointed at. */
export interface PickedPart {
  readonly requestId: string;
  readonly part: ResponsePart;
  readonly found: FoundPart;
  /** What the request was answered in earlier results. */
  readonly earlier: readonly EarlierAnswer[];
}

/** An answer of an earlier result. */
export interface EarlierAnswer extends SelectableAnswer {
  /** When the request was sent: ISO 8601, UTC. */
  readonly startedAt: string;
}

/** A rule, and how it did. */
interface TriedRule {
  readonly rule: ExtractionRule;
  readonly now: SelectedValue;
  /** What it selects in the earlier answers, in their order. */
  readonly earlier: readonly (SelectedValue & { readonly startedAt: string })[];
  /** Earlier answers in which it selects exactly one value, or any when it takes all. */
  readonly worksIn: number;
}

/** What can be done about a part. */
export interface ExtractionProposal {
  readonly variable: string;
  readonly rules: readonly TriedRule[];
  readonly uses: readonly LiteralUse[];
  /** The variable that has the part already. */
  readonly extracted?: ExtractedVariable;
}

/**
 * Prepares an extraction.
 *
 * @throws UserError when the chain has no such request any more
 */
export function proposeExtraction(analysis: ChainAnalysis, picked: PickedPart): ExtractionProposal {
  const { source } = analysis;
  const { part, found } = picked;
  const request = source.requests.find(({ id }) => id === picked.requestId);
  if (request === undefined) {
    throw new UserError(
      `The chain no longer has a request "${picked.requestId}".`,
      'It may have been renamed or removed: run the chain again.',
    );
  }
  const url = textAt(request.tree, ['url']) ?? '';
  const { literal } = found;
  const extracted = extractedAlready(
    request,
    found.rules.flatMap(({ rule }) => (rule.all ? [] : [rule])),
  );
  return {
    ...defined({ extracted }),
    variable: proposeName(part, { url, taken: analysis.variables.map(({ name }) => name) }),
    rules: triedRules(found, picked.earlier),
    uses: literal === undefined ? [] : literalUses(source, request.index, literal),
  };
}

/** What the person decided. */
export interface AgreedExtraction {
  readonly requestId: string;
  readonly extraction: Extraction;
  readonly replace: readonly LiteralUse[];
}

/**
 * The edits of the chain's text that carry out what was agreed, as one step.
 *
 * @throws UserError when the name cannot be used or the text cannot be changed
 */
export function extractionEdits(
  text: string,
  { requestId, extraction, replace }: AgreedExtraction,
): readonly TextEdit[] {
  const fault = variableNameFault(extraction.variable);
  if (fault !== undefined) {
    throw new UserError(fault, 'Give the variable another name.');
  }
  return [
    ...addExtraction(text, requestId, extraction),
    ...replace.map((use) => replaceUse(use, extraction.variable)),
  ].toSorted((one, other) => one.offset - other.offset);
}

/** One value before a list of all, and what worked best first. */
function triedRules({ rules }: FoundPart, answers: readonly EarlierAnswer[]): readonly TriedRule[] {
  return rules
    .map(({ rule, now }) => {
      const earlier = answers.map((answer) => ({
        startedAt: answer.startedAt,
        ...selectedValue(rule, answer),
      }));
      return { rule, now, earlier, worksIn: earlier.filter((value) => isFound(rule, value)).length };
    })
    .toSorted((a, b) => Number(a.rule.all) - Number(b.rule.all) || b.worksIn - a.worksIn);
}
