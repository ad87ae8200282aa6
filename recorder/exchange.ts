/**
 * An exchange: one request as sent and its response, put together from what the browser reported about
 * a call. Partial reports are used as far as they go.
 */
import type { BodyState, Call, Hop, MessageCounts } from './call';
import type { HeaderFields, ResourceTiming } from './networkEvents';

/** A header field, query parameter or cookie. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** The response of an exchange. */
export interface ExchangeResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly NamedValue[];
  /** Lower case, without parameters; may be empty. */
  readonly mimeType: string;
  readonly protocol: string;
  readonly fromCache: boolean;
  readonly fromServiceWorker: boolean;
  readonly remoteAddress?: string;
  readonly timing?: ResourceTiming;
}

/** One request and its response. */
export interface Exchange {
  /** `order` of the call that it is part of, under which a body is kept. */
  readonly call: number;
  readonly tab: number;
  /** Seconds on the clock of events: what was sent earlier has a smaller one. */
  readonly timestamp: number;
  /** Seconds, on the same clock; absent when it never ended. */
  readonly endedAt?: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly NamedValue[];
  readonly postData?: string;
  /** The request had a body that is not kept, and why. */
  readonly postDataMissing?: string;
  /** What the browser fetched it as, lower case: `xhr`, `document`. */
  readonly type: string;
  readonly initiator: { readonly type: string; readonly url?: string; readonly line?: number };
  readonly documentUrl: string;
  readonly response?: ExchangeResponse;
  /** Bytes that came over the network, head and body. */
  readonly bytes?: number;
  /** Why no response was received. */
  readonly error?: string;
  /** Absent for a response that redirects. */
  readonly body?: BodyState;
  readonly messages?: MessageCounts;
}

/** The exchanges of a call, in order; empty for anything but HTTP. */
export function exchangesOf(call: Call): readonly Exchange[] {
  let extras = 0;
  return call.hops.flatMap((hop, index) => {
    const hasExtra = hop.hasExtra ?? hop.fromCache !== true;
    const sent = hasExtra ? call.sentHeaders[extras] : undefined;
    const received = hasExtra ? call.receivedHeaders[extras] : undefined;
    extras += hasExtra ? 1 : 0;
    const isLast = index === call.hops.length - 1;
    return isRecorded(hop.request.url)
      ? [{ ...headOf(call, hop, sent, received), ...tailOf(call, hop, isLast) }]
      : [];
  });
}

/** Whether an address is one that requests go to over the network. */
export function isRecorded(url: string): boolean {
  return /^(?:https?|wss?):\/\//i.test(url);
}

/** Header fields as rows; the pseudo fields of HTTP/2 only repeat method and address. */
export function headerRows(fields: HeaderFields): readonly NamedValue[] {
  return Object.entries(fields)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, values]) => values.split('\n').map((value) => ({ name, value })));
}

/** The value of a header field, its name in lower case. */
export function headerValue(rows: readonly NamedValue[], wanted: string): string | undefined {
  return rows.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

function headOf(
  call: Call,
  hop: Hop,
  sent: HeaderFields | undefined,
  received: HeaderFields | undefined,
): Exchange {
  const { request, response } = hop;
  return {
    call: call.order,
    tab: call.tab,
    timestamp: hop.timestamp,
    startedAt: hop.wallTime * 1000,
    method: request.method,
    url: request.url,
    headers: headerRows(sent ?? request.headers),
    ...postDataOf(hop),
    type: hop.type.toLowerCase(),
    initiator: initiatorOf(hop),
    documentUrl: hop.documentUrl,
    ...(response === undefined
      ? {}
      : {
          response: {
            status: response.status,
            statusText: response.statusText,
            headers: headerRows(received ?? response.headers),
            mimeType: (response.mimeType.split(';')[0] ?? '').trim().toLowerCase(),
            protocol: response.protocol ?? '',
            fromCache: hop.fromCache === true || response.fromDiskCache === true,
            fromServiceWorker: response.fromServiceWorker === true,
            ...(response.remoteIPAddress === undefined ? {} : { remoteAddress: response.remoteIPAddress }),
            ...(response.timing === undefined ? {} : { timing: response.timing }),
          },
        }),
  };
}

/** What is known of how an exchange ended. */
function tailOf({ end, body, messages }: Call, hop: Hop, isLast: boolean): Partial<Exchange> {
  if (!isLast) {
    return hop.endedAt === undefined ? {} : { endedAt: hop.endedAt };
  }
  return {
    ...(end === undefined ? {} : { endedAt: end.timestamp }),
    ...(end?.kind === 'finished' ? { bytes: end.bytes } : {}),
    ...(end?.kind === 'failed' ? { error: end.reason } : {}),
    ...(body === undefined ? {} : { body }),
    ...(messages === undefined ? {} : { messages }),
  };
}

function postDataOf({ request, postDataMissing }: Hop): Pick<Exchange, 'postData' | 'postDataMissing'> {
  if (postDataMissing !== undefined) {
    return { postDataMissing };
  }
  const { postData, hasPostData = false, postDataEntries = [] } = request;
  if (postData === undefined) {
    return hasPostData ? { postDataMissing: 'The browser did not give the body of the request.' } : {};
  }
  if (postData.includes('\uFFFD')) {
    return { postDataMissing: 'The body of the request is not text, so it is not recorded.' };
  }
  const isFile = postDataEntries.some(({ bytes }) => bytes === undefined);
  return {
    postData,
    ...(isFile ? { postDataMissing: 'The content of files in the request is not recorded.' } : {}),
  };
}

function initiatorOf({ initiator }: Hop): Exchange['initiator'] {
  const { url = '', lineNumber } = initiator.stack?.callFrames.find((frame) => frame.url !== '') ?? initiator;
  return {
    type: initiator.type,
    ...(url === '' ? {} : { url }),
    ...(url === '' || lineNumber === undefined ? {} : { line: lineNumber + 1 }),
  };
}
