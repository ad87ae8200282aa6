/**
 * A run at a glance: how many cells came to what, the exit code that follows, and each cell in two short lines,
 * the answer and its proof.
 *
 * A run that proved nothing is never green, and neither is one that ended before it was through. The mark of a
 * cell says the same as its colour, for people who do not see colours.
 */
import { inEnglish, type Say } from '../../say';
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
export function cellWords(result: CellResult, say: Say = inEnglish): CellWords {
  const { class: outcome, waived } = result;
  if (outcome === 'WAIVED') {
    const { headline, detail } = wordsOf(waived?.class ?? outcome, result, say);
    return words('·', say('waived'), [headline, detail].filter((text) => text !== '').join(', '));
  }
  return wordsOf(outcome, result, say);
}

/** Characters of a detail that are shown. */
const MAX_DETAIL = 40;

function words(mark: CellWords['mark'], headline: string, detail: string): CellWords {
  return { mark, headline, detail: shorten(oneLine(detail), MAX_DETAIL) };
}

function wordsOf(outcome: OutcomeClass, result: CellResult, say: Say): CellWords {
  return WORDS[outcome]({ ...result, answer: answerOf(result.signals, say), say });
}

/** `403`, or that there was no answer. */
function answerOf(signals: Signals | undefined, say: Say): string {
  return signals === undefined || signals.status === 'none' ? say('no answer') : String(signals.status);
}

/** A result, its answer in words, and the language. */
type Shown = CellResult & { readonly answer: string; readonly say: Say };

const WORDS: Readonly<Record<OutcomeClass, (shown: Shown) => CellWords>> = {
  FLAW_READ: (shown) =>
    words('✗', shown.say('read'), shown.say('{0}, data in {1}', shown.answer, leakPlace(shown))),
  FLAW_WRITE: (shown) => words('✗', shown.say('changed'), `${shown.answer}, ${changePlace(shown)}`),
  FLAW_DELETE: ({ say, answer }) => words('✗', say('deleted'), say('{0}, and gone', answer)),
  SUSPECT_ACCEPTED: ({ say, answer }) => words('✗', say('accepted'), say('{0}, no proof', answer)),
  OVER_RESTRICTED: ({ cell, say, answer }) =>
    words('✗', say('refused'), cell.owner === cell.caller ? say('own {0}', answer) : answer),
  PASS_403: (shown) => words('✓', '403', intactWords(shown)),
  PASS_404: (shown) => words('✓', '404', intactWords(shown)),
  PASS_401: (shown) => words('✓', '401', intactWords(shown)),
  PASS_MAPPED: ({ signals, say, answer }) =>
    words('✓', String(signals?.mapped ?? 403), say('declared, {0}', answer)),
  PASS_EFFECT: passEffect,
  PUBLIC_OK: ({ say, answer }) => words('·', say('public'), answer),
  ID_IGNORED: ({ say, answer }) => words('!', answer, say('own object instead')),
  SOFT_DENY: ({ say, answer }) => words('!', answer, say('denial in body')),
  DENIED_REDIRECT: ({ say, answer }) => words('!', answer, say('redirect')),
  DENIED_401: ({ say, answer }) => words('!', answer, say('not 403 or 404')),
  DENIED_OTHER: ({ say, answer }) => words('!', answer, say('not 403 or 404')),
  INCONCLUSIVE_CONTROL: ({ controlFailure, say, answer }) =>
    words('?', say('control'), controlFailure ?? answer),
  INCONCLUSIVE_AUTH: ({ say, answer }) => words('?', say('session'), say('{0}, may have ended', answer)),
  INCONCLUSIVE_RATE_LIMIT: ({ say, answer }) => words('?', say('rate limit'), answer),
  INCONCLUSIVE_SERVER_ERROR: ({ say, answer }) => words('?', say('server error'), answer),
  INCONCLUSIVE_NETWORK: ({ say }) => words('?', say('no answer'), ''),
  INCONCLUSIVE_STATE: ({ say, answer }) => words('?', say('not seen'), say('{0}, object unknown', answer)),
  SKIPPED: ({ say }) => words('·', say('not tested'), ''),
  WAIVED: ({ say }) => words('·', say('waived'), ''),
};

/** `body`, `X-Debug`, `list`. */
function leakPlace({ cell, leaks: [first], say }: Shown): string {
  if (cell.kind === 'LIST') {
    return say('list');
  }
  return first?.found.startsWith('header ') === true ? first.found : say('body');
}

/** `amount 12.5 → 0`, or `note` where the values tell nothing; the property that was set where no change is known. */
function changePlace({ cell, changes: [first], say }: Shown): string {
  if (first === undefined) {
    return cell.property === undefined ? say('object changed') : say('{0} set', cell.property);
  }
  const { path, before = '…', after = '…' } = first;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isReadable = !/…|CNRY-/.test(before + after);
  return (name === '' ? say('whole body') : name) + (isReadable ? ` ${before} → ${after}` : '');
}

/** What a look at the object showed after the refusal. */
function intactWords({ cell, signals, say }: Shown): string {
  if (signals?.state === 'same') {
    return cell.effect === 'delete' ? say('still there') : say('unchanged');
  }
  return signals?.leak === 'unknown' ? say('no marker') : '';
}

function passEffect({ cell, say, answer }: Shown): CellWords {
  switch (cell.kind) {
    case 'LIST':
      return words('✓', cell.relation === undefined ? say('own only') : say('not shown'), answer);
    case 'PROP':
      return words('✓', cell.effect === 'read' ? say('not shown') : say('not set'), answer);
    default:
      return words(
        '·',
        cell.resource !== undefined && cell.owner === cell.caller ? say('own') : say('allowed'),
        answer,
      );
  }
}
