/** A source as a person chooses from it: what its requests are called and ask for, without what is in them. */
import { defined } from '../../core/defined';
import type { ImportedRequest, ReadSource } from './shape/imported';

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
  /** How many things cannot be carried over. */
  readonly lost: number;
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
  return { kind: 'kept', name, folders, method, url, lost: remarks.length };
}
