/**
 * The rules of one answer: its extractions and checks, applied one after the other within one time limit.
 *
 * A rule and the answer it is applied to both come from strangers, and an XPath, a CSS selector, a JSON Schema, or
 * any other rule on a large answer can take hours and all memory. What is quick is done here; everything else is
 * done by the port, which ends the work when its time is up, when it takes too much memory, or when the run is
 * cancelled. So an answer is judged within seconds, and its user can stop at any moment.
 */
import { phrase, type Message } from '../message';
import type { Extraction } from '../model';
import type { Clock, CookieJar } from '../ports';
import { LONG_RULE_MEMORY, type LongRuleAnswer, type LongRules } from './longRules';
import type { ExpectationResult } from '../result/result';
import { NeedsFullEffortError } from '../workBudget';
import { describeCheck } from './describeCheck';
import { describeExtraction } from './describeExtraction';
import { checkOperators, type ShownCheck } from './expect';
import { extractNow, type ExtractionOutcome } from './extract';
import {
  receivedDifferences,
  receivedExtraction,
  receivedResults,
  sentCheck,
  sentExtraction,
  type BodyDifference,
  type SentOutcome,
  type SentRule,
} from './longRule';
import type { ResponseView } from './responseView';

/** What rules are applied with. */
export interface RulePorts {
  readonly clock: Clock;
  readonly cookies: Pick<CookieJar, 'get'>;
  readonly longRules: LongRules;
}

/** How long it may take. */
export interface RuleLimits {
  /** Milliseconds that the request was given; its rules get no more, and never more than 5 seconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Milliseconds for all rules of an answer. */
const MAX_RULES_MS = 5000;

/** Milliseconds of quick work after which everything else gets its turn. */
const TURN_MS = 50;

/** Milliseconds of quick work after a run was cancelled. */
const ENDING_MS = 500;

/** Applies the rules of one answer. */
export class AnswerRules {
  readonly #limitMs: number;
  readonly #started: number;
  #turnStarted: number;
  #cancelledAt: number | undefined;
  #waitedMs = 0;
  #wasCancelled = false;

  constructor(
    private readonly view: ResponseView,
    private readonly ports: RulePorts,
    private readonly limits: RuleLimits,
  ) {
    this.#limitMs = Math.min(limits.timeoutMs, MAX_RULES_MS);
    this.#started = ports.clock.monotonic();
    this.#turnStarted = this.#started;
  }

  /** A rule was not applied because the run was cancelled. */
  get wasCancelled(): boolean {
    return this.#wasCancelled && this.limits.signal.aborted;
  }

  /** Applies an extraction. */
  async extract(extraction: Extraction): Promise<ExtractionOutcome> {
    const { cookies } = this.ports;
    const done = await this.#apply(
      () => extractNow(extraction, this.view, { cookies, effort: 'quick' }),
      () => sentExtraction(extraction, this.#cookieOf(extraction)),
      receivedExtraction,
    );
    if (done.ok) {
      return done.value;
    }
    const todo = done.isTooLong ? phrase` Write a narrower one.` : phrase``;
    return {
      kind: 'failed',
      message: phrase`The rule \`${describeExtraction(extraction)}\` ${done.reason}.${todo}`,
    };
  }

  /** Applies a check; one that took too long holds in none of its operators. */
  async check(shown: ShownCheck): Promise<readonly ExpectationResult<Message>[]> {
    const done = await this.#apply(
      () => checkOperators(shown, this.view, 'quick'),
      () => sentCheck(shown),
      receivedResults,
    );
    return done.ok
      ? done.value
      : describeCheck(shown.shown).map((condition) => ({
          condition,
          passed: false,
          actual: phrase`unknown: the check ${done.reason}`,
        }));
  }

  /** Compares the body with a JSON Schema, given as text. */
  async differences(schema: string): Promise<readonly BodyDifference[]> {
    const done = await this.#apply<readonly BodyDifference[]>(
      () => {
        throw new NeedsFullEffortError();
      },
      () => ({ kind: 'schema', schema }),
      receivedDifferences,
    );
    return done.ok ? done.value : [{ actual: phrase`unknown: the comparison ${done.reason}` }];
  }

  async #apply<Value>(
    quickly: () => Value,
    toSend: () => SentRule,
    receive: (outcome: SentOutcome) => Value,
  ): Promise<Applied<Value>> {
    if (this.#isTurnOver()) {
      await this.#takeTurns();
    }
    const end = this.#end();
    if (end !== undefined) {
      return this.#notApplied(end);
    }
    try {
      return { ok: true, value: quickly() };
    } catch (error) {
      if (!(error instanceof NeedsFullEffortError)) {
        throw error;
      }
    }
    const { response, url } = this.view;
    const limits = { timeoutMs: this.#timeLeft(), signal: this.limits.signal };
    const answer = await this.ports.longRules.apply({ response, url, rule: toSend() }, limits);
    this.#turnStarted = this.ports.clock.monotonic();
    if (answer.kind !== 'applied') {
      return this.#notApplied(answer.kind);
    }
    this.#waitedMs += answer.waitedMs ?? 0;
    return { ok: true, value: receive(answer.outcome) };
  }

  /** Lets timers, the editor and a cancellation have their turn between rules that are quick but many. */
  async #takeTurns(): Promise<void> {
    const { clock } = this.ports;
    await clock.sleep(0, this.limits.signal);
    this.#turnStarted = clock.monotonic();
  }

  #isTurnOver(): boolean {
    return this.ports.clock.monotonic() - this.#turnStarted > TURN_MS;
  }

  #timeLeft(): number {
    return this.#limitMs + this.#waitedMs - (this.ports.clock.monotonic() - this.#started);
  }

  /** Why nothing more is applied. What is quick is still taken from an answer that came before the run was cancelled. */
  #end(): 'cancelled' | 'not-tried' | undefined {
    const now = this.ports.clock.monotonic();
    this.#cancelledAt ??= this.limits.signal.aborted ? now : undefined;
    if (now - (this.#cancelledAt ?? now) > ENDING_MS) {
      return 'cancelled';
    }
    return this.#timeLeft() <= 0 ? 'not-tried' : undefined;
  }

  #notApplied(kind: NotApplied): Unapplied {
    this.#wasCancelled ||= kind === 'cancelled';
    return { ok: false, reason: this.#reasonNot(kind), isTooLong: kind === 'timeout' || kind === 'memory' };
  }

  #cookieOf({ from, name }: Extraction): string | undefined {
    return from === 'cookie' && name !== undefined ? this.ports.cookies.get(this.view.url, name) : undefined;
  }

  #reasonNot(kind: NotApplied): Message {
    const seconds = this.#limitMs / 1000;
    switch (kind) {
      case 'timeout':
        return phrase`took longer than ${seconds} s on this answer`;
      case 'memory':
        return phrase`needed more than ${LONG_RULE_MEMORY} MB of memory on this answer`;
      case 'unavailable':
        return phrase`could not be applied, because its process could not be started or was ended`;
      case 'cancelled':
        return phrase`was not applied, because the run was cancelled`;
      case 'not-tried':
        return phrase`was not tried, because the rules before it took all of the ${seconds} s that an answer has`;
    }
  }
}

type NotApplied = Exclude<LongRuleAnswer['kind'], 'applied'> | 'not-tried';

type Applied<Value> = { readonly ok: true; readonly value: Value } | Unapplied;

interface Unapplied {
  readonly ok: false;
  /** A clause that follows what was not applied. */
  readonly reason: Message;
  /** A narrower rule would have been applied. */
  readonly isTooLong: boolean;
}
