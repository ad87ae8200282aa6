/**
 * A run at a glance: how many cells came to what, the exit code that follows, and each cell in two short lines,
 * the answer and its proof.
 *
 * A run that proved nothing is never green, and neither is one that ended before it was through. The mark of a
 * cell says the same as its colour, for people who do not see colours.
 */
import { oneLine, shorten } from '../../shownText';
import type { AuthzResult, CellResult } from '../model/authzResult';
import {
  countsAsDenied,
  judgementOf,
  type Judgement,
  type OutcomeClass,
  type Signals,
} from '../model/verdict';

/** The words in a cell of a grid. */
export interface CellWords {
  readonly mark: '✓' | '✗' | '?' | '!' | '·';
  /** The answer or the harm, in a word or two. */
  readonly headline: string;
  /** Its proof, in a few words; empty when there is nothing to add. */
  readonly detail: string;
}

/** How many cells came to each judgement. */
export function countJudgements({ cells }: Pick<AuthzResult, 'cells'>): Readonly<Record<Judgement, number>> {
  const counts = { pass: 0, flaw: 0, restricted: 0, denied: 0, inconclusive: 0, open: 0 };
  for (const { class: outcome } of cells) {
    counts[judgementOf(outcome)] += 1;
  }
  return counts;
}

/** The unit after a number of cells: `flaws`, `denied with another code`. */
export function judgementLabel(judgement: Judgement, count: number): string {
  switch (judgement) {
    case 'pass':
      return 'passed';
    case 'flaw':
      return count === 1 ? 'flaw' : 'flaws';
    case 'restricted':
      return 'granted but refused';
    case 'denied':
      return 'denied with another code';
    case 'inconclusive':
      return 'inconclusive';
    case 'open':
      return 'not tested or waived';
  }
}

/** What a pass rests on: the status that the user's rule asks for, or something else, which is counted apart. */
export type PassKind = 'status' | 'anonymous' | 'effect' | 'declared';

const PASS_KINDS: ReadonlyMap<OutcomeClass, PassKind> = new Map([
  ['PASS_403', 'status'],
  ['PASS_404', 'status'],
  ['PASS_401', 'anonymous'],
  ['PASS_EFFECT', 'effect'],
  ['PUBLIC_OK', 'effect'],
  ['PASS_MAPPED', 'declared'],
]);

/** How many cells passed by what. */
export function countPasses({ cells }: Pick<AuthzResult, 'cells'>): Readonly<Record<PassKind, number>> {
  const counts = { status: 0, anonymous: 0, effect: 0, declared: 0 };
  for (const { class: outcome } of cells) {
    const kind = PASS_KINDS.get(outcome);
    if (kind !== undefined) {
      counts[kind] += 1;
    }
  }
  return counts;
}

/** `12 by 403 or 404, 14 by 401, 42 by effect`. */
export function passWords(result: Pick<AuthzResult, 'cells'>): string {
  const { status, anonymous, effect, declared } = countPasses(result);
  const words = [
    [status, 'by 403 or 404'],
    [anonymous, 'by 401 without valid credentials'],
    [effect, 'by effect'],
    [declared, 'by a declared refusal'],
  ] as const;
  return words
    .filter(([count]) => count > 0)
    .map(([count, by]) => `${count} ${by}`)
    .join(', ');
}

/**
 * The exit code of a run: 130 cancelled; 1 for a flaw, something accepted without proof, or an own object refused;
 * 3 when something is inconclusive, nothing was tested, or the run ended before it was through; 4 for refusals by
 * another code than 403 and 404 (1 when `strict`), the guesses of attack packs aside; 0 otherwise.
 */
export function authzExitCode(
  result: Pick<AuthzResult, 'outcome' | 'cells'>,
  { strict }: { readonly strict: boolean },
): 0 | 1 | 3 | 4 | 130 {
  const { flaw, restricted, inconclusive } = countJudgements(result);
  const isDenied = result.cells.some(countsAsDenied);
  if (result.outcome === 'cancelled') {
    return 130;
  }
  if (flaw + restricted > 0 || (strict && isDenied)) {
    return 1;
  }
  const isTested = result.cells.some(({ class: outcome }) => outcome !== 'SKIPPED');
  if (inconclusive > 0 || !isTested || result.cells.some(isCutOff)) {
    return 3;
  }
  return isDenied ? 4 : 0;
}

/** Whether a cell was to be asked and the run ended before it: the plan had no reason to leave it out. */
export function isCutOff({ cell, class: outcome }: Pick<CellResult, 'cell' | 'class'>): boolean {
  return outcome === 'SKIPPED' && cell.skip === undefined;
}

