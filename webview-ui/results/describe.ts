/** The panel's words for places, times and connections. */
import { humanDuration } from '../../src/core/resultViews';
import type { Timings } from '../../src/core/model';
import type { Connection } from '../../src/core/ports';
import type { RequestReference, Substitution, ValueSource } from '../../src/core/result';

const SOURCES: Readonly<Record<ValueSource, string>> = {
  extracted: 'an earlier request',
  override: 'given for this run',
  chain: 'the chain’s variables',
  requires: 'a required chain',
  environment: 'the environment',
  builtIn: 'a built-in',
};

/** The request a value came from, or else the scope. */
export function describeSource({ source, producer }: Pick<Substitution, 'source' | 'producer'>): string {
  return producer === undefined ? SOURCES[source] : describeRequest(producer);
}

/** `create-order in orders.chain.json`. */
export function describeRequest({ chain, id }: RequestReference): string {
  return `${id} in ${chain}`;
}

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

/** How the server was reached: `directly, over a kept connection, to 127.0.0.1`. */
export function describeConnection({ via, reused, address, tlsVerified }: Connection): string {
  return [
    describeWay(via),
    reused ? 'over a kept connection' : 'over a new connection',
    ...(address === undefined ? [] : [`to ${address}`]),
    ...(tlsVerified === false ? ['certificate not verified'] : []),
  ].join(', ');
}

function describeWay(via: string): string {
  switch (via) {
    case 'direct':
      return 'directly';
    case 'vscode':
      return 'through VS Code’s network';
    default:
      return `through the proxy ${via}`;
  }
}
