/** Results of requests that nothing was asked about. */
import { phrase, type Message } from '../message';
import type { Reason, UnmaskedResult } from '../result/result';
import type { Finding } from './judgeAnswer';
import { resultHead, type RunStep } from './runStep';

/** Why a request is not sent after a run was cancelled. */
export const cancelledBefore: Reason<Message> = {
  kind: 'cancelled',
  message: phrase`The run was cancelled before this request.`,
};

/** What became of a request that nothing was asked about. */
export function skippedFor(reason: Reason<Message>): Finding {
  return { outcome: 'skipped', reasons: [reason], substitutions: [], extractions: [], expectations: [] };
}

/** The result of a request that was not sent. */
export function notSent(step: RunStep, finding: Finding): UnmaskedResult {
  return { ...resultHead(step), ...finding, attempts: 0, durationMs: 0 };
}
