/**
 * The words that sentences about a verdict are made of: who asked, whose object it is, what was answered, where
 * data was found. Roles in a sentence are those of the procedure: caller and owner.
 */
import type { FieldToMark, LeakEvidence, StateChange } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { callerWithRelation } from '../crossing';
import { encodingWords } from './evidenceText';
import type { Exploitability } from '../../model/exploitability';
import { PLANTED } from '../../judge/leaks/distinctiveValues';
import type { OutcomeClass, Signals } from '../../model/verdict';

/** A cell, its verdict and what it rests on. */
export interface Explained {
  readonly cell: Cell;
  readonly signals: Signals;
  /** The class that the signals give, before any waiver. */
  readonly class: OutcomeClass;
  readonly leaks: readonly LeakEvidence[];
  readonly changes: readonly StateChange[];
  /** Why a control failed. */
  readonly controlFailure?: string;
  /** Why the attack has no answer. */
  readonly attackFailure?: string;
  readonly exploitability?: Exploitability;
  /** What to name in the matrix to make a leak detectable. */
  readonly fieldToMark?: FieldToMark;
}

/** Writes the reasons of a verdict, most important first. */
export type Sentences = (input: Explained) => readonly string[];

/** `403`, or that the answer is missing, to follow "the answer is". */
export function answerWords({ signals: { status } }: Pick<Explained, 'signals'>): string {
  return status === 'none' ? 'missing' : String(status);
}

/** Whether the attack was answered with a success. */
export function isAccepted({ signals: { status } }: Pick<Explained, 'signals'>): boolean {
  return status !== 'none' && ((status >= 200 && status < 300) || status === 304);
}

/** Who asked. */
export function callerWords(cell: Cell): string {
  return cell.kind === 'ANON' ? 'a caller without credentials' : callerWithRelation(cell);
}

/** Whose data it is. */
export function ownerWords({ owner, kind }: Cell): string {
  return owner ?? (kind === 'LIST' ? 'another user' : 'somebody else');
}

/** What was asked for: `bob's order`, or the function that concerns no object. */
export function objectWords({ resource, owner, operation }: Cell): string {
  return resource === undefined || owner === undefined ? operation : `${owner}'s ${resource}`;
}

/** What the caller was granted: `the own order`, `bob's order`, or nothing to add for a function. */
export function grantedWords({ resource, owner, caller }: Cell): string {
  if (resource === undefined) {
    return '';
  }
  return owner === undefined || owner === caller ? ` on the own ${resource}` : ` on ${owner}'s ${resource}`;
}

/** What the owner sees: `what bob sees of the order`. */
export function seenByOwner({ owner, resource, operation }: Cell): string {
  const who = owner ?? 'who may';
  return resource === undefined
    ? `what ${who} is answered by ${operation}`
    : `what ${who} sees of the ${resource}`;
}

/** How to make a leak recognizable, as a sentence that follows another one; a function without object has no markers. */
export function markerAdvice({
  cell: { resource },
  fieldToMark,
}: Pick<Explained, 'cell' | 'fieldToMark'>): string {
  if (resource !== undefined && fieldToMark !== undefined) {
    return ` Name ${fieldToMark.path} under "${fieldToMark.under}" of ${resource}.`;
  }
  return resource === undefined
    ? ''
    : ` Name a field that shows the owner under "marker" of ${resource}, or fields for a planted text under "canary".`;
}

/** `/order/note holds the text planted in bob's order`, `it holds, in Base64, what bob sees at /customer`. */
export function leakPlace({ found, value, encoding }: LeakEvidence, cell: Cell): string {
  const place = found.replace(/^body (?=.)/, '').replace(/^body$/, 'it');
  const written = encoding === 'plain' ? '' : `, in ${encodingWords(encoding)},`;
  const what =
    value === PLANTED
      ? `the text planted in ${objectWords(cell)}`
      : `what ${ownerWords(cell)} sees at ${value}`;
  return `${place} holds${written} ${what}`;
}
