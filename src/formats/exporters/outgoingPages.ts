/** Requests that are sent for one page after the other, in exports. */
import type { ChainRequest, PageLoop } from '../../core/model';
import { withoutParameter } from '../../core/prepare/firstPage';
import type { OutgoingRequest } from './outgoingRequests';

/** The same request without what leads to a page; absent where that is the same. */
export function firstPage(outgoing: OutgoingRequest, { next }: PageLoop): OutgoingRequest | undefined {
  const request = withoutParameter(outgoing.request, next);
  return JSON.stringify(request) === JSON.stringify(outgoing.request) ? undefined : { ...outgoing, request };
}

/** A request as it is for a page: only the last one leads nowhere. */
export function pageRequest(request: ChainRequest): ChainRequest {
  const { forEach } = request;
  return forEach?.kind !== 'pages'
    ? request
    : {
        ...request,
        extract: request.extract.map((rule) =>
          rule.variable === forEach.next ? { ...rule, optional: true } : rule,
        ),
      };
}
