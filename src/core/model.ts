/**
 * The nouns of Chainwright: chains and environments as they are written, requests and responses as
 * they cross the wire. Plain data, readonly; everything else in the engine is functions over these.
 * The words are those of the list "One word per thing" in CONTRIBUTING.md.
 */
import type {
  WrittenAuth,
  WrittenBody,
  WrittenChain,
  WrittenExtraction,
  WrittenField,
  WrittenPart,
} from './files/writtenChain';
import type { WrittenEnvironment } from './files/writtenEnvironment';
import type { JsonObject, JsonType, JsonValue } from './json/json';

/** The lifecycle state of a chain; only `active` ones are executed for the record. */
export type ChainStatus = Required<WrittenChain>['status'];

/** An ordered list of dependent requests, as a `*.chain.json` file says it. */
export interface Chain {
  readonly name: string;
  readonly description?: string;
  readonly status: ChainStatus;
  /** Name of the environment the chain is meant for. */
  readonly environment?: string;
  /** The description of the API, relative to this file; absent is that of the environment, if it has one. */
  readonly openapi?: string;
  readonly tags: readonly string[];
  /** Chain files run first, relative to this file, `/` as separator. */
  readonly requires: readonly string[];
  /** Constants of the chain; strings may hold references. */
  readonly variables: JsonObject;
  /** Rows of data, for each of which it runs once: a file relative to this one, or the rows; absent is once without. */
  readonly data?: string | readonly JsonObject[];
  /** Whether rows may run at the same time. */
  readonly independentRows: boolean;
  /** What `inherit` means in this chain's requests; absent is `none`. */
  readonly auth?: Auth;
  readonly requests: readonly ChainRequest[];
}

/**
 * One item of a chain: a request, or with `call` another chain, which is run in its place. Texts may hold references.
 *
 * A call has the method `CALL`, the file of the chain as its URL, and no more of a request than what decides whether and
 * how often it is made.
 */
export interface ChainRequest {
  /** Unique in the chain and stable: everything refers to it. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Sent only when this holds; absent is always. */
  readonly when?: Condition;
  /** What it is sent for, once each; absent is once. */
  readonly forEach?: Loop;
  /** The chain that is run in place of a request. */
  readonly call?: ChainCall;
  /** Milliseconds to wait before it is sent, or a text with a reference to them. */
  readonly delayMs?: number | string;
  readonly method: string;
  readonly url: string;
  readonly query: readonly Field[];
  readonly headers: readonly Field[];
  /** Computed once per attempt, above the chain's constants; strings may hold references. */
  readonly variables?: JsonObject;
  /** Absent means `inherit`. */
  readonly auth: Auth;
  readonly body?: Body;
  readonly extract: readonly Extraction[];
  readonly expect: Expectation;
  readonly retry?: Retry;
  /** How much is read of an event stream; absent is a response that ends by itself. */
  readonly stream?: Stream;
  /** Milliseconds for the whole exchange, redirects included; absent is the run's default. */
  readonly timeoutMs?: number;
  readonly redirects: 'follow' | 'manual';
  readonly disabled: boolean;
}

/** Another chain as a step. It sees nothing of the chain that calls it but what it is given. */
export interface ChainCall {
  /** Its file, relative to the one that calls it, `/` as separator. */
  readonly chain: string;
  /** What it is given, above everything else of those names; texts may hold references. */
  readonly with: JsonObject;
  /** Names of the variables that the caller gets from it. */
  readonly take: readonly string[];
}

/** A name and a value that the user may switch off without losing it. */
export type Field = Required<WrittenField>;

/** How a request proves who sends it, as written. Texts may hold references. */
export type Auth = Exclude<WrittenAuth, WrittenOAuth2> | OAuth2Auth | AuthorizationCodeAuth;

type WrittenOAuth2 = Extract<WrittenAuth, { readonly type: 'oauth2' }>;
type BrowserGrant = 'authorizationCode';
type ForBrowser = 'authorizationUrl' | 'redirectUri';

