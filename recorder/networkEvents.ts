/**
 * What the browser tells about its network: the events of the DevTools protocol's domain Network that a
 * recording is made of, with the members that are used.
 *
 * Times are in seconds: `timestamp` on a clock that only runs forward and is one for all tabs, `wallTime`
 * since 1970.
 */

/** Header fields by name; several of one name are one text with line breaks between them. */
export type HeaderFields = Readonly<Record<string, string>>;

/** A request as the page asked for it; what the network stack adds comes in an event of its own. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: HeaderFields;
  /** Absent without a body, or when it is too long for an event. */
  readonly postData?: string;
  readonly hasPostData?: boolean;
  /** The pieces of the body, base64; one without bytes is a file. */
  readonly postDataEntries?: readonly { readonly bytes?: string }[];
}

/** The head of a response as the page got it. */
export interface ReceivedResponse {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderFields;
  readonly mimeType: string;
  readonly protocol?: string;
  readonly remoteIPAddress?: string;
  readonly fromDiskCache?: boolean;
  readonly fromServiceWorker?: boolean;
  readonly timing?: ResourceTiming;
}

/** Milliseconds since `requestTime`, which is a timestamp; -1 for what did not happen. */
export interface ResourceTiming {
  readonly requestTime: number;
  readonly dnsStart: number;
  readonly dnsEnd: number;
  readonly connectStart: number;
  readonly connectEnd: number;
  readonly sslStart: number;
  readonly sslEnd: number;
  readonly sendStart: number;
  readonly sendEnd: number;
  readonly receiveHeadersEnd: number;
}

/** Why a request was made. */
export interface Initiator {
  readonly type: string;
  readonly url?: string;
  readonly lineNumber?: number;
  readonly stack?: {
    readonly callFrames: readonly { readonly url: string; readonly lineNumber: number }[];
  };
}

/** Parameters by event. */
export interface NetworkEvents {
  readonly requestWillBeSent: {
    readonly requestId: string;
    readonly documentURL: string;
    readonly request: SentRequest;
    readonly timestamp: number;
    readonly wallTime: number;
    readonly initiator: Initiator;
    readonly type?: string;
    /** Present when a response sent the request here; it ends the request before. */
    readonly redirectResponse?: ReceivedResponse;
    readonly redirectHasExtraInfo?: boolean;
  };
  readonly requestWillBeSentExtraInfo: { readonly requestId: string; readonly headers: HeaderFields };
  readonly requestServedFromCache: { readonly requestId: string };
  readonly responseReceived: {
    readonly requestId: string;
    readonly timestamp: number;
    readonly type: string;
    readonly response: ReceivedResponse;
    readonly hasExtraInfo?: boolean;
  };
  readonly responseReceivedExtraInfo: { readonly requestId: string; readonly headers: HeaderFields };
  readonly loadingFinished: {
    readonly requestId: string;
    readonly timestamp: number;
    readonly encodedDataLength: number;
  };
  readonly loadingFailed: {
    readonly requestId: string;
    readonly timestamp: number;
    readonly errorText: string;
    readonly canceled?: boolean;
    readonly blockedReason?: string;
    readonly corsErrorStatus?: { readonly corsError: string };
  };
  readonly eventSourceMessageReceived: { readonly requestId: string };
  readonly webSocketCreated: {
    readonly requestId: string;
    readonly url: string;
    readonly initiator?: Initiator;
  };
  readonly webSocketWillSendHandshakeRequest: {
    readonly requestId: string;
    readonly timestamp: number;
    readonly wallTime: number;
    readonly request: { readonly headers: HeaderFields };
  };
  readonly webSocketHandshakeResponseReceived: {
    readonly requestId: string;
    readonly timestamp: number;
    readonly response: {
      readonly status: number;
      readonly statusText: string;
      readonly headers: HeaderFields;
    };
  };
  readonly webSocketFrameSent: { readonly requestId: string };
  readonly webSocketFrameReceived: { readonly requestId: string };
  readonly webSocketFrameError: { readonly requestId: string; readonly errorMessage: string };
  readonly webSocketClosed: { readonly requestId: string; readonly timestamp: number };
}

/** One event. */
export type NetworkEvent = {
  [Name in keyof NetworkEvents]: { readonly name: Name; readonly params: NetworkEvents[Name] };
}[keyof NetworkEvents];

const NAMES: ReadonlySet<string> = new Set<keyof NetworkEvents>([
  'requestWillBeSent',
  'requestWillBeSentExtraInfo',
  'requestServedFromCache',
  'responseReceived',
  'responseReceivedExtraInfo',
  'loadingFinished',
  'loadingFailed',
  'eventSourceMessageReceived',
  'webSocketCreated',
  'webSocketWillSendHandshakeRequest',
  'webSocketHandshakeResponseReceived',
  'webSocketFrameSent',
  'webSocketFrameReceived',
  'webSocketFrameError',
  'webSocketClosed',
]);

/** An event of the protocol, if a recording is made of its kind. The browser vouches for its shape. */
export function networkEvent(method: string, params: object): NetworkEvent | undefined {
  const [domain, name = ''] = method.split('.');
  return domain === 'Network' && NAMES.has(name) ? ({ name, params } as NetworkEvent) : undefined;
}
