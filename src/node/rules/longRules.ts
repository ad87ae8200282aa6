/**
 * Applies rules to answers in a process of its own, which is started for the first rule that may take long, and
 * ended when a rule takes too long or the run is over.
 *
 * It is a process and no thread, because V8 ends the whole program when a thread asks for much more memory than it
 * may have, and in the editor that would end every extension. It gets neither the environment nor the terminal,
 * only answers and rules.
 */
import { fileURLToPath } from 'node:url';
import { fork, type ChildProcess } from 'node:child_process';
import { defined } from '../../core/defined';
import type { HttpResponse } from '../../core/model';
import type { SendOptions } from '../../core/ports';
import {
  LONG_RULE_MEMORY,
  type LongRule,
  type LongRuleAnswer,
  type LongRules,
} from '../../core/run/longRules';
import { systemClock } from '../run/nodePorts';
import type { RuleOrder, RuleReport } from './longRuleProcess';

const SCRIPT = fileURLToPath(new URL('longRuleProcess.js', import.meta.url));

/** Megabytes of short-lived data; they count on top of the rest. */
const YOUNG_MEMORY = 16;

/** Milliseconds in which a process has to start. */
const MAX_START_MS = 20_000;

/** What terminals and service managers send to a program and all processes that it started, and anybody to one. */
const ENDING_SIGNALS: readonly (string | null)[] = ['SIGINT', 'SIGHUP', 'SIGTERM'];

/** Milliseconds in which a signal that ended the process reaches the program as well, when both were meant. */
const SAME_SIGNAL_MS = 100;

/** From this exit code on V8 or the system ended a process; those below are its own. */
const ABORTED = 128;

/** Long rules of one run; `close` ends their process. */
export interface ClosableLongRules extends LongRules {
  readonly close: () => void;
}

/** Makes the port of a run. No process is started before the first rule. */
export function createLongRules(script = SCRIPT): ClosableLongRules {
  let process: RuleProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const apply = async (work: LongRule, limits: SendOptions): Promise<LongRuleAnswer> => {
    if (limits.signal.aborted) {
      return { kind: 'cancelled' };
    }
    try {
      process = process?.hasEnded === false ? process : new RuleProcess(script);
    } catch {
      // The system refuses some processes at once, such as one too many.
      return { kind: 'unavailable' };
    }
    return process.apply(work, limits);
  };
  return {
    apply: (work, limits) => {
      // One after the other: each has the process, and its time, for itself.
      const next = last.then(() => apply(work, limits));
      last = next.catch(() => undefined);
      return next;
    },
    close: () => process?.end(),
  };
}

/** The report of a process, or how it ended. */
type ChildReport = Exclude<RuleReport, { kind: 'fault' }> | { readonly kind: NotApplied };

/** Why a rule was not applied; for a process that was signalled, the signal of the run tells whether it was cancelled. */
type NotApplied = Exclude<LongRuleAnswer['kind'], 'applied'> | 'signalled';

const READY: ChildReport = { kind: 'ready' };

/** One process, and the rule that it is applying. */
class RuleProcess {
  readonly #child: ChildProcess;
  #hasEnded = false;
  /** The answer that the process has; held weakly, because it may be large. */
  #answer: WeakRef<HttpResponse> | undefined;
  #isReady = false;
  #report: ((report: ChildReport | Error) => void) | undefined;

  constructor(script: string) {
    this.#child = fork(script, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${LONG_RULE_MEMORY}`, `--max-semi-space-size=${YOUNG_MEMORY}`],
      env: bareEnvironment(),
    });
    this.#child.on('message', (report: RuleReport) => {
      if (report.kind === 'ready') {
        this.#isReady = true;
      }
      this.#report?.(report.kind === 'fault' ? new Error(report.fault) : report);
    });
    this.#child.on('error', () => this.#ended('unavailable'));
    this.#child.on('exit', (code, killedBy) => this.#ended(causeOf(code, killedBy)));
    // While a rule is applied, its timer keeps the program alive.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Applies a rule; whatever ends it but a result ends the process. */
  async apply(work: LongRule, { timeoutMs, signal }: SendOptions): Promise<LongRuleAnswer> {
    const cancel = (): void => this.#stop('cancelled');
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const begun = performance.now();
      const started = this.#isReady ? READY : await this.#within(MAX_START_MS, 'unavailable');
      const waitedMs = performance.now() - begun;
      const report = started.kind === 'ready' ? await this.#ask(work, timeoutMs) : started;
      switch (report.kind) {
        case 'ready':
          throw new Error('the process of long rules started twice');
        case 'applied':
          return { ...report, waitedMs };
        case 'signalled':
          return { kind: (await abortsSoon(signal)) ? 'cancelled' : 'unavailable' };
        default:
          return { kind: report.kind };
      }
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Lets a process that has started apply a rule. */
  #ask({ rule, response, url }: LongRule, timeoutMs: number): Promise<ChildReport> {
    const answer = this.#answer?.deref() === response ? {} : { answer: { response, url } };
    this.#answer = new WeakRef(response);
    const report = this.#within(timeoutMs, 'timeout');
    // A process that has ended says so by an event.
    this.#child.send({ rule, timeoutMs, ...answer } satisfies RuleOrder, () => undefined);
    return report;
  }

  /** What the process says next, or why it says nothing. */
  async #within(timeoutMs: number, otherwise: 'timeout' | 'unavailable'): Promise<ChildReport> {
    const timer = setTimeout(() => this.#stop(otherwise), timeoutMs);
    try {
      const report = await new Promise<ChildReport | Error>((resolve) => {
        this.#report = resolve;
      });
      if (report instanceof Error) {
        throw report;
      }
      return report;
    } finally {
      clearTimeout(timer);
      this.#report = undefined;
    }
  }

  /** Ends the process, whatever it is doing. */
  end(): void {
    this.#stop('cancelled');
  }

  #stop(kind: NotApplied): void {
    this.#ended(kind);
    this.#child.kill('SIGKILL');
  }

  #ended(kind: NotApplied): void {
    this.#hasEnded = true;
    this.#report?.({ kind });
  }
}

function causeOf(code: number | null, killedBy: NodeJS.Signals | null): NotApplied {
  if (ENDING_SIGNALS.includes(killedBy)) {
    return 'signalled';
  }
  return killedBy !== null || (code ?? 0) >= ABORTED ? 'memory' : 'unavailable';
}

/** Whether the run is cancelled, too: the program learns of a signal to both as late as its process. */
async function abortsSoon(signal: AbortSignal): Promise<boolean> {
  await systemClock.sleep(SAME_SIGNAL_MS, signal);
  return signal.aborted;
}

/** What a process needs to start; the variables of the program may be secrets. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  // The editor's own executable behaves as Node.js with this.
  return { ELECTRON_RUN_AS_NODE: '1', ...defined({ SystemRoot }) };
}
