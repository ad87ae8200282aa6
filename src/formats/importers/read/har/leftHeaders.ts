/** What the report says of headers of a recording that no request of the chain has. */
import type { SortedHeaders } from './callHeaders';

/** The headers that were left out so far. */
export interface LeftHeaders {
  readonly add: (headers: SortedHeaders) => void;
  /** A sentence for each reason. */
  readonly remarks: () => readonly string[];
}

/** None yet. */
export function createLeftHeaders(): LeftHeaders {
  const byClient = new Set<string>();
  const byCache = new Set<string>();
  let reads = 0;
  let hasCookies = false;
  return {
    add: (headers) => {
      headers.byClient.forEach((name) => byClient.add(name));
      headers.byCache.forEach((name) => byCache.add(name));
      reads += headers.byCache.length === 0 ? 0 : 1;
      hasCookies ||= headers.hasCookies;
    },
    remarks: () => [
      ...(byClient.size === 0
        ? []
        : [`Headers that every client writes are left to it: ${listed(byClient)}.`]),
      ...(byCache.size === 0
        ? []
        : [
            `Headers with which the browser asked whether its cache still holds are left out of ${
              reads === 1 ? 'a request' : `${reads} requests`
            }: ${listed(byCache)}.`,
          ]),
      ...(hasCookies ? ['Cookies are left to the cookie jar, which has those that responses set.'] : []),
    ],
  };
}

function listed(names: ReadonlySet<string>): string {
  return [...names].sort().join(', ');
}