/** OAuth 2.0 grants that need no browser (RFC 6749 §4.3, §4.4, §6). */
export type OAuth2Auth = Omit<WrittenOAuth2, 'grant' | ForBrowser> & {
  readonly grant: Exclude<WrittenOAuth2['grant'], BrowserGrant>;
};

/** OAuth 2.0 with a person who signs in in a browser: authorization code with PKCE (RFC 6749 §4.1, RFC 7636). */
export type AuthorizationCodeAuth = Omit<WrittenOAuth2, 'grant' | 'username' | 'password' | 'refreshToken'> &
  Required<Pick<WrittenOAuth2, 'authorizationUrl'>> & { readonly grant: BrowserGrant };

/** The body of a request, exactly one kind. Texts may hold references. */
export type Body =
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly text: string; readonly contentType?: string }
  | { readonly kind: 'form'; readonly fields: readonly Field[] }
  | { readonly kind: 'multipart'; readonly parts: readonly MultipartPart[] }
  | { readonly kind: 'file'; readonly path: string; readonly contentType?: string }
  | ({ readonly kind: 'graphql' } & Required<WrittenBody>['graphql']);

/** One part of a multipart body: a `value` or a `file` (path inside the workspace). */
export type MultipartPart = WrittenPart & Required<Pick<WrittenPart, 'disabled'>>;

/** A rule: this variable takes that part of the response. */
export interface Extraction {
  readonly variable: string;
  readonly from: WrittenExtraction['from'];
  /** Header or cookie name; headers are compared without case. */
  readonly name?: string;
  /** At most one selector; absent takes the whole. */
  readonly select?: Selector;
  /** The found value contains another one; absent takes it unchanged. */
  readonly decode?: Decoding;
  /** Take all matches as an array instead of failing on several. */
  readonly all: boolean;
  /** Finding nothing is not a failure. */
  readonly optional: boolean;
}

/**
 * How to decode a text that contains the value, and where the value is in it: claims of a token (RFC 7519 §4), base64 of
 * either alphabet (RFC 4648 §4, §5), JSON in a text, or percent signs (RFC 3986 §2.1).
 */
export type Decoding = Required<WrittenExtraction>['decode'];

/** Which part: JSONPath (RFC 9535), regular expression (first group), CSS selector, or XPath 1.0. */
export type Selector =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'regex'; readonly regex: string }
  | { readonly kind: 'css'; readonly css: string; readonly attribute?: string }
  | { readonly kind: 'xpath'; readonly xpath: string };

/** What a response must be for its request to pass. Absent `status`: any 2xx or 3xx. */
export interface Expectation {
  /** Accepted status codes: one, several, or classes such as `"2xx"`. */
  readonly status?: readonly (number | string)[];
  readonly headers: readonly Check[];
  readonly body: readonly Check[];
  /** Milliseconds, from first byte sent to last byte received. */
  readonly maxDurationMs?: number;
  /** It has to be as the description of the API says. */
  readonly contract?: true;
}

/**
 * One condition on a part of the response. `path` (JSONPath) or `name` (header) says which part;
 * neither means the whole body text. Operand strings may hold references.
 */
export interface Check {
  readonly path?: string;
  readonly name?: string;
  readonly operators: readonly Operator[];
}

/** A comparison; `type` names a JSON type, `schema` is a JSON Schema, `matches` a regular expression. */
export type Operator =
  | { readonly operator: 'equals' | 'notEquals'; readonly value: JsonValue }
  | { readonly operator: 'exists'; readonly value: boolean }
  | { readonly operator: 'matches'; readonly value: string }
  | { readonly operator: 'contains'; readonly value: JsonValue }
  | { readonly operator: 'lessThan' | 'greaterThan'; readonly value: JsonValue }
  | { readonly operator: 'type'; readonly value: JsonType }
  | { readonly operator: 'schema'; readonly value: JsonValue };

