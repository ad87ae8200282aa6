/** The sections of a proposed matrix, each with remarks on what its reader should look at. */
import { defined } from '../../defined';
import type { JsonObject } from '../../json/json';
import type { ChainRequest } from '../../model';
import { effectiveAuth } from '../../prepare/references';
import type { FoundLogin } from './generateLogin';
import type { ChainObject } from './generateObjects';
import type { ChainOperation } from './generateOperations';
import type { ProposedPolicy } from './generatePolicy';
import { RemarkedObject, type RemarkedMember } from './generateText';
import type { ProposedThrowAway } from './generateThrowAways';
import type { ProposedUser } from './generateUsers';
import { ANONYMOUS, type MatrixChain, type RequestName } from '../model/matrix';
import { asksWhoIsSignedIn } from '../matrix/safeRequest';
import { pathTemplate } from '../model/cellId';

/** What a matrix will say. */
export interface Proposal {
  readonly users: readonly ProposedUser[];
  readonly login: FoundLogin;
  readonly objects: readonly ChainObject[];
  readonly operations: readonly ChainOperation[];
  readonly policy: ProposedPolicy;
  /** Absent where nobody is made. */
  readonly throwAway?: ProposedThrowAway;
}

/** How the matrix writes a request or a chain (workspace path). */
export type NameRequest = (name: RequestName) => string;

/** Who sends requests. */
export function userSection(
  { users, login, operations }: Proposal,
  chain: MatrixChain,
  nameOf: NameRequest,
): RemarkedMember {
  const alive = login.showsLiveness ? undefined : cheapRead(operations, chain);
  const members = users.map(({ name, role, variables, attributes }): RemarkedMember => {
    const credentials: JsonObject =
      role === ANONYMOUS
        ? {}
        : {
            ...(login.name === undefined ? {} : { login: nameOf(login.name) }),
            ...(alive === undefined ? {} : { alive: nameOf({ chain: chain.file, id: alive.id }) }),
            ...(Object.keys(variables).length === 0 ? {} : { variables }),
          };
    return { name, value: { role, ...defined({ attributes }), ...credentials } };
  });
  return {
    name: 'users',
    remarks: [
      'Two users of one role try each other. Correct what they sign in with; secrets get values of their own.',
    ],
    value: new RemarkedObject(members),
  };
}

/** Kinds of objects. */
export function resourceSection(
  { objects, throwAway }: Proposal,
  chain: string,
  nameOf: NameRequest,
): RemarkedMember {
  const named = (request: ChainRequest): string => nameOf({ chain, id: request.id });
  const { account } = throwAway ?? {};
  const all = account === undefined ? objects : [...objects, account];
  const members = all.map((object): RemarkedMember => {
    const { name, id, create, read, list, canary, marker } = object;
    const value: JsonObject = {
      ...(create === undefined ? {} : { create: named(create) }),
      ...(read === undefined ? {} : { read: named(read) }),
      ...(list === undefined ? {} : { list: named(list) }),
      ...(object.delete === undefined ? {} : { delete: named(object.delete) }),
      id,
      ...(canary.length === 0 ? {} : { canary }),
      ...(marker.length === 0 ? {} : { marker }),
    };
    return { name, remarks: object === account ? [ACCOUNT] : objectRemarks(object), value };
  });
  return { name: 'resources', value: new RemarkedObject(members) };
}

/** What users may or may not do. */
export function operationSection(proposal: Proposal, chain: string, nameOf: NameRequest): RemarkedMember {
  const named = (id: string): string => nameOf({ chain, id });
  const members = proposal.operations.map(
    ({
      name,
      object,
      request,
      effect,
      next,
      mutates,
      irreversible,
      endsCredentials,
      ...rest
    }): RemarkedMember => ({
      name,
      remarks: [...undecidedRemark({ mutates, ...rest }), ...rest.remarks],
      value: {
        ...defined({ resource: object?.name }),
        request: named(request.id),
        effect,
        ...(next === undefined ? {} : { next: named(next.id) }),
        ...defined({ probe: probeOf({ object, request, effect, endsCredentials }, proposal, named) }),
        ...defined({ mutates }),
        ...(irreversible ? { irreversible } : {}),
        ...(endsCredentials ? { endsCredentials } : {}),
      },
    }),
  );
  return { name: 'operations', value: new RemarkedObject(members) };
}

