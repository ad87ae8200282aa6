/** Sentences about flaws, and about requests that did something else than they should. */
import type { StateChange } from '../../model/authzResult';
import { isIdentityVariant } from '../../plan/requests/identityVariants';
import { forgeryOf, isSignedOut } from '../../plan/requests/tokenVariants';
import { comparesMembers } from '../../plan/exposureCells';
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
  type Explained,
  type Sentences,
} from './phrases';
import { unlistedMembers } from './unlistedMembers';
import type { OutcomeClass } from '../../model/verdict';

/** What happened, what proves it, what to do. */
export const harmSentences = {
  FLAW_READ: flawRead,
  FLAW_WRITE: flawWrite,
  FLAW_DELETE: (input) => flawChange(input, 'gone'),
  SUSPECT_ACCEPTED: suspect,
  OVER_RESTRICTED: overRestricted,
  ID_IGNORED: idIgnored,
} as const satisfies Partial<Record<OutcomeClass, Sentences>>;

const CHECK_FIRST =
  'Let the server check that the caller may reach the object before it does or answers anything.';

const VERIFY_FIRST =
  'Let the server verify the signature of tokens, by the algorithm and key that it issues them with, before it uses what they say.';

const END_SESSION =
  'Let the server end the session when a user signs out, and refuse its tokens from then on.';

const TAKE_FROM_SESSION =
  'Let the server take the user from the session, and such headers from its own proxy alone.';

function firstCheck({ cell }: Explained): string {
  if (forgeryOf(cell) !== undefined) {
    return VERIFY_FIRST;
  }
  if (isSignedOut(cell)) {
    return END_SESSION;
  }
  return isIdentityVariant(cell.variant) ? TAKE_FROM_SESSION : CHECK_FIRST;
}

function flawRead(input: Explained): readonly string[] {
  const { cell, leaks, controlFailure } = input;
  if (comparesMembers(cell)) {
    return [
      `${callerWords(cell)} may use ${cell.operation}, but its answer shows ${unlistedMembers(input)}, which the API description does not list.`,
      'Leave out of the answer what is not meant to be shown, and list the rest in the description.',
    ];
  }
  if (cell.kind === 'PROP') {
    return [hiddenSentence(input), 'Choose the contents of an answer by the role of the signed-in user.'];
  }
  const controls = `A control failed as well, but this proof does not depend on it. ${controlFailure ?? ''}`;
  return [
    leakSentence(input),
    ...(leaks.length > 1 ? [moreValues(leaks.length - 1)] : []),
    ...(controlFailure === undefined ? [] : [controls]),
    isAccepted(input)
      ? firstCheck(input)
      : 'Let the server check before it reads the object, and refuse without its data.',
  ];
}

function hiddenSentence(input: Explained): string {
  const { cell, leaks } = input;
  const [first] = leaks;
  const where = first === undefined ? '' : `: ${leakPlace(first, cell)}`;
  return `${callerWords(cell)} may use ${cell.operation}, but is shown ${cell.property ?? 'a property'}, which is not for ${cell.callerRole}. The answer is ${answerWords(input)}${where}.`;
}

function leakSentence(input: Explained): string {
  const { cell, leaks } = input;
  const [first] = leaks;
  const where = first === undefined ? '' : `: ${leakPlace(first, cell)}`;
  const data = `${ownerWords(cell)}'s data`;
  if (cell.kind === 'LIST') {
    return `The list that ${callerWords(cell)} gets holds ${data}${where}.`;
  }
  if (isAccepted(input)) {
    return `${callerWords(cell)} got ${answerWords(input)} with ${data}${where}.`;
  }
  const carrier = first?.found.startsWith('header ') === true ? 'its headers carry' : 'its body carries';
  return `The answer is ${answerWords(input)}, but ${carrier} ${data}${where}.`;
}

function moreValues(count: number): string {
  return count === 1 ? 'One more value of theirs was found.' : `${count} more values of theirs were found.`;
}

function flawWrite(input: Explained): readonly string[] {
  const { kind, effect } = input.cell;
  if (kind === 'PROP') {
    return flawProperty(input);
  }
  return effect === 'create' ? flawCreation(input) : flawChange(input, 'changed');
}