/** What decides whether a request is sent: comparisons that all have to hold, or of which one has to. */
export interface Condition {
  readonly needs: 'all' | 'any';
  readonly comparisons: readonly Comparison[];
}

/** A value and what it is compared with. Texts of both may hold references. */
export interface Comparison {
  readonly value: JsonValue;
  readonly operators: readonly Operator[];
}

/** What a request is sent for: the items of a list, or the pages of one. */
export type Loop = ItemLoop | PageLoop;

/** Sends a request for each item of a list. */
export interface ItemLoop {
  readonly kind: 'items';
  /** A list, or a text that is a reference to one. */
  readonly in: JsonValue;
  /** The variable that is one item; its members are variables too: `order.id`. */
  readonly as: string;
  /** Only items for which this holds. */
  readonly when?: Condition;
  readonly max: number;
}

/** Sends a request for one page after the other. */
export interface PageLoop {
  readonly kind: 'pages';
  /** The variable that leads to the next page, which each page extracts. */
  readonly next: string;
  /** Holds for the last page. */
  readonly until: Check;
  readonly max: number;
}

/** Send again until a condition holds, or, without one, until the request passes. */
export interface Retry {
  /** Further attempts after the first. */
  readonly times: number;
  readonly delayMs: number;
  readonly until?: Check;
}

/** Read an event stream until a condition holds or a limit is reached. */
export interface Stream {
  /** Asked after each event, on all events so far. */
  readonly until?: Check;
  readonly maxEvents: number;
  /** From the head of the response. */
  readonly maxMs: number;
}

/** A target: variables, names of secrets, and how to reach it. */
export interface Environment {
  readonly name: string;
  readonly variables: JsonObject;
  /** Names only; values are in the editor's secret storage or in environment variables. */
  readonly secrets: readonly string[];
  /** Origins by secret name; narrows where a secret may go, never widens. */
  readonly secretOrigins: ReadonlyMap<string, readonly string[]>;
  /** Secret values by name that a private file next to its own defines. */
  readonly privateValues?: ReadonlyMap<string, string>;
  readonly protected: boolean;
  /** Further origins that responses and redirects may lead to. */
  readonly allowHosts: readonly string[];
  readonly tls?: TlsFiles;
  /** `http:`, `https:`, `socks5:` … URL, or `none` to go direct. */
  readonly proxy?: string;
  readonly http2: boolean;
  /** The description of the API for chains that name none, relative to the environment file. */
  readonly openapi?: string;
}

/** PEM or PFX files, relative to the environment file. */
export type TlsFiles = Required<WrittenEnvironment>['tls'];

/** One header as on the wire; duplicates and case are kept by the list. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

/** A request ready to be sent: complete to the byte, with nothing added later. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute `http:` or `https:` URL; what follows the authority goes onto the wire unchanged. */
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: Uint8Array;
}

/** An answer, decoded from its content coding (gzip and so on), otherwise as received. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  /** `1.0`, `1.1` or `2`. */
  readonly httpVersion: string;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
  /** Bytes that came over the wire for the body, before decoding. */
  readonly wireSize: number;
}

/** Milliseconds of each phase; a phase that did not happen (reused connection) is absent. */
export interface Timings {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  readonly firstByteMs?: number;
  readonly downloadMs?: number;
  readonly totalMs: number;
}

/**
 * Where a value is used in a request; `expect` is an operand that its answer is compared with, `flow` what decides
 * whether and when it is sent.
 */
export type LocationKind =
  'path' | 'query' | 'header' | 'cookie' | 'body' | 'variables' | 'auth' | 'expect' | 'flow';

/** A place in a request: `{ in: 'header', name: 'X-Trace' }`, `{ in: 'body', name: '/items/0/id' }`. */
export interface Location {
  readonly in: LocationKind;
  /** Query, header, cookie or field name; JSON pointer in a JSON body; the request's variable; the property of an auth; `when`. */
  readonly name?: string;
}
