/** What a person takes of a source: the rest is left out and stays in the report. */
import type { ImportedCollection, ImportedRequest } from './shape/imported';

/** Tells by position in the collection what is taken. */
export interface ChosenParts {
  readonly requests: ReadonlySet<number>;
  readonly environments: ReadonlySet<number>;
}

/** A collection of which only these parts are imported. */
export function chooseRequests(collection: ImportedCollection, chosen: ChosenParts): ImportedCollection {
  const remarks = collection.environments
    .filter((_environment, index) => !chosen.environments.has(index))
    .map(({ name }) => `Environment ${JSON.stringify(name)}: ${NOT_CHOSEN}`);
  return {
    ...collection,
    requests: collection.requests.map((request, index) =>
      chosen.requests.has(index) ? request : leftOut(request),
    ),
    environments: collection.environments.filter((_environment, index) => chosen.environments.has(index)),
    remarks: [...collection.remarks, ...remarks],
  };
}

const NOT_CHOSEN = 'not chosen.';

function leftOut(request: ImportedRequest): ImportedRequest {
  const { name, folders } = request;
  return request.kind === 'left-out'
    ? request
    : { kind: 'left-out', name, folders, reason: 'It was not chosen.' };
}
