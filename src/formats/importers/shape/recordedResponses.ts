/**
 * Responses that a source has, as results keep them: bodies and times of recordings, and examples, of which the first
 * that succeeded becomes what the request was answered; and what the rules of requests take from them.
 */
import { defined } from '../../../core/defined';
import type { Extraction, HeaderLine } from '../../../core/model';
import type { Clock } from '../../../core/ports';
import type { ExtractionResult, RecordedBody, RecordedExchange } from '../../../core/result/result';
import { AnswerRules, type RulePorts } from '../../../core/run/answerRules';
import type { LongRuleAnswer, LongRules } from '../../../core/run/longRules';
import { recordFound } from '../../../core/run/record';
import { viewResponse } from '../../../core/run/responseView';
import { reasonPhrase } from '../../../core/statusPhrases';
import type { ImportedExchange, ImportedRequest, KeptRequest } from './imported';
import { documentation } from './remark';

/** A response as its example states it. */
export interface ExampleAnswer {
  /** Absent or empty where it has none. */
  readonly name?: string | undefined;
  /** Not a number where it states none. */
  readonly status: number;
  /** Stated in place of a status: `default`, `4XX`. */
  readonly statusText?: string | undefined;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
  /** In milliseconds; absent where the source does not say. */
  readonly totalMs?: number;
}

/** The examples of a request. */
export type KeptExamples = Pick<KeptRequest, 'recorded' | 'examples'>;

/** The first example that shows how a request succeeds, and the others in their order. */
export function keepExamples(examples: readonly ImportedExchange[]): KeptExamples {
  const recorded = examples.find(({ exchange }) => isSuccess(exchange.response?.status));
  const others = examples.filter((one) => one !== recorded);
  return { ...defined({ recorded }), ...(others.length === 0 ? {} : { examples: others }) };
}

function isSuccess(status = 0): boolean {
  return status >= 200 && status <= 299;
}

/** UTF-16 code units of the further examples of all requests together: results with more are slow to read. */
const MAX_EXAMPLES = 2 ** 24;

/** What an example takes besides its texts. */
const FRAME = 500;

/** Leaves out further examples of requests, one after the other, for which there is no room any more. */
export function createExampleRoom(): (request: ImportedRequest) => ImportedRequest {
  let left = MAX_EXAMPLES;
  const fits = ({ exchange }: ImportedExchange): boolean => {
    const length = lengthOf(exchange);
    const isFitting = length <= left;
    left -= isFitting ? length : 0;
    return isFitting;
  };
  return (request) => {
    if (request.kind === 'left-out' || request.examples === undefined) {
      return request;
    }
    const { examples: all, ...others } = request;
    const examples = all.filter(fits);
    const count = all.length - examples.length;
    return count === 0
      ? request
      : {
          ...others,
          ...(examples.length === 0 ? {} : { examples }),
          remarks: [
            ...request.remarks,
            documentation(
              count === 1
                ? '1 further example response is not carried over: the examples are too large together.'
                : `${count} further example responses are not carried over: the examples are too large together.`,
            ),
          ],
        };
  };
}

function lengthOf({ request, response }: RecordedExchange): number {
  const headers = [...request.headers, ...(response?.headers ?? [])];
  return [
    request.url,
    ...headers.flatMap(({ name, value }) => [name, value]),
    request.body?.content ?? '',
    response?.body.content ?? '',
  ].reduce((sum, text) => sum + text.length, FRAME);
}

/** An example as an exchange that was never sent. */
export function exampleExchange(
  request: RecordedExchange['request'],
  { name = '', status: stated, statusText, headers, body: text, totalMs = 0 }: ExampleAnswer,
): ImportedExchange {
  const body = exampleBody(text, headers);
  const status = Number.isInteger(stated) && stated > 0 ? stated : 0;
  return {
    ...(name === '' ? {} : { name }),
    exchange: {
      request,
      response: {
        status,
        statusText: statusText ?? (status === 0 ? 'No status' : reasonPhrase(status)),
        httpVersion: '1.1',
        headers,
        body,
        wireSize: body.size,
        notes: [],
      },
      redirects: [],
      timings: { totalMs },
    },
  };
}

