/**
 * A call: everything the browser reported under one request id, which is a request and those that it was
 * redirected to. Events are folded into it in the order in which they come.
 *
 * What was really sent and received comes in events of its own, before or after the request or response
 * that it belongs to. It is kept in a row of its own and put together when a call is read (`exchange.ts`),
 * so that the order in which events come does not matter.
 */
import type {
  HeaderFields,
  Initiator,
  NetworkEvent,
  NetworkEvents,
  ReceivedResponse,
  SentRequest,
} from './networkEvents';

/** One request of a call and its response. */
export interface Hop {
  readonly request: SentRequest;
  /** Seconds, on the clock of events. */
  readonly timestamp: number;
  /** Seconds since 1970. */
  readonly wallTime: number;
  readonly documentUrl: string;
  readonly initiator: Initiator;
  /** What the browser fetches it as, in its own words: `XHR`, `Document`. */
  readonly type: string;
  readonly response?: ReceivedResponse;
  /** Whether the headers really sent and received are reported; absent while that is not known. */
  readonly hasExtra?: boolean;
  readonly fromCache?: true;
  /** Why the body of the request is not kept, a sentence. */
  readonly postDataMissing?: string;
  /** Timestamp of the redirection to the next request. */
  readonly endedAt?: number;
}

/** How a call ended. */
type CallEnd =
  | { readonly kind: 'finished'; readonly timestamp: number; readonly bytes: number }
  | { readonly kind: 'failed'; readonly timestamp: number; readonly reason: string };

/** What became of the body of the last response; absent while nothing was decided. */
export type BodyState =
  | { readonly kind: 'kept' }
  | {
      readonly kind: 'missing';
      /** A sentence. */
      readonly reason: string;
      /** It should have been kept, and could not be. */
      readonly isUnexpected?: true;
    };

/** Messages of a WebSocket or an event stream. */
export interface MessageCounts {
  readonly sent: number;
  readonly received: number;
}

/** Everything reported under one request id. */
export interface Call {
  /** Position among the calls of the recording, from 0. */
  readonly order: number;
  /** Position of its tab among those that were recorded, from 1. */
  readonly tab: number;
  readonly requestId: string;
  /** The session of a frame or worker that has a process of its own. */
  readonly session?: string;
  readonly hops: readonly Hop[];
  /** Header fields as sent, of the hops that have them, in order. */
  readonly sentHeaders: readonly HeaderFields[];
  /** Header fields as received, likewise. */
  readonly receivedHeaders: readonly HeaderFields[];
  readonly end?: CallEnd;
  readonly body?: BodyState;
  readonly messages?: MessageCounts;
  /** Address of a WebSocket that has not begun its handshake yet, and who opened it. */
  readonly opening?: { readonly url: string; readonly initiator: Initiator };
}

/** A call about which nothing is known yet. */
export function newCall(place: Pick<Call, 'order' | 'tab' | 'requestId'>): Call {
  return { ...place, hops: [], sentHeaders: [], receivedHeaders: [] };
}

/** The call after an event. */
export function applyEvent(call: Call, event: NetworkEvent): Call {
  switch (event.name) {
    case 'requestWillBeSent':
      return withRequest(call, event.params);
    case 'requestWillBeSentExtraInfo':
      return { ...call, sentHeaders: [...call.sentHeaders, event.params.headers] };
    case 'requestServedFromCache':
      return withLastHop(call, { fromCache: true });
    case 'responseReceived':
      return withResponse(call, event.params);
    case 'responseReceivedExtraInfo':
      return { ...call, receivedHeaders: [...call.receivedHeaders, event.params.headers] };
    case 'loadingFinished': {
      const { timestamp, encodedDataLength: bytes } = event.params;
      return { ...call, end: { kind: 'finished', timestamp, bytes } };
    }
    case 'loadingFailed':
      return { ...call, end: failureOf(event.params) };
    case 'eventSourceMessageReceived':
      return withMessage(call, 'received');
    default:
      return applySocketEvent(call, event);
  }
}

/** The call with the body of one of its requests, which was too long for an event. */
export function withPostData(call: Call, hop: number, postData: string): Call {
  return withHop(call, hop, (one) => ({ ...one, request: { ...one.request, postData } }));
}

/** The call without the body of one of its requests, for a reason. */
export function withoutPostData(call: Call, hop: number, postDataMissing: string): Call {
  return withHop(call, hop, ({ request, ...rest }) => {
    const { postData: _text, postDataEntries: _pieces, ...others } = request;
    return { ...rest, request: others, postDataMissing };
  });
}

