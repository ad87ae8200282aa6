/**
 * Keeping a part of a response as a variable, between the results panel and the editor: the page says
 * which part, gets an offer, and names its choices by number.
 */
import type { ResponsePart } from '../core/extraction/responsePart';
import type { SelectedValue } from '../core/extraction/selectedValue';
import type { Location } from '../core/model';
import { anyOf, index, list, object, oneOf, text, type Schema } from './schema';

/** What can be done about a part of a response. */
export interface ExtractionOffer {
  /** Names this offer when it is accepted; a later one makes it void. */
  readonly id: number;
  /** A name that is free. */
  readonly variable: string;
  /** Ways to find the part again, most natural first; at least one. */
  readonly rules: readonly OfferedRule[];
  /** Places of later requests that hold the value and could refer to the variable. */
  readonly uses: readonly OfferedUse[];
}

/** The value needs no offer: a variable has it already, and the person has chosen what to do about that. */
export interface ExtractedNote {
  /** What to know about the variable, as sentences. */
  readonly note: string;
}

/** A way to find the part again. */
export interface OfferedRule {
  /** The path, or `header ETag`. */
  readonly text: string;
  /** Gives the list of all it selects. */
  readonly all: boolean;
  /** What it selects in the answer that is shown. */
  readonly now: SelectedValue;
  /** What it selects in earlier answers, newest first; as many for each rule. */
  readonly earlier: readonly EarlierValue[];
  /** Earlier answers in which it selects what it should. */
  readonly worksIn: number;
}

/** What a rule selects in an earlier answer. */
interface EarlierValue extends SelectedValue {
  /** When its request was sent: ISO 8601, UTC. */
  readonly startedAt: string;
}

/** A place that holds the value. */
interface OfferedUse {
  readonly requestName: string;
  readonly location: Location;
}

/** What the person decided about an offer. */
export interface ExtractionChoice {
  readonly variable: string;
  /** Index of a rule of the offer. */
  readonly rule: number;
  /** Indices of uses of the offer that shall refer to the variable. */
  readonly uses: readonly number[];
}

const MAX_STEPS = 1_000;
const MAX_USES = 1_000;
const shortText = text(10_000);

export const responsePart: Schema<ResponsePart> = anyOf(
  object({ from: oneOf('body'), steps: list(anyOf(index, shortText), { most: MAX_STEPS }) }),
  object({ from: oneOf('header', 'cookie'), name: shortText }),
);

export const extractionChoice: Schema<ExtractionChoice> = object({
  variable: shortText,
  rule: index,
  uses: list(index, { most: MAX_USES }),
});
