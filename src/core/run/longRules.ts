/** The port that applies rules which may take long. */
import type { HttpResponse } from '../model';
import type { SendOptions } from '../ports';
import type { SentOutcome, SentRule } from './longRule';

/**
 * Applies rules to answers where the work can be ended at any moment. It is ended, not asked, when its time is up,
 * when it needs more than {@link LONG_RULE_MEMORY}, and when the signal aborts.
 */
export interface LongRules {
  apply(work: LongRule, limits: SendOptions): Promise<LongRuleAnswer>;
}

/** Megabytes that applying a rule may take. */
export const LONG_RULE_MEMORY = 256;

/** A rule, and the answer it is applied to. */
export interface LongRule {
  readonly response: HttpResponse;
  /** The URL that answered. */
  readonly url: string;
  readonly rule: SentRule;
}

/**
 * The outcome of a rule, or why it has none. `cancelled` says that the signal aborted,
 * `unavailable` that it cannot be applied anywhere, or that something else ended it.
 */
export type LongRuleAnswer =
  | {
      readonly kind: 'applied';
      readonly outcome: SentOutcome;
      /** Milliseconds before its time began, because the place had to be prepared first. */
      readonly waitedMs?: number;
    }
  | { readonly kind: 'timeout' | 'memory' | 'cancelled' | 'unavailable' };
