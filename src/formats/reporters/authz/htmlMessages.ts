/**
 * What was sent and received, in the HTML report of an authorization run. Runs repeat themselves: header lines that
 * many messages have in common and bodies that are the same are written once, and others refer to them.
 */
import type { AuthzExchange, AuthzResult } from '../../../core/authz/model/authzResult';
import { judgementOf } from '../../../core/authz/model/verdict';
import { originsOf } from '../../../core/permission/origin';
import type { HeaderLine } from '../../../core/model';
import type { RecordedBody, RecordedExchange } from '../../../core/result/result';
import { humanDuration, humanSize, readableBody, statusText } from '../../../core/result/resultViews';
import { oneLine, shorten } from '../../../core/shownText';
import { curlCommand } from '../../exporters/curl';
import { createBodyBudget } from '../htmlBody';
import { elementText, html, type Html, type HtmlPart } from '../htmlText';
import { attackOf } from './cellFacts';
import { exchangedUrls } from './judgementWords';
import { shareLines, type LineSet, type SharedLines, type SplitLines } from './sharedLines';

/** Writes the exchanges of one page. */
export interface MessageWriter {
  /** `GET /orders/7`; with the origin when the run sent to several. */
  readonly lineOf: (exchange: AuthzExchange) => string;
  /** The id of an earlier exchange that is the same but for its times; absent for the first, to which others refer. */
  readonly repeated: (exchange: AuthzExchange, id: string) => string | undefined;
  /** The messages of an exchange, in an element with this id. */
  readonly write: (exchange: AuthzExchange, id: string) => Html;
  readonly headerSets: readonly LineSet[];
  /** How many different bodies are not shown whole because there is no room for them. */
  readonly cutBodies: number;
}

/** A writer with room for so many characters of bodies; what shows a flaw has it first. */
export function createMessageWriter(result: AuthzResult, room: number): MessageWriter {
  const evidence = evidenceOf(result);
  const used = new Set([
    ...evidence,
    ...result.cells.flatMap(({ steps }) => steps.flatMap(({ exchange }) => result.exchanges[exchange] ?? [])),
  ]);
  const recorded = [...used].flatMap(({ exchange }) => exchange ?? []);
  const shared = shareLines(
    recorded.flatMap((exchange) => [requestLines(exchange), responseLines(exchange)]),
  );
  const { lengths, cut } = allotBodies(recorded, room);
  const [origin = '', ...others] = originsOf(exchangedUrls(result));
  const page: PageMessages = {
    shared,
    ambiguous: ambiguousIds([...used]),
    lengths,
    shown: new Map(),
    responses: new Map(),
    exchanges: new Map(),
  };
  return {
    lineOf: ({ exchange, request }) =>
      exchange === undefined
        ? request.id
        : `${exchange.request.method} ${others.length === 0 ? pathIn(exchange.request.url, origin) : exchange.request.url}`,
    write: (exchange, id) => writeExchange(exchange, id, evidence.has(exchange), page),
    repeated: (exchange, id) => repeatedBy(exchange, id, page),
    headerSets: shared.sets,
    cutBodies: cut,
  };
}

/** What the messages of a page share. */
interface PageMessages {
  readonly shared: SharedLines;
  /** Ids of requests that several chains have. */
  readonly ambiguous: ReadonlySet<string>;
  /** How many characters of a body are shown, by its content. */
  readonly lengths: ReadonlyMap<string, number>;
  /** Ids of the exchanges in which bodies are shown, by content. */
  readonly shown: Map<string, string>;
  /** Ids of the exchanges in which responses are shown, by content. */
  readonly responses: Map<string, string>;
  /** Ids of exchanges by what they have but their times. */
  readonly exchanges: Map<string, string>;
}

/** The attacks that show a flaw, or that a granted caller was refused. */
function evidenceOf({ cells, exchanges }: AuthzResult): ReadonlySet<AuthzExchange> {
  const failed = cells.filter(({ class: outcome }) => ['flaw', 'restricted'].includes(judgementOf(outcome)));
  return new Set(failed.flatMap((cell) => attackOf(cell, exchanges) ?? []));
}

function ambiguousIds(exchanges: readonly AuthzExchange[]): ReadonlySet<string> {
  const chains = new Map<string, string>();
  return new Set(
    exchanges.flatMap(({ request: { id, chain } }) => {
      const first = chains.get(id) ?? chain;
      chains.set(id, first);
      return first === chain ? [] : [id];
    }),
  );
}

function allotBodies(
  exchanges: readonly RecordedExchange[],
  room: number,
): { lengths: ReadonlyMap<string, number>; cut: number } {
  const budget = createBodyBudget(room);
  const lengths = new Map<string, number>();
  let cut = 0;
  for (const body of exchanges.flatMap(({ request, response }) => [request.body, response?.body])) {
    const text = body === undefined ? undefined : readableBody(body);
    if (body === undefined || text === undefined || lengths.has(body.content)) {
      continue;
    }
    const given = budget.take(text.length);
    lengths.set(body.content, given);
    cut += given < text.length ? 1 : 0;
  }
  return { lengths, cut };
}

