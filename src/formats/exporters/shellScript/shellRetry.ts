/** Requests of a shell script that are sent again until an answer is as wanted, or often enough. */
import type { ChainRequest } from '../../../core/model';
import { readsOwnAnswer } from '../outgoingFlow';
import { checkConditions, type ConditionContext } from './checkConditions';
import { takeWords } from './takeWords';

/** How a request is sent. */
interface Sending {
  /** The function that sends it. */
  readonly begin: 'send' | 'try';
  /** The lines around those that send it. */
  readonly repeated: (lines: readonly string[]) => readonly string[];
  /** Whether it is sent until all is as expected. */
  readonly isChecked: boolean;
}

const ONCE: Sending = { begin: 'send', repeated: (lines) => lines, isChecked: false };

/** How a request is sent; a repetition that cannot be said gets a remark. */
export function shellSending(request: ChainRequest, context: ConditionContext): Sending {
  const { retry } = request;
  if (retry === undefined) {
    return ONCE;
  }
  const conditions = readsOwnAnswer(request) ? undefined : wanted(request, context);
  if (conditions === undefined) {
    context.remark('It is sent once: the script does not send again until a condition holds.');
    return ONCE;
  }
  return {
    begin: 'try',
    isChecked: retry.until === undefined,
    repeated: (lines) => [
      'attempt=0',
      'while :; do',
      ...lines,
      `if ${conditions.join(' && ')}; then break; fi`,
      `again ${retry.times} ${retry.delayMs / 1000}`,
      'done',
      'answered',
    ],
  };
}

/** What holds for an answer for which it is not sent again: that of `until`, else all that is expected and taken. */
function wanted(
  { retry, expect, extract, forEach }: ChainRequest,
  context: ConditionContext,
): readonly string[] | undefined {
  if (retry?.until !== undefined) {
    const until = checkConditions(retry.until, context);
    return until && ['[ "$status" ]', ...until];
  }
  const checks = [...expect.headers, ...expect.body].map((check) => checkConditions(check, context));
  const taken = extract.map((rule) => takeWords(rule, forEach));
  return expect.maxDurationMs === undefined && allSaid(checks) && allSaid(taken)
    ? ['accepts', ...checks.flat(), ...taken.map((words) => `(take ${words}) >/dev/null 2>&1`)]
    : undefined;
}

function allSaid<Said>(all: readonly (Said | undefined)[]): all is readonly Said[] {
  return all.every((one) => one !== undefined);
}
