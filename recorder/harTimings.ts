/** How long the phases of an exchange took, as HAR 1.2 counts them: milliseconds, -1 for what did not happen. */
import type { Timings } from 'har-format';
import type { Exchange } from './exchange';

/** The phases of an exchange; without details from the browser everything counts as waiting. */
export function harTimings(exchange: Exchange): Timings {
  const { timestamp, endedAt = timestamp, response } = exchange;
  const timing = response?.timing;
  const total = Math.max(0, (endedAt - timestamp) * 1000);
  if (timing === undefined || response?.fromCache === true) {
    return { ...NOTHING, send: 0, wait: round(total), receive: 0 };
  }
  const queued = Math.max(0, (timing.requestTime - timestamp) * 1000);
  const first = [timing.dnsStart, timing.connectStart, timing.sendStart].find((start) => start >= 0) ?? 0;
  const begun = queued + Math.max(timing.receiveHeadersEnd, timing.sendEnd);
  return {
    blocked: round(queued + first),
    dns: span(timing.dnsStart, timing.dnsEnd),
    connect: span(timing.connectStart, timing.connectEnd),
    ssl: span(timing.sslStart, timing.sslEnd),
    send: Math.max(0, span(timing.sendStart, timing.sendEnd)),
    wait: Math.max(0, span(timing.sendEnd, timing.receiveHeadersEnd)),
    receive: round(Math.max(0, total - begun)),
  };
}

/** The sum of all phases; the time for TLS is part of that for connecting. */
export function harTime({ blocked = -1, dns = -1, connect = -1, send = 0, wait, receive }: Timings): number {
  return round([blocked, dns, connect, send, wait, receive].reduce((sum, ms) => sum + Math.max(0, ms), 0));
}

const NOTHING = { blocked: -1, dns: -1, connect: -1, ssl: -1 } as const;

function span(start: number, end: number): number {
  return start < 0 || end < 0 ? -1 : round(Math.max(0, end - start));
}

/** To the microsecond. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
