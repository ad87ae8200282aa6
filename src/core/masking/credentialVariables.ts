/**
 * Which variables hold credentials, known before anything runs: those used in an authentication,
 * in a credential header, or under a credential's name. A token is then masked from the moment a
 * response brings it in, not only once it was used.
 */
import { isCredentialHeader, isCredentialName } from './credentialNames';
import { isCredentialPlace } from './credentialPlaces';
import { lastName } from '../json/lastName';
import type { Chain, ChainRequest, Extraction } from '../model';
import { jsonTexts, requestTexts } from '../prepare/references';
import { findReferences, type Reference } from '../prepare/template';
import { reachableNames, type WrittenValues } from '../prepare/writtenValues';

/**
 * Names of the variables of a chain that hold credentials, through constants too.
 *
 * @param outside what people wrote outside the chain
 */
export function credentialVariables(chain: Chain, outside: WrittenValues): ReadonlySet<string> {
  const inheriting = chain.requests.find(({ auth }) => auth.type === 'inherit');
  const inherited = inheriting === undefined ? [] : usedAsCredentials(inheriting, chain);
  const own = chain.requests.flatMap((request) => {
    const known = remembered.get(request) ?? ownCredentials(request);
    remembered.set(request, known);
    return known;
  });
  return carriedVariables([chain.variables, ...outside], own.concat(inherited));
}

/**
 * What people wrote outside of any of a run's chains. Where one runs another as a step, that is also what the step gives it,
 * which may be a constant, and what only the other one requires.
 */
export function writtenAround(chains: readonly Chain[], outside: WrittenValues): WrittenValues {
  const given = chains.flatMap(({ requests }) =>
    requests.flatMap(({ call }) => (call === undefined ? [] : [call.with])),
  );
  return chains.some(callsOthers)
    ? [...outside, ...given, ...chains.map(({ variables }) => variables)]
    : outside;
}

function callsOthers({ requests }: Chain): boolean {
  return requests.some(({ call }) => call !== undefined);
}

/** What people wrote from credentials. */
export interface MadeOfCredentials {
  /** The credentials themselves, and all variables that have one in their value or are computed from one. */
  readonly holding: ReadonlySet<string>;
  /** Those that a function computes: another text, which masking the credential does not cover. */
  readonly computed: ReadonlySet<string>;
}

/** The variables of some chains and their requests that are made from credentials. */
export function madeOfCredentials(chains: readonly Chain[], outside: WrittenValues): MadeOfCredentials {
  const layers = chains.flatMap(({ variables, requests }) => [
    variables,
    ...requests.map((request) => request.variables ?? {}),
  ]);
  const written = [...layers, ...outside]
    .flatMap((layer) => Object.entries(layer))
    .map(([name, value]) => ({
      name,
      references: jsonTexts(value).flatMap(({ text }) => findReferences(text)),
    }));
  const holding = new Set(chains.flatMap((chain) => [...credentialVariables(chain, outside)]));
  const computed = new Set<string>();
  const isComputed = (one: Reference): boolean => computed.has(one.name) || computesFrom(one, holding);
  for (let before = -1; before < holding.size + computed.size;) {
    before = holding.size + computed.size;
    for (const { name, references } of written) {
      if (references.some(isComputed)) {
        computed.add(name);
      }
      if (computed.has(name) || references.some((one) => holding.has(one.name))) {
        holding.add(name);
      }
    }
  }
  return { holding, computed };
}

/** Whether a substitution, a variable or a function with its arguments, gives what was computed from a credential. */
export function isComputedCredential(substituted: string, { holding, computed }: MadeOfCredentials): boolean {
  return (
    computed.has(substituted) ||
    (substituted.startsWith('$') &&
      findReferences(`{{${substituted}}}`).some((one) => computesFrom(one, holding)))
  );
}

function computesFrom({ name, inner = [] }: Reference, holding: ReadonlySet<string>): boolean {
  return name !== '$length' && inner.some((argument) => holding.has(argument.name));
}

/** The given names and those whose values they carry, through written values; one that is hidden may count in another row. */
function carriedVariables(values: WrittenValues, names: Iterable<string>): ReadonlySet<string> {
  return reachableNames(names, (name) =>
    values.flatMap((layer) => {
      const written = Object.hasOwn(layer, name) ? layer[name] : undefined;
      return written === undefined ? [] : jsonTexts(written).flatMap(({ text }) => carriedBy(text));
    }),
  );
}

/** The variables whose values a text carries: a signature gives away neither what it signs nor what a hash is of. */
function carriedBy(text: string): readonly string[] {
  return findReferences(text).flatMap(({ name, args, inner }) => {
    const carried = inner?.filter(
      (argument) => !KEYED.has(name) || (name !== '$hash' && argument.name === args[1]),
    );
    return carried?.map((argument) => argument.name) ?? (name.startsWith('$') ? [] : [name]);
  });
}

/** Functions of which only the second argument, a key, opens anything. */
const KEYED: ReadonlySet<string> = new Set(['$hmac', '$jwt', '$hash']);

/** A preview asks at every key, and of a long chain only one request is another one then. */
const remembered = new WeakMap<ChainRequest, readonly string[]>();

/** Credentials that a request uses by itself, or extracts. */
function ownCredentials(request: ChainRequest): readonly string[] {
  const extracted = request.extract.filter(takesCredential).map(({ variable }) => variable);
  return [...usedAsCredentials(request, {}), ...extracted];
}

/** Whether the variable, or the place that a rule takes it from, is called like a credential. */
function takesCredential({ variable, from, name = '', select, decode }: Extraction): boolean {
  if (isCredentialName(variable) || isCredentialPath(decode?.path)) {
    return true;
  }
  // What a credential says about its user (`admin`) is not one, and masking it would hide it everywhere.
  const isClaim = decode?.path !== undefined && decode.as !== 'base64';
  return (
    !isClaim &&
    (from === 'cookie' ||
      isCredentialHeader(name) ||
      isCredentialPath(select?.kind === 'path' ? select.path : undefined))
  );
}

/** Whether a JSONPath leads to a member with a credential's name. */
function isCredentialPath(path = '$'): boolean {
  return isCredentialName(lastName(path) ?? '');
}

function usedAsCredentials(request: ChainRequest, chain: Pick<Chain, 'auth'>): readonly string[] {
  const used = requestTexts(request, chain).flatMap(({ text, location }) =>
    carriedBy(text).filter((variable) => isCredentialName(variable) || isCredentialPlace(location)),
  );
  return [...carriedVariables([request.variables ?? {}], used)];
}
