/**
 * The timings of HAR 1.2: -1 for phases that did not happen, `connect` includes `ssl`, and an entry's
 * time is the sum of the others. What our phases do not explain was spent waiting for a connection.
 */
import type { Timings } from '../../core/model';

/** Milliseconds by phase; all members are present, so that the sum needs no defaults. */
export type HarTimings = Readonly<
  Record<'blocked' | 'dns' | 'connect' | 'ssl' | 'send' | 'wait' | 'receive', number>
>;

/** Timings as HAR wants them, in milliseconds. */
export function harTimings({
  dnsMs,
  connectMs,
  tlsMs,
  firstByteMs,
  downloadMs,
  totalMs,
}: Timings): HarTimings {
  const connect = connectMs === undefined && tlsMs === undefined ? -1 : (connectMs ?? 0) + (tlsMs ?? 0);
  const phases = {
    dns: dnsMs ?? -1,
    connect,
    ssl: tlsMs ?? -1,
    send: 0,
    wait: firstByteMs ?? 0,
    receive: downloadMs ?? 0,
  };
  const rest = totalMs - sumOf({ ...phases, blocked: -1 });
  return { blocked: rest > 0 ? rest : -1, ...phases };
}

/** The time of an entry: all phases but `ssl`, which is a part of `connect`. */
export function sumOf({ blocked, dns, connect, send, wait, receive }: HarTimings): number {
  return [blocked, dns, connect, send, wait, receive].reduce((sum, phase) => sum + Math.max(0, phase), 0);
}
