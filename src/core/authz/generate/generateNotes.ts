/** What a person should know of a proposed matrix before running it. Whole sentences, most important first. */
import type { ChainObject } from './generateObjects';
import type { ChainOperation } from './generateOperations';
import type { Proposal } from './generateSections';
import type { Say } from '../../say';
import { list } from '../../words';
import { ANONYMOUS } from '../model/matrix';

/** The notes on a proposal. */
export function notesOn(
  { users, login, objects, operations, policy, throwAway }: Proposal,
  say: Say,
): readonly string[] {
  const roles = users.map(({ role }) => role).filter((role) => role !== ANONYMOUS);
  const alone = [...new Set(roles)].filter((role) => roles.indexOf(role) === roles.lastIndexOf(role));
  return [
    ...(operations.length === 0 ? [say('The chain has no request that could be tried.')] : []),
    ...(objects.length === 0 && operations.length > 0
      ? [
          say(
            'No objects were found, so only functions are tested. An object is found when a POST extracts its identifier and another request sends that in its URL or body.',
          ),
        ]
      : []),
    ...(roles.length > 0 && alone.length === new Set(roles).size && objects.length > 0
      ? [
          say(
            "No two users have the same role, so nobody is tried on an equal's objects. Name another user, such as one more {0}.",
            alone[0] ?? '',
          ),
        ]
      : []),
    ...(login.name === undefined && login.personal.length === 0
      ? [say('No request that signs in was found: name one as "login" of each user.')]
      : []),
    ...(throwAway === undefined ? endingNotes(operations, say) : []),
    ...tenantNotes({ users, policy }, say),
    ...ungrantedNotes(policy, say),
    ...objects.flatMap((object) => objectNotes(object, say)),
  ];
}

/** Where all users share everything, nobody is tried from outside. */
function tenantNotes({ users, policy }: Pick<Proposal, 'users' | 'policy'>, say: Say): readonly string[] {
  const { attribute = '' } = policy.sharedBy ?? {};
  const values = users.flatMap(({ attributes = {} }) => attributes[attribute] ?? []);
  return policy.sharedBy === undefined || new Set(values).size > 1
    ? []
    : [say('All users have the same {0}, so nobody of another one is tried. Name users of two.', attribute)];
}

/** Refusing what nobody may do proves nothing. */
function ungrantedNotes({ rules }: Proposal['policy'], say: Say): readonly string[] {
  const names = [...new Set(rules.flatMap(([, own]) => Object.keys(own)))];
  const ungranted = names.filter((name) => rules.every(([, own]) => own[name] === 'none'));
  return ungranted.length === 0
    ? []
    : [
        say(
          'No user may use {0}, so refusing that proves nothing. Name a user of a role that may, such as root with the role admin.',
          list(ungranted, say),
        ),
      ];
}

function endingNotes(operations: readonly ChainOperation[], say: Say): readonly string[] {
  const names = operations.filter(({ endsCredentials }) => endsCredentials).map(({ name }) => name);
  return names.length === 0
    ? []
    : [
        say(
          '{0} ends credentials, and no request was found that registers a user: say in "throwAway" how to make one, or it is tried on the users themselves.',
          list(names, say),
        ),
      ];
}

function objectNotes(object: ChainObject, say: Say): readonly string[] {
  const { name, create, read } = object;
  return [
    ...(read === undefined
      ? [say('Nothing in the chain shows one {0}, so changes to it cannot be proved.', name)]
      : []),
    ...(create !== undefined && object.delete === undefined
      ? [say('Nothing in the chain deletes one {0}: what a run creates stays there.', name)]
      : []),
  ];
}
