/**
 * How a proposed matrix makes throw-away users: by the request of the chain that takes what people sign in with and
 * creates something from it. Nothing is proposed where no operation ends credentials.
 */
import type { JsonObject, JsonValue } from '../../json/json';
import { isCredentialName } from '../../masking/credentialNames';
import type { Chain, ChainRequest } from '../../model';
import { effectiveAuth, variableUses } from '../../prepare/references';
import { ANONYMOUS } from '../model/matrix';
import { THROW_AWAY_VARIABLE } from '../matrix/throwAways';
import { defined } from '../../defined';
import { freeName } from './generateNames';
import type { FoundLogin } from './generateLogin';
import type { ChainObject } from './generateObjects';
import type { ChainOperation } from './generateOperations';
import type { ProposedUser } from './generateUsers';

/** How users are made. */
export interface ProposedThrowAway {
  readonly resource: string;
  /** Absent where the resource is one of the objects of the chain. */
  readonly account?: ChainObject;
  /** Name of a user; absent where everybody may register. */
  readonly by?: string;
  readonly variables: JsonObject;
}

/** What is known of a chain. */
export interface ThrowAwaySource {
  readonly chain: Chain;
  readonly users: readonly ProposedUser[];
  readonly login: FoundLogin;
  readonly objects: readonly ChainObject[];
  readonly operations: readonly ChainOperation[];
}

/** How users are made for operations that end credentials; absent where there are none, or no request makes any. */
export function findThrowAway(source: ThrowAwaySource): ProposedThrowAway | undefined {
  const { chain, users, login, objects, operations } = source;
  const names = login.personal.map(({ name }) => name);
  const own = objects.find(({ create }) => create !== undefined && registers(create, chain, names));
  const account = own === undefined ? accountOf(source, names) : undefined;
  const object = own ?? account;
  if (object?.create === undefined || !operations.some(({ endsCredentials }) => endsCredentials)) {
    return undefined;
  }
  const isOpen = effectiveAuth(object.create, chain).type === 'none';
  const maker = users.find(({ role }) => role !== ANONYMOUS)?.name;
  return {
    resource: object.name,
    ...defined({ account }),
    ...(isOpen || maker === undefined ? {} : { by: maker }),
    variables: Object.fromEntries(login.personal.map(({ name, value }) => [name, valueFor(name, value)])),
  };
}

/**
 * An account that somebody registers who is known by what they sign in with, such as a user name: a kind of object that no
 * operation is about, because the accounts of the users of the matrix are there already.
 */
function accountOf(
  { chain, objects, operations }: ThrowAwaySource,
  names: readonly string[],
): ChainObject | undefined {
  const create = operations.find(({ request }) => registers(request, chain, names))?.request;
  const known = objects.find((object) => object.id.every((name) => names.includes(name)));
  return create === undefined || known === undefined
    ? undefined
    : {
        ...{ name: freeName(`${known.name}Account`, new Set(objects.map(({ name }) => name))), id: known.id },
        ...{ create, canary: [], marker: [] },
        ...defined({ read: known.read, delete: known.delete }),
      };
}

/**
 * Operations that register who is in the matrix already: carried out as that user they fail, and what else they make
 * stays. So they are tried only where somebody asks for it.
 */
export function withholdRegistrations(
  operations: readonly ChainOperation[],
  { chain, login }: Pick<ThrowAwaySource, 'chain' | 'login'>,
): readonly ChainOperation[] {
  const names = login.personal.map(({ name }) => name);
  return operations.map((operation) =>
    operation.object === undefined && !operation.irreversible && registers(operation.request, chain, names)
      ? { ...operation, irreversible: true, remarks: [...operation.remarks, REGISTERS] }
      : operation,
  );
}

const REGISTERS =
  'Registers an account with what a user signs in with, which is there already: only --irreversible tries it.';

/** Whether a request takes everything that tells one who signs in from another, a password among it. */
function registers(request: ChainRequest, chain: Chain, personal: readonly string[]): boolean {
  const taken = new Set(
    variableUses(request, chain)
      .filter(({ location }) => location.in === 'body')
      .map(({ variable }) => variable),
  );
  return personal.some(isCredentialName) && personal.every((name) => taken.has(name));
}

function valueFor(name: string, value: JsonValue): string {
  if (isCredentialName(name)) {
    // Long, with letters of both sizes, a digit and a sign, as many an API asks for.
    return `Pw1-{{${THROW_AWAY_VARIABLE}}}`;
  }
  const isAddress = /mail/i.test(name) || (typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value));
  return isAddress ? `{{${THROW_AWAY_VARIABLE}}}@example.com` : `{{${THROW_AWAY_VARIABLE}}}`;
}
