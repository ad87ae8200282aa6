/**
 * User names and passwords in addresses (RFC 3986 §3.2.1), which other tools send as basic authentication. Chains
 * state them so, for an address is shown everywhere and its parts are no secrets. Of an empty name without a password
 * (`https://@host`) tools send nothing.
 *
 * Users in constants from which addresses are made (`base = https://joe:secret@host`, `{{base}}/orders`) become basic
 * authentication, too. Environments may have another user each, so the name and the password become constants, the
 * password as a secret.
 */
import type { WrittenAuth } from '../../../core/files/writtenChain';
import type {
  ImportedCollection,
  ImportedMembers,
  ImportedRequest,
  ImportedVariable,
  KeptRequest,
} from '../shape/imported';
import { withAuth } from '../shape/inherited';
import { variablesIn } from '../shape/chainNames';
import { decodedWhereEscaped } from '../shape/urlTexts';
import { documentation, type Remark } from '../shape/remark';

/** The collection with authentications in place of users in the addresses of its requests. */
export function withoutUrlUsers(collection: ImportedCollection): ImportedCollection {
  return {
    ...collection,
    requests: collection.requests.map((request) =>
      request.kind === 'kept' ? withoutUrlUser(request, collection.auth) : request,
    ),
  };
}

function withoutUrlUser(kept: KeptRequest, inherited: WrittenAuth | undefined): KeptRequest {
  const split = splitUser(kept.request.url);
  if (split === undefined) {
    return kept;
  }
  const { url, user } = split;
  const request = { ...kept.request, url };
  if (/^:?$/.test(user)) {
    return { ...kept, request };
  }
  if (isAuthenticated(request, inherited)) {
    return { ...kept, request, remarks: [...kept.remarks, USER_LEFT_OUT] };
  }
  return { ...kept, request: withAuth(request, basicAuth(user)) };
}

/** What the report says of a request that authenticates otherwise. */
const USER_LEFT_OUT = 'The user in its URL is left out, for it has another authentication.';

/** An address without its user, and that user as written there; absent when there is none. */
function splitUser(address: string): { readonly url: string; readonly user: string } | undefined {
  const [, scheme, user, rest] = USER.exec(address) ?? [];
  return scheme === undefined || user === undefined || rest === undefined
    ? undefined
    : { url: scheme + rest, user };
}

