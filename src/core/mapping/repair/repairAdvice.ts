/** What a person can do about a request that no change of the chain brought back to its recording. */
import type { Say } from '../../say';
import type { RunDifference } from './compareRun';

/** What is done elsewhere on each surface, as parts of a sentence. */
export interface RepairRemedies {
  /** Waits longer for answers. */
  readonly moreTime: string;
  /** Gives a variable a value. */
  readonly giveValue: string;
}

/** What helps against a kind of difference, as parts of sentences. */
export function adviceFor(
  { kind, variable }: Pick<RunDifference, 'kind' | 'variable'>,
  { moreTime, giveValue }: RepairRemedies,
  say: Say,
): readonly string[] {
  const expectation = say('change what the request expects, if the answer is right');
  const disable = say('disable the request, if the chain does not need it');
  switch (kind) {
    case 'unanswered':
      return [say('start the server, or correct the address'), moreTime];
    case 'blocked':
      return [variable === undefined ? say('correct what it sends, and where to') : giveValue, disable];
    case 'refused':
      return [
        say('check what it sends that the recording got from outside: ids, credentials, dates'),
        say('change what the request expects, if the refusal is right'),
        disable,
      ];
    case 'extraction':
      return [
        say('correct the rule that found nothing'),
        say('create what it looks for, if this server does not have it'),
        say('make the extraction optional'),
      ];
    case 'expectation':
      return [expectation, say('correct what is sent')];
    case 'status':
      return [expectation, disable];
    case 'kind':
      return [
        say('leave it, if the server only has less data'),
        say('create the data in an earlier request'),
      ];
    case 'stale':
      return [say('leave it, if the id is the same on every server'), say('map the place by hand')];
    case 'content':
      return [say('correct the id that the request sends'), expectation];
  }
}
