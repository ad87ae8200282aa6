/**
 * Values that reach a request where an attack cannot change them: as an argument of a function, or through another
 * variable. A signature over the caller's identifier next to the owner's identifier in the URL is refused for the
 * signature, which would prove nothing.
 *
 * What comes through `$request.path` and the like follows what is sent, so it does not count.
 */
import type { JsonObject } from '../../json/json';
import { isCredentialName } from '../../masking/credentialNames';
import type { Chain, ChainRequest } from '../../model';
import { takesValues } from '../../prepare/functions/signatures';
import { jsonTexts, requestTexts } from '../../prepare/references';
import { findReferences, findUses, type Reference } from '../../prepare/template';
import { outerValues, reachableNames } from '../../prepare/writtenValues';
import type { LoadedMatrix } from '../model/matrix';
import { namedIds, type PlannedOperation } from './plannedCells';
import { anonymousPlaces, withoutCredentials } from './requests/withoutCredentials';

/** Identifiers that an operation sends through functions or other variables, in addition to its places or instead. */
export function hiddenIds(planned: PlannedOperation, matrix: LoadedMatrix): readonly string[] {
  const { operation, resource, request, loaded, places } = planned;
  const ids = namedIds(operation, resource);
  const isId = (name: string): boolean => ids.includes(name);
  const hidden = sentReferences(request, loaded.chain)
    .filter(({ name }) => places.length === 0 || !isId(name))
    .flatMap(namesIn);
  const layers = writtenLayers(planned, matrix);
  const needed = reachableNames(hidden, (name) => (isId(name) ? [] : usesOf(layers, name)));
  return ids.filter((id) => needed.has(id));
}

/** Whether functions or variables of a request use a credential that is still there without credentials. */
export function hidesCredentials(planned: PlannedOperation, matrix: LoadedMatrix): boolean {
  const { request, loaded, places } = planned;
  const bare = withoutCredentials(request, loaded.chain, anonymousPlaces(places));
  const own = bare.variables ?? {};
  const layers = writtenLayers(planned, matrix);
  return sentReferences(bare, {}).some((reference) => {
    const needed = [...reachableNames(namesIn(reference), (name) => usesOf(layers, name))];
    return (
      needed.some((name) => takesValues(name) || Object.hasOwn(own, name)) && needed.some(isCredentialName)
    );
  });
}

function sentReferences(request: ChainRequest, chain: Pick<Chain, 'auth'>): readonly Reference[] {
  return requestTexts(request, chain)
    .filter(({ location }) => location.in !== 'expect' && location.in !== 'variables')
    .flatMap(({ text }) => findReferences(text));
}

function namesIn({ name, inner = [] }: Reference): readonly string[] {
  return [name, ...inner.map((argument) => argument.name)];
}

/** Every text that may give a variable its value, for whichever user. */
function writtenLayers(
  { request, loaded }: PlannedOperation,
  { matrix, chains, environment }: LoadedMatrix,
): readonly JsonObject[] {
  const required = chains.get(loaded.file)?.required.map(({ chain }) => chain) ?? [];
  return [
    request.variables ?? {},
    ...[...matrix.users, ...matrix.throwAway].map(({ variables }) => variables),
    loaded.chain.variables,
    ...outerValues(required, environment),
  ];
}

function usesOf(layers: readonly JsonObject[], name: string): readonly string[] {
  return layers.flatMap((layer) => {
    const written = Object.hasOwn(layer, name) ? layer[name] : undefined;
    return written === undefined
      ? []
      : jsonTexts(written).flatMap(({ text }) => findUses(text).map((use) => use.name));
  });
}
