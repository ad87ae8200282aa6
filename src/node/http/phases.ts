/**
 * How long each phase of an exchange took, read off the events of its socket. A phase that did not
 * happen (a reused connection looks nothing up and connects nowhere) has no time.
 */
import type { Socket } from 'node:net';
import type { Timings } from '../../core/model';

type Moment = 'lookedUp' | 'connected' | 'secured' | 'firstByte';

/** Stops the time of one exchange, in milliseconds. */
export class Phases {
  private readonly begun = performance.now();
  private attempted = this.begun;
  private moments: Partial<Record<Moment, number>> = {};

  /** Discards a failed attempt; the total keeps counting. */
  startAgain(): void {
    this.attempted = performance.now();
    this.moments = {};
  }

  /** Notes that a moment has come; only the first time counts. */
  mark(moment: Moment): void {
    this.moments[moment] ??= performance.now();
  }

  /** Follows a socket that was opened for this exchange. */
  follow(socket: Socket): void {
    socket.once('lookup', () => {
      this.mark('lookedUp');
    });
    socket.once('secureConnect', () => {
      this.mark('secured');
    });
    if (socket.connecting) {
      socket.once('connect', () => {
        this.mark('connected');
      });
    } else {
      this.mark('connected');
    }
  }

  /** Whether a connection was established in this attempt. */
  get isConnected(): boolean {
    return this.moments.connected !== undefined;
  }

  /** The times so far; called when the exchange is over. */
  timings(): Timings {
    const end = performance.now();
    const { lookedUp, connected, secured, firstByte } = this.moments;
    return {
      ...span('dnsMs', this.attempted, lookedUp),
      ...span('connectMs', lookedUp ?? this.attempted, connected),
      ...span('tlsMs', connected, secured),
      ...span('firstByteMs', secured ?? connected ?? this.attempted, firstByte),
      ...span('downloadMs', firstByte, firstByte === undefined ? undefined : end),
      totalMs: end - this.begun,
    };
  }
}

function span(
  name: keyof Timings,
  from: number | undefined,
  to: number | undefined,
): Readonly<Record<string, number>> {
  return from === undefined || to === undefined ? {} : { [name]: to - from };
}
