/**
 * The ports: everything impure that the engine needs, named and typed here, supplied by the editor
 * and the command line (src/node) and by fakes in tests. The engine itself never reads a clock, a
 * file, a random number or the network.
 */
import type { HeaderLine, HttpRequest, HttpResponse, Timings } from './model';
import type { Derived } from './permission/sensitive';
import type { JsonValue } from './json/json';
import type { RandomKind } from './prepare/functions/randomKinds';

/** Sends one request and gives one answer: no redirects, no retries, no cookies of its own. */
export type Send = (
  request: HttpRequest,
  options: SendOptions & { readonly listenTo?: ListenTo },
) => Promise<SendResult>;

/** How one exchange is carried out. */
export interface SendOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for the exchange, from connecting to the last byte. */
  readonly timeoutMs: number;
}

/** Asked when the head of an answer has come: who hears its body while that arrives. Absent: nobody, and all is read. */
export type ListenTo = (head: Pick<HttpResponse, 'status' | 'headers'>) => BodyListener | undefined;

/** Decides how much is read of a body that may have no end. */
export interface BodyListener {
  /** Milliseconds to listen, beginning with the head of the answer; they replace what is left of `timeoutMs`. */
  readonly maxMs: number;
  /** Takes the next bytes of the decoded body. Gives the size of the part that is enough, absent to go on. */
  take(chunk: Uint8Array): number | undefined;
}

/** An answer, or why there is none. `reused` says the connection was a pooled one. */
export type SendResult =
  | {
      readonly ok: true;
      readonly response: HttpResponse;
      readonly timings: Timings;
      readonly connection: Connection;
      /** Reading was stopped before the body ended, because its listener had enough or its time was over. */
      readonly isPartial?: true;
    }
  | {
      readonly ok: false;
      readonly failure: SendFailure;
      readonly timings: Timings;
      /** What had arrived: status and headers, and the body up to the fault. */
      readonly response?: HttpResponse;
      readonly connection?: Connection;
    };

/** How the exchange reached the server; shown with every result. */
export interface Connection {
  /** `direct`, `vscode` (the editor's patched http), or the proxy's URL without credentials. */
  readonly via: string;
  readonly reused: boolean;
  /** The address that was connected to, when known. */
  readonly address?: string;
  /** False when the user switched certificate verification off. */
  readonly tlsVerified?: boolean;
}

/** Why an exchange failed; `message` is one sentence what, `todo` one what to do. */
export interface SendFailure {
  readonly code: SendFailureCode;
  readonly message: string;
  readonly todo: string;
}

/** What can go wrong between two machines. */
export type SendFailureCode =
  | 'cancelled'
  | 'timeout'
  | 'dns'
  | 'connection-refused'
  | 'connection-reset'
  | 'connection-failed'
  | 'tls'
  | 'proxy'
  | 'protocol'
  | 'too-large'
  | 'decoding'
  | 'address-refused'
  | 'not-sendable';

/** Cookies of one run and those that go on from it (or of one user in authorization tests), RFC 6265. */
export interface CookieJar {
  /** The `Cookie` header for a URL, without its name; absent when no cookie applies. */
  header(url: string): string | undefined;
  /**
   * Takes the `Set-Cookie` lines of a response to `url`; hostile ones are ignored. `derived` says which secrets
   * led to them.
   */
  store(url: string, setCookieLines: readonly string[], derived: readonly Derived[]): void;
  /** What the cookies that go to `url` were derived from. */
  derived(url: string): readonly Derived[];
  /** Value of a cookie visible to `url`. */
  get(url: string, name: string): string | undefined;
  /** A jar with the same cookies; what one of the two takes from then on is not in the other. */
  copy(): CookieJar;
}

/** Wall clock and waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds from an arbitrary start, never going back. */
  monotonic(): number;
  /** Resolves after that many milliseconds, or at once when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Randomness; tests seed it. */
export interface Random {
  /** A version 4 UUID. */
  uuid(): string;
  /** An integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number;
  bytes(length: number): Uint8Array;
  /** Data that looks like real data; absent where what makes it is not installed. */
  fake(kind: RandomKind): JsonValue | undefined;
  /**
   * The randomness of a place in a run, such as an attempt at a request. With a seed it gives the same each time
   * that it is asked for, whatever happened before; without one a place makes no difference.
   */
  at(...place: readonly string[]): Random;
  /** The randomness of a row of data, in which each place has its own. */
  forRow(number: number): Random;
}

/**
 * Makes data of a kind from 16 bytes, the same from the same ones. Absent where what makes it is not installed.
 */
export type FakeData = (kind: RandomKind, seed: Uint8Array) => JsonValue | undefined;

/** Hash functions (RFC 1321, FIPS 180-4). */
export type HashAlgorithm = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'sha512-256';

/** Digests and signatures as bytes. */
export interface Hash {
  digest(algorithm: HashAlgorithm, data: Uint8Array): Uint8Array;
  hmacSha256(key: Uint8Array, data: Uint8Array): Uint8Array;
  /** With a shared key (RFC 2104). */
  hmac(algorithm: HashAlgorithm, key: Uint8Array, data: Uint8Array): Uint8Array;
  /**
   * With a private key as PEM: RSA as PKCS #1 v1.5 (RFC 8017 §8.2), the curve P-256 as two numbers side by side
   * (RFC 7518 §3.4). Absent when the text is not a private key of that kind.
   */
  sign(kind: 'rsa' | 'ec', algorithm: HashAlgorithm, key: string, data: Uint8Array): Uint8Array | undefined;
}

/** Bytes of files that chains name. Both reject with a UserError that says what and where. */
export interface Files {
  /**
   * Bytes of a file named in `from` (a chain or environment file), which must lie inside the
   * workspace after symbolic links are resolved.
   */
  bytes(path: string, from: string): Promise<Uint8Array>;
}

/**
 * The files that an import may read: those of the folder that the user chose, or in which the chosen file lies.
 * Paths are relative to it, with `/`; they are untrusted and never lead out of that folder.
 */
export interface SourceFiles {
  /**
   * Paths of all files below it, in the order of their code units. Links, hidden files and folders and
   * `node_modules` are left out. Rejects with a UserError when there are too many.
   */
  paths(): Promise<readonly string[]>;
  /** The text of a file, without byte order mark. Rejects with a UserError when it cannot be had. */
  text(path: string): Promise<string>;
}

/** A file or folder that the user named, ready to be imported. */
export type OpenedSource =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly text: string;
      /** Its path among `files`. */
      readonly path: string;
      /** Those of its folder. */
      readonly files: SourceFiles;
    }
  | { readonly kind: 'folder'; readonly name: string; readonly files: SourceFiles };

/** What the user named, and how it is opened. */
export interface NamedSource {
  /** As the user knows it. */
  readonly name: string;
  /** Rejects with a UserError when it cannot be read. */
  readonly open: () => Promise<OpenedSource>;
}

/** AWS Signature Version 4 for a request: the headers to add (`Authorization`, `X-Amz-Date` …). */
export type SignAws = (request: HttpRequest, credentials: AwsCredentials, at: Date) => readonly HeaderLine[];

/** What signing needs. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
  readonly service: string;
}
