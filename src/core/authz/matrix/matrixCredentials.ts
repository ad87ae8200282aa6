/**
 * The credentials of a matrix, known by the variables that hold them: those in an authentication, in a
 * credential header or under a credential's name in any of its chains. Their values are masked wherever they turn
 * up, also under a name that says nothing (`?k=…`). What identifies a resource is none, though a cookie holds it:
 * masked, no report would tell which object it was.
 */
import { parseJson, type JsonObject } from '../../json/json';
import { isComputedCredential, madeOfCredentials } from '../../masking/credentialVariables';
import type { RequestResult } from '../../result/result';
import { findReferences, plainText } from '../../prepare/template';
import { outerValues } from '../../prepare/writtenValues';
import type { LoadedMatrix } from '../model/matrix';

/** Names of the variables that hold credentials. */
export function credentialNamesOf({ matrix, chains, environment }: LoadedMatrix): ReadonlySet<string> {
  const users = [...matrix.users, ...matrix.throwAway].map(({ variables }) => variables);
  const names = [...chains.values()].flatMap(({ chain, required }) =>
    [chain, ...required.map((one) => one.chain)].flatMap((one) => [
      ...madeOfCredentials([one], [...users, ...outerValues([], environment)]).holding,
    ]),
  );
  const ids = new Set(matrix.resources.flatMap(({ id }) => id));
  return new Set(names.filter((name) => !ids.has(name)));
}

/** The credentials that somebody wrote down, in the matrix or in what it names. */
export function writtenCredentials(loaded: LoadedMatrix, names: ReadonlySet<string>): readonly string[] {
  const { matrix, chains, environment } = loaded;
  const layers: readonly JsonObject[] = [
    ...[...matrix.users, ...matrix.throwAway].map(({ variables }) => variables),
    ...[...chains.values()].map(({ chain }) => chain.variables),
    ...(environment === undefined ? [] : [environment.variables]),
  ];
  return layers
    .flatMap((layer) => Object.entries(layer))
    .flatMap(([name, value]) =>
      names.has(name) && typeof value === 'string' && findReferences(value).length === 0 ? [value] : [],
    );
}

/** The credentials that a request used, or that its answer gave. */
export function credentialsIn(
  { substitutions, extractions }: Pick<RequestResult<unknown>, 'substitutions' | 'extractions'>,
  names: ReadonlySet<string>,
): readonly string[] {
  return [...substitutions, ...extractions].flatMap(({ variable, value }) =>
    value !== undefined &&
    (names.has(variable) || isComputedCredential(variable, { holding: names, computed: names }))
      ? [plainText(parseJson(value))]
      : [],
  );
}