function pathIn(url: string, origin: string): string {
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

function requestLines({ request, connection }: RecordedExchange): readonly string[] {
  const { via = '', address = '', tlsVerified } = connection ?? {};
  const words = [via === 'direct' ? via : `via ${via}`, address].filter(Boolean);
  return [
    ...request.headers.map(headerLine),
    ...(connection === undefined ? [] : [`Connected ${words.join(' to ')}`]),
    ...(tlsVerified === false ? ['Certificate not verified'] : []),
  ];
}

function responseLines({ response }: RecordedExchange): readonly string[] {
  return response === undefined
    ? []
    : [`HTTP/${response.httpVersion} ${statusText(response)}`, ...response.headers.map(headerLine)];
}

function headerLine({ name, value }: HeaderLine): string {
  return oneLine(`${name}: ${value}`);
}

function repeatedBy(sent: AuthzExchange, id: string, page: PageMessages): string | undefined {
  const { user, request, exchange, failure } = sent;
  if (exchange === undefined) {
    return undefined;
  }
  const content = JSON.stringify([
    user,
    request,
    failure,
    exchange.request,
    exchange.redirects,
    exchange.failure,
    requestLines(exchange),
    undated(responseLines(exchange)),
    exchange.response?.body,
    exchange.response?.notes,
  ]);
  const earlier = page.exchanges.get(content);
  if (earlier === undefined) {
    page.exchanges.set(content, id);
  }
  return earlier;
}

/** Lines without the time of day, which is of interest only in evidence. */
function undated(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !/^date:/i.test(line));
}

function writeExchange(
  { request, exchange }: AuthzExchange,
  id: string,
  isEvidence: boolean,
  page: PageMessages,
): Html {
  const from =
    isEvidence || page.ambiguous.has(request.id) ? `${request.id} in ${request.chain}` : request.id;
  if (exchange === undefined) {
    return html`<p class="note">${from}</p>`;
  }
  const split = isEvidence ? allOwn : page.shared.split;
  const sent = messageParts(split(requestLines(exchange)), exchange.request.body, id, page);
  const notes = [
    ...exchange.redirects.map(({ method, url, status, notes: own }) =>
      [`Redirected: ${method} ${url} ${status}`, ...own].join(' · '),
    ),
    ...(exchange.response?.notes ?? []),
    ...(exchange.failure === undefined ? [] : [`${exchange.failure.message} ${exchange.failure.todo}`]),
  ];
  return html`<pre><b>Request</b> ${from}${sent}

${responseParts(exchange, id, split, page)}</pre>
    ${notes.map((note) => html`<p class="note">${note}</p>`)}${isEvidence ? asCurl(exchange) : undefined}`;
}

/** A response, or, when it is the same as an earlier one but for its time, a reference to that. */
function responseParts(
  exchange: RecordedExchange,
  id: string,
  split: SharedLines['split'],
  page: PageMessages,
): readonly HtmlPart[] {
  const { response, timings } = exchange;
  if (response === undefined) {
    return [html`<b>No response</b>`];
  }
  const title = html`<b>Response</b> in ${humanDuration(timings.totalMs)}`;
  const lines = undated(responseLines(exchange));
  const content = JSON.stringify([lines, response.body]);
  const earlier = page.responses.get(content);
  if (split === allOwn) {
    page.responses.set(content, earlier ?? id);
    return [title, ...messageParts(allOwn(responseLines(exchange)), response.body, id, page)];
  }
  if (earlier !== undefined) {
    return [title, html`, <a href="#${earlier}">same as here</a>`];
  }
  page.responses.set(content, id);
  return [title, ...messageParts(split(lines.filter(saysMoreThan(response.body))), response.body, id, page)];
}

/** Whether a line says more than the size that the page shows of a body. */
function saysMoreThan({ size }: RecordedBody): (line: string) => boolean {
  const length = `content-length: ${size}`;
  return (line) => line.toLowerCase() !== length;
}

function ownLine(line: string): Html {
  return elementText(`\n${line}`);
}

function allOwn(lines: readonly string[]): SplitLines {
  return { own: lines };
}

function asCurl({ request }: RecordedExchange): Html {
  return html`<h4>As cURL</h4>
    <pre>${elementText(curlCommand(request))}</pre>`;
}

function messageParts(
  { own, shared }: SplitLines,
  body: RecordedBody | undefined,
  id: string,
  page: PageMessages,
): readonly HtmlPart[] {
  const more = shared && html`, <a href="#${shared.id}">headers</a>`;
  return [more, ...own.map(ownLine), ...bodyParts(body, id, page)];
}

function bodyParts(body: RecordedBody | undefined, id: string, page: PageMessages): readonly HtmlPart[] {
  if (body === undefined || body.size === 0) {
    return [];
  }
  const size = humanSize(body.size);
  if (body.content === '') {
    return ['\n\n', quiet(`${size} not kept`)];
  }
  const text = readableBody(body);
  if (text === undefined) {
    return ['\n\n', quiet(`${size}, not text`)];
  }
  const earlier = page.shown.get(body.content);
  if (earlier !== undefined && text.length > SHORT_BODY) {
    return [
      '\n\n',
      earlier === id ? 'The same body as sent' : html`<a href="#${earlier}">Same body of ${size}</a>`,
    ];
  }
  page.shown.set(body.content, id);
  const length = page.lengths.get(body.content) ?? 0;
  if (length === 0) {
    return ['\n\n', quiet(`${size} left out`)];
  }
  const isCut = length < text.length || body.stored !== undefined;
  return ['\n\n', elementText(shorten(text, length)), isCut ? quiet(`\n\nThe beginning of ${size}`) : ''];
}

function quiet(text: string): Html {
  return html`<i>${text}</i>`;
}

/** A body that takes no more characters than a reference to it. */
const SHORT_BODY = 60;
