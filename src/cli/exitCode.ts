/** What the command line ends with, so that scripts can tell the cases apart. */
import type { ExecutionResult } from '../core/result/result';

/** All passed · a request failed · wrong usage or an invalid file · cancelled. `authzExitCode` adds 3 and 4. */
export const exitCodes = { passed: 0, failed: 1, usage: 2, cancelled: 130 } as const;

/** What counts first where several apply: a report that cannot be written never hides a failure or a flaw. */
const PRECEDENCE: readonly number[] = [
  exitCodes.cancelled,
  exitCodes.failed,
  exitCodes.usage,
  3,
  4,
  exitCodes.passed,
];

/** The exit code that counts among several: 130, 1, 2, 3, 4, 0. */
export function worstExitCode(codes: readonly number[]): number {
  return PRECEDENCE.find((code) => codes.includes(code)) ?? exitCodes.usage;
}

/** The exit code for what could not be done: of an interrupted program nobody expects that it was. */
export function faultExitCode(signal: AbortSignal): number {
  return signal.aborted ? exitCodes.cancelled : exitCodes.usage;
}

/** The exit code for the results of a run, the worst of them. */
export function exitCodeOf(results: readonly ExecutionResult[]): number {
  if (results.some(({ outcome }) => outcome === 'cancelled')) {
    return exitCodes.cancelled;
  }
  return results.every(({ outcome }) => outcome === 'passed') ? exitCodes.passed : exitCodes.failed;
}
