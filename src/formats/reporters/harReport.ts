/**
 * The HAR 1.2 report, for browsers' network panels and the many tools that read it: a page per chain,
 * an entry per exchange, saved examples and redirects as entries of their own. A redirect's messages were not recorded,
 * so its entry has only what is known: method, URL and status.
 */
import type { Entry, Har, Page, Request, Response } from 'har-format';
import { defined } from '../../core/defined';
import { reasonPhrase } from '../../core/statusPhrases';
import {
  type ExecutionResult,
  type PartResult,
  type RecordedExchange,
  type RecordedHop,
  type RequestResult,
  nameOfPart,
} from '../../core/result/result';
import { innermostParts } from '../../core/result/partTree';
import { exampleTitle } from '../../core/result/resultViews';
import { requestsInMemory, type RunReport, type WholeRequests } from '../../core/result/runReport';
import { harRequest, harResponse, serverAddress } from './harMessages';
import { harTimings, sumOf } from './harTimings';
import { jsonPieces, StreamedItems } from './jsonPieces';

/** Writes a report as a HAR file. */
export function* renderHar(
  { tool, results, generatedAt }: RunReport,
  wholeRequests = requestsInMemory,
): Generator<string> {
  const log: Omit<Har['log'], 'entries'> = {
    version: '1.2',
    creator: { name: tool.name, version: tool.version, comment: `Generated ${generatedAt}` },
    pages: results.map(harPage),
  };
  yield* jsonPieces({ log: { ...log, entries: new StreamedItems(allEntries(results, wholeRequests)) } });
  yield '\n';
}

function* allEntries(results: readonly ExecutionResult[], wholeRequests: WholeRequests): Generator<Entry> {
  for (const [index, result] of results.entries()) {
    for (const request of wholeRequests(result)) {
      yield* harEntries(request, pageId(index));
    }
  }
}

function pageId(index: number): string {
  return `chain_${index + 1}`;
}

function harPage(
  { chain, startedAt, durationMs, environment, seed, notes }: ExecutionResult,
  index: number,
): Page {
  const comment = [
    chain.file,
    ...(environment === undefined ? [] : [environment]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...notes,
  ].join('; ');
  return {
    startedDateTime: startedAt,
    id: pageId(index),
    title: chain.name,
    pageTimings: { onContentLoad: -1, onLoad: durationMs },
    comment,
  };
}

function harEntries(result: RequestResult | PartResult, pageref: string): readonly Entry[] {
  const { exchange, startedAt, examples = [], parts } = result;
  if (parts !== undefined) {
    return innermostParts(parts).flatMap((part) => harEntries(part, pageref));
  }
  const saved = examples.map((example) => ({
    ...finalEntry(result, example.exchange, pageref),
    comment: `${nameOfPart(result)} (${result.request.id}), saved example: ${exampleTitle(example)}`,
  }));
  if (exchange === undefined) {
    return saved;
  }
  const urls = [...exchange.redirects.map(({ url }) => url), exchange.request.url];
  const hops = exchange.redirects.map((hop, index) => ({
    ...emptyEntry(startedAt, pageref),
    request: harRequest({ method: hop.method, url: hop.url, headers: [] }),
    response: hopResponse(hop, urls[index + 1] ?? ''),
    comment: [`${nameOfPart(result)}: on the way`, ...hop.notes].join('; '),
  }));
  return [...hops, finalEntry(result, exchange, pageref), ...saved];
}

/** No timings are known of a redirect; HAR wants numbers that are not negative for three of them. */
function emptyEntry(startedDateTime: string, pageref: string) {
  const timings = harTimings({ totalMs: 0 });
  return { pageref, startedDateTime, time: sumOf(timings), cache: {}, timings };
}

function finalEntry(result: RequestResult | PartResult, exchange: RecordedExchange, pageref: string): Entry {
  const { request, response, failure, connection } = exchange;
  const timings = harTimings(exchange.timings);
  const sent: Request = harRequest(request, response?.httpVersion);
  const received: Response =
    response === undefined ? noResponse(failure?.message ?? 'no response') : harResponse(response);
  return {
    pageref,
    startedDateTime: result.startedAt,
    time: sumOf(timings),
    request: sent,
    response: received,
    cache: {},
    timings,
    ...defined({ serverIPAddress: serverAddress(connection?.address) }),
    comment: commentOf(result),
  };
}

function commentOf(result: RequestResult | PartResult): string {
  const { request, outcome, reasons, attempts } = result;
  return [
    `${nameOfPart(result)} (${request.id}): ${outcome}`,
    ...(attempts > 1 ? [`last of ${attempts} attempts`] : []),
    ...reasons.map(({ message }) => message),
  ].join('; ');
}

/** A challenge for authentication is answered at the same address, which is not a redirect. */
function hopResponse({ status }: RecordedHop, next: string): Response {
  const redirectURL = status >= 300 && status < 400 ? next : '';
  return { ...noResponse(''), status, statusText: reasonPhrase(status), redirectURL };
}

/** Browsers write status 0 for an exchange without an answer. */
function noResponse(comment: string): Response {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    ...(comment === '' ? {} : { comment }),
  };
}