function flawCreation(input: Explained): readonly string[] {
  const { cell } = input;
  const what = `a new ${cell.resource ?? 'object'}`;
  return isAccepted(input)
    ? [`${callerWords(cell)} got ${answerWords(input)}, and there is ${what}.`, CHECK_FIRST]
    : [
        `The answer is ${answerWords(input)}, but there is ${what}.`,
        `Let the server check first: here it refuses after creating ${what}.`,
      ];
}

function flawProperty(input: Explained): readonly string[] {
  const { cell } = input;
  return [
    `${callerWords(cell)} could set ${cell.property ?? 'a property'} with ${cell.operation}: the value took effect${proofOf(input)}. The answer is ${answerWords(input)}.`,
    'Let the server take such properties from the session, never from the request.',
  ];
}

function flawChange(input: Explained, harm: 'changed' | 'gone'): readonly string[] {
  const { cell } = input;
  const object = objectWords(cell);
  return isAccepted(input)
    ? [
        `${callerWords(cell)} got ${answerWords(input)}, and ${object} is ${harm}${proofOf(input)}.`,
        firstCheck(input),
      ]
    : [
        `The answer is ${answerWords(input)}, but ${object} is ${harm}${proofOf(input)}.`,
        `Let the server check first: here it refuses when ${object} is already ${harm}.`,
      ];
}

/** Changes that are named in a sentence. */
const MAX_CHANGES = 3;

function proofOf({ cell, changes }: Explained): string {
  const [first] = changes;
  if (first?.path === 'status' && first.before !== undefined && first.after !== undefined) {
    return `: ${ownerWords(cell)} got ${first.before} for it before and gets ${first.after} now`;
  }
  const more = changes.length > MAX_CHANGES ? ` and ${changes.length - MAX_CHANGES} more` : '';
  return first === undefined ? '' : ` (${changes.slice(0, MAX_CHANGES).map(shownChange).join(', ')}${more})`;
}

/** Values only where they tell something: what is an ellipsis on both sides is a place that changed. */
function shownChange(change: StateChange): string {
  const { path, before = '…', after = '…' } = change;
  const isHidden = before.includes('…') || after.includes('…');
  return isHidden ? path || 'the whole body' : changeWords(change);
}

function suspect(input: Explained): readonly string[] {
  const { cell, signals } = input;
  const { resource = cell.operation, operation } = cell;
  const object = objectWords(cell);
  const marker = `Nothing in ${seenByOwner(cell)} differs from what others have, so a leak could not be detected.${markerAdvice(input)}`;
  const blind = `Whether ${object} changed could not be seen. Give ${resource} a "read", or ${operation} a "probe" that shows its effect.`;
  const late = `${object} is unchanged so far. If the effect comes later or shows elsewhere, give ${operation} a "probe".`;
  return [
    `${callerWords(cell)} was not refused: the answer is ${answerWords(input)}, and nothing proves that ${object} was out of reach.`,
    ...(signals.leak === 'unknown' ? [marker] : []),
    ...(signals.state === 'unknown' ? [blind] : []),
    ...(signals.state === 'same' ? [late] : []),
    'A server that refuses answers 403, or 404 where it hides what exists.',
  ];
}

function overRestricted(input: Explained): readonly string[] {
  const { cell } = input;
  const answer = isAccepted(input) ? `${answerWords(input)} with a denial in its body` : answerWords(input);
  return [
    `${callerWords(cell)} may use ${cell.operation}${grantedWords(cell)} and was refused: the answer is ${answer}.`,
    `Let the server allow it, or correct what the policy grants to ${cell.callerRole}.`,
  ];
}

function idIgnored(input: Explained): readonly string[] {
  const { cell } = input;
  const own = cell.resource === undefined ? 'data' : cell.resource;
  return [
    `The answer is ${answerWords(input)}, but it concerns ${cell.caller}'s own ${own}: the server ignored the identifier of ${objectWords(cell)}.`,
    'This is neither a flaw nor a refusal: answer 403 or 404 when an identifier does not belong to the caller.',
  ];
}
