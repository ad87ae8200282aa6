/** The one deadline of an exchange: how much time its steps have left. */
import type { Clock } from '../ports';

/**
 * Milliseconds that are left of a time that begins now. Never less than one: who gets it still fails by
 * itself, and so says who kept us waiting.
 */
export type TimeLeft = () => number;

/** Begins a time of that many milliseconds. */
export function startTime(clock: Pick<Clock, 'monotonic'>, timeoutMs: number): TimeLeft {
  const end = clock.monotonic() + timeoutMs;
  return () => Math.max(1, Math.ceil(end - clock.monotonic()));
}
