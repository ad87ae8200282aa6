/**
 * Which variables hold credentials, known before anything runs: those used in an authentication,
 * in a credential header, or under a credential's name. A token is then masked from the moment a
 * response brings it in, not only once it was used.
 */
import { isCredentialHeader, isCredentialName } from './credentialNames';
import { isCredentialPlace } from './credentialPlaces';
import { lastName } from '../json/lastName';
import type { Chain, ChainRequest, Extraction } from '../model';
import { variableUses } from '../prepare/references';
import { neededVariables, type WrittenValues } from '../prepare/writtenValues';

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
  return neededVariables([chain.variables, ...outside], own.concat(inherited));
}

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
  return variableUses(request, chain)
    .filter(({ variable, location }) => isCredentialName(variable) || isCredentialPlace(location))
    .map(({ variable }) => variable);
}
