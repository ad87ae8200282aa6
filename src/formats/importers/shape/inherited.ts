/**
 * What requests inherit. Authentication is stated once for all that agree, and by each request when they go to a
 * chain that says something else; headers of folders come before those of a request.
 */
import { defined } from '../../../core/defined';
import type { WrittenAuth, WrittenField } from '../../../core/files/writtenChain';
import { jsonEquals, stringifyJson, type JsonObject } from '../../../core/json/json';
import { textOf } from './externalJson';
import type { ImportedCollection, ImportedMembers, ImportedRequest } from './imported';

/** A request, and the authentication that it is sent with; the type `none` for none. */
export interface AuthenticatedRequest {
  readonly request: ImportedRequest;
  readonly auth: WrittenAuth;
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

function mostUsed(auths: readonly WrittenAuth[]): WrittenAuth | undefined {
  const groups = new Map<string, WrittenAuth[]>();
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

const NONE: WrittenAuth = { type: 'none' };

function inherits({ auth }: ImportedMembers): boolean {
  return auth === undefined || jsonEquals(auth, { type: 'inherit' });
}

/** A request with an authentication where people write it: in front of the body. */
export function withAuth(request: ImportedMembers, auth: WrittenAuth): ImportedMembers {
  const { method, url, query, headers, auth: _own, ...others } = request;
  return { method, url, ...defined({ query, headers }), auth, ...others };
}

/** The rows of a request behind those of its folders; of a name that it has itself, only its own count. */
export function withInherited(
  own: readonly WrittenField[],
  inherited: readonly WrittenField[],
): readonly WrittenField[] {
  const names = new Set(own.flatMap((row) => (row['disabled'] === true ? [] : [nameOf(row)])));
  return [...inherited.filter((row) => !names.has(nameOf(row))), ...own];
}

/** The rows of a request after its scripts, in order: rows that they add, and, switched off, those that they remove. */
export function withScripted(
  stated: readonly WrittenField[],
  changes: readonly WrittenField[],
): readonly WrittenField[] {
  return changes.reduce((rows, change) => {
    const isSame = (row: WrittenField): boolean => nameOf(row) === nameOf(change);
    return change['disabled'] === true
      ? rows.map((row) => (isSame(row) ? { ...row, disabled: true } : row))
      : [...rows.filter((row) => !isSame(row)), change];
  }, stated);
}

/** The Content-Type that is sent; absent when no row says it. */
export function contentTypeIn(rows: readonly WrittenField[]): string | undefined {
  return textOf(rows.find((row) => isSent(row, 'content-type'))?.['value']);
}

/** The rows with no header of that name, in lower case, that is sent. */
export function withoutHeader(rows: readonly WrittenField[], name: string): readonly WrittenField[] {
  return rows.map((row) => (isSent(row, name) ? { ...row, disabled: true } : row));
}

function isSent(row: WrittenField, name: string): boolean {
  return row['disabled'] !== true && nameOf(row) === name;
}

function nameOf(row: WrittenField): string {
  return textOf(row['name'])?.toLowerCase() ?? '';
}
