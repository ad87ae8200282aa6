/**
 * A part of a response that the person is about to keep as a variable. What was decided so far is remembered by
 * what it says and not by its place in the offer: a page that comes back gets a new offer.
 */
import type { ResponsePart } from '../../src/core/extraction/responsePart';
import { formatLocation } from '../../src/core/result/resultViews';
import {
  responsePart,
  type ExtractionChoice,
  type ExtractionOffer,
} from '../../src/protocol/extractionOffer';
import { accepts } from '../../src/protocol/schema';
import { isText, membersOf } from '../ui/pageMemory';

/** An extraction that is being decided on. */
export interface OpenExtraction {
  /** Whose response the part is of, as `resultName` names it. */
  readonly of: string;
  readonly part: ResponsePart;
  readonly draft: ExtractionDraft;
  /** Absent until the editor has made it. */
  readonly offer?: ExtractionOffer;
}

/** What the person has decided; what is absent is as offered. */
export interface ExtractionDraft {
  readonly variable?: string;
  /** The text of a rule. */
  readonly rule?: string;
  /** Uses that stay as they are, by {@link useNames}. */
  readonly left: readonly string[];
}

/** A part that has just been picked. */
export function openedAt(of: string, part: ResponsePart): OpenExtraction {
  return { of, part, draft: { left: [] } };
}

/** The extraction with the offer that was made for a part; one for another part came too late. */
export function withOffer(
  extraction: OpenExtraction,
  part: ResponsePart,
  offer: ExtractionOffer,
): OpenExtraction {
  return extraction.part === part ? { ...extraction, offer } : extraction;
}

/** Names of an offer's uses, each unlike the others. */
export function useNames({ uses }: ExtractionOffer): readonly string[] {
  return uses.map(
    ({ requestName, location }, index) => `${index} ${requestName} ${formatLocation(location)}`,
  );
}

/** What a draft chooses of an offer; what it says and the offer does not have is as offered. */
export function choiceOf(offer: ExtractionOffer, draft: ExtractionDraft): ExtractionChoice {
  const rule = offer.rules.findIndex(({ text }) => text === draft.rule);
  return {
    variable: draft.variable ?? offer.variable,
    rule: Math.max(rule, 0),
    uses: useNames(offer).flatMap((name, index) => (draft.left.includes(name) ? [] : [index])),
  };
}

/** The extraction that was kept; absent when it is none. */
export function extractionIn(kept: unknown): OpenExtraction | undefined {
  const { of, part, draft } = membersOf(kept);
  const { variable, rule, left } = membersOf(draft);
  if (!isText(of) || !accepts(responsePart, part)) {
    return undefined;
  }
  return {
    of,
    part,
    draft: {
      ...(isText(variable) ? { variable } : {}),
      ...(isText(rule) ? { rule } : {}),
      left: Array.isArray(left) ? left.filter(isText) : [],
    },
  };
}
