/**
 * What was there before a run created anything: the accounts of its users, and what lists showed. An answer that
 * names one of these created nothing, whatever its status, so such an object is never deleted.
 */
import { isNumber, type JsonValue } from '../../../json/json';
import { plainText } from '../../../prepare/template';
import type { MatrixResource } from '../../model/matrix';
import { wordsOf } from '../../matrix/splitWords';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import type { Values } from '../sender/sender';
import type { Sessions, UserValue } from '../sessions/sessions';
import { listedHash, listedIn } from '../ledger';
import type { TestObject } from './testObject';

/** What is known to have been there before. */
export interface Existing {
  /** Says where an object was seen before it was created; absent when nowhere. A whole sentence. */
  why(object: TestObject): string | undefined;
  /** The list of a user showed these identifiers of a resource before anything was created. */
  note(by: Pick<TestObject, 'resource' | 'owner'>, shown: readonly JsonValue[]): void;
}

/** Knows the users of a matrix; lists are noted as they are read. */
export function createExisting(context: AuthzContext, sessions: Pick<Sessions, 'extracted'>): Existing {
  const { loaded, ports } = context;
  const listed = new Map<string, Map<string, string>>();
  const wasListed = ({ resource, entry }: TestObject, value: JsonValue): boolean =>
    listed.get(resource.name)?.has(plainText(value)) === true ||
    listedIn(entry)?.includes(listedHash(ports.hash, resource.name, value)) === true;
  return {
    note({ resource, owner }, shown) {
      const users = shown.map((value) => [plainText(value), owner.user.name] as const);
      listed.set(resource.name, new Map([...users, ...(listed.get(resource.name) ?? [])]));
    },
    why(object) {
      const { name } = object.resource;
      const own = [...ownIds(loaded, object)].map(([variable, { value }]) => ({ variable, value }));
      if (own.length === 0) {
        return undefined;
      }
      if (own.every(({ value }) => wasListed(object, value))) {
        const [user = object.owner.user.name] = own.flatMap(
          ({ value }) => listed.get(name)?.get(plainText(value)) ?? [],
        );
        return `The list of ${user} showed the ${name} before it was created.`;
      }
      const user = userWith(object, own, [...writtenValues(loaded, object), ...sessions.extracted()]);
      return user === undefined
        ? undefined
        : `The ${name} has an identifier that ${user} had before it was created.`;
    },
  };
}

/** What the matrix says that users have. Reading proved that a client's own choice named nothing before. */
function writtenValues(
  { matrix }: AuthzContext['loaded'],
  { owner, entry }: TestObject,
): readonly UserValue[] {
  return matrix.users
    .filter(({ name }) => entry?.proof !== 'reads' || name !== owner.user.name)
    .flatMap(({ name, variables }) =>
      Object.entries(variables).map(([variable, value]) => ({ user: name, variable, value })),
    );
}

/** The user who has all the identifiers of an object; absent when nobody does. */
function userWith(
  object: TestObject,
  own: readonly NamedValue[],
  known: readonly UserValue[],
): string | undefined {
  const users = own.map((id) => known.find((one) => isSame(object, id, one))?.user);
  return users.includes(undefined) ? undefined : users[0];
}

/** Identifiers of an object itself; those of its parents identify other objects as well. */
export function ownIds(
  loaded: AuthzContext['loaded'],
  { resource, ids }: Pick<TestObject, 'resource' | 'ids'>,
): Values {
  const own = new Set([...extractedIds(loaded, resource), ...Object.keys(resource.idSources ?? {})]);
  return own.size === 0 ? ids : new Map([...ids].filter(([name]) => own.has(name)));
}

/** Identifiers that the answer to `create` gives; none where the client chooses them, or a list shows them. */
export function extractedIds(
  loaded: AuthzContext['loaded'],
  { create, id, idSources = {} }: MatrixResource,
): ReadonlySet<string> {
  const extract = create === undefined ? [] : requestOf(loaded, create).request.extract;
  const names = extract.map(({ variable }) => variable);
  return new Set(names.filter((name) => id.includes(name) && !Object.hasOwn(idSources, name)));
}

/** JSONPaths of the identifiers that only the owner's list shows, in an item of it. */
export function listedIdPaths({ idSources = {} }: MatrixResource): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(idSources).flatMap(([name, source]) =>
      source.from === 'list' ? [[name, source.path] as const] : [],
    ),
  );
}

interface NamedValue {
  readonly variable: string;
  readonly value: JsonValue;
}

/**
 * Whether a value of a user is an identifier of an object. Numbers are alike by chance: they count under the same
 * name, or where the object may be an account that no list would have shown.
 */
function isSame({ resource, entry }: TestObject, id: NamedValue, known: NamedValue): boolean {
  if (plainText(id.value) !== plainText(known.value) || plainText(id.value) === '') {
    return false;
  }
  if (!isNumber(id.value) && !/^\d{1,9}$/.test(plainText(id.value))) {
    return true;
  }
  const names = [resource.name, id.variable];
  const isNamedAlike = listedIn(entry) === undefined && names.some(mayBeAccount);
  return id.variable === known.variable || isNamedAlike;
}

function mayBeAccount(name: string): boolean {
  return wordsOf(name).some((word) => ACCOUNT.test(word));
}

const ACCOUNT =
  /^(?:accounts?|users?|members?|customers?|clients?|persons?|people|profiles?|logins?|admins?|owners?|authors?)$/;