/** The last `@` before the path ends the user; references may hold anything. */
const USER = /^([a-z][a-z0-9+.-]*:\/\/)((?:\{\{[^{}]*\}\}|[^/?#{]|\{(?!\{[^{}]*\}\}))*)@(.*)$/is;

/** Whether a request has an authentication, its own or `inherited`. */
function isAuthenticated(request: ImportedMembers, inherited: WrittenAuth | undefined): boolean {
  const { auth = inherited, headers = [] } = request;
  const inHeader = headers.some(({ name, disabled }) => /^authorization$/i.test(name) && disabled !== true);
  return inHeader || (auth !== undefined && auth.type !== 'none');
}

/** Authentication with a user name and a password. */
interface BasicAuth {
  readonly type: 'basic';
  readonly username: string;
  readonly password: string;
}

/** The authentication that a user in an address is. */
function basicAuth(user: string): BasicAuth {
  const [, username = '', password = ''] = /^((?:\{\{[^{}]*\}\}|[^:])*)(?::(.*))?$/s.exec(user) ?? [];
  return {
    type: 'basic',
    username: decodedWhereEscaped(username),
    password: decodedWhereEscaped(password),
  };
}

/** Collections that are imported together, with authentications in place of users in their constants. */
export function withoutConstantUsers(
  collections: readonly ImportedCollection[],
): readonly ImportedCollection[] {
  const names = namesOf(collections);
  return names.size === 0 ? collections : collections.map((collection) => withNames(collection, names));
}

/** What the user and the password of an address are called; absent where no request needs them. */
type Names = ReadonlyMap<string, UserNames | undefined>;

interface UserNames {
  readonly user: string;
  readonly password: string;
}

function namesOf(collections: readonly ImportedCollection[]): Names {
  const defined = collections.flatMap(({ variables, environments }) =>
    [variables, ...environments.map((environment) => environment.variables)].flat(),
  );
  const withUser = new Set(
    defined.filter(({ value }) => splitAddress(value) !== undefined).map(({ name }) => name),
  );
  if (withUser.size === 0) {
    return new Map();
  }
  const requests = collections.flatMap((collection) => collection.requests);
  const free = freeNames([
    ...defined.map(({ name }) => name),
    ...requests.flatMap((request) => (request.kind === 'kept' ? variablesIn(request.request) : [])),
  ]);
  const addresses = new Set(requests.flatMap((request) => addressOf(request) ?? []));
  const needed = new Set(collections.flatMap(addressesToSignInAt));
  return new Map(
    [...withUser]
      .filter((name) => addresses.has(name))
      .map((name) => [
        name,
        needed.has(name) ? { user: free(`${name}_user`), password: free(`${name}_password`) } : undefined,
      ]),
  );
}

function freeNames(there: readonly string[]): (name: string) => string {
  const taken = new Set(there);
  return function free(name): string {
    const found = taken.has(name) ? free(`${name}_`) : name;
    taken.add(found);
    return found;
  };
}

function addressesToSignInAt({ requests, auth }: ImportedCollection): readonly string[] {
  return requests.flatMap((request) =>
    request.kind === 'kept' && !isAuthenticated(request.request, auth) ? (addressOf(request) ?? []) : [],
  );
}

/** The constant that an address begins with, or that its host begins with. */
function addressOf(request: ImportedRequest): string | undefined {
  const url = request.kind === 'kept' ? request.request.url : '';
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/i.exec(url)?.[1];
}

/** A constant without its user, and the authentication that this was; absent when there is none in it. */
function splitAddress(
  value: ImportedVariable['value'],
): { readonly rest: string; readonly auth: BasicAuth } | undefined {
  const text = typeof value === 'string' ? value : '';
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const split = splitUser(hasScheme ? text : `http://${text}`);
  return split === undefined || !/[^:]/.test(split.user) || (!hasScheme && !split.user.includes(':'))
    ? undefined
    : { rest: hasScheme ? split.url : split.url.slice('http://'.length), auth: basicAuth(split.user) };
}

function withNames(collection: ImportedCollection, names: Names): ImportedCollection {
  const remarksOf = (variables: readonly ImportedVariable[]): readonly Remark[] =>
    variables.flatMap(({ name, value }) => {
      const own = names.get(name);
      return own === undefined || splitAddress(value) === undefined
        ? []
        : [
            documentation(
              `The user in the address ${name} is basic authentication now: ${own.user}, ${own.password}.`,
            ),
          ];
    });
  return {
    ...collection,
    variables: collection.variables.flatMap((variable) => splitVariable(variable, names)),
    requests: collection.requests.map((request) => authenticated(request, collection.auth, names)),
    environments: collection.environments.map((environment) => ({
      ...environment,
      variables: environment.variables.flatMap((variable) => splitVariable(variable, names)),
      remarks: [...environment.remarks, ...remarksOf(environment.variables)],
    })),
    remarks: [...collection.remarks, ...remarksOf(collection.variables)],
  };
}

/** Where an address has no user, its requests authenticate as nobody, for all environments have the same chain. */
function splitVariable(variable: ImportedVariable, names: Names): readonly ImportedVariable[] {
  if (!names.has(variable.name)) {
    return [variable];
  }
  const { rest = variable.value, auth = basicAuth('') } = splitAddress(variable.value) ?? {};
  const address = { ...variable, value: rest };
  const own = names.get(variable.name);
  if (own === undefined) {
    return [address];
  }
  return [
    address,
    { name: own.user, value: auth.username, isSecret: false },
    { name: own.password, value: auth.password, isSecret: true },
  ];
}

function authenticated(
  request: ImportedRequest,
  inherited: WrittenAuth | undefined,
  names: Names,
): ImportedRequest {
  const name = addressOf(request) ?? '';
  if (request.kind === 'left-out' || !names.has(name)) {
    return request;
  }
  const own = names.get(name);
  if (own === undefined || isAuthenticated(request.request, inherited)) {
    return { ...request, remarks: [...request.remarks, USER_LEFT_OUT] };
  }
  const auth: BasicAuth = { type: 'basic', username: `{{${own.user}}}`, password: `{{${own.password}}}` };
  return { ...request, request: withAuth(request.request, auth) };
}
