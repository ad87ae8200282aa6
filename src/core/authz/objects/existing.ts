/**
 * What was there before a run created anything: the accounts of its users, and what lists showed. An answer that
 * names one of these created nothing, whatever its status, so such an object is never deleted.
 */
import { isNumber } from '../../json/json';
import type { JsonValue } from '../../json/json';
import { plainText } from '../../prepare/template';
import type { MatrixResource } from '../matrix/matrix';
import { requestOf } from '../run/context';
import type { AuthzContext } from '../run/context';
import type { Values } from '../run/sender';
import type { Sessions } from '../run/sessions';
import type { TestObject } from './testObject';

/** What is known to have been there before. */
export interface Existing {
  /** Says where an object was seen before it was created; absent when nowhere. A whole sentence. */
  why(object: TestObject): string | undefined;
  /** A list showed these identifiers of a resource before anything was created. */
  note(resource: MatrixResource, shown: readonly JsonValue[]): void;
}

/** Knows the users of a matrix; lists are noted as they are read. */
export function createExisting({ loaded }: AuthzContext, sessions: Pick<Sessions, 'extracted'>): Existing {
  const listed = new Map<string, Set<string>>();
  return {
    note({ name }, shown) {
      const texts = shown.map((value) => plainText(value));
      listed.set(name, new Set([...(listed.get(name) ?? []), ...texts]));
    },
    why(object) {
      const { resource, owner, entry } = object;
      const own = [...ownIds(loaded, object)];
      const seen = listed.get(resource.name);
      if (own.length === 0) {
        return undefined;
      }
      if (own.every(([, { value }]) => seen?.has(plainText(value)) === true)) {
        return `The list of ${owner.user.name} showed the ${resource.name} before it was created.`;
      }
      // Reading proved that a client's own choice named nothing before.
      const others = loaded.matrix.users.filter(
        ({ name }) => entry?.proof !== 'reads' || name !== owner.user.name,
      );
      const written = others.flatMap(({ name, variables }) =>
        Object.entries(variables).map(([variable, value]) => ({ user: name, variable, value })),
      );
      const known = [...written, ...sessions.extracted()];
      const user = own
        .map(
          ([name, { value }]) => known.find((one) => isSame(resource, { variable: name, value }, one))?.user,
        )
        .reduce((first, next) => (next === undefined ? undefined : first));
      return user === undefined
        ? undefined
        : `The ${resource.name} has an identifier that ${user} had before it was created.`;
    },
  };
}

/** Identifiers of an object itself: those of what it is inside of identify others as well. */
export function ownIds(
  loaded: AuthzContext['loaded'],
  { resource, ids }: Pick<TestObject, 'resource' | 'ids'>,
): Values {
  const extracted = extractedIds(loaded, resource);
  return extracted.size === 0 ? ids : new Map([...ids].filter(([name]) => extracted.has(name)));
}

/** Identifiers that the answer to `create` gives; none where the client chooses them. */
export function extractedIds(
  loaded: AuthzContext['loaded'],
  { create, id }: MatrixResource,
): ReadonlySet<string> {
  const extract = create === undefined ? [] : requestOf(loaded, create).request.extract;
  return new Set(extract.map(({ variable }) => variable).filter((variable) => id.includes(variable)));
}

interface NamedValue {
  readonly variable: string;
  readonly value: JsonValue;
}

/**
 * Whether a value of a user is an identifier of an object. Numbers are alike by chance: under another name they
 * count only where the object may be an account.
 */
function isSame(resource: MatrixResource, id: NamedValue, known: NamedValue): boolean {
  if (plainText(id.value) !== plainText(known.value) || plainText(id.value) === '') {
    return false;
  }
  const isCounted = isNumber(id.value) || /^\d{1,9}$/.test(plainText(id.value));
  return !isCounted || id.variable === known.variable || ACCOUNT.test(`${resource.name} ${id.variable}`);
}

const ACCOUNT = /account|user|member|customer|client|person|people|profile|login|admin|owner|author/i;
