/**
 * What a person chooses of a source: what its requests are called and ask for, without what is in them. The rest is left
 * out and stays in the report.
 */
import { defined } from '../../core/defined';
import type { ImportedCollection, ImportedRequest, ReadSource } from './shape/imported';
import { countSeverities, documentation, reportedRemark, type Severity } from './shape/remark';

/** Tells by position in the collection what is taken. */
export interface ChosenParts {
  readonly requests: ReadonlySet<number>;
  readonly environments: ReadonlySet<number>;
}

/** A collection of which only these parts are imported. */
export function chooseRequests(collection: ImportedCollection, chosen: ChosenParts): ImportedCollection {
  const remarks = collection.environments
    .filter((_environment, index) => !chosen.environments.has(index))
    .map(({ name }) => documentation(`Environment ${JSON.stringify(name)}: not chosen.`));
  return {
    ...collection,
    requests: collection.requests.map((request, index) =>
      chosen.requests.has(index) ? request : leftOut(request),
    ),
    environments: collection.environments.filter((_environment, index) => chosen.environments.has(index)),
    remarks: [...collection.remarks, ...remarks],
  };
}

/** Why a request is left out that a person did not choose. */
export const NOT_CHOSEN = 'It was not chosen.';

function leftOut(request: ImportedRequest): ImportedRequest {
  const { name, folders } = request;
  return request.kind === 'left-out' ? request : { kind: 'left-out', name, folders, reason: NOT_CHOSEN };
}

/** A source. Requests and environments are in its order. */
export interface SourceOverview {
  /** As the user named it. */
  readonly source: string;
  readonly requests: readonly RequestOverview[];
  readonly environments: readonly EnvironmentOverview[];
}

/** A request, or that it cannot be had. */
type RequestOverview = KeptOverview | LeftOutOverview;

/** A request that can be imported. */
export interface KeptOverview {
  readonly kind: 'kept';
  readonly name: string;
  readonly folders: readonly string[];
  readonly method: string;
  readonly url: string;
  /** How many things are not carried over, by how much they matter. */
  readonly lost: Readonly<Record<Severity, number>>;
}

/** A request that is left out. */
interface LeftOutOverview {
  readonly kind: 'left-out';
  /** The rule that set it aside, when it can be taken in. */
  readonly rule?: string;
}

/** An environment. */
export interface EnvironmentOverview {
  readonly name: string;
  /** How many variables it has. */
  readonly variables: number;
}

/** What can be chosen of a source. */
export function overviewOf({ source, collection }: ReadSource): SourceOverview {
  return {
    source,
    requests: collection.requests.map(requestOverview),
    environments: collection.environments.map(({ name, variables }) => ({
      name,
      variables: variables.length,
    })),
  };
}

function requestOverview(request: ImportedRequest): RequestOverview {
  if (request.kind === 'left-out') {
    return { kind: 'left-out', ...defined({ rule: request.rule }) };
  }
  const { name, folders, remarks } = request;
  const { method, url } = request.request;
  return { kind: 'kept', name, folders, method, url, lost: countSeverities(remarks.map(reportedRemark)) };
}
