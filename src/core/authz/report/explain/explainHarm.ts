/** Sentences about flaws, and about requests that did something else than they should. */
import type { StateChange } from '../../model/authzResult';
import type { OutcomeClass } from '../../model/verdict';
import { comparesMembers } from '../../plan/exposureCells';
import { isIdentityVariant } from '../../plan/requests/identityVariants';
import { forgeryOf, isExpired, isSignedOut } from '../../plan/requests/tokenVariants';
import { changeWords } from './evidenceText';
import {
  answerWords,
  callerWords,
  grantedWords,
  isAccepted,
  leakPlace,
  markerAdvice,
  objectWords,
  ownerWords,
  seenByOwner,
  thisCaller,
  type Sentences,
  type Told,
} from './phrases';
import { unlistedMembers } from './unlistedMembers';

/** What happened, what proves it, what to do. */
export const harmSentences = {
  FLAW_READ: flawRead,
  FLAW_WRITE: flawWrite,
  FLAW_DELETE: (input) => flawChange(input, 'gone'),
  SUSPECT_ACCEPTED: suspect,
  OVER_RESTRICTED: overRestricted,
  ID_IGNORED: idIgnored,
} as const satisfies Partial<Record<OutcomeClass, Sentences>>;

function firstCheck({ cell, say }: Told): string {
  if (forgeryOf(cell) !== undefined) {
    return say(
      'Let the server verify the signature of tokens, by the algorithm and key that it issues them with, before it uses what they say.',
    );
  }
  if (isSignedOut(cell)) {
    return say('Let the server end the session when a user signs out, and refuse its tokens from then on.');
  }
  if (cell.ended === true) {
    return say(
      'Let the server end the sessions of a user who gets a new password or another role, and refuse their tokens from then on.',
    );
  }
  if (isExpired(cell)) {
    return say(
      'Let the server refuse tokens whose time is over (exp), at the latest a few minutes after it.',
    );
  }
  return isIdentityVariant(cell.variant)
    ? say('Let the server take the user from the session, and such headers from its own proxy alone.')
    : accessCheck(say);
}

function accessCheck(say: Told['say']): string {
  return say('Let the server check that the caller may reach the object before it does or answers anything.');
}

function flawRead(input: Told): readonly string[] {
  const { cell, leaks, controlFailure, say } = input;
  if (comparesMembers(cell)) {
    return [
      say(
        '{0} may use {1}, but its answer shows {2}, which the API description does not list.',
        callerWords(input),
        cell.operation,
        unlistedMembers(input, say),
      ),
      say('Leave out of the answer what is not meant to be shown, and list the rest in the description.'),
    ];
  }
  if (cell.kind === 'PROP') {
    return [
      hiddenSentence(input),
      say('Choose the contents of an answer by the role of the signed-in user.'),
    ];
  }
  const controls = say(
    'A control failed as well, but this proof does not depend on it. {0}',
    controlFailure ?? '',
  );
  return [
    leakSentence(input),
    ...(leaks.length > 1 ? [moreValues(leaks.length - 1, say)] : []),
    ...(controlFailure === undefined ? [] : [controls]),
    isAccepted(input)
      ? firstCheck(input)
      : say('Let the server check before it reads the object, and refuse without its data.'),
  ];
}

/** Where data was found, to follow a clause. */
function firstPlace(input: Told): string {
  const [first] = input.leaks;
  return first === undefined ? '' : `: ${leakPlace(first, input)}`;
}

function hiddenSentence(input: Told): string {
  const { cell, say } = input;
  return say(
    '{0} may use {1}, but is shown {2}, which is not for {3}. The answer is {4}{5}.',
    callerWords(input),
    cell.operation,
    cell.property ?? say('a property'),
    cell.callerRole,
    answerWords(input),
    firstPlace(input),
  );
}

function leakSentence(input: Told): string {
  const { cell, leaks, say } = input;
  const where = firstPlace(input);
  const data = say("{0}'s data", ownerWords(input));
  if (cell.kind === 'LIST') {
    return say('The list that {0} gets holds {1}{2}.', thisCaller(input), data, where);
  }
  if (isAccepted(input)) {
    return say('{0} got {1} with {2}{3}.', callerWords(input), answerWords(input), data, where);
  }
  const isInHeader = leaks[0]?.found.startsWith('header ') === true;
  return say(
    isInHeader
      ? 'The answer is {0}, but its headers carry {1}{2}.'
      : 'The answer is {0}, but its body carries {1}{2}.',
    answerWords(input),
    data,
    where,
  );
}

function moreValues(count: number, say: Told['say']): string {
  return count === 1
    ? say('One more value of theirs was found.')
    : say('{0} more values of theirs were found.', String(count));
}

function flawWrite(input: Told): readonly string[] {
  const { kind, effect } = input.cell;
  if (kind === 'PROP') {
    return flawProperty(input);
  }
  return effect === 'create' ? flawCreation(input) : flawChange(input, 'changed');
}

