/**
 * Keeping a part of a response as a variable, as far as it can be prepared for a person: a name, the rules
 * that take it, how each would have done in earlier answers, and where the value is written out later on.
 * Nothing is changed before the person agrees.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import { textAt } from '../analysis/locationOf';
import { addExtraction } from '../edit/chainEdit';
import type { TextEdit } from '../edit/textEdit';
import { UserError } from '../errors';
import type { JsonValue } from '../json';
import { bodyJson } from '../language/bodyJson';
import { variableNameFault } from '../language/names';
import type { Extraction } from '../model';
import { plainText } from '../template';
import { countSelected, extractionRules, isContainer } from './extractionRules';
import type { ExtractionRule } from './extractionRules';
import { literalUses, replaceUse } from './literalUses';
import type { LiteralUse } from './literalUses';
import { proposeName } from './proposeName';
import { valueAtSteps } from './responsePart';
import type { ResponsePart } from './responsePart';

/** What a person pointed at. */
export interface PickedPart {
  readonly requestId: string;
  readonly part: ResponsePart;
  /** The body of the answer as text; absent when it is none or was not kept whole. */
  readonly body?: string;
  /** Bodies that the request was answered in earlier results. */
  readonly earlier: readonly string[];
}

/** A rule, and how it did. */
export interface TriedRule {
  readonly rule: ExtractionRule;
  /** Earlier answers in which it selects exactly one value, or any when it takes all. */
  readonly worksIn: number;
}

/** What can be done about a part. */
export interface ExtractionProposal {
  readonly variable: string;
  readonly rules: readonly TriedRule[];
  /** How many earlier answers the rules were tried on. */
  readonly tried: number;
  readonly uses: readonly LiteralUse[];
}

/**
 * Prepares an extraction.
 *
 * @throws UserError when the chain has no such request any more, or the response no such part
 */
export function proposeExtraction(analysis: ChainAnalysis, picked: PickedPart): ExtractionProposal {
  const { source } = analysis;
  const request = source.requests.find(({ id }) => id === picked.requestId);
  if (request === undefined) {
    throw new UserError(
      `There is no request "${picked.requestId}" in the chain any more.`,
      'It may have been renamed or removed: run the chain again.',
    );
  }
  const body = picked.body === undefined ? undefined : bodyJson(picked.body);
  const value = valueOf(picked.part, body);
  const earlier = picked.earlier.flatMap((text) => bodyJson(text) ?? []);
  const url = textAt(request.tree, ['url']) ?? '';
  return {
    variable: proposeName(picked.part, { url, taken: analysis.variables.map(({ name }) => name) }),
    rules: triedRules(extractionRules(picked.part, body), earlier),
    tried: picked.part.from === 'body' ? earlier.length : 0,
    uses: value === undefined ? [] : literalUses(source, request.index, value),
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

/** The text to look for in later requests; absent for lists, objects and what stands in no body. */
function valueOf(part: ResponsePart, body: JsonValue | undefined): string | undefined {
  if (part.from !== 'body') {
    return undefined;
  }
  const value = body === undefined ? undefined : valueAtSteps(body, part.steps);
  if (value === undefined) {
    throw new UserError('The response has no such value.', 'Choose a value of the body that is shown.');
  }
  return value === null || typeof value === 'boolean' || isContainer(value) ? undefined : plainText(value);
}

/** One value before a list of all, and what worked best first. */
function triedRules(rules: readonly ExtractionRule[], earlier: readonly JsonValue[]): readonly TriedRule[] {
  return rules
    .map((rule) => ({ rule, worksIn: earlier.filter((body) => worksIn(rule, body)).length }))
    .toSorted((a, b) => Number(a.rule.all) - Number(b.rule.all) || b.worksIn - a.worksIn);
}

function worksIn(rule: ExtractionRule, body: JsonValue): boolean {
  const count = countSelected(rule, body);
  return rule.all ? count > 0 : count === 1;
}
