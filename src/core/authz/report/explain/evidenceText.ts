/**
 * Evidence in words: what a step is for, where data was found, what happened to an object. The same in every
 * view.
 */
import type { LeakEvidence, StateChange, StepKind } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { locationOf } from '../grid';

/** What a step is for. */
export function stepWords(step: StepKind): string {
  return STEPS[step];
}

/** Where data of the owner was found, and which. */
export function leakWords({ found, value, begins, encoding }: LeakEvidence): string {
  const written = encoding === 'plain' ? '' : `, written as ${encodingWords(encoding)}`;
  return `${found} holds ${value} (${begins}…)${written}`;
}

/** How a value was encoded that is not there in plain text. */
export function encodingWords(encoding: Exclude<LeakEvidence['encoding'], 'plain'>): string {
  return ENCODINGS[encoding];
}

/** What became of a part of the object. */
export function changeWords({ path, before, after }: StateChange): string {
  const where = path === '' ? 'the whole body' : path;
  if (before === undefined) {
    return `${where} is new: ${after ?? '…'}`;
  }
  return after === undefined ? `${where} is gone; it was ${before}` : `${where}: ${before} → ${after}`;
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

const STEPS: Readonly<Record<StepKind, string>> = {
  login: 'sign in',
  create: 'create',
  'owner-read': 'owner reads',
  'owner-control': 'owner does it',
  'caller-control': 'own object',
  calibration: 'no such object',
  attack: 'attack',
  liveness: 'still signed in',
  'after-read': 'owner reads again',
  'self-check': 'own object again',
  probe: 'probe',
  restore: 'restore',
  teardown: 'clean up',
};

const ENCODINGS: Readonly<Record<Exclude<LeakEvidence['encoding'], 'plain'>, string>> = {
  json: 'JSON escapes',
  html: 'HTML entities',
  percent: 'percent codes',
  base64: 'Base64',
  hex: 'hexadecimal digits',
  utf16: 'UTF-16',
};