/** A body of the type that the headers state. */
export function exampleBody(text: string, headers: readonly HeaderLine[]): RecordedBody {
  return recordText(text, (contentTypeOf(headers).split(';', 1)[0] ?? '').trim().toLowerCase());
}

/** The type that headers state; empty when they state none. */
export function contentTypeOf(headers: readonly HeaderLine[]): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
}

/** A body that a source holds as text. */
export function recordText(text: string, mediaType: string): RecordedBody {
  return { encoding: 'utf8', content: text, size: utf8Length(text), mediaType };
}

/** Bytes of a text in UTF-8. */
function utf8Length(text: string): number {
  // Most bodies are ASCII, and checking that is many times faster than encoding.
  return BEYOND_ASCII.test(text) ? new TextEncoder().encode(text).length : text.length;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Decodes base64; absent when the text is not valid. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  // A loop: going through the characters of a text takes 25 times as long, and recordings hold megabytes.
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = binary.charCodeAt(index);
  }
  return bytes;
}

/** Names of results are times, of four digits for the year. */
const LATEST = Date.UTC(9999, 11, 31);

/** Milliseconds since 1970 of an ISO 8601 time; absent for what is none, or no time that a recorder could have run at. */
export function recordedMoment(text: string | undefined): number | undefined {
  const moment = Date.parse(text ?? '');
  return moment >= 0 && moment < LATEST ? moment : undefined;
}

/** Applies the rules of one import, to one response after the other. */
export interface RecordedRules {
  /** What the rules take from the response, as far as they find it. */
  extract(rules: readonly Extraction[], recorded: ImportedExchange): Promise<readonly ExtractionResult[]>;
}

/** What the rules are applied with. */
interface RecordedRulePorts {
  readonly clock: Clock;
  readonly longRules: LongRules;
  /** Ends them. */
  readonly signal: AbortSignal;
}

/** The rules of one import. */
export function createRecordedRules({ clock, longRules, signal }: RecordedRulePorts): RecordedRules {
  const ports = { clock, longRules: boundedInAll(longRules, clock), cookies: { get: () => undefined } };
  let last: Promise<unknown> = Promise.resolve();
  return {
    extract(rules, recorded) {
      // The time of a response begins when it has its turn.
      const next = last.then(() => extract(rules, recorded, ports, signal));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

/** Milliseconds that the long rules of an import may take in all. */
const MAX_LONG_MS = 30_000;

/** Long rules that are no longer applied when they have taken their time. */
function boundedInAll(longRules: LongRules, clock: Clock): LongRules {
  let left = MAX_LONG_MS;
  return {
    async apply(work, limits): Promise<LongRuleAnswer> {
      if (left <= 0) {
        return { kind: 'timeout' };
      }
      const started = clock.monotonic();
      const answer = await longRules.apply(work, { ...limits, timeoutMs: Math.min(limits.timeoutMs, left) });
      left -= clock.monotonic() - started;
      return answer;
    },
  };
}

async function extract(
  rules: readonly Extraction[],
  { exchange }: ImportedExchange,
  ports: RulePorts,
  signal: AbortSignal,
): Promise<readonly ExtractionResult[]> {
  const { request, response } = exchange;
  if (rules.length === 0 || response === undefined || response.status >= FIRST_ERROR) {
    return [];
  }
  const view = viewResponse({ ...response, body: bytesOf(response.body) }, request.url);
  const answerRules = new AnswerRules(view, ports, { timeoutMs: Number.POSITIVE_INFINITY, signal });
  const found: ExtractionResult[] = [];
  for (const rule of rules) {
    const outcome = await answerRules.extract(rule);
    if (outcome.kind === 'found') {
      found.push(recordFound(rule, outcome.value));
    }
  }
  return found;
}

/** The mark says that texts are in UTF-8 here, whatever the response says of the bytes that it had. */
function bytesOf({ encoding, content }: RecordedBody): Uint8Array {
  return encoding === 'utf8'
    ? new TextEncoder().encode(`\ufeff${content}`)
    : (bytesOfBase64(content) ?? new Uint8Array());
}

/** RFC 9110 §15.5: from here on statuses say what went wrong. */
const FIRST_ERROR = 400;
