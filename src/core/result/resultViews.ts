/**
 * What readers want to know of a result, derived from it: the same words and lists in the results
 * panel, in reports, in notifications and in issues. Nothing is stored that can be computed here.
 */
import { CALL } from '../files/chainShape';
import type { Location, LocationKind } from '../model';
import type { Connection } from '../ports';
import { prettyJson } from '../json/prettyJson';
import type {
  ExecutionResult,
  ExtractionResult,
  Reason,
  RecordedBody,
  RecordedExchange,
  RecordedResponse,
  RequestReference,
  RequestResult,
  SavedExample,
  Substitution,
  ValueSource,
} from './result';
import { inEnglish, type Say } from '../say';
import { reasonPhrase } from '../statusPhrases';

/** A part of a result with the request it belongs to. */
export interface OfRequest<T> {
  readonly request: RequestResult;
  readonly item: T;
}

/** The eight things an execution result reports. */
export interface ResultOverview {
  readonly successful: readonly RequestResult[];
  readonly failed: readonly RequestResult[];
  readonly responses: readonly OfRequest<RecordedResponse>[];
  readonly extractions: readonly OfRequest<ExtractionResult>[];
  readonly substitutions: readonly OfRequest<Substitution>[];
  /** Requests that were sent, or imported with examples, with everything that was sent and received. */
  readonly details: readonly RequestResult[];
  /** Why requests failed that could be sent or should have been: everything but dependencies. */
  readonly executionFailures: readonly OfRequest<Reason>[];
  /** Why requests were not sent: references whose producers did not deliver. */
  readonly dependencyFailures: readonly OfRequest<Reason>[];
}

/** Sorts a result into the eight things, each in order of execution. */
export function overviewOf({ requests }: ExecutionResult): ResultOverview {
  const gather = <T>(items: (request: RequestResult) => readonly T[]): readonly OfRequest<T>[] =>
    requests.flatMap((request) => items(request).map((item) => ({ request, item })));
  return {
    successful: requests.filter(({ outcome }) => outcome === 'passed'),
    failed: requests.filter(({ outcome }) => outcome === 'failed'),
    responses: gather(({ exchange }) => (exchange?.response === undefined ? [] : [exchange.response])),
    extractions: gather(({ extractions }) => extractions),
    substitutions: gather(({ substitutions }) => substitutions),
    details: requests.filter(({ exchange, examples }) => (exchange ?? examples) !== undefined),
    executionFailures: gather(({ outcome, reasons }) => (outcome === 'failed' ? reasons : [])),
    dependencyFailures: gather(({ outcome, reasons }) => (outcome === 'blocked' ? reasons : [])),
  };
}

/** Whether an exchange was recorded elsewhere: what a run skips has none, unless it was cancelled under way. */
export function isRecorded({ outcome, exchange, examples, reasons }: RequestResult): boolean {
  const wasCancelled = reasons.some(({ kind }) => kind === 'cancelled');
  return outcome === 'skipped' && (exchange ?? examples) !== undefined && !wasCancelled;
}

/** `34 ms`, `1.2 s`, `2 min 5 s`; milliseconds in. */
export function humanDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1000) {
    return `${whole} ms`;
  }
  const tenths = Math.round(whole / 100);
  if (tenths < 600) {
    return `${(tenths / 10).toFixed(1)} s`;
  }
  const seconds = Math.round(whole / 1000);
  const rest = seconds % 60;
  return rest === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${rest} s`;
}

/** `612 B`, `1.2 kB`, `20 MB` (powers of 1000). */
export function humanSize(bytes: number): string {
  let size = bytes;
  for (const unit of ['B', 'kB', 'MB']) {
    if (size < 999.5) {
      return unit === 'B' || size >= 9.95 ? `${Math.round(size)} ${unit}` : `${size.toFixed(1)} ${unit}`;
    }
    size /= 1000;
  }
  return `${size.toFixed(1)} GB`;
}

/** `2026-01-02 03:04 UTC`; ISO 8601 in UTC in. For readers whose time zone is not known. */
export function humanTime(iso: string): string {
  return iso.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, '$1 $2 UTC');
}

/** `201 Created`; the standard's words when the server gave none, as HTTP/2 servers cannot, and words alone without a status. */
export function statusText({
  status,
  statusText: given,
}: Pick<RecordedResponse, 'status' | 'statusText'>): string {
  return `${status === 0 ? '' : status} ${given === '' ? reasonPhrase(status) : given}`.trim();
}

/** A saved example in a line: `404 Not Found – no such order`. */
export function exampleTitle({ name, exchange: { response } }: SavedExample): string {
  const status = response === undefined ? [] : [statusText(response)];
  return [...status, ...(name === undefined ? [] : [name])].join(' – ');
}

/** What became of a request, in one or two words: `201 Created`, `blocked`, `timeout`. */
export function answerOf({ exchange, outcome, method }: RequestResult): string {
  if (exchange?.response !== undefined) {
    return statusText(exchange.response);
  }
  return exchange?.failure?.code ?? (outcome === 'failed' && method !== CALL ? 'not sent' : outcome);
}

/** How long a request took, or a chain that was run as a step; empty when nothing was sent. */
export function timeOf(result: RequestResult): string {
  return wasSent(result) ? humanDuration(result.durationMs) : '';
}

/** Whether a request was sent, or any of a chain that was run as a step. */
export function wasSent({ exchange, method, attempts }: RequestResult): boolean {
  return exchange !== undefined || (method === CALL && attempts > 0);
}

/** Why a request did not pass, on one line; empty when it passed. The root cause comes with its consequence. */
export function reasonLine({ reasons: [first, ...others] }: RequestResult): string {
  if (first === undefined) {
    return '';
  }
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${reasonText(first)}${more}`.replace(/\s+/g, ' ');
}

