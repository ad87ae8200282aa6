/**
 * The process that applies rules which may take long. It is ended from outside when its time is up, so it takes no
 * precautions but one: should the program that started it be gone by then, it ends by itself.
 */
import vm from 'node:vm';
import type { HttpResponse } from '../../core/model';
import { preparedRule, type SentOutcome, type SentRule } from '../../core/run/longRule';
import { viewResponse, type ResponseView } from '../../core/run/responseView';

/** What the process is asked. */
export interface RuleOrder {
  readonly rule: SentRule;
  readonly timeoutMs: number;
  /** Absent when it is the answer that the last rule was applied to. */
  readonly answer?: { readonly response: HttpResponse; readonly url: string };
}

/** Its messages: that it is ready, the outcome of a rule, or an internal error. */
export type RuleReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'applied'; readonly outcome: SentOutcome }
  | { readonly kind: 'fault'; readonly fault: string };

/** Milliseconds after the end of its time in which the program would have ended this process. */
const GRACE_MS = 1000;

let view: ResponseView | undefined;

async function reportOn({ rule, timeoutMs, answer }: RuleOrder): Promise<RuleReport> {
  try {
    view = answer === undefined ? view : viewResponse(answer.response, answer.url);
    const apply = await preparedRule(rule);
    const work = (): SentOutcome | undefined => (view === undefined ? undefined : apply(view));
    const outcome: unknown = vm.runInNewContext(
      'work()',
      { work },
      { timeout: Math.ceil(timeoutMs) + GRACE_MS },
    );
    return { kind: 'applied', outcome: outcome as SentOutcome };
  } catch (error) {
    return { kind: 'fault', fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// Signals of a terminal reach this process, too; the program decides when it ends.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
process.on('message', (order: RuleOrder) => {
  void reportOn(order).then(send);
});
send({ kind: 'ready' });

function send(report: RuleReport): void {
  process.send?.(report);
}
