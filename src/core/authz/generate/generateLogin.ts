/**
 * How the users of a chain sign in, as far as the chain shows it: the request or the required chain that gives
 * the credentials which the chain's authentication uses, and the variables in which people differ.
 */
import { defined } from '../../defined';
import type { JsonObject, JsonValue } from '../../json/json';
import { pathFrom } from '../../language/filePath';
import { isCredentialName } from '../../masking/credentialNames';
import { authenticates } from '../../masking/credentialPlaces';
import type { Chain, ChainRequest, Environment, LocationKind } from '../../model';
import { extractedVariables, planRun, type LoadedChain } from '../../run/plan';
import { effectiveAuth, variableUses } from '../../prepare/references';
import type { MatrixChain, RequestName } from '../model/matrix';
import { asksWhoIsSignedIn, changingWord, isSafe } from '../matrix/safeRequest';

/** How users get their credentials. */
export interface FoundLogin {
  /** Absent when no request signs in: the credentials are written, and each user has their own. */
  readonly name?: RequestName;
  /** Requests of the chain itself that sign in, by id: they are not operations. */
  readonly own: ReadonlySet<string>;
  /** What signing in extracts. */
  readonly produced: ReadonlySet<string>;
  /** Variables that authenticate requests of the chain. */
  readonly credentials: ReadonlySet<string>;
  /** Variables that say who signs in, with what is written for them now. */
  readonly personal: readonly PersonalVariable[];
  /** Whether a reading request of the login tells that credentials hold. */
  readonly showsLiveness: boolean;
}

/** A variable with a value of its own for each user. */
export interface PersonalVariable {
  readonly name: string;
  readonly value: JsonValue;
}

/** Finds out how the users of a chain sign in. */
export function findLogin(main: MatrixChain, environment: Environment | undefined): FoundLogin {
  const uses = main.chain.requests.flatMap((request) => variableUses(request, main.chain));
  const credentials = new Set(
    uses.filter(({ location }) => authenticates(location)).map(({ variable }) => variable),
  );
  const signIn = giverOf(main, credentials) ?? submitterOf(main);
  const asking = signIn?.chain === main.file ? whoIsSignedIn(main.chain) : undefined;
  const name = signIn === undefined || asking === undefined ? signIn : { ...signIn, id: asking.id };
  const requests = name === undefined ? [] : requestsOf(main, name);
  return {
    ...defined({ name }),
    own: new Set(
      requests.flatMap(({ loaded, request }) =>
        loaded.file === main.file && request !== asking ? [request.id] : [],
      ),
    ),
    produced: new Set(requests.flatMap(({ request }) => extractedVariables(request))),
    credentials,
    personal: personalVariables(name === undefined ? ownRequests(main) : requests, {
      inAuthOnly: name === undefined,
      constants: [main, ...main.required.toReversed()].map(({ chain }) => chain.variables),
      environment: environment?.variables ?? {},
    }),
    showsLiveness: requests.some(
      ({ loaded, request }) =>
        request.method.toUpperCase() === 'GET' &&
        !request.disabled &&
        isSafe(request) &&
        effectiveAuth(request, loaded.chain).type !== 'none',
    ),
  };
}

/** A request and the chain that contains it. */
interface ChainItem {
  readonly loaded: LoadedChain;
  readonly request: ChainRequest;
}

/** The required chain, run last, that extracts most of the needed credentials, else the first request that extracts one. */
function giverOf(
  { file, chain, required }: MatrixChain,
  needed: ReadonlySet<string>,
): RequestName | undefined {
  const gives = ({ requests }: LoadedChain['chain']): number =>
    new Set(requests.flatMap(extractedVariables).filter((name) => needed.has(name))).size;
  const [best] = required
    .toReversed()
    .filter((loaded) => gives(loaded.chain) > 0)
    .toSorted((one, other) => gives(other.chain) - gives(one.chain));
  if (best !== undefined) {
    return signingInAlone(best, (request) => extractedVariables(request).some((name) => needed.has(name)));
  }
  const own = chain.requests.find((request) => extractedVariables(request).some((name) => needed.has(name)));
  return own === undefined ? undefined : { chain: file, id: own.id };
}

