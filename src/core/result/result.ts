/**
 * What a run says while it goes (events) and what it leaves behind (the execution result): plain
 * JSON data that every consumer shows (editor, command line, reports), folded by one reducer.
 * Values are in it as JSON text, so that no digit is lost on the way to a file or a webview.
 *
 * Types with a parameter `Text` exist twice: as the engine makes them, with each {@link Message} still to be masked,
 * and as everything else takes them, with text. The redactor makes the second of the first.
 */
import { defined } from '../defined';
import type { Message } from '../message';
import type { HeaderLine, Location, Timings } from '../model';
import type { Connection, SendFailure } from '../ports';
import { oneLine } from '../shownText';

/** How a request ended. */
export type Outcome = 'passed' | 'failed' | 'blocked' | 'skipped';

/** How a run ended; `running` until then. */
export type RunOutcome = 'running' | 'passed' | 'failed' | 'cancelled';

/** Everything a run left: format of `.chainwright/results/<chain>/<time>.json`. */
export interface ExecutionResult {
  readonly formatVersion: 1;
  /** `recorded`: imported from a browser recording, not sent by us. */
  readonly kind: 'run' | 'recorded';
  readonly chain: ChainReference;
  readonly environment?: string;
  /** What the random values of its requests were derived from; absent when they were not. */
  readonly seed?: string;
  /** The rows it ran for; absent when it ran without rows. */
  readonly data?: RunData;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: RunOutcome;
  /** In order of execution, requests of required chains first, and then those of one row after the other. */
  readonly requests: readonly RequestResult[];
  /** Facts about the whole run worth a reader's attention, such as unverified TLS. */
  readonly notes: readonly string[];
}

/** The rows of data that a chain ran for. */
export interface RunData {
  /** Where they are: the workspace path of a data file, or of the chain that has them. */
  readonly file: string;
  readonly columns: readonly string[];
}

/** A row of a run. */
export interface RunRow {
  /** Counts from 1 in the file. */
  readonly number: number;
  /** What people recognise it by; may be empty. */
  readonly label: string;
}

/** The file (workspace path, `/` as separator) and name of a chain. */
export interface ChainReference {
  readonly file: string;
  readonly name: string;
}

/** Names a request anywhere: `auth/login.chain.json` and `login`. */
export interface RequestReference {
  readonly chain: string;
  readonly id: string;
}

/** What became of one request. */
export interface RequestResult<Text = string> {
  readonly request: RequestReference;
  /** The row it was sent for; absent for what all rows share, and without rows. */
  readonly row?: RunRow;
  readonly name: string;
  readonly method: string;
  readonly outcome: Outcome;
  /** Why it did not pass, most important first; empty when it passed. */
  readonly reasons: readonly Reason<Text>[];
  /** Exchanges made; more than one after a retry. */
  readonly attempts: number;
  /** The last exchange; absent when nothing was sent. */
  readonly exchange?: RecordedExchange;
  /** Name of the saved example that `exchange` is; absent where it is none, or has no name. */
  readonly exampleName?: string;
  /** The other saved examples of an imported request, in the order of their source; absent where there are none. */
  readonly examples?: readonly SavedExample[];
  readonly substitutions: readonly Substitution[];
  readonly extractions: readonly ExtractionResult<Text>[];
  readonly expectations: readonly ExpectationResult<Text>[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** What became of each item or page of a request with a loop, in order; what is above is their sum. */
  readonly parts?: readonly PartResult[];
}

/** What became of one part of a request: of one item or page of its loop. */
export interface PartResult<Text = string> extends RequestResult<Text> {
  /** Where in the run it belongs, outermost first; the last step is the request itself. */
  readonly at: readonly PathStep[];
}

/** A step of the way to a part: a request, and which item of its loop. */
export interface PathStep {
  readonly id: string;
  /** Name of a step that runs a chain; absent when it has none of its own. */
  readonly name?: string;
  /** Position of the item or page, from 0; absent without a loop. */
  readonly item?: number;
}

/** A response that was saved with a request in another tool, whatever its status. */
export interface SavedExample {
  /** Absent where the source has none. */
  readonly name?: string;
  readonly exchange: RecordedExchange;
}

/** A result as the engine makes it. */
export type UnmaskedResult = RequestResult<Message>;

/** Why a request did not pass; `message` is a whole sentence for people. */
export type Reason<Text = string> =
  | { readonly kind: 'expectation'; readonly message: Text }
  | { readonly kind: 'extraction'; readonly message: Text; readonly variable: string }
  | { readonly kind: 'transport'; readonly message: Text; readonly failure: SendFailure }
  | { readonly kind: 'redirect'; readonly message: Text }
  | { readonly kind: 'not-sendable'; readonly message: Text }
  | { readonly kind: 'refused'; readonly message: Text }
  | { readonly kind: 'authentication'; readonly message: Text }
  | {
      /** A reference without a value: the request was not sent. */
      readonly kind: 'unresolved';
      readonly message: Text;
      readonly variable: string;
      readonly location: Location;
      /** Name of the secret that has no value; absent when something else has none. */
      readonly secret?: string;
      /** The request that should have produced it, and the root cause behind that. */
      readonly producer?: RequestReference;
      readonly rootCause?: { readonly request: RequestReference; readonly message: Text };
    }
  | {
      /** Its condition does not hold, or that of every request that would have given it a value. */
      readonly kind: 'condition';
      readonly message: Text;
      /** A request whose condition does not hold; absent for the request's own condition. */
      readonly producer?: RequestReference;
    }
  | { readonly kind: 'disabled' | 'not-selected' | 'bail' | 'cancelled'; readonly message: Text };

/** A request and its answer as recorded; what was sent is exactly this. Its texts are whole until they are masked. */
export interface RecordedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HeaderLine[];
    readonly body?: RecordedBody;
  };
  readonly response?: RecordedResponse;
  /** Exchanges on the way to `request`, oldest first. */
  readonly redirects: readonly RecordedHop[];
  readonly timings: Timings;
  readonly connection?: Connection;
  readonly failure?: SendFailure;
}

