/** A cell and its verdict in one sentence without its stop: the headline of its evidence and of its problems. */
import type { CellResult } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { callerWithRelation } from '../crossing';
import type { OutcomeClass } from '../../model/verdict';

/** `alice reads bob's order`, `eve (of another tenant) reads bob's order`, `sam is kept from users.list`; no markup. */
export function verdictSentence({ cell, class: outcome }: Pick<CellResult, 'cell' | 'class'>): string {
  const title = `${callerWithRelation(cell)} ${verbOf(outcome, cell)} ${objectOf(cell)}`;
  return cell.kind === 'ANON' && HARMS.has(outcome) ? `${title} without credentials` : title;
}

const HARMS: ReadonlySet<OutcomeClass> = new Set([
  'FLAW_READ',
  'FLAW_WRITE',
  'FLAW_DELETE',
  'SUSPECT_ACCEPTED',
]);

const VERBS: Readonly<Record<OutcomeClass, string>> = {
  FLAW_READ: 'reads',
  FLAW_WRITE: 'changes',
  FLAW_DELETE: 'deletes',
  SUSPECT_ACCEPTED: 'is not refused',
  OVER_RESTRICTED: 'is refused',
  ID_IGNORED: 'gets their own instead of',
  PASS_403: 'is kept from',
  PASS_404: 'is kept from',
  PASS_401: 'is kept from',
  PASS_MAPPED: 'is kept from',
  SOFT_DENY: 'is kept from',
  DENIED_REDIRECT: 'is kept from',
  DENIED_401: 'is kept from',
  DENIED_OTHER: 'is kept from',
  PASS_EFFECT: 'does not reach',
  PUBLIC_OK: 'may read',
  WAIVED: 'has a waiver for',
  SKIPPED: 'was not tested on',
  INCONCLUSIVE_CONTROL: 'was tested without a result on',
  INCONCLUSIVE_AUTH: 'was tested without a result on',
  INCONCLUSIVE_RATE_LIMIT: 'was tested without a result on',
  INCONCLUSIVE_SERVER_ERROR: 'was tested without a result on',
  INCONCLUSIVE_NETWORK: 'was tested without a result on',
  INCONCLUSIVE_STATE: 'was tested without a result on',
};

function verbOf(outcome: OutcomeClass, { kind, property, effect }: Cell): string {
  if (outcome === 'FLAW_WRITE' && property !== undefined) {
    return `sets ${property} of`;
  }
  if (property !== undefined && effect === 'read' && (outcome === 'FLAW_READ' || outcome === 'PASS_EFFECT')) {
    return `${outcome === 'FLAW_READ' ? 'is shown' : 'is not shown'} ${property} of`;
  }
  if (outcome === 'FLAW_READ' && kind === 'LIST') {
    return 'finds in a list';
  }
  return outcome === 'PASS_EFFECT' && kind === 'SELF' ? 'can use' : VERBS[outcome];
}

/** The object by its owner; what concerns none by the name of the operation. */
function objectOf({ kind, operation, owner, caller, resource }: Cell): string {
  if (resource === undefined || owner === undefined || kind === 'FUN') {
    return operation;
  }
  return owner === caller ? `${operation} on their own ${resource}` : `${owner}'s ${resource}`;
}
