/**
 * Where the identifiers in the paths of a description come from: what creates an object answers with its identifier or
 * is sent one, signing in or asking who is signed in says whose account it is, and what remains needs a value.
 */
import { wordsOf } from '../../../core/authz/matrix/splitWords';
import { asksWhoIsSignedIn } from '../../../core/authz/matrix/safeRequest';
import { nameWords } from '../../../core/language/nameWords';
import { pathToMember } from './answerMembers';
import { bodyMembers } from './bodyMembers';
import type { DescribedOperation } from './describedApi';
import { isPassword, type SignIn } from './findSignIn';

/** Where an identifier comes from. */
export type IdSource =
  /** Its creation, or a request about the user, is answered with it; without a path the description does not say where. */
  | { readonly kind: 'answered'; readonly by: DescribedOperation; readonly path?: string }
  /** Its creation is sent it, in this member of the body. */
  | { readonly kind: 'chosen'; readonly by: DescribedOperation; readonly member: string }
  /** It is what the user signs in with. */
  | { readonly kind: 'user' }
  | { readonly kind: 'unknown' };

/** An identifier: a variable of paths. */
export interface Identifier {
  readonly variable: string;
  /** Path of the objects that it tells apart: `/orders` for `/orders/{{orderId}}`. */
  readonly collection: string;
  readonly source: IdSource;
}

/** The identifiers of paths, outer ones first. */
export function findIdentifiers(
  operations: readonly DescribedOperation[],
  signIn: SignIn | undefined,
): readonly Identifier[] {
  const collections = new Map<string, string>();
  for (const { path } of operations) {
    for (const match of path.matchAll(/\/\{\{([\w.-]+)\}\}/g)) {
      const variable = match[1] ?? '';
      collections.set(variable, collections.get(variable) ?? path.slice(0, match.index));
    }
  }
  return [...collections]
    .toSorted(([, one], [, other]) => one.split('/').length - other.split('/').length)
    .map(([variable, collection]) => ({
      variable,
      collection,
      source: sourceOf({ variable, collection }, operations, signIn),
    }));
}

/** Whether two names are the same one, however they are written: `BasketId` and `basket_id`. */
export function isSameName(one: string, other: string): boolean {
  return wordsOf(one).join('') === wordsOf(other).join('');
}

function sourceOf(
  id: Omit<Identifier, 'source'>,
  operations: readonly DescribedOperation[],
  signIn: SignIn | undefined,
): IdSource {
  const { variable } = id;
  const ofSignIn = bodyMembers(signIn?.operation.request.request.body);
  if (ofSignIn.some(({ name }) => name === variable)) {
    return { kind: 'user' };
  }
  const create = creationOf(id, operations);
  if (create !== undefined && create !== signIn?.operation) {
    return sourceInCreation(id, create);
  }
  const aboutUser = [
    ...(signIn === undefined ? [] : [signIn.operation]),
    ...operations.filter(
      ({ request: { request } }) => request.method === 'GET' && asksWhoIsSignedIn({ url: request.url }),
    ),
  ];
  for (const by of aboutUser) {
    const path = pathToMember(by.answer, (name) => namesUsers(name, id));
    if (path !== undefined) {
      return { kind: 'answered', by, path };
    }
  }
  return { kind: 'unknown' };
}

/** The request that creates what an identifier tells apart; who registers an account does not own it as an object. */
function creationOf(
  { collection }: Omit<Identifier, 'source'>,
  operations: readonly DescribedOperation[],
): DescribedOperation | undefined {
  const posts = operations.filter(
    ({ request }) => request.request.method === 'POST' && !takesPassword(request),
  );
  const plain = (path: string): string => path.replace(/\/$/, '');
  return (
    posts.find(({ path }) => plain(path) === collection) ??
    posts.find(({ path }) => CREATING.test(path) && plain(path.replace(CREATING, '')) === collection) ??
    posts.find(({ path }) => sameObjects(plain(path), collection))
  );
}

/** `/order` and `/orders`. */
function sameObjects(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) =>
    path
      .split('/')
      .map((part) => nameWords(part).join(' '))
      .join('/'),
  );
  return a === b;
}

const CREATING = /\/(?:create|new|add|make|submit|place)(?:[-_]\w+)?\/?$/i;

function takesPassword({ request }: DescribedOperation['request']): boolean {
  return bodyMembers(request.body).some(({ name }) => isPassword(name) && !/secret/i.test(name));
}

function sourceInCreation(id: Omit<Identifier, 'source'>, by: DescribedOperation): IdSource {
  const sent = bodyMembers(by.request.request.body).find(({ name }) => isSameName(name, id.variable));
  const isText = typeof sent?.value === 'string' && !isNumeric(sent.value);
  if (sent !== undefined && isText && !isMadeByServer(id.variable)) {
    return { kind: 'chosen', by, member: sent.name };
  }
  const path =
    pathToMember(by.answer, (name) => isSameName(name, id.variable) || isSameName(name, ownId(id))) ??
    pathToMember(by.answer, (name) => PLAIN_ID.test(name));
  return { kind: 'answered', by, ...(path === undefined ? {} : { path }) };
}

function isNumeric(text: string): boolean {
  return text.trim() !== '' && !Number.isNaN(Number(text));
}

/** `id` and `orderId` are given by the server; a title or a user name is what somebody chooses. */
function isMadeByServer(variable: string): boolean {
  return /^(?:ids?|uuid|guid|key|number|no|ref)$/.test(wordsOf(variable).at(-1) ?? '');
}

const PLAIN_ID = /^_?(?:id|uuid|guid|key|slug)$/i;

/** `orderId` for the objects at `/shop/orders`. */
function ownId({ collection }: Omit<Identifier, 'source'>): string {
  return `${objectWord(collection)}Id`;
}

/** The last word of a path that names objects, in the singular. */
function objectWord(collection: string): string {
  const segment = collection.split('/').findLast((one) => /^[a-z]/i.test(one) && !/^v\d/i.test(one));
  return nameWords(segment ?? '').at(-1) ?? '';
}

/** Whether a member of an answer about the user is this identifier: `basketId`, `bid`, or `id` for the user itself. */
function namesUsers(name: string, id: Omit<Identifier, 'source'>): boolean {
  const word = objectWord(id.collection);
  return (
    isSameName(name, id.variable) ||
    isSameName(name, ownId(id)) ||
    (word !== '' && name.toLowerCase() === `${word.charAt(0)}id`) ||
    (/^(?:user|account|customer|member|person|profile)$/.test(word) && PLAIN_ID.test(name))
  );
}