function flawCreation(input: Told): readonly string[] {
  const { cell, say } = input;
  const what = say('a new {0}', cell.resource ?? say('object'));
  const answer = answerWords(input);
  return isAccepted(input)
    ? [say('{0} got {1}, and there is {2}.', callerWords(input), answer, what), accessCheck(say)]
    : [
        say('The answer is {0}, but there is {1}.', answer, what),
        say('Let the server check first: here it refuses after creating {0}.', what),
      ];
}

function flawProperty(input: Told): readonly string[] {
  const { cell, say } = input;
  return [
    say(
      '{0} could set {1} with {2}: the value took effect{3}. The answer is {4}.',
      callerWords(input),
      cell.property ?? say('a property'),
      cell.operation,
      proofOf(input),
      answerWords(input),
    ),
    say('Let the server take such properties from the session, never from the request.'),
  ];
}

function flawChange(input: Told, harm: 'changed' | 'gone'): readonly string[] {
  const { say } = input;
  const isGone = harm === 'gone';
  const answer = answerWords(input);
  const object = objectWords(input);
  const proof = proofOf(input);
  if (isAccepted(input)) {
    const text = isGone
      ? say('{0} got {1}, and {2} is gone{3}.', callerWords(input), answer, object, proof)
      : say('{0} got {1}, and {2} is changed{3}.', callerWords(input), answer, object, proof);
    return [text, firstCheck(input)];
  }
  return [
    say(
      isGone ? 'The answer is {0}, but {1} is gone{2}.' : 'The answer is {0}, but {1} is changed{2}.',
      answer,
      object,
      proof,
    ),
    say(
      isGone
        ? 'Let the server check first: here it refuses when {0} is already gone.'
        : 'Let the server check first: here it refuses when {0} is already changed.',
      object,
    ),
  ];
}

/** Changes that are named in a sentence. */
const MAX_CHANGES = 3;

function proofOf(input: Told): string {
  const { changes, say } = input;
  const [first] = changes;
  if (first?.path === 'status' && first.before !== undefined && first.after !== undefined) {
    return say(': {0} got {1} for it before and gets {2} now', ownerWords(input), first.before, first.after);
  }
  const shown = changes.slice(0, MAX_CHANGES).map((change) => shownChange(change, say));
  const more = changes.length - shown.length;
  const others = more === 0 ? '' : say(' and {0} more', String(more));
  return first === undefined ? '' : ` (${shown.join(', ')}${others})`;
}

/** Values only where they tell something: what is an ellipsis on both sides is a place that changed. */
function shownChange(change: StateChange, say: Told['say']): string {
  const { path, before = '…', after = '…' } = change;
  const isHidden = before.includes('…') || after.includes('…');
  return isHidden ? path || say('the whole body') : changeWords(change, say);
}

function suspect(input: Told): readonly string[] {
  const { cell, signals, say } = input;
  const { resource = cell.operation, operation } = cell;
  const object = objectWords(input);
  const marker = say(
    'Nothing in {0} differs from what others have, so a leak could not be detected.{1}',
    seenByOwner(input),
    markerAdvice(input),
  );
  const blind = say(
    'Whether {0} changed could not be seen. Give {1} a "read", or {2} a "probe" that shows its effect.',
    object,
    resource,
    operation,
  );
  const late = say(
    '{0} is unchanged so far. If the effect comes later or shows elsewhere, give {1} a "probe".',
    object,
    operation,
  );
  return [
    say(
      '{0} was not refused: the answer is {1}, and nothing proves that {2} was out of reach.',
      callerWords(input),
      answerWords(input),
      object,
    ),
    ...(signals.leak === 'unknown' ? [marker] : []),
    ...(signals.state === 'unknown' ? [blind] : []),
    ...(signals.state === 'same' ? [late] : []),
    say('A server that refuses answers 403, or 404 where it hides what exists.'),
  ];
}

function overRestricted(input: Told): readonly string[] {
  const { cell, say } = input;
  const answer = answerWords(input);
  return [
    say(
      '{0} may use {1}{2} and was refused: the answer is {3}.',
      callerWords(input),
      cell.operation,
      grantedWords(input),
      isAccepted(input) ? say('{0} with a denial in its body', answer) : answer,
    ),
    say('Let the server allow it, or correct what the policy grants to {0}.', cell.callerRole),
  ];
}

function idIgnored(input: Told): readonly string[] {
  const { cell, say } = input;
  return [
    say(
      "The answer is {0}, but it concerns {1}'s own {2}: the server ignored the identifier of {3}.",
      answerWords(input),
      cell.caller,
      cell.resource ?? say('data'),
      objectWords(input),
    ),
    say(
      'This is neither a flaw nor a refusal: answer 403 or 404 when an identifier does not belong to the caller.',
    ),
  ];
}