/** An answer; the body is decoded from its content coding. */
export interface RecordedResponse {
  /** 0 for a saved example that states none. */
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: readonly HeaderLine[];
  readonly body: RecordedBody;
  /** Bytes over the wire, before decoding. */
  readonly wireSize: number;
  /** What a reader of the body should know: invalid UTF-8, cut off, deeper than can be parsed. */
  readonly notes: readonly string[];
}

/** A body in a result: text where it is text, base64 where it is not. */
export interface RecordedBody {
  readonly encoding: 'utf8' | 'base64';
  /** The whole body, or its beginning when `stored` is present. */
  readonly content: string;
  /** Bytes of the whole body. */
  readonly size: number;
  /** Media type without parameters, lower case; empty when the message names none. */
  readonly mediaType: string;
  /** Key of the whole body in the result's body store. */
  readonly stored?: string;
}

/** An exchange on the way: a redirect that was followed, or a demand for authentication that was met. */
export interface RecordedHop {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The `Set-Cookie` lines of the answer; absent when it set none. */
  readonly setCookies?: readonly HeaderLine[];
  /** What was left behind on the way to the next hop: "Authorization removed: other origin". */
  readonly notes: readonly string[];
}

/** A reference that was replaced: what, where, by which value, and where that came from. */
export interface Substitution {
  readonly variable: string;
  readonly location: Location;
  /** JSON text. */
  readonly value: string;
  readonly source: ValueSource;
  /** Present when a request produced it. */
  readonly producer?: RequestReference;
}

/**
 * The scope a value came from, innermost first; `item` is what a loop sends its request for, `call` what a chain that is run
 * as a step is given, `override` is what the run
 * or its user was given, `request` a variable of the request itself, `row` a column of data, `builtIn` is `{{$…}}`.
 */
export type ValueSource =
  | 'item'
  | 'extracted'
  | 'call'
  | 'override'
  | 'request'
  | 'row'
  | 'chain'
  | 'requires'
  | 'environment'
  | 'builtIn';

/** What an extraction gave. */
export interface ExtractionResult<Text = string> {
  readonly variable: string;
  /** The rule in words: `body $.id`, `header ETag`, `cookie session`. */
  readonly from: string;
  readonly found: boolean;
  /** JSON text; absent when nothing was found. */
  readonly value?: string;
  /** Why it failed, or that an optional one found nothing. */
  readonly message?: Text;
}

/** One condition and whether it held. */
export interface ExpectationResult<Text = string> {
  /** The condition in words: `status is 201`, `$.amount equals 12.5`. */
  readonly condition: Text;
  readonly passed: boolean;
  /** What was there instead, as JSON text or plain words; absent when it held. */
  readonly actual?: Text;
}

/** Progress of a run, in order. */
export type RunEvent<Text = string> =
  | {
      readonly type: 'run-started';
      readonly chain: ChainReference;
      readonly environment?: string;
      readonly seed?: string;
      readonly data?: RunData;
      readonly startedAt: string;
      /** Every request of the plan, in order of execution. */
      readonly requests: readonly PlannedRequest[];
      readonly notes: readonly string[];
    }
  | { readonly type: 'request-started'; readonly index: number; readonly attempt: number }
  /** A part of the request that is running. Results of finished requests contain their parts. */
  | {
      readonly type: 'part-finished';
      readonly index: number;
      readonly result: PartResult<Text>;
      /** How many items its loop has; absent where that is not known, and for parts of items. */
      readonly of?: number;
    }
  | { readonly type: 'request-finished'; readonly index: number; readonly result: RequestResult<Text> }
  | {
      readonly type: 'run-finished';
      readonly outcome: RunOutcome;
      readonly durationMs: number;
      /** What became known on the way, in whole sentences. */
      readonly notes: readonly string[];
    };