/**
 * What shows an effect that the object does not: reading the same path where there is none, and signing in again after
 * what may have changed a password.
 */
function probeOf(
  { object, request, effect, endsCredentials }: Changing,
  { operations, login }: Pick<Proposal, 'operations' | 'login'>,
  named: (id: string) => string,
): string | undefined {
  if (effect !== 'update') {
    return undefined;
  }
  if (endsCredentials) {
    const [signsIn, ...others] = login.own;
    return signsIn === undefined || others.length > 0 ? undefined : named(signsIn);
  }
  const path = pathTemplate(request);
  const reading = operations.find((one) => one.effect === 'read' && pathTemplate(one.request) === path);
  return object !== undefined || reading === undefined ? undefined : named(reading.request.id);
}

interface Changing extends Pick<ChainOperation, 'request' | 'effect' | 'endsCredentials'> {
  readonly object: ChainObject | undefined;
}

function undecidedRemark({
  changingWord,
  mutates,
}: {
  readonly changingWord?: string;
  readonly mutates: boolean | undefined;
}): readonly string[] {
  return changingWord === undefined || mutates !== undefined
    ? []
    : [
        `Sounds as if it changed something (${changingWord}) and is not sent: "mutates": true agrees to the change, false says that it only reads.`,
      ];
}

/** How throw-away users of each role are made; nothing where nobody is. */
export function throwAwaySection({ users, throwAway }: Proposal): readonly RemarkedMember[] {
  if (throwAway === undefined) {
    return [];
  }
  const { resource, by, variables } = throwAway;
  const value: JsonObject = { resource, ...defined({ by }), variables };
  const members = rolesOf(users).map((role): RemarkedMember => ({ name: role, value }));
  return [
    {
      name: 'throwAway',
      remarks: [
        'How users are made for what ends credentials. Remove the roles that it cannot make, and see "by": who may.',
      ],
      value: new RemarkedObject(members),
    },
  ];
}

/** Who may do what. */
export function policySection({ policy }: Proposal): RemarkedMember {
  const members = policy.rules.map(([role, rules]): RemarkedMember => ({ name: role, value: rules }));
  return {
    name: 'policy',
    remarks: [
      'Everything is judged by this: "own" objects, "any" objects, or "none". What all may do is "public".',
    ],
    value: new RemarkedObject([...members, { name: 'public', value: policy.public }]),
  };
}

/** The roles of users who sign in. */
export function rolesOf(users: readonly ProposedUser[]): readonly string[] {
  return [...new Set(users.map(({ role }) => role).filter((role) => role !== ANONYMOUS))];
}

/**
 * Something that only good credentials get and that names no object; best what asks who is signed in.
 *
 * Method and name decide whether reading is safe (`effectIn`); GET alone does not make a request safe.
 */
function cheapRead(operations: readonly ChainOperation[], { chain }: MatrixChain): ChainRequest | undefined {
  const reading = operations.filter(({ effect }) => effect === 'read');
  const cheap = reading.filter(({ object, request }) => object === undefined || request === object.list);
  const own = reading.filter(
    ({ request }) => asksWhoIsSignedIn(request) || OWN_ACCOUNT.test(pathTemplate(request)),
  );
  const found = [...own, ...cheap].map(({ request }) => request);
  return found.find((request) => effectiveAuth(request, chain).type !== 'none') ?? found[0];
}

/** `/profile` and `/api/my-account`; not `/users/{{userId}}/profile`, which names an object. */
const OWN_ACCOUNT = /^[^{}]*\/(?:my-?)?(?:profile|account)\/?$/i;

const ACCOUNT = 'The account of a user who is made for a test, see "throwAway".';

function objectRemarks(object: ChainObject): readonly string[] {
  const { create, read, canary, marker } = object;
  return [
    ...(create === undefined
      ? ['Nothing creates one: what the login extracts says which one is meant.']
      : []),
    ...(read === undefined ? ['Nothing shows one to its owner: without a "read" no change is proved.'] : []),
    ...(create !== undefined && object.delete === undefined
      ? ['Nothing deletes one: what a run creates stays.']
      : []),
    ...(create !== undefined && canary.length === 0
      ? ['No free text was found to plant a mark in: add "canary", a path in the body of "create".']
      : []),
    ...(read !== undefined && marker.length === 0
      ? ['What in the answer of "read" says whose it is? Add "marker", such as ["$.customer"].']
      : []),
  ];
}
