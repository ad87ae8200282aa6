/** The panel's words for times. */
import { humanDuration } from '../../src/core/resultViews';
import type { Timings } from '../../src/core/model';

/** The phases that took place, in order, with their durations in words. */
export function describeTimings(timings: Timings): readonly (readonly [phase: string, duration: string])[] {
  const phases: readonly (readonly [string, number | undefined])[] = [
    ['DNS lookup', timings.dnsMs],
    ['Connecting', timings.connectMs],
    ['TLS handshake', timings.tlsMs],
    ['First byte', timings.firstByteMs],
    ['Download', timings.downloadMs],
    ['Total', timings.totalMs],
  ];
  return phases.flatMap(([phase, ms]) => (ms === undefined ? [] : [[phase, humanDuration(ms)] as const]));
}
