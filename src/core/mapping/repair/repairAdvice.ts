/** What a person can do about a request that no change of the chain brought back to its recording. */
import type { DifferenceKind, RunDifference } from './compareRun';

/** What is done elsewhere on each surface, as parts of a sentence. */
export interface RepairRemedies {
  /** Waits longer for answers. */
  readonly moreTime: string;
  /** Gives a variable a value. */
  readonly giveValue: string;
}

const EXPECTATION = 'change what the request expects, if the answer is right';
const DISABLE = 'disable the request, if the chain does not need it';

const ADVICE: Readonly<Record<Exclude<DifferenceKind, 'unanswered' | 'blocked'>, readonly string[]>> = {
  refused: [
    'check what it sends that the recording got from outside: ids, credentials, dates',
    'change what the request expects, if the refusal is right',
    DISABLE,
  ],
  extraction: [
    'correct the rule that found nothing',
    'create what it looks for, if this server does not have it',
    'make the extraction optional',
  ],
  expectation: [EXPECTATION, 'correct what is sent'],
  status: [EXPECTATION, DISABLE],
  kind: ['leave it, if the server only has less data', 'create the data in an earlier request'],
  stale: ['leave it, if the id is the same on every server', 'map the place by hand'],
  content: ['correct the id that the request sends', EXPECTATION],
};

/** What helps against a kind of difference, as parts of sentences. */
export function adviceFor(
  { kind, variable }: Pick<RunDifference, 'kind' | 'variable'>,
  { moreTime, giveValue }: RepairRemedies,
): readonly string[] {
  switch (kind) {
    case 'unanswered':
      return ['start the server, or correct the address', moreTime];
    case 'blocked':
      return [variable === undefined ? 'correct what it sends, and where to' : giveValue, DISABLE];
    default:
      return ADVICE[kind];
  }
}
