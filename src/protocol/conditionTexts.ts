/** What the engine says in few words: too short to be recognised anywhere but where a sentence says that it comes. */
import type { Say } from '../core/say';

/** Conditions of expectations, alone or after "Expected", and what was found instead; values are as {@link Say} has them. */
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

/** Why a rule found nothing, and the parts of an answer that it was applied to. */
export function missTexts(say: Say): readonly string[] {
  return [
    say('the body'),
    say('the header `{0}`'),
    say('the cookie `{0}`'),
    say('the status'),
    say('the URL'),
    say('the text of {0}'),
    say('the first of {0} values of {1}'),
    say('{0} has {1}'),
    say('{0} has {1} at its top'),
    say('{0} and {1} more'),
    say('{0}; did you mean {1}?'),
    say('{0} is an empty list'),
    say('{0} is a list of 1 item'),
    say('{0} is a list of {1} items'),
    say('{0} is an empty object'),
    say('{0} is null'),
    say('{0} is a boolean'),
    say('{0} is a number'),
    say('{0} is a string'),
    say('{0} is an integer'),
    say('{0} is empty'),
    say('{0} is not JSON: {1}'),
    say('{0} is not JSON but {1}: {2}'),
    say('{0} is not a token with claims (RFC 7519)'),
    say('{0} is not base64 text (RFC 4648)'),
    say('{0} is not percent-encoded text (RFC 3986)'),
    say('{0} is {1} and can only be read as text'),
  ];
}

/** How names in a list are joined. */
export function jointTexts(say: Say): readonly string[] {
  return [say('{0} and {1}'), say('{0} or {1}')];
}
