/**
 * The nouns of an authorization matrix (`*.authz.json`): users, resources, operations and the policy that says
 * who may do what. Plain data; `matrixFile.ts` reads it from a file.
 */
import type { JsonObject, JsonValue } from '../../json/json';
import type { Environment } from '../../model';
import type { LoadedChain } from '../../run/plan';
import type { DescribedAnswers } from './describedAnswers';

/** Who may do what, and with which requests to find out. Lists in the order of the file. */
export interface Matrix {
  readonly name: string;
  /** Name of an environment. */
  readonly environment?: string;
  /** Whether the file agrees to requests that change something; the person who runs must agree as well. */
  readonly mutate: boolean;
  readonly users: readonly MatrixUser[];
  readonly resources: readonly MatrixResource[];
  readonly operations: readonly MatrixOperation[];
  readonly policy: Policy;
  readonly denied: readonly DeniedPattern[];
  readonly waivers: readonly Waiver[];
  readonly limits: MatrixLimits;
  /** Origins besides loopback that may be tested, in their comparable form. */
  readonly allowHosts: readonly string[];
  readonly packs: readonly AttackPack[];
  /** Values that never count as data of another user: what everybody may know. */
  readonly ignore: readonly string[];
  /** How users are made whose credentials may end, one for each role at most. */
  readonly throwAway: readonly ThrowAway[];
}

/** A request of a chain by its id, or, without one, the whole chain. */
export interface RequestName {
  /** Workspace path, `/` as separator. */
  readonly chain: string;
  readonly id?: string;
}

/** Somebody who sends requests. */
export interface MatrixUser {
  readonly name: string;
  /** {@link ANONYMOUS} is somebody without credentials. */
  readonly role: string;
  /** What the user has in common with others, by name, such as a tenant; absent where the matrix names nothing. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Gets the credentials; the variables that it extracts go with every request of the user. */
  readonly login?: RequestName;
  /** A cheap request that succeeds while the credentials hold. */
  readonly alive?: RequestName;
  /** The login ends the credentials that it gets, which are granted nothing any more. */
  readonly ended?: true;
  /** Values for this user's requests; strings may hold references. */
  readonly variables: JsonObject;
}

/** The role that has no credentials. */
export const ANONYMOUS = 'anonymous';

/** How another user of a role is made, whom nobody needs afterwards. */
export interface ThrowAway {
  readonly role: string;
  /** Name of the resource whose `create` registers a user, and whose `delete` removes one. */
  readonly resource: string;
  /** Name of the user who does both; absent where a user registers, and later removes, the own account. */
  readonly by?: string;
  /** What such a user has instead of the variables of the one it replaces; strings may hold references. */
  readonly variables: JsonObject;
}

/** A kind of object that belongs to somebody. */
export interface MatrixResource {
  readonly name: string;
  /** Creates one as its owner; absent where the object is there already, such as the owner's own account. */
  readonly create?: RequestName;
  /** Shows one to its owner: the proof that it exists, and after an attack that it is untouched. */
  readonly read?: RequestName;
  /** Lists those of its owner: finds what a killed run left behind. */
  readonly list?: RequestName;
  /** Deletes one as its owner. */
  readonly delete?: RequestName;
  /** Variables that identify one; a nested one has those of its parents, outermost first. */
  readonly id: readonly string[];
  /** Of identifiers that the matrix says are not in the answer to `create`: where they come from; absent without such. */
  readonly idSources?: Readonly<Record<string, IdSource>>;
  /** JSONPaths (JSON bodies) or field names (forms) of `create`'s body that take a planted text. */
  readonly canary: readonly string[];
  /** JSONPaths of `read`'s answer whose values tell whose object it is. */
  readonly marker: readonly string[];
  /** Users whose objects are attacked; absent is one of each role that may have some. */
  readonly owners?: readonly string[];
}

/** Where an identifier comes from: an item of the owner's list, by its JSONPath, or the choice of the client. */
export type IdSource = { readonly from: 'list'; readonly path: string } | { readonly from: 'request' };

/** What an operation does to its object. */
export type Effect = 'read' | 'create' | 'update' | 'delete' | 'action';

/** Something that users may or may not do. */
export interface MatrixOperation {
  readonly name: string;
  /** Absent for a function that concerns no object. */
  readonly resource?: string;
  readonly request: RequestName;
  readonly effect: Effect;
  /** Whether it changes something although its method only reads: agrees to sending it. Absent is undeclared. */
  readonly mutates?: boolean;
  /** Shows an effect that `read` of the resource does not show, such as a login with the old password. */
  readonly probe?: RequestName;
  /** The next page of a list: uses variables that `request` extracts. */
  readonly next?: RequestName;
  /** Properties that a caller must not be able to set: the owner, a role. */
  readonly assign: readonly Assignment[];
  /** Members of the answer that some roles must not be shown, although they may use the operation. */
  readonly hidden: readonly HiddenMember[];
  /** Has effects that nobody can take back (mail, payment): tested only when a person names it. */
  readonly irreversible: boolean;
  /** Ends credentials, such as a log-out or a new password: asked last, on throw-away users. Absent is undeclared. */
  readonly endsCredentials?: boolean;
}

