/** Sentences about cells that prove nothing: what was missing, and how to get it. */
import type { OutcomeClass } from '../../model/verdict';
import {
  answerWords,
  callerWords,
  isAccepted,
  objectWords,
  ownerWords,
  thisCaller,
  type Sentences,
  type Told,
} from './phrases';

/** Why nothing is proved, and what to do. */
export const inconclusiveSentences = {
  INCONCLUSIVE_CONTROL: (input) =>
    input.signals.control === 'fail' ? controlFailed(input) : listTooLittle(input),
  INCONCLUSIVE_AUTH: (input) => [
    input.say(
      'The answer is {0}, and nothing proves that the credentials of {1} are still valid: the session may have ended.',
      answerWords(input),
      input.cell.caller,
    ),
    input.say('Under "alive" of {0}, name a request that succeeds while they are valid.', input.cell.caller),
  ],
  INCONCLUSIVE_RATE_LIMIT: (input) => [
    input.say(
      'The answer is {0}, also after a retry: the server limits the request rate.',
      answerWords(input),
    ),
    input.say('Raise the limit of the server under test, or test fewer cells at a time.'),
  ],
  INCONCLUSIVE_SERVER_ERROR: (input) => [
    input.say(
      'The answer is {0}: the server failed, so whether it would have refused {1} is unknown.',
      answerWords(input),
      thisCaller(input),
    ),
    input.say('Fix the error; a permission check must not depend on it.'),
  ],
  INCONCLUSIVE_NETWORK: ({ attackFailure, say }) => [
    say('No answer was received. {0}', attackFailure ?? say('Nothing came back in time.')),
    say('Check the server and run the cell again.'),
  ],
  INCONCLUSIVE_STATE: (input) => {
    if (isRefusedCreation(input)) {
      return refusedCreation(input);
    }
    return isShownMember(input) ? shownMember(input) : unseenState(input);
  },
} as const satisfies Partial<Record<OutcomeClass, Sentences>>;

function isRefusedCreation({ cell: { kind, effect }, signals, ...input }: Told): boolean {
  const isDenied = signals.soft || signals.mapped !== undefined || !isAccepted({ ...input, signals });
  return kind === 'PROP' && effect === 'create' && isDenied;
}

function refusedCreation(input: Told): readonly string[] {
  const { say } = input;
  const { property = say('the property'), operation } = input.cell;
  return [
    say(
      'The answer is {0}: the creation was refused, which proves nothing about {1}.',
      answerWords(input),
      property,
    ),
    say(
      'See that {0} succeeds with the other values of the request, or set {1} with an operation that changes the object.',
      operation,
      property,
    ),
  ];
}

/** A member that is hidden from the caller, who is shown some value for it. */
function isShownMember({ cell: { kind, effect }, signals: { leak } }: Told): boolean {
  return kind === 'PROP' && effect === 'read' && leak === 'unknown';
}

function shownMember(input: Told): readonly string[] {
  const { cell, say } = input;
  const { property = say('the member'), callerRole } = cell;
  return [
    say(
      '{0} is shown a value of {1} other than the one that {2} is shown, and whether it reveals that one is unknown.',
      callerWords(input),
      property,
      ownerWords(input),
    ),
    say(
      'Let the server leave out or mask {0} for {1}, or take {2} out of its "hidden" if the value may be shown.',
      property,
      callerRole,
      callerRole,
    ),
  ];
}

function unseenState(input: Told): readonly string[] {
  return [
    input.say(
      'The answer is {0}, but whether {1} is unchanged could not be seen.',
      answerWords(input),
      objectWords(input),
    ),
    stateAdvice(input),
  ];
}

function stateAdvice({ cell: { kind, effect, resource, operation, property }, say }: Told): string {
  if (kind === 'PROP') {
    return say(
      'See that "read" of {0} shows {1} to the caller, and that it has another value before.',
      resource ?? operation,
      property ?? say('the property'),
    );
  }
  if (resource === undefined) {
    return say('Give {0} a "probe": a request whose answer shows what it does.', operation);
  }
  return say(
    effect === 'create'
      ? 'Give {0} a "list" in which somebody who may list all would see a new one, or {1} a "probe" that shows how many there are.'
      : 'Give {0} a "read" that its owner can send after the attack, or {1} a "probe".',
    resource,
    operation,
  );
}

function controlFailed({ controlFailure, say }: Told): readonly string[] {
  return [
    say('A control failed, so this cell proves nothing. {0}', controlFailure ?? say('Look at its steps.')),
    say('Fix that first: a refusal of others proves something only when a user with the grant succeeds.'),
  ];
}

/** The controls succeeded: it is the list itself that shows too little. */
function listTooLittle(input: Told): readonly string[] {
  const { cell, say } = input;
  return [
    say('The list proves nothing about others: {0}.', lackOf(input)),
    say(
      'Name the request of the next page under "next" of {0}, and see that a new object of {1} is listed.',
      cell.operation,
      cell.caller,
    ),
  ];
}

/** What a list lacks, as a clause. */
function lackOf(input: Told): string {
  const { cell, signals, say } = input;
  if (!isAccepted(input)) {
    return say('the answer is {0}', answerWords(input));
  }
  return signals.leak === 'unknown'
    ? say('nothing distinctive of other users is known to look for')
    : say("not all of its pages could be read, or {0}'s own object was not in it", cell.caller);
}
