/** Cells: the questions an authorization matrix asks, one per kind, operation, owner, caller and location. */
import type { Effect } from './matrix';

/**
 * What a cell asks. `OBJ`: a caller on the object of another (BOLA). `FUN`: a role without a grant (BFLA).
 * `ANON`: no credentials at all. `SELF`: what is granted must succeed. `LIST`: a collection must not hold what
 * belongs to others. `PROP`: a property that callers must not set, or must not be
 * shown where the effect is `read`; with the variant `undescribed-members` all members of an answer.
 */
export type CellKind = 'OBJ' | 'FUN' | 'ANON' | 'SELF' | 'LIST' | 'PROP';

/** One question. */
export interface Cell {
  /** `OBJ order.read bob<-alice path:orderId#trailing-slash`: the same in files, reports and waivers. */
  readonly id: string;
  readonly kind: CellKind;
  /** Name of the operation. */
  readonly operation: string;
  readonly effect: Effect;
  /** Name of the resource; absent for a function that concerns no object. */
  readonly resource?: string;
  /** The user whose object it is; for a function without object the user who is granted it. Absent when there is none. */
  readonly owner?: string;
  readonly ownerRole?: string;
  readonly caller: string;
  readonly callerRole: string;
  /** Absent where the two are one user, or have no attribute in common. */
  readonly relation?: UserRelation;
  /** As written in the chain. */
  readonly method: string;
  /** Path of the URL as written in the chain, origin and `{{baseUrl}}` left out: `/api/orders/{{orderId}}`. */
  readonly path: string;
  /** Where the identifiers of the owner go, in the order of the request; empty when none do. */
  readonly places: readonly IdPlace[];
  /** Present when an attack pack sends the identifier, or the token, in a way of its own. */
  readonly variant?: VariantName;
  /** Present in `PROP` cells without variant: JSONPath of the property, one of the operation's `assign` or `hidden`. */
  readonly property?: string;
  /** Present when the credentials of the caller were valid in this run, and have ended. */
  readonly ended?: true;
  /** Present when no pattern of the policy names the pair of role and operation: it is taken as not granted. */
  readonly undeclared?: true;
  /** Why nothing is sent for it. */
  readonly skip?: string;
}

/** Attributes that two users both have, by name: whether their values are the same, such as one tenant. */
export type UserRelation = Readonly<Record<string, 'same' | 'other'>>;

/** An occurrence of an identifier in a request. */
export interface IdPlace {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'auth';
  /** Variable of the resource's `id`. */
  readonly variable: string;
  /** Name of the query parameter, header, cookie or field; JSON pointer in a JSON body. Absent in a path. */
  readonly name?: string;
}

/** Ways of the attack packs to send an identifier, or a token. */
export type VariantName =
  // pollution
  | 'query-repeated-own-first'
  | 'query-repeated-own-last'
  | 'query-array'
  | 'json-duplicate-own-first'
  | 'json-duplicate-own-last'
  | 'body-disagrees'
  // method
  | 'verb-GET'
  | 'verb-POST'
  | 'verb-PUT'
  | 'verb-PATCH'
  | 'verb-DELETE'
  | 'verb-HEAD'
  | 'verb-OPTIONS'
  | 'override-X-HTTP-Method-Override'
  | 'override-X-HTTP-Method'
  | 'override-X-Method-Override'
  | 'override-_method'
  // path
  | 'trailing-slash'
  | 'path-case'
  | 'double-slash'
  | 'percent-dot'
  | 'dot-dot-semicolon'
  | 'semicolon'
  | 'percent-slash'
  | 'double-encoding'
  | 'suffix-json'
  | 'old-version'
  | 'X-Original-URL'
  | 'X-Rewrite-URL'
  // type
  | 'id-as-text'
  | 'id-as-number'
  | 'id-in-array'
  | 'id-in-object'
  // token
  | 'token-alg-none'
  | 'token-no-signature'
  | 'token-payload'
  | 'token-foreign-key'
  | 'token-after-logout'
  | 'token-expired'
  // identity
  | 'X-User-Id'
  | 'X-Original-User'
  | 'X-Forwarded-For'
  // id
  | 'id-wildcard'
  | 'id-null'
  | 'id-zero'
  | 'id-negative'
  | 'id-list'
  | 'id-global'
  // graphql
  | 'graphql-alias'
  | 'graphql-batch'
  // exposure
  | 'undescribed-members';

/** What is asked, and what is not. */
export interface MatrixPlan {
  /** In the order they are run, those with `skip` included. */
  readonly cells: readonly Cell[];
  /** Cells of the matrix that a selection leaves out; absent without one. */
  readonly unselected?: readonly Cell[];
  /** Pairs of role and operation that no pattern of the policy names. */
  readonly undeclared: readonly { readonly role: string; readonly operation: string }[];
  /** What a reader should know: no anonymous user, an operation that nobody is granted. Whole sentences. */
  readonly notes: readonly string[];
}
