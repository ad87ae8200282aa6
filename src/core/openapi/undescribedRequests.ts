/** Requests that a description should have an operation for. */
import type { ChainRequest } from '../model';
import { splitUrl } from '../prepare/template';
import type { ApiDescription } from './namedDescription';

/** Finds them among the requests of a chain. */
export function undescribedRequests(
  openapi: ApiDescription,
  requests: readonly ChainRequest[],
): ReadonlySet<ChainRequest> {
  const isKnown = (request: ChainRequest): boolean => openapi.differences(request) !== undefined;
  // A chain may call other APIs as well: one that none of its described requests goes to is not of this description.
  const servers = new Set(requests.filter(isKnown).map(serverOf));
  return new Set(
    requests.filter(
      (request) =>
        !isKnown(request) &&
        (servers.size === 0 || servers.has(serverOf(request)) || request.expect.contract === true) &&
        openapi.mayDescribe(request) === false,
    ),
  );
}

/** What a URL has before its path: an origin, or references. */
export function serverOf({ url }: Pick<ChainRequest, 'url'>): string {
  return url.slice(0, splitUrl(url).pathStart);
}
