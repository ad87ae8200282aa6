/** What requests of a chain have other than the description of their API says. */
import { splitUrl } from '../prepare/template';
import type { ApiDescription } from '../openapi/namedDescription';
import type { JsonPath } from '../json/jsonDocument';
import type { ChainRequest } from '../model';
import { undescribedRequests } from '../openapi/undescribedRequests';
import type { Surroundings } from './analysis';
import type { ChainSource, RequestSource } from './chainSource';
import type { Finding } from './finding';
import { nodeRange } from './readSource';

/** The problems of all requests that are sent. */
export function openapiFindings(source: ChainSource, surroundings: Surroundings): readonly Finding[] {
  const { openapi, openapiFault, isUnknown, environmentFault } = surroundings;
  const requests = source.requests.flatMap((request) =>
    request.disabled || request.request === undefined || request.request.call !== undefined
      ? []
      : [{ source: request, request: request.request }],
  );
  if (openapi !== undefined) {
    return described(openapi, requests);
  }
  const isKnown = openapiFault === undefined && environmentFault === undefined && isUnknown !== true;
  return requests
    .filter(({ request }) => isKnown && request.expect.contract === true)
    .map(({ source: request }) =>
      finding(request, ['expect', 'contract'], 'openapi-contract', NO_DESCRIPTION),
    );
}

const NO_DESCRIPTION =
  'No OpenAPI description is named that the response could be held against. Add "openapi" to the chain or its environment.';

interface Sent {
  readonly source: RequestSource;
  readonly request: ChainRequest;
}

function described(openapi: ApiDescription, requests: readonly Sent[]): readonly Finding[] {
  const undescribed = undescribedRequests(
    openapi,
    requests.map(({ request }) => request),
  );
  return requests.flatMap(({ source, request }) => {
    const { method, url } = request;
    const differences = openapi.differences(request) ?? [];
    return undescribed.has(request)
      ? [
          finding(
            source,
            ['url'],
            'openapi-operation',
            `${openapi.file} has no operation ${method} ${url.slice(splitUrl(url).pathStart)}. Correct the method or the URL, or add it there.`,
          ),
        ]
      : differences.map(({ path, code, message }) => finding(source, path, code, message));
  });
}

/** A problem at a place in a request, or at the nearest one around it that is there. */
function finding(request: RequestSource, path: JsonPath, code: string, message: string): Finding {
  const range = nodeRange(request, path);
  if (range === undefined && path.length > 0) {
    return finding(request, path.slice(0, -1), code, message);
  }
  const { id, start, end, marks } = request;
  const whole =
    marks.id === undefined ? { start, end } : { start: marks.id.start + start, end: marks.id.end + start };
  return {
    code,
    severity: 'warning',
    message,
    range: range === undefined || path.length === 0 ? whole : range,
    ...(id === '' ? {} : { request: id }),
  };
}
