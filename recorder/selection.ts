/** Which exchanges of a recording are downloaded: those of chosen hosts, and of API calls alone. */
import { isRecorded } from './exchange';

/** What the user chose. Hosts that appear later are in, until they are taken out. */
export interface Selection {
  /** Hosts that are left out, with their port. */
  readonly withoutHosts: ReadonlySet<string>;
  /** Leaves out pages and what they are made of. */
  readonly apiOnly: boolean;
}

/** What a selection looks at. */
export interface Selectable {
  readonly url: string;
  readonly method: string;
  /** Lower case. */
  readonly type: string;
  /** Of the response, lower case; empty when there is none. */
  readonly mimeType: string;
}

/** A host of a recording and how often it was called. */
export interface HostCount {
  /** With its port, unless that is the usual one. */
  readonly host: string;
  readonly calls: number;
  readonly apiCalls: number;
}

/** Whether an exchange is chosen. */
export function isSelected(exchange: Selectable, { withoutHosts, apiOnly }: Selection): boolean {
  return !withoutHosts.has(hostOf(exchange.url)) && (!apiOnly || isApiCall(exchange));
}

/** Whether a call asks an API, and does not just show a page. A form that a page sends is one. */
export function isApiCall({ method, type, mimeType }: Selectable): boolean {
  if (type === 'xhr' || type === 'fetch' || type === 'eventsource' || type === 'websocket') {
    return true;
  }
  const isData =
    /[/+](?:json|xml)\b/.test(mimeType) && !mimeType.includes('html') && !mimeType.includes('svg');
  return type === 'document' ? isData || (method !== 'GET' && method !== 'HEAD') : type === 'other' && isData;
}

/** Counts exchanges by host, in the order in which hosts appear. */
export function countHosts(exchanges: Iterable<Selectable>): readonly HostCount[] {
  const counts = new Map<string, HostCount>();
  for (const exchange of exchanges) {
    if (isRecorded(exchange.url)) {
      const host = hostOf(exchange.url);
      const { calls, apiCalls } = counts.get(host) ?? { calls: 0, apiCalls: 0 };
      counts.set(host, { host, calls: calls + 1, apiCalls: apiCalls + (isApiCall(exchange) ? 1 : 0) });
    }
  }
  return [...counts.values()];
}

/** How many of the counted exchanges are chosen. */
export function countSelected(hosts: readonly HostCount[], { withoutHosts, apiOnly }: Selection): number {
  return hosts
    .filter(({ host }) => !withoutHosts.has(host))
    .reduce((sum, { calls, apiCalls }) => sum + (apiOnly ? apiCalls : calls), 0);
}

/** Host and port of an address, as browsers write them; the address itself when it has none. */
export function hostOf(url: string): string {
  return /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? url;
}
