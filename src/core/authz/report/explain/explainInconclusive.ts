/** Sentences about cells that prove nothing: what was missing, and how to get it. */
import type { Cell } from '../../model/cell';
import {
  answerWords,
  callerWords,
  isAccepted,
  objectWords,
  ownerWords,
  type Explained,
  type Sentences,
} from './phrases';
import type { OutcomeClass } from '../../model/verdict';

/** Why nothing is proved, and what to do. */
export const inconclusiveSentences = {
  INCONCLUSIVE_CONTROL: (input) =>
    input.signals.control === 'fail' ? controlFailed(input) : listTooLittle(input),
  INCONCLUSIVE_AUTH: (input) => [
    `The answer is ${answerWords(input)}, and nothing proves that the credentials of ${input.cell.caller} are still valid: the session may have ended.`,
    `Under "alive" of ${input.cell.caller}, name a request that succeeds while they are valid.`,
  ],
  INCONCLUSIVE_RATE_LIMIT: (input) => [
    `The answer is ${answerWords(input)}, also after a retry: the server limits the request rate.`,
    'Raise the limit of the server under test, or test fewer cells at a time.',
  ],
  INCONCLUSIVE_SERVER_ERROR: (input) => [
    `The answer is ${answerWords(input)}: the server failed, so whether it would have refused ${callerWords(input.cell)} is unknown.`,
    'Fix the error; a permission check must not depend on it.',
  ],
  INCONCLUSIVE_NETWORK: ({ attackFailure }) => [
    `No answer was received. ${attackFailure ?? 'Nothing came back in time.'}`,
    'Check the server and run the cell again.',
  ],
  INCONCLUSIVE_STATE: (input) => {
    if (isRefusedCreation(input)) {
      return refusedCreation(input);
    }
    return isShownMember(input) ? shownMember(input) : unseenState(input);
  },
} as const satisfies Partial<Record<OutcomeClass, Sentences>>;

function isRefusedCreation({ cell: { kind, effect }, signals, ...input }: Explained): boolean {
  const isDenied = signals.soft || signals.mapped !== undefined || !isAccepted({ ...input, signals });
  return kind === 'PROP' && effect === 'create' && isDenied;
}

function refusedCreation(input: Explained): readonly string[] {
  const { property = 'the property', operation } = input.cell;
  return [
    `The answer is ${answerWords(input)}: the creation was refused, which proves nothing about ${property}.`,
    `See that ${operation} succeeds with the other values of the request, or set ${property} with an operation that changes the object.`,
  ];
}

/** A member that is hidden from the caller, who is shown some value for it. */
function isShownMember({ cell: { kind, effect }, signals: { leak } }: Explained): boolean {
  return kind === 'PROP' && effect === 'read' && leak === 'unknown';
}

function shownMember(input: Explained): readonly string[] {
  const { cell } = input;
  const { property = 'the member' } = cell;
  return [
    `${callerWords(cell)} is shown a value of ${property} other than the one that ${ownerWords(cell)} is shown, and whether it reveals that one is unknown.`,
    `Let the server leave out or mask ${property} for ${cell.callerRole}, or take ${cell.callerRole} out of its "hidden" if the value may be shown.`,
  ];
}

function unseenState(input: Explained): readonly string[] {
  return [
    `The answer is ${answerWords(input)}, but whether ${objectWords(input.cell)} is unchanged could not be seen.`,
    stateAdvice(input.cell),
  ];
}

function stateAdvice({ kind, effect, resource, operation, property }: Cell): string {
  if (kind === 'PROP') {
    return `See that "read" of ${resource ?? operation} shows ${property ?? 'the property'} to the caller, and that it has another value before.`;
  }
  if (resource === undefined) {
    return `Give ${operation} a "probe": a request whose answer shows what it does.`;
  }
  return effect === 'create'
    ? `Give ${resource} a "list" in which somebody who may list all would see a new one, or ${operation} a "probe" that shows how many there are.`
    : `Give ${resource} a "read" that its owner can send after the attack, or ${operation} a "probe".`;
}

function controlFailed({ controlFailure }: Explained): readonly string[] {
  return [
    `A control failed, so this cell proves nothing. ${controlFailure ?? 'Look at its steps.'}`,
    'Fix that first: a refusal of others proves something only when a user with the grant succeeds.',
  ];
}

/** The controls succeeded: it is the list itself that shows too little. */
function listTooLittle(input: Explained): readonly string[] {
  const { cell, signals } = input;
  const missing = !isAccepted(input)
    ? `the answer is ${answerWords(input)}`
    : signals.leak === 'unknown'
      ? 'nothing distinctive of other users is known to look for'
      : `not all of its pages could be read, or ${cell.caller}'s own object was not in it`;
  return [
    `The list proves nothing about others: ${missing}.`,
    `Name the request of the next page under "next" of ${cell.operation}, and see that a new object of ${cell.caller} is listed.`,
  ];
}
