/**
 * What is wrong with the resources of a matrix given their chains: identifiers that go nowhere or come
 * from nowhere, planted texts without a place.
 */
import type { ChainRequest } from '../../model';
import { extractedVariables, planRun } from '../../run/plan';
import type { Problem } from '../../problem';
import { idPlaces } from '../request/idLocations';
import type { MatrixResource, RequestName } from '../model/matrix';
import type { NamedByMatrix } from './partialMatrix';
import type { ProblemReporter } from './problemReporter';
import { plantedAt, plantText } from '../request/canary';
import { isMadeConstant } from './madeConstants';
import { requestNamed } from './requestName';

/** The problems of a resource given its chains, in no order. */
export function resourceProblems(
  resource: MatrixResource,
  loaded: NamedByMatrix,
  { atValue }: ProblemReporter,
): readonly Problem[] {
  const path = ['resources', resource.name];
  return [
    ...idsWithoutUse(resource, loaded).map((index) =>
      atValue([...path, 'id', index], {
        code: 'unused-id',
        severity: 'warning',
        message: `No request of ${JSON.stringify(resource.name)} uses {{${resource.id[index] ?? ''}}}, so the owner's identifier goes nowhere. Use it in a request, or correct the name.`,
      }),
    ),
    ...idsWithoutValue(resource, loaded).map((index) =>
      atValue([...path, 'id', index], {
        code: 'missing-id',
        severity: 'warning',
        message: missingIdText(resource, resource.id[index] ?? '', loaded),
      }),
    ),
    ...canariesWithoutPlace(resource, loaded).map((index) =>
      atValue([...path, 'canary', index], {
        code: 'missing-canary',
        severity: 'warning',
        message: `The body of ${JSON.stringify(resource.create?.id ?? '')} has no ${JSON.stringify(resource.canary[index] ?? '')}, so nothing is planted there. Add it to the body, or correct it.`,
      }),
    ),
  ];
}

/** A constant has a value, and it is nobody's object: the same for everybody. */
function missingIdText(resource: MatrixResource, name: string, { chains }: NamedByMatrix): string {
  const { create, read, list, delete: remove } = resource;
  const constant = [create, read, list, remove].find(
    (one) => one !== undefined && Object.hasOwn(chains.get(one.chain)?.chain.variables ?? {}, name),
  );
  return constant === undefined
    ? `Nothing gives \`${name}\` a value. ${missingIdHint(resource)}`
    : `\`${name}\` has the same value for everybody, from the \`variables\` of ${constant.chain}, so it does not tell objects apart. Remove it from \`id\`: requests are sent with its value anyway. Or give it a value for each user in \`variables\` of the users.`;
}

function missingIdHint({ create }: MatrixResource): string {
  return create?.id === undefined
    ? 'Extract it in the login of its owner, or name a request that creates the object.'
    : `Extract it in the request ${JSON.stringify(create.id)}, or write { "variable": …, "from": "list", "path": "$.id" } if only the list shows it.`;
}

/** Indexes of identifiers that no request of the resource contains. */
function idsWithoutUse(resource: MatrixResource, { matrix, chains }: NamedByMatrix): readonly number[] {
  const operations = matrix.operations.filter((operation) => operation.resource === resource.name);
  const names = [
    resource.create,
    resource.read,
    resource.list,
    resource.delete,
    ...operations.flatMap(({ request, probe, next }) => [request, probe, next]),
  ].filter((name) => name !== undefined);
  const uses = names.map((name) => usedIds(name, resource.id, chains));
  if (names.length === 0 || uses.some((used) => used === undefined)) {
    return [];
  }
  return indexesOf(resource.id, (id) => !uses.some((used) => used?.has(id)));
}

/** The identifiers that a request sends; absent when the request is not there. */
function usedIds(
  name: RequestName,
  ids: readonly string[],
  chains: NamedByMatrix['chains'],
): ReadonlySet<string> | undefined {
  const request = requestNamed(name, chains);
  const chain = chains.get(name.chain)?.chain;
  return request === undefined || chain === undefined
    ? undefined
    : new Set(idPlaces(request, chain, ids).map(({ variable }) => variable));
}

/**
 * Indexes of identifiers that neither the creation and its chain nor the owner's login and variables give a value, nor the
 * matrix explains.
 */
function idsWithoutValue(
  { id, create, idSources = {} }: MatrixResource,
  { matrix, chains }: NamedByMatrix,
): readonly number[] {
  const plans = [create, ...matrix.users.map(({ login }) => login)]
    .filter((name) => name !== undefined)
    .map((name) => producedBy(name, chains));
  if (plans.some((produced) => produced === undefined)) {
    return [];
  }
  const given = new Set([
    ...plans.flatMap((produced) => produced ?? []),
    ...matrix.users.flatMap(({ variables }) => Object.keys(variables)),
  ]);
  const chain = create === undefined ? undefined : chains.get(create.chain)?.chain;
  const isChosen = (name: string): boolean => chain !== undefined && isMadeConstant(chain, name);
  return indexesOf(id, (name) => !given.has(name) && !isChosen(name) && !Object.hasOwn(idSources, name));
}

/** Variables that a request with its dependencies, or a whole chain, extracts; absent when a part is missing. */
function producedBy(name: RequestName, chains: NamedByMatrix['chains']): readonly string[] | undefined {
  const loaded = chains.get(name.chain);
  if (loaded === undefined || (name.id !== undefined && requestNamed(name, chains) === undefined)) {
    return undefined;
  }
  if (loaded.required.length < loaded.chain.requires.length) {
    return undefined;
  }
  const { items } = planRun(
    { main: { file: name.chain, chain: loaded.chain }, required: loaded.required, environment: undefined },
    name.id === undefined ? { kind: 'all' } : { kind: 'withDependencies', ids: [name.id] },
    new Set(),
  );
  return items.flatMap(({ request }) => extractedVariables(request));
}

/** Indexes of planted texts that `create`'s body has no place for. */
function canariesWithoutPlace(
  { create, canary }: MatrixResource,
  { chains }: NamedByMatrix,
): readonly number[] {
  const request = create === undefined ? undefined : requestNamed(create, chains);
  return request === undefined ? [] : indexesOf(canary, (path) => !hasPlace(request, path));
}

/** Whether planting there would change what is sent. */
function hasPlace(request: ChainRequest, path: string): boolean {
  return (
    JSON.stringify(plantText(request, { ...plantedAt([path]), text: 'CNRY-' }).body) !==
    JSON.stringify(request.body)
  );
}

function indexesOf(list: readonly string[], fits: (item: string) => boolean): readonly number[] {
  return list.flatMap((item, index) => (fits(item) ? [index] : []));
}
