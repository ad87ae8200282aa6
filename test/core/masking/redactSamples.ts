/** What the tests of redaction mask: exchanges and results with a text in chosen places. */
import { createHash } from 'node:crypto';
import { createRedactor, type Redactor } from '../../../src/core/masking/redact';
import type {
  ExecutionResult,
  RecordedBody,
  RecordedExchange,
  RequestResult,
} from '../../../src/core/result/result';

/** Four digits for a value; no key, for tests compare them. */
export const pseudonym = (value: string): string =>
  createHash('sha256').update(value).digest('hex').slice(0, 4);
/** The mask of a value in text. */
export const mask = (value: string): string => `‹secret:${pseudonym(value)}›`;

/** A redactor that knows some secrets. */
export function redactorOf(...secrets: readonly string[]): Redactor {
  const redactor = createRedactor({ pseudonym });
  secrets.forEach((secret) => redactor.learn(secret));
  return redactor;
}

/** A body of text. */
export function body(content: string, mediaType = 'application/json'): RecordedBody {
  return { encoding: 'utf8', content, size: content.length, mediaType };
}

/** An exchange without an answer. */
export function exchangeOf(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  content = '',
): RecordedExchange {
  return {
    request: {
      method: 'POST',
      url,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      ...(content === '' ? {} : { body: body(content) }),
    },
    redirects: [],
    timings: { totalMs: 1 },
  };
}

/** An exchange with an answer. */
export function answered(
  responseBody: RecordedBody,
  headers: Readonly<Record<string, string>> = {},
): RecordedExchange {
  return {
    ...exchangeOf('http://127.0.0.1/'),
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: responseBody,
      wireSize: responseBody.size,
      notes: [],
    },
  };
}

/** A result with `text` in every field that is free text, and in JSON where the field is JSON. */
export function resultWith(text: string): ExecutionResult {
  const json = JSON.stringify(text);
  const reference = { chain: text, id: text };
  const request: RequestResult = {
    request: reference,
    name: text,
    method: text,
    outcome: 'failed',
    reasons: [
      { kind: 'expectation', message: text },
      {
        kind: 'unresolved',
        message: text,
        variable: text,
        location: { in: 'body', name: text },
        producer: reference,
        rootCause: { request: reference, message: text },
      },
      { kind: 'transport', message: text, failure: { code: 'tls', message: text, todo: text } },
    ],
    attempts: 1,
    exchange: {
      request: {
        method: text,
        url: `http://h/${text}?${text}`,
        headers: [{ name: text, value: text }],
        body: body(text, text),
      },
      response: {
        status: 200,
        statusText: text,
        httpVersion: '1.1',
        headers: [{ name: 'X', value: text }],
        body: {
          encoding: 'base64',
          content: Buffer.from(`\u0000${text}`).toString('base64'),
          size: 1,
          mediaType: text,
        },
        wireSize: 1,
        notes: [text],
      },
      redirects: [
        {
          method: text,
          url: text,
          status: 302,
          setCookies: [{ name: 'X', value: text }],
          notes: [text],
        },
      ],
      timings: { totalMs: 1 },
      connection: { via: text, reused: false, address: text },
      failure: { code: 'tls', message: text, todo: text },
    },
    substitutions: [
      {
        variable: text,
        location: { in: 'header', name: text },
        value: json,
        source: 'chain',
        producer: reference,
      },
    ],
    extractions: [{ variable: text, from: text, found: true, value: json, message: text }],
    expectations: [{ condition: text, passed: false, actual: json }],
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMs: 1,
  };
  return {
    formatVersion: 1,
    kind: 'run',
    chain: { file: text, name: text },
    environment: text,
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMs: 1,
    outcome: 'failed',
    requests: [request],
    notes: [text],
  };
}
