/** What a sync comes to as lines for a person: each operation with its requests, and what becomes of them. */
import { defined } from '../../core/defined';
import { formatPlace } from '../../core/errors';
import type { Say } from '../../core/say';
import { oneLine } from '../../core/shownText';
import type { Paint } from '../reporters/consoleReport';
import type { Point } from './correction';
import type { SyncedOperation, SyncedRequest } from './syncChains';

/** In which colours and in whose language it is said. */
export interface SyncWords {
  readonly paint: Paint;
  readonly say: Say;
  /** The language for sentences of the engine. */
  readonly translate: (sentence: string) => string;
}

/** A chain that gets requests for operations. */
export interface AddedOperations {
  readonly file: string;
  readonly operations: readonly string[];
}

/** An operation as far as it is told. */
export interface ToldOperation extends Omit<SyncedOperation, 'requests'> {
  readonly requests: readonly ToldRequest[];
}

interface ToldRequest extends Omit<SyncedRequest, 'points'> {
  readonly points: readonly Pick<Point, 'kind' | 'text'>[];
}

/** The lines of all operations, with an empty one before each. */
export function syncLines(
  operations: readonly ToldOperation[],
  added: AddedOperations | undefined,
  words: SyncWords,
): readonly string[] {
  return operations.flatMap((one) => [
    '',
    operationLine(one, added, words),
    ...one.requests.flatMap((request) => requestLines(request, words)),
  ]);
}

function operationLine(
  one: ToldOperation,
  added: AddedOperations | undefined,
  { paint, say }: SyncWords,
): string {
  const { operation, place, requests } = one;
  const [mark, what] = changeWords(one, say);
  const called =
    requests.length > 0
      ? []
      : added?.operations.includes(operation) === true
        ? [say('added to {0}', oneLine(added.file))]
        : [say('no chain calls it')];
  const where = place === undefined ? '' : paint.dim(`  ${oneLine(formatPlace(place))}`);
  return `${mark} ${paint.bold(oneLine(operation))}  ${[what, ...called].join('; ')}${where}`;
}

function changeWords({ change, from = '' }: ToldOperation, say: Say): readonly [mark: string, what: string] {
  switch (change) {
    case 'new':
      return ['+', say('new')];
    case 'changed':
      return ['~', say('changed')];
    case 'moved':
      return ['>', say('was {0}', oneLine(from))];
    case 'same':
      return ['=', say('not changed')];
    case 'gone':
      return ['-', say('no longer described')];
    case 'undescribed':
      return ['?', say('not described')];
  }
}

function requestLines(
  { id, place: { file, line }, points }: ToldRequest,
  words: SyncWords,
): readonly string[] {
  const { paint, say } = words;
  const name = oneLine(`${formatPlace({ file, ...defined({ line }) })} ${id}`);
  return [
    `    ${name}${points.length === 0 ? paint.dim(`  ${say('nothing to change')}`) : ''}`,
    ...new Set(points.map((point) => `      ${pointLine(point, words)}`)),
  ];
}

function pointLine({ kind, text }: Pick<Point, 'kind' | 'text'>, { paint, translate }: SyncWords): string {
  const shown = oneLine(translate(text));
  switch (kind) {
    case 'remove':
      return paint.red(`- ${shown}`);
    case 'append':
    case 'constant':
    case 'set':
      return paint.green(`+ ${shown}`);
    case 'open':
      return paint.yellow(`! ${shown}`);
    case 'new':
      return paint.dim(`  ${shown}`);
  }
}
