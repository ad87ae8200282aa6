/** Sentences about refusals, by 403 or 404 and otherwise, and about what passes by its effect. */
import type { OutcomeClass } from '../../model/verdict';
import { comparesMembers } from '../../plan/exposureCells';
import {
  answerWords,
  callerWords,
  grantedWords,
  markerAdvice,
  objectWords,
  ownerWords,
  seenByOwner,
  thisCaller,
  type Sentences,
  type Told,
} from './phrases';

/** What was answered, what it left unchanged, and what is wrong with the refusal. */
export const refusalSentences = {
  PASS_403: (input) => refused(input, '.'),
  PASS_404: (input) => refused(input, input.say(': that {0} exists is hidden.', objectWords(input))),
  PASS_401: (input) => refused(input, '.'),
  PASS_MAPPED: (input) =>
    refused(
      input,
      input.say(', a denial that the matrix declares to mean {0}.', String(input.signals.mapped ?? 403)),
    ),
  PASS_EFFECT: (input) => [passEffect(input)],
  PUBLIC_OK: (input) => [
    input.say(
      'The policy calls {0} public, and {1} got what everybody gets: the answer is {2}.',
      input.cell.operation,
      thisCaller(input),
      answerWords(input),
    ),
  ],
  SOFT_DENY: (input) =>
    inadequateRefusal(
      input,
      input.say(', and its body says no'),
      input.say('Clients and caches treat it as a success.'),
    ),
  DENIED_REDIRECT: (input) =>
    inadequateRefusal(
      input,
      input.say(', a redirect'),
      input.say('A redirect says where to continue, not that access is forbidden.'),
    ),
  DENIED_401: (input) =>
    inadequateRefusal(
      input,
      input.say(', although the credentials of {0} are valid', input.cell.caller),
      input.say('401 is for a caller who is not authenticated (RFC 9110, section 15.5.2).'),
    ),
  DENIED_OTHER: (input) =>
    inadequateRefusal(input, '', input.say('It refuses for a reason other than permission.')),
} as const satisfies Partial<Record<OutcomeClass, Sentences>>;

function refused(input: Told, more: string): readonly string[] {
  const { signals, say } = input;
  const marker = say(
    'The leak check had no marker: nothing in {0} differs from what others have.{1}',
    seenByOwner(input),
    markerAdvice(input),
  );
  return [
    say('The answer is {0}{1} {2}', answerWords(input), more, untouched(input)),
    ...(signals.leak === 'unknown' ? [marker] : []),
  ];
}

function inadequateRefusal(input: Told, more: string, why: string): readonly string[] {
  return [
    input.say('The answer is {0}{1}. {2}', answerWords(input), more, untouched(input)),
    input.say('Only 403 passes, or 404 where existence is hidden. {0}', why),
  ];
}

/** What a refusal left as it was, as far as it was looked for. */
function untouched(input: Told): string {
  const { signals, say } = input;
  const object = objectWords(input);
  const owner = ownerWords(input);
  const isSame = signals.state === 'same';
  if (signals.leak === 'unknown') {
    return isSame
      ? say('{0} is unchanged.', object)
      : say("Whether it contains anything of {0}'s could not be determined.", owner);
  }
  return isSame
    ? say("{0} is unchanged, and the answer contains nothing of {1}'s.", object, owner)
    : say("It contains nothing of {0}'s.", owner);
}

function passEffect(input: Told): string {
  const { cell, say } = input;
  switch (cell.kind) {
    case 'LIST':
      return say(
        "All pages were read: they contain {0}'s own objects and nothing of {1}'s.",
        cell.caller,
        ownerWords(input),
      );
    case 'PROP':
      return passProperty(input);
    default:
      return say(
        '{0} may use {1}{2}, and it works: the answer is {3}.',
        callerWords(input),
        cell.operation,
        grantedWords(input),
        answerWords(input),
      );
  }
}

function passProperty(input: Told): string {
  const { cell, say } = input;
  if (comparesMembers(cell)) {
    return say(
      '{0} may use {1}, and the API description lists all members of the answer.',
      callerWords(input),
      cell.operation,
    );
  }
  return cell.effect === 'read'
    ? say(
        '{0} may use {1}, and the answer does not show {2}.',
        callerWords(input),
        cell.operation,
        cell.property ?? say('the property'),
      )
    : say(
        '{0} did not take the value that {1} sent. The answer is {2}.',
        cell.property ?? say('The property'),
        cell.caller,
        answerWords(input),
      );
}