/** A property that an attack sets. */
export interface Assignment {
  /** JSONPath into the body of the request. */
  readonly path: string;
  /** Strings may hold references, which take the values of the object's owner. */
  readonly value: JsonValue;
  /** Roles that may set it. */
  readonly except: readonly string[];
}

/** A member of an answer that is not for everybody who gets the answer. */
export interface HiddenMember {
  /** JSONPath into the answer. */
  readonly path: string;
  /** Roles that must not be shown it. */
  readonly from: readonly string[];
}

/** How far a role's grant reaches. */
export type GrantScope = 'own' | 'any' | 'none';

/** How far a role's grant reaches, and whose objects count as its own. */
export interface Reach {
  readonly scope: GrantScope;
  /**
   * Attributes of users: `own` includes the objects of those who have the same value of one of them. Absent where
   * there is none.
   */
  readonly sharedBy?: readonly string[];
}

/** Roles by operations. */
export interface Policy {
  readonly roles: readonly RolePolicy[];
  /** Patterns of operations that need no credentials. */
  readonly public: readonly string[];
}

/** What one role may do. */
export interface RolePolicy {
  readonly role: string;
  readonly rules: readonly PolicyRule[];
}

/** A grant. The pattern is the name of an operation, where `*` matches any characters. */
export interface PolicyRule extends Reach {
  readonly pattern: string;
}

/** How an API says no in its own way. Every member that is there must hold. */
export interface DeniedPattern {
  readonly status?: number;
  /** JSONPath into the body. */
  readonly path?: string;
  readonly equals?: JsonValue;
  /** In the body as a text. */
  readonly text?: TextPattern;
  /** A header that is there; its name in any case. */
  readonly header?: Partial<TextPattern> & { readonly name: string };
  /** Media type without parameters, in any case: `text/html`. */
  readonly contentType?: string;
  /** The status that this means (GraphQL, RPC); absent makes it a soft denial. */
  readonly as?: 403 | 404;
}

/** A part of a text: written out, or a regular expression (RE2). One of the two. */
export interface TextPattern {
  readonly contains?: string;
  readonly matches?: string;
}

/** A verdict that somebody accepts for a while. */
export interface Waiver {
  /** Id of a cell, where `*` matches any characters. */
  readonly cell: string;
  /** Only this class; absent is any that does not pass. */
  readonly class?: string;
  readonly reason: string;
  /** Last day it holds, ISO 8601 (`2027-03-31`). */
  readonly expires: string;
}

/** What a run may cost at most. */
export interface MatrixLimits {
  readonly requests: number;
  readonly mutations: number;
  /** How long the whole run may wait for tokens to expire, in seconds; 0 tries no expired tokens. */
  readonly waitSeconds: number;
}

/** Further ways to name an object, each a guess at how a check can be passed by. */
export type AttackPack =
  'pollution' | 'method' | 'path' | 'type' | 'token' | 'identity' | 'id' | 'graphql' | 'exposure';

/** A matrix with all that it names. */
export interface LoadedMatrix {
  /** Workspace path. */
  readonly file: string;
  readonly matrix: Matrix;
  /** By workspace path: every chain that the matrix names and those that they require. */
  readonly chains: ReadonlyMap<string, MatrixChain>;
  readonly environment?: Environment;
  /** Workspace path of the environment's file. */
  readonly environmentFile: string;
  /** What answers are compared with; absent where the person who runs names no description of the API. */
  readonly described?: DescribedAnswers;
  /** What is odd about the file though it can be run: `orders.authz.json:12:5: …`. */
  readonly warnings: readonly string[];
}

/** A chain that a matrix names. */
export interface MatrixChain extends LoadedChain {
  /** Chains that it requires, directly or not, in the order they run. */
  readonly required: readonly LoadedChain[];
}

/** What a role may do with an operation: its own line decides, else the longest pattern that fits; absent without one. */
export function grantOf({ roles }: Policy, role: string, operation: string): Reach | undefined {
  const rules = roles.find((known) => known.role === role)?.rules ?? [];
  return longestFit(rules, operation);
}

/**
 * The rule that decides on an operation: the one that is its name, else the one with the longest pattern that fits.
 * `order.read*` is longer than `order.read`, and still says less about it.
 */
export function longestFit<Rule extends Pick<PolicyRule, 'pattern'>>(
  rules: readonly Rule[],
  operation: string,
): Rule | undefined {
  const own = rules.find(({ pattern }) => pattern === operation);
  if (own !== undefined) {
    return own;
  }
  const fitting = rules.filter(({ pattern }) => fits(pattern, operation));
  return fitting.toSorted((one, other) => other.pattern.length - one.pattern.length)[0];
}

/** Whether an operation needs no credentials. */
export function isPublic({ public: patterns }: Policy, operation: string): boolean {
  return patterns.some((pattern) => fits(pattern, operation));
}

/** Whether a text fits a pattern in which `*` matches any characters. */
export function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) {
    return pattern === text;
  }
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) {
    return false;
  }
  let from = first.length;
  return rest.every((part) => {
    const found = text.indexOf(part, from);
    from = found + part.length;
    return found !== -1 && from <= text.length - last.length;
  });
}