/**
 * The whole chain, or, where something else in it sounds as if it changed data, its last request that signs
 * in: it is sent for every user and at every renewal, and a chain may begin with `GET /createdb`.
 */
function signingInAlone(
  { file, chain }: LoadedChain,
  signsIn: (request: ChainRequest) => boolean,
): RequestName {
  const sent = chain.requests.filter(({ disabled }) => !disabled);
  const isHarmless = sent.every((request) => signsIn(request) || changingWord(request) === undefined);
  const id = sent.findLast(signsIn)?.id;
  return isHarmless || id === undefined ? { chain: file } : { chain: file, id };
}

/** The request that asks who is signed in and extracts something of it, such as the id of the own account. */
function whoIsSignedIn({ requests }: Chain): ChainRequest | undefined {
  return requests.find(
    (request) =>
      !request.disabled &&
      isSafe(request) &&
      asksWhoIsSignedIn(request) &&
      extractedVariables(request).length > 0,
  );
}

/** The chain or request that submits a password and extracts nothing: the credentials are its cookies. */
function submitterOf(main: MatrixChain): RequestName | undefined {
  const other = main.required.findLast((loaded) => submitting(loaded) !== undefined);
  if (other !== undefined) {
    return signingInAlone(other, (request) => request === submitting(other));
  }
  const own = submitting(main);
  return own === undefined ? undefined : { chain: main.file, id: own.id };
}

function submitting({ chain }: LoadedChain): ChainRequest | undefined {
  return chain.requests.find(
    (request) =>
      request.method.toUpperCase() === 'POST' &&
      variableUses(request, chain).some(
        ({ variable, location }) => location.in === 'body' && isPassword(variable),
      ),
  );
}

function isPassword(name: string): boolean {
  return isCredentialName(name) && /pass|pwd|pin|secret/i.test(name);
}

/** The requests that a login sends, in order. */
function requestsOf(main: MatrixChain, { chain: file, id }: RequestName): readonly ChainItem[] {
  const chain = [main, ...main.required].find((loaded) => loaded.file === file);
  if (chain !== undefined && id !== undefined) {
    const plan = planRun(
      { main: chain, required: [], environment: undefined },
      { kind: 'withDependencies', ids: [id] },
      new Set(),
    );
    return plan.items;
  }
  const files = new Set([file]);
  for (const name of files) {
    // Iterating a Set also visits members added during the iteration.
    const requires = main.required.find((loaded) => loaded.file === name)?.chain.requires ?? [];
    requires.forEach((required) => files.add(pathFrom(name, required) ?? name));
  }
  return main.required.filter((loaded) => files.has(loaded.file)).flatMap(ownRequests);
}

function ownRequests(loaded: LoadedChain): readonly ChainItem[] {
  return loaded.chain.requests.map((request) => ({ loaded, request }));
}

/** Where values of variables are written, and which uses count. */
interface WrittenPlaces {
  readonly inAuthOnly: boolean;
  readonly constants: readonly JsonObject[];
  readonly environment: JsonObject;
}

/** What the requests that sign in contain, apart from their addresses, and is written somewhere. */
function personalVariables(
  requests: readonly ChainItem[],
  { inAuthOnly, constants, environment }: WrittenPlaces,
): readonly PersonalVariable[] {
  const uses = requests.flatMap(({ loaded, request }) => variableUses(request, loaded.chain));
  const names = uses
    .filter(({ location }) => (inAuthOnly ? location.in === 'auth' : !IMPERSONAL_LOCATIONS.has(location.in)))
    .map(({ variable }) => variable);
  return [...new Set(names)].flatMap((name) => {
    const layers = identifiesUser(name) ? [...constants, environment] : constants;
    const value = layers.find((layer) => Object.hasOwn(layer, name))?.[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

/** Places that never say who signs in: the address of the API, and what an answer is compared with. */
const IMPERSONAL_LOCATIONS: ReadonlySet<LocationKind> = new Set(['path', 'expect']);

/** An environment has much that is the same for everybody. */
function identifiesUser(name: string): boolean {
  return isCredentialName(name) || /mail|user|login|account/i.test(name);
}
