/**
 * Answers as data: a handler returns one, the server writes it. A request that cannot be handled
 * throws a {@link Problem}, which carries its answer.
 */
import { STATUS_CODES } from 'node:http';
import { writeJson, type Writable } from './json';

/** Header lines in order; duplicates (Set-Cookie, WWW-Authenticate) are allowed. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** One answer. An absent body is an empty one. */
export interface Reply {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body?: string | Uint8Array;
  /** A body that is sent piece by piece, in place of `body`, until `closed` aborts. */
  readonly pieces?: (closed: AbortSignal) => AsyncIterable<string>;
}

/** Thrown to answer at once. */
export class Problem extends Error {
  constructor(readonly reply: Reply) {
    super(`${reply.status} ${STATUS_CODES[reply.status] ?? ''}`);
  }
}

/** Thrown to cut the connection without an answer. */
export class ConnectionCut extends Error {}

/** Thrown to leave the connection open without an answer, until the client gives up or the API closes. */
export class AnswerWithheld extends Error {}

/** A JSON answer. */
export function json(status: number, value: Writable, headers: HeaderLines = []): Reply {
  return typed(status, 'application/json; charset=utf-8', writeJson(value), headers);
}

/** An error in the form every endpoint of this API uses: a stable code and a sentence. */
export function failure(status: number, error: string, message: string, headers: HeaderLines = []): Reply {
  return json(status, { error, message }, headers);
}

/** An HTML page; the caller has escaped what is not its own. */
export function html(status: number, page: string, headers: HeaderLines = []): Reply {
  return typed(status, 'text/html; charset=utf-8', page, headers);
}

/** A body of any media type. */
export function typed(
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: HeaderLines = [],
): Reply {
  return { status, headers: [['Content-Type', contentType], ...headers], body };
}

/** Server-sent events. */
export function eventStream(pieces: NonNullable<Reply['pieces']>): Reply {
  const headers = [
    ['Content-Type', 'text/event-stream'],
    ['Cache-Control', 'no-store'],
  ] as const;
  return { status: 200, headers, pieces };
}

/** An answer without a body. */
export function empty(status: number, headers: HeaderLines = []): Reply {
  return { status, headers };
}

/** The same answer with further header lines. */
export function withHeaders(reply: Reply, headers: HeaderLines): Reply {
  return { ...reply, headers: [...reply.headers, ...headers] };
}

/** Text made safe for HTML and XML, in content and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
