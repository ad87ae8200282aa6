/** Conditions of expectations: too short to be recognised anywhere but alone or after "Expected". */
import type { Say } from '../core/say';

/** The conditions, and what was found instead of them; values are as {@link Say} has them. */
export function conditionTexts(say: Say): readonly string[] {
  return [
    say('status is {0}'),
    say('status is {0} ({1}, {2})'),
    say('duration is at most {0} ms'),
    say('content type is {0} ({1}, {2})'),
    say('response matches its OpenAPI description'),
    say('response matches {0} ({1})'),
    say('{0} describes {1} {2}'),
    say('{0} exists'),
    say('{0} does not exist'),
    say('{0} equals {1}'),
    say('{0} does not equal {1}'),
    say('{0} contains {1}'),
    say('{0} is less than {1}'),
    say('{0} is greater than {1}'),
    say('{0} matches {1}'),
    say('{0} matches /{1}/'),
    say('{0} matches its schema'),
    say('{0} is of type {1}'),
    say('absent'),
    say('not: {0}'),
  ];
}

/** How names in a list are joined. */
export function jointTexts(say: Say): readonly string[] {
  return [say('{0} and {1}'), say('{0} or {1}')];
}
