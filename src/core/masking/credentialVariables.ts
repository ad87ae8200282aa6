/**
 * Which variables hold credentials, known before anything runs: those that stand in an authentication,
 * in a credential header, or under a credential's name. A token is then masked from the moment a
 * response brings it in, not only once it was used.
 */
import { isCredentialHeader, isCredentialName, isCredentialPlace } from './credentialNames';
import type { Chain } from '../model';
import { variableUses } from '../references';
import { neededVariables } from '../writtenValues';
import type { WrittenValues } from '../writtenValues';

/**
 * Names of the variables of a chain that hold credentials, through constants too.
 *
 * @param outside what people wrote outside the chain
 */
export function credentialVariables(chain: Chain, outside: WrittenValues): ReadonlySet<string> {
  const direct = chain.requests.flatMap((request) =>
    variableUses(request, chain)
      .filter(({ variable, location }) => isCredentialName(variable) || isCredentialPlace(location))
      .map(({ variable }) => variable),
  );
  const extracted = chain.requests
    .flatMap(({ extract }) => extract)
    .filter(
      ({ variable, from, name }) =>
        from === 'cookie' || isCredentialName(variable) || isCredentialHeader(name ?? ''),
    )
    .map(({ variable }) => variable);
  return neededVariables([chain.variables, ...outside], direct.concat(extracted));
}