function withHop(call: Call, changed: number, change: (hop: Hop) => Hop): Call {
  return { ...call, hops: call.hops.map((hop, index) => (index === changed ? change(hop) : hop)) };
}

type SocketEvent = Extract<NetworkEvent, { readonly name: `webSocket${string}` }>;

function applySocketEvent(call: Call, event: SocketEvent): Call {
  switch (event.name) {
    case 'webSocketCreated': {
      const { url, initiator = { type: 'other' } } = event.params;
      return { ...call, opening: { url, initiator } };
    }
    case 'webSocketWillSendHandshakeRequest':
      return withHandshake(call, event.params);
    case 'webSocketHandshakeResponseReceived':
      return withSocketResponse(call, event.params);
    case 'webSocketFrameSent':
      return withMessage(call, 'sent');
    case 'webSocketFrameReceived':
      return withMessage(call, 'received');
    case 'webSocketFrameError':
      return withSocketError(call, event.params);
    case 'webSocketClosed':
      return { ...call, end: call.end ?? { kind: 'finished', timestamp: event.params.timestamp, bytes: 0 } };
  }
}

function withRequest(call: Call, params: NetworkEvents['requestWillBeSent']): Call {
  const { redirectResponse, redirectHasExtraInfo = false, timestamp } = params;
  const { hops } =
    redirectResponse === undefined
      ? call
      : withLastHop(call, {
          response: redirectResponse,
          hasExtra: redirectHasExtraInfo,
          endedAt: timestamp,
        });
  const hop: Hop = {
    request: params.request,
    timestamp,
    wallTime: params.wallTime,
    documentUrl: params.documentURL,
    initiator: params.initiator,
    type: params.type ?? 'Other',
  };
  return { ...call, hops: [...hops, hop] };
}

function withResponse(call: Call, params: NetworkEvents['responseReceived']): Call {
  const { type, response, hasExtraInfo } = params;
  return withLastHop(call, {
    type,
    response,
    ...(hasExtraInfo === undefined ? {} : { hasExtra: hasExtraInfo }),
  });
}

function withHandshake(call: Call, params: NetworkEvents['webSocketWillSendHandshakeRequest']): Call {
  const { url = '', initiator = { type: 'other' } } = call.opening ?? {};
  const hop: Hop = {
    request: { url, method: 'GET', headers: params.request.headers },
    timestamp: params.timestamp,
    wallTime: params.wallTime,
    documentUrl: '',
    initiator,
    type: 'WebSocket',
    hasExtra: false,
  };
  const { opening: _, ...rest } = call;
  return { ...rest, hops: [...call.hops, hop] };
}

function withSocketResponse(
  call: Call,
  { response }: NetworkEvents['webSocketHandshakeResponseReceived'],
): Call {
  return withLastHop(call, {
    response: { url: call.hops.at(-1)?.request.url ?? '', mimeType: '', ...response },
  });
}

function withSocketError(call: Call, { errorMessage }: NetworkEvents['webSocketFrameError']): Call {
  const timestamp = call.hops.at(-1)?.timestamp ?? 0;
  return { ...call, end: { kind: 'failed', timestamp, reason: errorMessage } };
}

function withLastHop(call: Call, change: Partial<Hop>): Call {
  const last = call.hops.at(-1);
  return last === undefined ? call : { ...call, hops: [...call.hops.slice(0, -1), { ...last, ...change }] };
}

function withMessage(call: Call, direction: keyof MessageCounts): Call {
  const { sent, received } = call.messages ?? { sent: 0, received: 0 };
  return {
    ...call,
    messages: {
      sent: sent + (direction === 'sent' ? 1 : 0),
      received: received + (direction === 'received' ? 1 : 0),
    },
  };
}

function failureOf(params: NetworkEvents['loadingFailed']): CallEnd {
  const { timestamp, errorText, canceled = false, blockedReason, corsErrorStatus } = params;
  const details = [
    ...(blockedReason === undefined ? [] : [`blocked: ${blockedReason}`]),
    ...(corsErrorStatus === undefined ? [] : [`CORS: ${corsErrorStatus.corsError}`]),
    ...(canceled ? ['cancelled by the page'] : []),
  ];
  return {
    kind: 'failed',
    timestamp,
    reason: `${errorText || 'failed'}${details.length === 0 ? '' : ` (${details.join(', ')})`}`,
  };
}
