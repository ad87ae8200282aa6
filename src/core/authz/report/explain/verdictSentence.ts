/** A cell and its verdict in one sentence without its stop: the headline of its evidence and of its problems. */
import { inEnglish, type Say } from '../../../say';
import type { CellResult } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import type { OutcomeClass } from '../../model/verdict';
import { callerWithRelation } from '../crossing';

/** `alice reads bob's order`, `eve (of another tenant) reads bob's order`, `sam is kept from users.list`; no markup. */
export function verdictSentence(
  { cell, class: outcome }: Pick<CellResult, 'cell' | 'class'>,
  say: Say = inEnglish,
): string {
  const title = sentenceOf(outcome, cell)(say, callerWithRelation(cell, say), objectOf(cell, say));
  return cell.kind === 'ANON' && HARMS.has(outcome) ? say('{0} without credentials', title) : title;
}

const HARMS: ReadonlySet<OutcomeClass> = new Set([
  'FLAW_READ',
  'FLAW_WRITE',
  'FLAW_DELETE',
  'SUSPECT_ACCEPTED',
]);

/** A sentence about a caller and an object. */
type Sentence = (say: Say, caller: string, object: string) => string;

const isKeptFrom: Sentence = (say, ...who) => say('{0} is kept from {1}', ...who);
const wasInconclusive: Sentence = (say, ...who) => say('{0} was tested without a result on {1}', ...who);

const SENTENCES: Readonly<Record<OutcomeClass, Sentence>> = {
  FLAW_READ: (say, ...who) => say('{0} reads {1}', ...who),
  FLAW_WRITE: (say, ...who) => say('{0} changes {1}', ...who),
  FLAW_DELETE: (say, ...who) => say('{0} deletes {1}', ...who),
  SUSPECT_ACCEPTED: (say, ...who) => say('{0} is not refused {1}', ...who),
  OVER_RESTRICTED: (say, ...who) => say('{0} is refused {1}', ...who),
  ID_IGNORED: (say, ...who) => say('{0} gets their own instead of {1}', ...who),
  PASS_403: isKeptFrom,
  PASS_404: isKeptFrom,
  PASS_401: isKeptFrom,
  PASS_MAPPED: isKeptFrom,
  SOFT_DENY: isKeptFrom,
  DENIED_REDIRECT: isKeptFrom,
  DENIED_401: isKeptFrom,
  DENIED_OTHER: isKeptFrom,
  PASS_EFFECT: (say, ...who) => say('{0} does not reach {1}', ...who),
  PUBLIC_OK: (say, ...who) => say('{0} may read {1}', ...who),
  WAIVED: (say, ...who) => say('{0} has a waiver for {1}', ...who),
  SKIPPED: (say, ...who) => say('{0} was not tested on {1}', ...who),
  INCONCLUSIVE_CONTROL: wasInconclusive,
  INCONCLUSIVE_AUTH: wasInconclusive,
  INCONCLUSIVE_RATE_LIMIT: wasInconclusive,
  INCONCLUSIVE_SERVER_ERROR: wasInconclusive,
  INCONCLUSIVE_NETWORK: wasInconclusive,
  INCONCLUSIVE_STATE: wasInconclusive,
};

function sentenceOf(outcome: OutcomeClass, { kind, property, effect }: Cell): Sentence {
  if (property !== undefined && outcome === 'FLAW_WRITE') {
    return (say, caller, object) => say('{0} sets {1} of {2}', caller, property, object);
  }
  if (property !== undefined && effect === 'read' && (outcome === 'FLAW_READ' || outcome === 'PASS_EFFECT')) {
    const isShown = outcome === 'FLAW_READ';
    return (say, caller, object) =>
      say(isShown ? '{0} is shown {1} of {2}' : '{0} is not shown {1} of {2}', caller, property, object);
  }
  if (outcome === 'FLAW_READ' && kind === 'LIST') {
    return (say, ...who) => say('{0} finds in a list {1}', ...who);
  }
  return outcome === 'PASS_EFFECT' && kind === 'SELF'
    ? (say, ...who) => say('{0} can use {1}', ...who)
    : SENTENCES[outcome];
}

/** The object by its owner; what concerns none by the name of the operation. */
function objectOf({ kind, operation, owner, caller, resource }: Cell, say: Say): string {
  if (resource === undefined || owner === undefined || kind === 'FUN') {
    return operation;
  }
  return owner === caller
    ? say('{0} on their own {1}', operation, resource)
    : say("{0}'s {1}", owner, resource);
}
