/**
 * Authentication that requests inherit: stated once for all that agree, and by each request when they go to a
 * chain that says something else of it.
 */
import { defined } from '../../../core/defined';
import { jsonEquals, stringifyJson, type JsonObject } from '../../../core/json/json';
import type { ImportedCollection, ImportedRequest } from './imported';

/** A request, and the authentication that it is sent with; the type `none` for none. */
export interface AuthenticatedRequest {
  readonly request: ImportedRequest;
  readonly auth: JsonObject;
}

/** The authentication that most of the requests that have one share, for the chain to state; the others state theirs. */
export function shareAuth(
  all: readonly AuthenticatedRequest[],
): Pick<ImportedCollection, 'auth' | 'requests'> {
  const auth = mostUsed(all.map((one) => one.auth).filter(({ type }) => type !== 'none'));
  return {
    ...defined({ auth }),
    requests: all.map(({ request, auth: own }) =>
      request.kind === 'left-out' || jsonEquals(own, auth ?? NONE)
        ? request
        : { ...request, request: withAuth(request.request, own) },
    ),
  };
}

function mostUsed(auths: readonly JsonObject[]): JsonObject | undefined {
  const groups = new Map<string, JsonObject[]>();
  for (const auth of auths) {
    const key = stringifyJson(auth);
    const group = groups.get(key) ?? [];
    group.push(auth);
    groups.set(key, group);
  }
  const [first = [], ...others] = groups.values();
  return others.reduce((most, group) => (group.length > most.length ? group : most), first)[0];
}

/** A collection whose requests say their authentication themselves, unless `chain` says the same. */
export function withOwnAuth(
  collection: ImportedCollection,
  chain: JsonObject | undefined,
): ImportedCollection {
  const { auth = NONE, ...rest } = collection;
  const isSame = jsonEquals(auth, chain ?? NONE);
  return {
    ...rest,
    requests: collection.requests.map((request) =>
      isSame || request.kind === 'left-out' || !inherits(request.request)
        ? request
        : { ...request, request: withAuth(request.request, auth) },
    ),
  };
}

const NONE: JsonObject = { type: 'none' };

function inherits({ auth }: JsonObject): boolean {
  return auth === undefined || jsonEquals(auth, { type: 'inherit' });
}

/** A request with an authentication where people write it: in front of the body. */
export function withAuth(request: JsonObject, auth: JsonObject): JsonObject {
  const members = Object.entries(request).filter(([name]) => name !== 'auth');
  const headers = members.filter(([name]) => HEAD.has(name));
  const others = members.filter(([name]) => !HEAD.has(name));
  return Object.fromEntries([...headers, ['auth', auth], ...others]);
}

const HEAD: ReadonlySet<string> = new Set(['method', 'url', 'query', 'headers']);
