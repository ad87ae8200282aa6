/**
 * What a person reads in a terminal: a line per request as it ends, reasons under those that did not
 * pass, and a summary at the end that repeats the failures because they scrolled away.
 */
import { describeRows } from '../../core/data/selectRows';
import { unfinishedRows } from '../../core/result/rowTable';
import { countOfParts } from '../../core/result/partTree';
import {
  answerOf,
  humanDuration,
  reasonText,
  rootCauseOf,
  timeOf,
  todoOf,
} from '../../core/result/resultViews';
import {
  type ChainReference,
  type ExecutionResult,
  type Outcome,
  type Reason,
  type RequestResult,
  countOutcomes,
  nameOfPart,
} from '../../core/result/result';
import { oneLine, shorten } from '../../core/shownText';
import { outcomes, totalsOf } from '../../core/result/runReport';
import { plural } from '../../core/words';

/** Puts colours around a text; each function can return it unchanged. */
export interface Paint {
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

/** The line above the requests of a chain. */
export function renderChainTitle({ name, file }: ChainReference, paint: Paint): string {
  return `${paint.bold(oneLine(name))}  ${paint.dim(oneLine(file))}`;
}

/** `✓ POST   Log in   200 OK   31 ms`, with what it extracted, or why it did not pass, on lines below. */
export function renderRequestLine(result: RequestResult, paint: Paint): string {
  const { outcome, method, exchange } = result;
  const status = exchange?.response?.status;
  const time = timeOf(result);
  const answer = status === undefined ? answerOf(result) : String(status);
  const head = [
    `  ${colourOf(outcome, paint)(SIGNS[outcome])}`,
    paint.dim(oneLine(method).padEnd(6)),
    shorten(oneLine(nameOfPart(result)), 40).padEnd(28),
    colourOf(outcome, paint)(oneLine(answer).padEnd(8)),
    time === '' ? '' : paint.dim(time.padStart(8)),
    repeated(result, paint),
  ];
  const below = outcome === 'passed' ? extractionLines(result, paint) : reasonLines(result, paint);
  return [head.join(' ').trimEnd(), ...below].join('\n');
}

function repeated({ attempts, parts }: RequestResult, paint: Paint): string {
  if (parts !== undefined) {
    return paint.dim(countOfParts(parts));
  }
  return attempts > 1 ? paint.yellow(`after ${attempts} attempts`) : '';
}

/** What became of the chains and of all requests; ends without a line break. */
export function renderSummary(results: readonly ExecutionResult[], paint: Paint): string {
  const { requests, durationMs } = totalsOf(results);
  const width = Math.max(0, ...results.map(({ chain }) => Math.min(40, oneLine(chain.name).length)));
  const total = outcomes.reduce((sum, outcome) => sum + requests[outcome], 0);
  const all = `${plural(total, 'request')} in ${plural(results.length, 'chain')}`;
  return [
    '',
    paint.bold('Summary'),
    ...results.flatMap((result) => [
      chainLine(result, width, paint),
      ...result.notes.map((note) => `      ${paint.yellow(`Note: ${oneLine(note)}`)}`),
      ...rootCauses(result, paint),
      ...rowLines(result, paint),
    ]),
    '',
    `  ${paint.bold(all)}  ${countWords(requests, paint)}  ${paint.dim(humanDuration(durationMs))}`,
    ...seedLines(results, paint),
  ].join('\n');
}

/** How to run again the rows of data that did not come through. */
function rowLines({ requests }: ExecutionResult, paint: Paint): readonly string[] {
  const rows = unfinishedRows(requests);
  return rows.length === 0 ? [] : [paint.dim(`      To run these rows again: --rows ${describeRows(rows)}`)];
}

/** All chains of a run have the same. */
function seedLines([result]: readonly ExecutionResult[], paint: Paint): readonly string[] {
  return result?.seed === undefined ? [] : [`  ${paint.dim(`Seed: ${oneLine(result.seed)}`)}`];
}

const SIGNS: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', blocked: '⊘', skipped: '-' };

function colourOf(outcome: Outcome, paint: Paint): (text: string) => string {
  switch (outcome) {
    case 'passed':
      return paint.green;
    case 'failed':
      return paint.red;
    case 'blocked':
      return paint.yellow;
    case 'skipped':
      return paint.dim;
  }
}

function extractionLines({ extractions }: RequestResult, paint: Paint): readonly string[] {
  return extractions
    .filter(({ found }) => found)
    .map(({ variable, value = '' }) =>
      paint.dim(`      ${oneLine(variable)} = ${shorten(oneLine(value), 72)}`),
    );
}

function reasonLines({ outcome, reasons }: RequestResult, paint: Paint): readonly string[] {
  const causes = reasons.map(rootCauseOf);
  return reasons.flatMap((reason, index) => {
    const cause = causes.indexOf(causes[index]) === index ? causes[index] : undefined;
    const todo = todoOf(reason);
    return [
      `      ${colourOf(outcome, paint)(oneLine(reason.message))}`,
      ...(todo === undefined ? [] : [`      ${oneLine(todo)}`]),
      ...(cause === undefined ? [] : [paint.dim(`      Root cause: ${oneLine(cause)}`)]),
    ];
  });
}

function chainLine(result: ExecutionResult, width: number, paint: Paint): string {
  const { chain, outcome, durationMs } = result;
  const sign =
    outcome === 'passed' ? paint.green('✓') : outcome === 'failed' ? paint.red('✗') : paint.yellow('!');
  const name = shorten(oneLine(chain.name), 40).padEnd(width);
  const ended = outcome === 'cancelled' || outcome === 'running' ? `  ${paint.yellow('cancelled')}` : '';
  return `  ${sign} ${name}  ${countWords(countOutcomes(result), paint)}${ended}  ${paint.dim(humanDuration(durationMs))}`;
}

function countWords(counts: Readonly<Record<Outcome, number>>, paint: Paint): string {
  const words = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => colourOf(outcome, paint)(`${counts[outcome]} ${outcome}`));
  return words.length === 0 ? paint.dim('no requests') : words.join('  ');
}

/** The requests that nothing before them stopped, with their first reason: what else was blocked follows from them. */
function rootCauses({ requests }: ExecutionResult, paint: Paint): readonly string[] {
  return requests
    .filter(
      ({ outcome, reasons }) =>
        outcome === 'failed' || (outcome === 'blocked' && !reasons.some(isConsequence)),
    )
    .map((result) => {
      const {
        outcome,
        reasons: [reason],
      } = result;
      const why = reason === undefined ? '' : paint.dim(`  ${oneLine(reasonText(reason))}`);
      return `      ${colourOf(outcome, paint)(oneLine(nameOfPart(result)))}${why}`;
    });
}

function isConsequence(reason: Reason): boolean {
  return reason.kind === 'unresolved' && reason.rootCause !== undefined;
}
