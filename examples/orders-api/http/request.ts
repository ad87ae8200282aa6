/**
 * A request as the handlers see it: read completely, limited in size, with its query, cookies and
 * body on demand. Whatever is malformed is a 400 (or 413) that says what was expected.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { JsonFields, parseJson, type JsonValue } from './json';
import { failure, Problem } from './reply';

/** A request that has arrived completely. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const MAX_BODY_BYTES = 1024 * 1024;

/** Reads a request to its end; a body beyond 1 MiB is drained without being kept, then refused. */
export function readRequest(message: IncomingMessage): Promise<ApiRequest> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) {
        chunks.push(chunk);
      }
    });
    message.on('error', reject);
    message.on('end', () => {
      if (size > MAX_BODY_BYTES) {
        reject(new Problem(failure(413, 'too-large', 'Send a body of at most 1 MiB.')));
        return;
      }
      const { method = 'GET', url = '/', headers } = message;
      resolve({ method, target: url, headers, body: Buffer.concat(chunks) });
    });
  });
}

/** Path of the target, still percent-encoded. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** Query parameters in order, duplicates kept. */
export function queryOf(request: ApiRequest): URLSearchParams {
  const start = request.target.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.target.slice(start + 1));
}

/** First value of a header; undefined when it was not sent. */
export function headerOf(request: ApiRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'object' ? value[0] : value;
}

/** Value of a cookie; undefined when it was not sent. */
export function cookieOf(request: ApiRequest, name: string): string | undefined {
  for (const pair of (headerOf(request, 'cookie') ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=');
    if (key === name) {
      return value.join('=');
    }
  }
  return undefined;
}

/** The body as a JSON object; duplicate member names are refused unless `allowDuplicates`. */
export function fieldsOf(
  request: ApiRequest,
  { allowDuplicates }: { readonly allowDuplicates: boolean } = { allowDuplicates: false },
): JsonFields {
  const value = parseBody(request);
  if (!(value instanceof JsonFields)) {
    throw badRequest('invalid-body', 'Send a JSON object as the body.');
  }
  const duplicate = value.duplicate();
  if (duplicate !== undefined && !allowDuplicates) {
    throw badRequest('duplicate-member', `Send the member ${JSON.stringify(duplicate)} once.`);
  }
  return value;
}

/** The JSON objects in the list that the body is; undefined where it is no list of objects. */
export function listOf(request: ApiRequest): readonly JsonFields[] | undefined {
  const value = parseBody(request);
  const isList = Array.isArray(value) && value.every((item) => item instanceof JsonFields);
  return isList ? value : undefined;
}

/** The body as form fields (`application/x-www-form-urlencoded`). */
export function formOf(request: ApiRequest): URLSearchParams {
  const contentType = headerOf(request, 'content-type') ?? '';
  if (!contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    throw new Problem(failure(415, 'unsupported-type', 'Send a body of application/x-www-form-urlencoded.'));
  }
  return new URLSearchParams(request.body.toString('utf8'));
}

/** A 400 to throw. */
export function badRequest(error: string, message: string): Problem {
  return new Problem(failure(400, error, message));
}

function parseBody(request: ApiRequest): JsonValue {
  const contentType = headerOf(request, 'content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)) {
    throw new Problem(failure(415, 'unsupported-type', 'Send a body of application/json.'));
  }
  try {
    return parseJson(request.body.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw badRequest('invalid-json', `The body is not JSON: ${error.message}.`);
    }
    throw error;
  }
}