/** One reason in full: what to do about it and its root cause, unless the message tells them already. */
export function reasonText(reason: Reason): string {
  const cause = rootCauseOf(reason);
  return [reason.message, todoOf(reason), cause === undefined ? undefined : `Root cause: ${cause}`]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** What to do about a failed exchange, unless the message tells it already. */
export function todoOf(reason: Reason): string | undefined {
  return reason.kind === 'transport' && !reason.message.includes(reason.failure.todo)
    ? reason.failure.todo
    : undefined;
}

/** The root cause of a reason, unless its message tells it already. */
export function rootCauseOf(reason: Reason): string | undefined {
  if (reason.kind !== 'unresolved' || reason.rootCause === undefined) {
    return undefined;
  }
  const { request, message } = reason.rootCause;
  return reason.message.includes(message) ? undefined : `${request.id}: ${message}`;
}

/** `header X-Trace`, `body /items/0/id`, `path`. */
export function formatLocation({ in: kind, name }: Location, say: Say = inEnglish): string {
  const word = locationWord(kind, say);
  return name === undefined || name === '' ? word : `${word} ${name}`;
}

function locationWord(kind: LocationKind, say: Say): string {
  switch (kind) {
    case 'path':
      return say('path');
    case 'query':
      return say('query');
    case 'header':
      return say('header');
    case 'cookie':
      return say('cookie');
    case 'body':
      return say('body');
    case 'auth':
      return say('auth');
    case 'variables':
      return say('variables');
    case 'expect':
      return say('expect');
    case 'flow':
      return say('condition');
  }
}

/** The request a value came from, or else the scope. */
export function describeSource(
  { source, producer }: Pick<Substitution, 'source' | 'producer'>,
  say: Say = inEnglish,
): string {
  return producer === undefined ? scopeWords(source, say) : describeRequest(producer, say);
}

function scopeWords(source: ValueSource, say: Say): string {
  switch (source) {
    case 'extracted':
      return say('an earlier request');
    case 'override':
      return say('given for this run');
    case 'request':
      return say('the request’s variables');
    case 'row':
      return say('the row of data');
    case 'chain':
      return say('the chain’s variables');
    case 'requires':
      return say('a required chain');
    case 'environment':
      return say('the environment');
    case 'item':
      return say('item of forEach');
    case 'call':
      return say('given by the step that runs this chain');
    case 'builtIn':
      return say('a built-in');
  }
}

/** `create-order in orders.chain.json`. */
export function describeRequest({ chain, id }: RequestReference, say: Say = inEnglish): string {
  return say('{0} in {1}', id, chain);
}

/** How the server was reached: `directly, over a kept connection, to 127.0.0.1`. */
export function describeConnection(
  { via, reused, address, tlsVerified }: Connection,
  say: Say = inEnglish,
): string {
  return [
    describeWay(via, say),
    reused ? say('over a kept connection') : say('over a new connection'),
    ...(address === undefined ? [] : [say('to {0}', address)]),
    ...(tlsVerified === false ? [say('certificate not verified')] : []),
  ].join(', ');
}

function describeWay(via: string, say: Say): string {
  switch (via) {
    case 'direct':
      return say('directly');
    case 'vscode':
      return say('through VS Code’s network');
    default:
      return say('through the proxy {0}', via);
  }
}

/** A body for reading: JSON laid out, other text unchanged; absent when it is not text. */
export function readableBody({ encoding, content, mediaType }: RecordedBody): string | undefined {
  if (encoding === 'base64') {
    return undefined;
  }
  return mediaType.includes('json') || /^\s*[[{]/.test(content.slice(0, 100)) ? prettyJson(content) : content;
}

/** A phase of an exchange; milliseconds from the beginning. */
export interface Phase {
  readonly name: 'DNS' | 'connect' | 'TLS' | 'waiting' | 'download';
  readonly startMs: number;
  readonly durationMs: number;
}

/** The phases of an exchange that took place, one after the other. */
export function phasesOf({ timings }: Pick<RecordedExchange, 'timings'>): readonly Phase[] {
  const durations = [
    ['DNS', timings.dnsMs],
    ['connect', timings.connectMs],
    ['TLS', timings.tlsMs],
    ['waiting', timings.firstByteMs],
    ['download', timings.downloadMs],
  ] as const;
  let startMs = 0;
  return durations.flatMap(([name, durationMs]) => {
    if (durationMs === undefined) {
      return [];
    }
    const phase = { name, startMs, durationMs };
    startMs += durationMs;
    return [phase];
  });
}
