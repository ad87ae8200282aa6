/** The users of a proposed matrix: how each signs in, with placeholders where a person has to fill something in. */
import { list } from '../../words';
import { UserError } from '../../errors';
import type { JsonObject, JsonValue } from '../../json/json';
import { isCredentialName } from '../../masking/credentialNames';
import { proposeSecretName, secretNamesIn } from '../../permission/secretNames';
import type { Say } from '../../say';
import { answerTo, inMatrix, valuesOf, type Asking, type Question } from './questions';
import type { FoundLogin, PersonalVariable } from './generateLogin';
import { ANONYMOUS } from '../model/matrix';

/** Somebody whom a person names. */
export interface NewUser {
  readonly name: string;
  readonly role: string;
}

/** A user, and the values that are the user's own. */
export interface ProposedUser extends NewUser {
  readonly variables: JsonObject;
  /** What the user shares with others, such as the tenant; absent where nothing is granted by it. */
  readonly attributes?: JsonObject;
}

/** The users of a proposal, and what has to be asked about them. */
export interface ProposedUsers {
  readonly users: readonly ProposedUser[];
  readonly questions: readonly Question[];
}

/**
 * The users with what they sign in with, somebody without credentials among them. What is no secret, such as an address, is
 * asked for all users at once.
 *
 * @throws UserError for names that a matrix cannot have
 */
export function proposeUsers(users: readonly NewUser[], login: FoundLogin, asking: Asking): ProposedUsers {
  refuseBadNames(users, asking.say);
  const people = users.filter(({ role }) => role !== ANONYMOUS);
  const secrets = new Set<string>();
  const values = login.personal.map((variable) => {
    const proposed = people.map(({ name }) => valueFor(name, variable, secrets));
    const question = isSecret(variable) ? undefined : valuesQuestion(variable, { people, proposed, asking });
    const given = question === undefined ? [] : valuesOf(answerTo(question, asking.answers));
    const isAnswer = given.length === people.length;
    return { name: variable.name, values: isAnswer ? given : proposed, question };
  });
  return {
    users: withNobody(
      users.map((user) => {
        const position = people.indexOf(user);
        const own = values.map(({ name, values: all }) => [name, all[position] ?? null] as const);
        return { ...user, variables: position === -1 ? {} : Object.fromEntries(own) };
      }),
    ),
    questions: values.flatMap(({ question }) => question ?? []),
  };
}

function valuesQuestion(
  { name }: PersonalVariable,
  {
    people,
    proposed,
    asking: { say },
  }: {
    readonly people: readonly NewUser[];
    readonly proposed: readonly JsonValue[];
    readonly asking: Asking;
  },
): Question | undefined {
  const texts = proposed.filter((value) => typeof value === 'string');
  return people.length === 0 || texts.length < proposed.length
    ? undefined
    : {
        id: `user.${name}`,
        text: say('What is the {0} of {1}? Separate several by commas.', name, namesOf(people, say)),
        kind: 'text',
        choices: [],
        proposed: texts.join(', '),
        decides: [inMatrix('users', '*', 'variables', name)],
      };
}

function namesOf(people: readonly NewUser[], say: Say): string {
  return list(
    people.map(({ name }) => name),
    say,
  );
}

function withNobody(proposed: readonly ProposedUser[]): readonly ProposedUser[] {
  const isTried = proposed.some(({ role }) => role === ANONYMOUS);
  return isTried ? proposed : [...proposed, { name: freeNobody(proposed), role: ANONYMOUS, variables: {} }];
}

function refuseBadNames(users: readonly NewUser[], say: Say): void {
  const names = new Set<string>();
  for (const { name, role } of users) {
    if (![name, role].every(isName) || role === 'public') {
      throw new UserError(
        say(
          '{0} with the role {1} cannot be a user of a matrix.',
          ...[name, role].map((text) => JSON.stringify(text.slice(0, 100))),
        ),
        say(
          'Names of users and roles start with a letter or _ and contain only letters, digits, _, ., @ or -; "public" is not a role.',
        ),
      );
    }
    if (names.has(name)) {
      throw new UserError(say('The user {0} is named twice.', name), say('Give each user another name.'));
    }
    names.add(name);
  }
}

/** As the schema of matrices asks for. */
function isName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_.@-]{0,199}$/u.test(text) && !RESERVED.has(text);
}

const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function freeNobody(users: readonly NewUser[]): string {
  return users.some(({ name }) => name === 'nobody') ? 'withoutCredentials' : 'nobody';
}

/** A secret's name, an address, or what is written now where nothing says that it differs. */
function valueFor(user: string, variable: PersonalVariable, secrets: Set<string>): JsonValue {
  const { name, value } = variable;
  if (isSecret(variable)) {
    const secret = proposeSecretName([], `${user}_${name}`, secrets);
    secrets.add(secret);
    return `{{$secret ${secret}}}`;
  }
  if (/mail/i.test(name) || (typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value))) {
    return value === `${user}@example.com` || !isOf(value, user) ? `${user}@example.com` : value;
  }
  return /user|login|account/i.test(name) ? user : value;
}

function isSecret({ name, value }: PersonalVariable): boolean {
  return isCredentialName(name) || (typeof value === 'string' && secretNamesIn(value).length > 0);
}

/** Whether an address is that of a user: `alice@shop.test` of `alice`. */
function isOf(value: JsonValue, user: string): boolean {
  return typeof value === 'string' && value.toLowerCase().startsWith(`${user.toLowerCase()}@`);
}
