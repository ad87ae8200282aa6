/** What a person should know of a proposed matrix before running it. Whole sentences, most important first. */
import type { ChainObject } from './generateObjects';
import type { ChainOperation } from './generateOperations';
import type { Proposal } from './generateSections';
import { list } from '../../words';
import { ANONYMOUS } from '../model/matrix';

/** The notes on a proposal. */
export function notesOn({
  users,
  login,
  objects,
  operations,
  policy,
  throwAway,
}: Proposal): readonly string[] {
  const roles = users.map(({ role }) => role).filter((role) => role !== ANONYMOUS);
  const alone = [...new Set(roles)].filter((role) => roles.indexOf(role) === roles.lastIndexOf(role));
  return [
    ...(operations.length === 0 ? ['The chain has no request that could be tried.'] : []),
    ...(objects.length === 0 && operations.length > 0
      ? [
          'No objects were found, so only functions are tested. An object is found when a POST extracts its identifier and another request sends that in its URL or body.',
        ]
      : []),
    ...(roles.length > 0 && alone.length === new Set(roles).size && objects.length > 0
      ? [
          `No two users have the same role, so nobody is tried on an equal's objects. Name another user, such as one more ${alone[0] ?? ''}.`,
        ]
      : []),
    ...(login.name === undefined && login.personal.length === 0
      ? ['No request that signs in was found: name one as "login" of each user.']
      : []),
    ...(throwAway === undefined ? endingNotes(operations) : []),
    ...ungrantedNotes(policy),
    ...objects.flatMap(objectNotes),
  ];
}

/** Refusing what nobody may do proves nothing. */
function ungrantedNotes({ rules }: Proposal['policy']): readonly string[] {
  const names = [...new Set(rules.flatMap(([, own]) => Object.keys(own)))];
  const ungranted = names.filter((name) => rules.every(([, own]) => own[name] === 'none'));
  return ungranted.length === 0
    ? []
    : [
        `No user may use ${list(ungranted)}, so refusing that proves nothing. Name a user of a role that may, such as root with the role admin.`,
      ];
}

function endingNotes(operations: readonly ChainOperation[]): readonly string[] {
  const names = operations.filter(({ endsCredentials }) => endsCredentials).map(({ name }) => name);
  return names.length === 0
    ? []
    : [
        `${names.join(' and ')} ends credentials, and no request was found that registers a user: say in "throwAway" how to make one, or it is tried on the users themselves.`,
      ];
}

function objectNotes(object: ChainObject): readonly string[] {
  const { name, create, read } = object;
  return [
    ...(read === undefined
      ? [`Nothing in the chain shows one ${name}, so changes to it cannot be proved.`]
      : []),
    ...(create !== undefined && object.delete === undefined
      ? [`Nothing in the chain deletes one ${name}: what a run creates stays there.`]
      : []),
  ];
}