/** An event as the engine tells it; only the redactor reads it. */
export type UnmaskedEvent = RunEvent<Message>;

/** A request that a run is going to consider. */
export interface PlannedRequest {
  readonly request: RequestReference;
  /** The row it is sent for. */
  readonly row?: RunRow;
  readonly name: string;
  readonly method: string;
}

/** Whether two results are of the same request, for the same row of data. */
export function isOfSameRequest(one: ResultOf, other: ResultOf): boolean {
  return (
    one.request.id === other.request.id &&
    one.request.chain === other.request.chain &&
    one.row?.number === other.row?.number
  );
}

type ResultOf = Pick<RequestResult, 'request' | 'row'>;

/** A request of a result as it was planned. */
export function plannedOf({ request, row, name, method }: RequestResult): PlannedRequest {
  return { request, ...defined({ row }), name, method };
}

/** Folds a run's events, in order, into its result; the first must be `run-started`. */
export function reduceRun(result: ExecutionResult | undefined, event: RunEvent): ExecutionResult {
  if (event.type === 'run-started') {
    return {
      formatVersion: 1,
      kind: 'run',
      chain: event.chain,
      ...defined({ environment: event.environment, seed: event.seed, data: event.data }),
      startedAt: event.startedAt,
      durationMs: 0,
      outcome: 'running',
      requests: [],
      notes: event.notes,
    };
  }
  if (result === undefined) {
    throw new Error(`a run begins with run-started, not ${event.type}`);
  }
  switch (event.type) {
    case 'request-started':
    case 'part-finished':
      return result;
    case 'request-finished':
      return { ...result, requests: [...result.requests, event.result] };
    case 'run-finished':
      return {
        ...result,
        outcome: event.outcome,
        durationMs: event.durationMs,
        notes: [...result.notes, ...event.notes],
      };
  }
}

/**
 * Makes the step that gives a finished request its parts. They come in events of their own before it, so that they can
 * be masked and stored one by one.
 */
export function collectParts(): (event: RunEvent) => RunEvent {
  let parts: PartResult[] = [];
  return (event) => {
    if (event.type === 'part-finished') {
      parts.push(event.result);
    }
    if (event.type !== 'request-finished' || parts.length === 0) {
      return event;
    }
    const result = { ...event.result, parts };
    parts = [];
    return { ...event, result };
  };
}

/** A result that grows with the events of a run. */
export interface GrowingResult {
  /** Takes the next event; the first must be `run-started`. */
  readonly take: (event: RunEvent) => void;
  /** The result so far; absent before the first event. */
  readonly result: () => ExecutionResult | undefined;
}

/**
 * The same as folding with {@link reduceRun}, for callers that need only the final result: nothing is copied
 * at each event, which in a run of 10,000 requests is most of the memory that goes through.
 */
export function growResult(): GrowingResult {
  const requests: RequestResult[] = [];
  let frame: ExecutionResult | undefined;
  return {
    take(event) {
      if (frame !== undefined && event.type === 'request-finished') {
        requests.push(event.result);
      } else {
        frame = reduceRun(frame, event);
      }
    },
    result: () => (frame === undefined ? undefined : { ...frame, requests: [...requests] }),
  };
}

/**
 * A request by its name, the row of data and the item of its loop that it was sent for: `Read order, row 2 (ada), item 3`.
 * The steps that called its chain come first: `Pay, item 2 › Charge card`.
 */
export function nameOfPart(result: RequestResult<unknown> | PartResult<unknown>): string {
  const steps = 'at' in result ? result.at.slice(0, -1) : [];
  const way = steps.map(({ id, name = id, item }) => [name, ...nameOfItem(item)].join(', '));
  return [...way, nameInCall(result)].join(' › ');
}

/** The same without the steps around it, for readers who see them. */
export function nameInCall(result: RequestResult<unknown> | PartResult<unknown>): string {
  const item = 'at' in result ? result.at.at(-1)?.item : undefined;
  const rows = result.row === undefined ? [] : [nameOfRow(result.row)];
  return [result.name, ...rows, ...nameOfItem(item)].join(', ');
}

function nameOfItem(item: number | undefined): readonly string[] {
  return item === undefined ? [] : [`item ${item + 1}`];
}

/** `row 2 (ada)`; a label may have line breaks, which end lines of logs and reports. */
function nameOfRow({ number, label }: RunRow): string {
  return label === '' ? `row ${number}` : `row ${number} (${oneLine(label)})`;
}

/** How many requests ended in each way. */
export function countOutcomes(result: ExecutionResult): Readonly<Record<Outcome, number>> {
  const counts = { passed: 0, failed: 0, blocked: 0, skipped: 0 };
  for (const { outcome } of result.requests) {
    counts[outcome] += 1;
  }
  return counts;
}
