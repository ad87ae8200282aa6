/**
 * The words that sentences about a verdict are made of: who asked, whose object it is, what was answered, where
 * data was found. Roles in a sentence are those of the procedure: caller and owner.
 */
import type { FieldToMark, LeakEvidence, StateChange } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { callerWithRelation } from '../crossing';
import { encodingWords } from './evidenceText';
import type { Say } from '../../../say';
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

/** What is explained, and in which language. */
export interface Told extends Explained {
  readonly say: Say;
}

/** Writes the reasons of a verdict, most important first. */
export type Sentences = (input: Told) => readonly string[];

/** `403`, or that the answer is missing, to follow "the answer is". */
export function answerWords({ signals: { status }, say }: Pick<Told, 'signals' | 'say'>): string {
  return status === 'none' ? say('missing') : String(status);
}

/** Whether the attack was answered with a success. */
export function isAccepted({ signals: { status } }: Pick<Explained, 'signals'>): boolean {
  return status !== 'none' && ((status >= 200 && status < 300) || status === 304);
}

/** Who asked, at the beginning of a sentence. */
export function callerWords({ cell, say }: Pick<Told, 'cell' | 'say'>): string {
  return cell.kind === 'ANON' ? say('A caller without credentials') : callerWithRelation(cell, say);
}

/** Who asked, within a sentence. */
export function thisCaller({ cell, say }: Pick<Told, 'cell' | 'say'>): string {
  return cell.kind === 'ANON' ? say('a caller without credentials') : callerWithRelation(cell, say);
}

/** Whose data it is. */
export function ownerWords({ cell: { owner, kind }, say }: Pick<Told, 'cell' | 'say'>): string {
  return owner ?? (kind === 'LIST' ? say('another user') : say('somebody else'));
}

/** What was asked for: `bob's order`, or the function that concerns no object. */
export function objectWords({
  cell: { resource, owner, operation },
  say,
}: Pick<Told, 'cell' | 'say'>): string {
  return resource === undefined || owner === undefined ? operation : say("{0}'s {1}", owner, resource);
}

/** What the caller was granted: `the own order`, `bob's order`, or nothing to add for a function. */
export function grantedWords({ cell: { resource, owner, caller }, say }: Pick<Told, 'cell' | 'say'>): string {
  if (resource === undefined) {
    return '';
  }
  return owner === undefined || owner === caller
    ? say(' on the own {0}', resource)
    : say(" on {0}'s {1}", owner, resource);
}

/** What the owner sees: `what bob sees of the order`. */
export function seenByOwner({
  cell: { owner, resource, operation },
  say,
}: Pick<Told, 'cell' | 'say'>): string {
  const who = owner ?? say('who may');
  return resource === undefined
    ? say('what {0} is answered by {1}', who, operation)
    : say('what {0} sees of the {1}', who, resource);
}

/** How to make a leak recognizable, as a sentence that follows another one; a function without object has no markers. */
export function markerAdvice({
  cell: { resource },
  fieldToMark,
  say,
}: Pick<Told, 'cell' | 'fieldToMark' | 'say'>): string {
  if (resource === undefined) {
    return '';
  }
  const advice =
    fieldToMark === undefined
      ? say(
          'Name a field that shows the owner under "marker" of {0}, or fields for a planted text under "canary".',
          resource,
        )
      : say('Name {0} under "{1}" of {2}.', fieldToMark.path, fieldToMark.under, resource);
  return ` ${advice}`;
}

/** `/order/note holds the text planted in bob's order`, `it holds, in Base64, what bob sees at /customer`. */
export function leakPlace(
  { found, value, encoding }: LeakEvidence,
  told: Pick<Told, 'cell' | 'say'>,
): string {
  const { say } = told;
  const place = found.replace(/^body (?=.)/, '').replace(/^body$/, say('it'));
  const what =
    value === PLANTED
      ? say('the text planted in {0}', objectWords(told))
      : say('what {0} sees at {1}', ownerWords(told), value);
  return encoding === 'plain'
    ? say('{0} holds {1}', place, what)
    : say('{0} holds, in {1}, {2}', place, encodingWords(encoding, say), what);
}
