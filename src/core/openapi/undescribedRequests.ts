/** Requests that a description should have an operation for. */
import type { ChainRequest } from '../model';
import { splitUrl } from '../prepare/template';
import type { Comparison } from './namedDescription';

/** Finds them among the requests of a chain, which were compared with the description. */
export function undescribedRequests(
  requests: readonly ChainRequest[],
  comparisonOf: (request: ChainRequest) => Comparison | undefined,
): ReadonlySet<ChainRequest> {
  const isOfKind = (request: ChainRequest, kind: Comparison['kind']): boolean =>
    comparisonOf(request)?.kind === kind;
  // A chain may call other APIs as well: one that none of its described requests goes to is not of this description.
  const servers = new Set(requests.filter((request) => isOfKind(request, 'described')).map(serverOf));
  return new Set(
    requests.filter(
      (request) =>
        isOfKind(request, 'no-operation') &&
        (servers.size === 0 || servers.has(serverOf(request)) || request.expect.contract === true),
    ),
  );
}

/** What a URL has before its path: an origin, or references. */
export function serverOf({ url }: Pick<ChainRequest, 'url'>): string {
  return url.slice(0, splitUrl(url).pathStart);
}
