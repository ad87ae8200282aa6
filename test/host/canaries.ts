/** Secrets that tests plant in results, in every spelling, and the look for them in what leaves. */
import assert from 'node:assert/strict';
import type { RequestResult } from '../../src/core/result/result';
import { answered, body, exchangeOf } from '../core/masking/redactSamples';
import { requestResult } from '../formats/reporters/sampleReport';

/** A stored secret that nobody masked when the result was made. */
export const STORED = 'c4n/ry "ü" 7f3a9b';
/** The piece that no encoding changes. */
export const PIECE = '7f3a9b';
/** What only its place or its shape gives away. */
export const UNKNOWN = 'unkn0wn-9d41e7';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const jwt = (claims: object): string =>
  [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.') + `.${Buffer.from('signature-of-a-token').toString('base64url')}`;

/** How a secret can be written. */
export const SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  raw: (value) => value,
  percent: encodeURIComponent,
  'form field': (value) => new URLSearchParams([['', value]]).toString().slice(1),
  base64,
  base64url: (value) => Buffer.from(value).toString('base64url'),
  Basic: (value) => `Basic ${base64(`ann:${value}`)}`,
  'JSON-escaped': (value) => JSON.stringify(value).slice(1, -1),
  'HTML-escaped': (value) => value.replaceAll('"', '&quot;'),
  'in a JWT': (value) => jwt({ sub: value }),
};

const echo = (request: string): string =>
  `<!doctype html><h1>500</h1><pre>${request.replaceAll('"', '&quot;')}</pre>`;

/** An answer of 500 that repeats the request, credentials and all, in the request after the one that sent them. */
export const echoing: readonly RequestResult[] = [
  requestResult({
    name: 'Sign in',
    outcome: 'failed',
    exchange: {
      ...exchangeOf(
        `http://127.0.0.1/?api_key=${UNKNOWN}-query`,
        {
          Authorization: `Bearer ${UNKNOWN}-bearer`,
          Cookie: `sid=${UNKNOWN}-cookie`,
          'X-Api-Key': `${UNKNOWN}-header`,
        },
        JSON.stringify({ user: 'ann', password: `${UNKNOWN}-password` }),
      ),
      response: {
        ...(answered(
          body(
            echo(
              `GET /?api_key=${UNKNOWN}-query Authorization: Bearer ${UNKNOWN}-bearer ` +
                `Cookie: sid=${UNKNOWN}-cookie X-Api-Key: ${UNKNOWN}-header {"password":"${UNKNOWN}-password"}`,
            ),
            'text/html',
          ),
        ).response ?? assert.fail()),
        status: 500,
      },
    },
    reasons: [{ kind: 'expectation', message: `Expected body, but it was ${UNKNOWN}-bearer.` }],
    extractions: [{ variable: 'accessToken', from: 'body $.t', found: true, value: `"${UNKNOWN}-bearer"` }],
  }),
];

/** A chain that somebody wrote credentials into, in every way that its request `sign-in` has for them. */
export const chainWithCredentials = `{"formatVersion": 1, "name": "Canary", "requests": [{
  // ${UNKNOWN}-comment
  "id": "sign-in", "method": "POST", "url": "{{baseUrl}}/orders?api_key=${UNKNOWN}-query",
  "headers": [
    {"name": "Authorization", "value": "Bearer ${UNKNOWN}-bearer"},
    {"name": "Cookie", "value": "a={{a}}; sid=${UNKNOWN}-cookie"},
    {"name": "Referer", "value": "https://bob:${UNKNOWN}-user@api.example.com"} /* ${UNKNOWN}-block */
  ],
  "body": {"text": "grant_type=password&password=${UNKNOWN}-form"},
  "expect": {"body": [{"path": "$.token", "equals": "${UNKNOWN}-expected"}]}
}]}`;

/** Fails when a piece of a secret can be read, also through base64. */
export function assertNone(text: string, pieces: readonly string[]): void {
  const decoded = [...text.matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g)].map(([run]) =>
    Buffer.from(run, 'base64').toString('latin1'),
  );
  for (const piece of pieces) {
    assert.equal(text.includes(piece), false, around(text, piece));
    assert.equal(
      decoded.some((other) => other.includes(piece)),
      false,
      `${piece} in base64`,
    );
  }
}

function around(text: string, piece: string): string {
  const at = text.indexOf(piece);
  return text.slice(Math.max(0, at - 200), at + 100);
}
