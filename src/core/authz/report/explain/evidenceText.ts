/**
 * Evidence in words: what a step is for, where data was found, what happened to an object. The same in every
 * view.
 */
import type { LeakEvidence, StateChange, StepKind } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { inEnglish, type Say } from '../../../say';
import { locationOf } from '../grid';

/** What a step is for. */
export function stepWords(step: StepKind, say: Say = inEnglish): string {
  switch (step) {
    case 'login':
      return say('sign in');
    case 'create':
      return say('create');
    case 'owner-read':
      return say('owner reads');
    case 'owner-control':
      return say('owner does it');
    case 'caller-control':
      return say('own object');
    case 'calibration':
      return say('no such object');
    case 'attack':
      return say('attack');
    case 'liveness':
      return say('still signed in');
    case 'after-read':
      return say('owner reads again');
    case 'self-check':
      return say('own object again');
    case 'probe':
      return say('probe');
    case 'restore':
      return say('restore');
    case 'teardown':
      return say('clean up');
  }
}

/** Where data of the owner was found, and which. */
export function leakWords({ found, value, begins, encoding }: LeakEvidence, say: Say = inEnglish): string {
  return encoding === 'plain'
    ? say('{0} holds {1} ({2}…)', found, value, begins)
    : say('{0} holds {1} ({2}…), written as {3}', found, value, begins, encodingWords(encoding, say));
}

/** How a value was encoded that is not there in plain text. */
export function encodingWords(
  encoding: Exclude<LeakEvidence['encoding'], 'plain'>,
  say: Say = inEnglish,
): string {
  switch (encoding) {
    case 'json':
      return say('JSON escapes');
    case 'html':
      return say('HTML entities');
    case 'percent':
      return say('percent codes');
    case 'base64':
      return say('Base64');
    case 'hex':
      return say('hexadecimal digits');
    case 'utf16':
      return say('UTF-16');
  }
}

/** What became of a part of the object. */
export function changeWords({ path, before, after }: StateChange, say: Say = inEnglish): string {
  const where = path === '' ? say('the whole body') : path;
  if (before === undefined) {
    return say('{0} is new: {1}', where, after ?? '…');
  }
  return after === undefined
    ? say('{0} is gone; it was {1}', where, before)
    : `${where}: ${before} → ${after}`;
}

/**
 * A cell by what is sent, for readers who do not know the names in the matrix:
 * `bob←alice DELETE /orders/{orderId} [path]`. Stable from run to run, for no identifiers are in it.
 */
export function cellTitle(cell: Cell): string {
  const { owner, caller, method } = cell;
  const who = owner === undefined ? caller : `${owner}←${caller}`;
  return `${who} ${method} ${pathWords(cell)} [${placeWords(cell)}]`;
}

/** The path with its variables as documentation writes them: `/orders/{orderId}`. */
export function pathWords({ path }: Pick<Cell, 'path'>): string {
  return path.replace(VARIABLE, '{$1}');
}

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** In a path with one variable there is only one place to name. */
function placeWords(cell: Cell): string {
  const [first, ...others] = cell.places;
  const isPlain = others.length === 0 && first?.in === 'path' && cell.path.match(VARIABLE)?.length === 1;
  const words = locationOf(cell);
  return isPlain ? words.replace(`path ${first.variable}`, 'path') : words;
}
