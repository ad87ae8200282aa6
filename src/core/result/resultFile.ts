/**
 * Result files: an execution result as the text of `.chainwright/results/<chain>/<time>.json`, and back.
 *
 * The first line holds everything but the requests, so that a history of hundreds of results is listed
 * from their first lines; each request has a line of its own, so that a long run is written piece by
 * piece. The folder may have come with a clone: a file that is not a result is refused, whatever it contains.
 */
import { parseUnknown } from '../json/unknownJson';
import { UserError } from '../errors';
import { countOutcomes, type ExecutionResult, type Outcome } from './result';
import { isValid } from '../validators/result';

/** What a person did to have the run: `part` is any selection of requests. */
export type RunTrigger = 'execute' | 'runAll' | 'part';

/** A result as kept in a file. */
export interface RecordedResult extends ExecutionResult {
  readonly trigger: RunTrigger;
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** What a history shows of a result. */
export type ResultHead = Omit<RecordedResult, 'requests'>;

const REQUESTS = '"requests":[';

/** The text of a result, piece by piece. */
export function* writeResult(result: ExecutionResult, trigger: RunTrigger): Generator<string> {
  const { requests, ...rest } = result;
  const head: ResultHead = { ...rest, trigger, counts: countOutcomes(result) };
  yield `${JSON.stringify(head).slice(0, -1)},\n${REQUESTS}`;
  for (const [index, request] of requests.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(request)}`;
  }
  yield ']}\n';
}

/** Reads a result. Throws UserError when the text is none; `file` names it. */
export function readResult(text: string, file: string): RecordedResult {
  const content = parseUnknown(text);
  if (content === undefined || !isValid(content)) {
    throw notAResult(file);
  }
  // The schema has checked the shape.
  return content as RecordedResult;
}

/**
 * Reads what a history shows of a result from the beginning of its text, which must hold the first line.
 * Absent when the text was written by something else.
 */
export function readResultHead(beginning: string): ResultHead | undefined {
  const end = beginning.indexOf('\n');
  const content = end === -1 ? undefined : parseUnknown(`${beginning.slice(0, end)}${REQUESTS}]}`);
  if (content === undefined || !isValid(content)) {
    return undefined;
  }
  const { requests: _none, ...head } = content as RecordedResult;
  return head;
}

function notAResult(file: string): UserError {
  return new UserError(
    `${file} is not a result of a run.`,
    'Name a result of the history, a JSON report of run, or a chain.',
  );
}
