/**
 * Keeping a part of a response as a variable, between the results panel and the editor: the page says
 * which part, gets an offer, and names its choices by number.
 */
import type { ResponsePart } from '../core/extraction/responsePart';
import type { SelectedValue } from '../core/extraction/selectedValue';
import type { Location } from '../core/model';
import { hasMembers, isIndex, type Check } from './guards';

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
export interface EarlierValue extends SelectedValue {
  /** When its request was sent: ISO 8601, UTC. */
  readonly startedAt: string;
}

/** A place that holds the value. */
export interface OfferedUse {
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
const MAX_TEXT = 10_000;
const MAX_USES = 1_000;

/** Whether a value names a part of a response. */
export const isResponsePart: Check<ResponsePart> = (value): value is ResponsePart => {
  if (!hasMembers(value, ['from']) || !('from' in value)) {
    return false;
  }
  if (value.from === 'body') {
    return 'steps' in value && isListOf(value.steps, isStep, MAX_STEPS);
  }
  return (value.from === 'header' || value.from === 'cookie') && 'name' in value && isShortText(value.name);
};

/** Whether a value is an offer. */
export const isExtractionOffer: Check<ExtractionOffer> = (value): value is ExtractionOffer =>
  hasMembers(value, ['id', 'variable', 'rules', 'uses']);

/** Whether a value is a choice. */
export const isExtractionChoice: Check<ExtractionChoice> = (value): value is ExtractionChoice =>
  hasMembers(value, ['variable', 'rule', 'uses']) &&
  'variable' in value &&
  isShortText(value.variable) &&
  'rule' in value &&
  isIndex(value.rule) &&
  'uses' in value &&
  isListOf(value.uses, isIndex, MAX_USES);

function isStep(value: unknown): value is string | number {
  return isIndex(value) || isShortText(value);
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function isListOf(value: unknown, check: (item: unknown) => boolean, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every(check);
}
