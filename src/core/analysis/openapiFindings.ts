/** What requests of a chain have other than the description of their API says. */
import { splitUrl } from '../prepare/template';
import type { ApiDescription, Comparison } from '../openapi/namedDescription';
import { undescribedRequests } from '../openapi/undescribedRequests';
import type { JsonPath } from '../json/jsonDocument';
import type { ChainRequest } from '../model';
import type { Surroundings } from './analysis';
import type { ChainSource, RequestSource } from './chainSource';
import type { Finding } from './finding';
import { nodeRange } from './readSource';

/** What the description says of requests that were compared with it. */
export type ComparedRequests = ReadonlyMap<ChainRequest, Comparison>;

const known = new WeakMap<ApiDescription, WeakMap<ChainRequest, Comparison>>();

/** Compares the requests of a chain with its description. A request that was compared already is not compared again. */
export async function compareRequests(
  source: ChainSource,
  { openapi }: Pick<Surroundings, 'openapi'>,
): Promise<ComparedRequests> {
  if (openapi === undefined) {
    return new Map();
  }
  const before = known.get(openapi) ?? new WeakMap<ChainRequest, Comparison>();
  known.set(openapi, before);
  const requests = sentIn(source).map(({ request }) => request);
  const others = requests.filter((request) => !before.has(request));
  const found = others.length === 0 ? [] : await openapi.compare(others);
  found.forEach((comparison, index) => {
    const request = others[index];
    if (request !== undefined) {
      before.set(request, comparison);
    }
  });
  return new Map(
    requests.flatMap((request) => {
      const comparison = before.get(request);
      return comparison === undefined ? [] : [[request, comparison]];
    }),
  );
}

/** The problems of all requests that are sent. */
export function openapiFindings(
  source: ChainSource,
  surroundings: Surroundings,
  compared: ComparedRequests,
): readonly Finding[] {
  const {
    openapi,
    isOpenapiPending = false,
    openapiFault,
    isUnknown = false,
    environmentFault,
  } = surroundings;
  const requests = sentIn(source);
  if (openapi !== undefined) {
    return described(openapi, requests, compared);
  }
  const isKnown =
    openapiFault === undefined && environmentFault === undefined && !isUnknown && !isOpenapiPending;
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

function sentIn({ requests }: ChainSource): readonly Sent[] {
  return requests.flatMap((source) =>
    source.disabled || source.request === undefined || source.request.call !== undefined
      ? []
      : [{ source, request: source.request }],
  );
}

function described(
  openapi: ApiDescription,
  requests: readonly Sent[],
  compared: ComparedRequests,
): readonly Finding[] {
  const undescribed = undescribedRequests(
    requests.map(({ request }) => request),
    (request) => compared.get(request),
  );
  return requests.flatMap(({ source, request }) => {
    const comparison = compared.get(request);
    if (comparison?.kind === 'described') {
      return comparison.differences.map(({ path, code, message }) => finding(source, path, code, message));
    }
    const { method, url } = request;
    return undescribed.has(request)
      ? [
          finding(
            source,
            ['url'],
            'openapi-operation',
            `${openapi.file} has no operation ${method} ${url.slice(splitUrl(url).pathStart)}. Correct the method or the URL, or add it there.`,
          ),
        ]
      : [];
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