/** The words of a cell: `✗ read` and `403, data in body`, `✓ 404` and `still there`. */
export function cellWords(result: CellResult): CellWords {
  const { class: outcome, waived } = result;
  if (outcome === 'WAIVED') {
    const { headline, detail } = wordsOf(waived?.class ?? outcome, result);
    return words('·', 'waived', [headline, detail].filter((text) => text !== '').join(', '));
  }
  return wordsOf(outcome, result);
}

/** Characters of a detail that are shown. */
const MAX_DETAIL = 40;

function words(mark: CellWords['mark'], headline: string, detail: string): CellWords {
  return { mark, headline, detail: shorten(oneLine(detail), MAX_DETAIL) };
}

function wordsOf(outcome: OutcomeClass, result: CellResult): CellWords {
  return WORDS[outcome](result, answerOf(result.signals));
}

/** `403`, or that there was no answer. */
function answerOf(signals: Signals | undefined): string {
  return signals === undefined || signals.status === 'none' ? 'no answer' : String(signals.status);
}

const WORDS: Readonly<Record<OutcomeClass, (result: CellResult, answer: string) => CellWords>> = {
  FLAW_READ: (result, answer) => words('✗', 'read', `${answer}, data in ${leakPlace(result)}`),
  FLAW_WRITE: (result, answer) => words('✗', 'changed', `${answer}, ${changePlace(result)}`),
  FLAW_DELETE: (_, answer) => words('✗', 'deleted', `${answer}, and gone`),
  SUSPECT_ACCEPTED: (_, answer) => words('✗', 'accepted', `${answer}, no proof`),
  OVER_RESTRICTED: ({ cell }, answer) =>
    words('✗', 'refused', cell.owner === cell.caller ? `own ${answer}` : answer),
  PASS_403: (result) => words('✓', '403', intactWords(result)),
  PASS_404: (result) => words('✓', '404', intactWords(result)),
  PASS_401: (result) => words('✓', '401', intactWords(result)),
  PASS_MAPPED: ({ signals }, answer) => words('✓', String(signals?.mapped ?? 403), `declared, ${answer}`),
  PASS_EFFECT: passEffect,
  PUBLIC_OK: (_, answer) => words('·', 'public', answer),
  ID_IGNORED: (_, answer) => words('!', answer, 'own object instead'),
  SOFT_DENY: (_, answer) => words('!', answer, 'denial in body'),
  DENIED_REDIRECT: (_, answer) => words('!', answer, 'redirect'),
  DENIED_401: (_, answer) => words('!', answer, 'not 403 or 404'),
  DENIED_OTHER: (_, answer) => words('!', answer, 'not 403 or 404'),
  INCONCLUSIVE_CONTROL: ({ controlFailure }, answer) => words('?', 'control', controlFailure ?? answer),
  INCONCLUSIVE_AUTH: (_, answer) => words('?', 'session', `${answer}, may have ended`),
  INCONCLUSIVE_RATE_LIMIT: (_, answer) => words('?', 'rate limit', answer),
  INCONCLUSIVE_SERVER_ERROR: (_, answer) => words('?', 'server error', answer),
  INCONCLUSIVE_NETWORK: () => words('?', 'no answer', ''),
  INCONCLUSIVE_STATE: (_, answer) => words('?', 'not seen', `${answer}, object unknown`),
  SKIPPED: () => words('·', 'not tested', ''),
  WAIVED: () => words('·', 'waived', ''),
};

/** `body`, `X-Debug`, `list`. */
function leakPlace({ cell, leaks: [first] }: CellResult): string {
  if (cell.kind === 'LIST') {
    return 'list';
  }
  return first?.found.startsWith('header ') === true ? first.found : 'body';
}

/** `amount 12.5 → 0`, or `note` where the values tell nothing; the property that was set where no change is known. */
function changePlace({ cell, changes: [first] }: CellResult): string {
  if (first === undefined) {
    return cell.property === undefined ? 'object changed' : `${cell.property} set`;
  }
  const { path, before = '…', after = '…' } = first;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isReadable = !/…|CNRY-/.test(before + after);
  return (name === '' ? 'whole body' : name) + (isReadable ? ` ${before} → ${after}` : '');
}

/** What a look at the object showed after the refusal. */
function intactWords({ cell, signals }: CellResult): string {
  if (signals?.state === 'same') {
    return cell.effect === 'delete' ? 'still there' : 'unchanged';
  }
  return signals?.leak === 'unknown' ? 'no marker' : '';
}

function passEffect({ cell }: CellResult, answer: string): CellWords {
  switch (cell.kind) {
    case 'LIST':
      return words('✓', cell.relation === undefined ? 'own only' : 'not shown', answer);
    case 'PROP':
      return words('✓', cell.effect === 'read' ? 'not shown' : 'not set', answer);
    default:
      return words(
        '·',
        cell.resource !== undefined && cell.owner === cell.caller ? 'own' : 'allowed',
        answer,
      );
  }
}
