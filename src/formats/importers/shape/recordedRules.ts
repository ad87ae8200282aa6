/**
 * Rules of imported requests, applied to the responses that their source has.
 *
 * Rule and response come from the same stranger, and nothing was sent yet, so an import spends no more on them than
 * a run does on an answer, and half a minute in all. What is not found, or takes longer, is left out: the value comes
 * with the first run.
 */
import type { Extraction } from '../../../core/model';
import type { Clock } from '../../../core/ports';
import type { LongRuleAnswer, LongRules } from '../../../core/run/longRules';
import type { ExtractionResult, RecordedBody } from '../../../core/result/result';
import { AnswerRules, type RulePorts } from '../../../core/run/answerRules';
import { recordFound } from '../../../core/run/record';
import { viewResponse } from '../../../core/run/responseView';
import type { ImportedExchange } from './imported';
import { bytesOfBase64 } from './recordedValues';

/** Applies the rules of one import, to one response after the other. */
export interface RecordedRules {
  /** What the rules take from the response, as far as they find it. */
  extract(rules: readonly Extraction[], recorded: ImportedExchange): Promise<readonly ExtractionResult[]>;
}

/** What the rules are applied with. */
export interface RecordedRulePorts {
  readonly clock: Clock;
  readonly longRules: LongRules;
  /** Ends them. */
  readonly signal: AbortSignal;
}

/** The rules of one import. */
export function createRecordedRules({ clock, longRules, signal }: RecordedRulePorts): RecordedRules {
  const ports = { clock, longRules: boundedInAll(longRules, clock), cookies: { get: () => undefined } };
  let last: Promise<unknown> = Promise.resolve();
  return {
    extract(rules, recorded) {
      // The time of a response begins when it has its turn.
      const next = last.then(() => extract(rules, recorded, ports, signal));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

/** Milliseconds that the long rules of an import may take in all. */
const MAX_LONG_MS = 30_000;

/** Long rules that are no longer applied when they have taken their time. */
function boundedInAll(longRules: LongRules, clock: Clock): LongRules {
  let left = MAX_LONG_MS;
  return {
    async apply(work, limits): Promise<LongRuleAnswer> {
      if (left <= 0) {
        return { kind: 'timeout' };
      }
      const started = clock.monotonic();
      const answer = await longRules.apply(work, { ...limits, timeoutMs: Math.min(limits.timeoutMs, left) });
      left -= clock.monotonic() - started;
      return answer;
    },
  };
}

async function extract(
  rules: readonly Extraction[],
  { exchange }: ImportedExchange,
  ports: RulePorts,
  signal: AbortSignal,
): Promise<readonly ExtractionResult[]> {
  const { request, response } = exchange;
  if (rules.length === 0 || response === undefined || response.status >= FIRST_ERROR) {
    return [];
  }
  const view = viewResponse({ ...response, body: bytesOf(response.body) }, request.url);
  const answerRules = new AnswerRules(view, ports, { timeoutMs: Number.POSITIVE_INFINITY, signal });
  const found: ExtractionResult[] = [];
  for (const rule of rules) {
    const outcome = await answerRules.extract(rule);
    if (outcome.kind === 'found') {
      found.push(recordFound(rule, outcome.value));
    }
  }
  return found;
}

/** The mark says that texts are in UTF-8 here, whatever the response says of the bytes that it had. */
function bytesOf({ encoding, content }: RecordedBody): Uint8Array {
  return encoding === 'utf8'
    ? new TextEncoder().encode(`\ufeff${content}`)
    : (bytesOfBase64(content) ?? new Uint8Array());
}

/** RFC 9110 §15.5: from here on statuses say what went wrong. */
const FIRST_ERROR = 400;
