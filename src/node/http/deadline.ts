/**
 * The end of an exchange's time: the caller cancels, or its milliseconds are over.
 *
 * It spans everything from the DNS lookup to the last byte, retries included. Node's own timeouts watch
 * only idle sockets, so a server that drips a byte now and then would keep them waiting for ever.
 */

/** Why an exchange was stopped. */
export type StopReason = 'cancelled' | 'timeout';

/** Longest delay that a timer takes, milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Watches one exchange; {@link Deadline.release} must be called when it is over. */
export class Deadline {
  reason: StopReason | undefined;
  private listener: (() => void) | undefined;
  private readonly timer: NodeJS.Timeout;
  /** Stops the exchange as its caller does. */
  readonly cancel = (): void => {
    this.stop('cancelled');
  };

  constructor(
    private readonly signal: AbortSignal,
    timeoutMs: number,
  ) {
    this.timer = setTimeout(
      () => {
        this.stop('timeout');
      },
      Math.min(timeoutMs, LONGEST),
    );
    signal.addEventListener('abort', this.cancel);
    if (signal.aborted) {
      this.cancel();
    }
  }

  /** Calls `listener`, which replaces an earlier one, when the exchange must stop; at once if it must already. */
  onStop(listener: () => void): void {
    this.listener = listener;
    if (this.reason !== undefined) {
      listener();
    }
  }

  /** From now on only the caller stops the exchange. */
  endTimeout(): void {
    clearTimeout(this.timer);
  }

  release(): void {
    this.endTimeout();
    this.signal.removeEventListener('abort', this.cancel);
    this.listener = undefined;
  }

  private stop(reason: StopReason): void {
    if (this.reason === undefined) {
      this.reason = reason;
      this.listener?.();
    }
  }
}
