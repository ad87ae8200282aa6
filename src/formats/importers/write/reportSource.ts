/** The report on one source: where each of its requests went, and what could not be carried over. */
import { defined } from '../../../core/defined';
import type { ImportedCollection, ReadSource } from '../shape/imported';
import { extractedVariables, variablesIn } from '../shape/chainNames';
import type { ComposedChain } from './composeChains';
import type { ComposedEnvironment } from './composeEnvironments';
import type { ImportedSource } from './importReport';

/** A source and its files. */
export interface WrittenSource extends ReadSource {
  readonly chains: readonly ComposedChain[];
  readonly environments: readonly ComposedEnvironment[];
}

/** What the report needs to know of the whole import. */
export interface ReportContext {
  /** Whether responses are kept. */
  readonly responses: boolean;
  /** Variables to which an environment of the import gives a value. */
  readonly ofEnvironments: ReadonlySet<string>;
}

/** Reports the outcome for a source. */
export function reportOf(
  { source, collection, chains, environments }: WrittenSource,
  { responses, ofEnvironments }: ReportContext,
): ImportedSource {
  const placed = new Map(
    chains.flatMap(({ path, requests }) => requests.map((request) => [request.source, { path, ...request }])),
  );
  return {
    kind: 'imported',
    source,
    format: collection.format,
    requests: collection.requests.map((request) => {
      const name = [...request.folders, request.name].join(' / ');
      if (request.kind === 'left-out') {
        const { reason, rule } = request;
        return { name, leftOut: reason, ...defined({ rule }) };
      }
      const { path: file = '', id = '', secrets = [] } = placed.get(request) ?? {};
      const status = responses ? request.recorded?.exchange.response?.status : undefined;
      const response = status === undefined ? {} : { response: status };
      return { name, file, id, secrets, ...response, remarks: request.remarks };
    }),
    environments: environments.map(({ name, path }) => ({ name, file: path })),
    remarks: [
      ...collection.remarks,
      ...collection.environments.flatMap(({ name, remarks }) =>
        remarks.map((remark) => `Environment ${JSON.stringify(name)}: ${remark}`),
      ),
      ...(responses || !hasResponses(chains) ? [] : ['Responses to its requests are not carried over.']),
    ],
    renamed: collection.renamed,
    secrets: [...new Set([...chains, ...environments].flatMap((one) => one.secrets))],
    undefinedVariables: undefinedVariables(collection, ofEnvironments),
  };
}

function hasResponses(chains: readonly ComposedChain[]): boolean {
  return chains.some(({ requests }) => requests.some(({ source }) => source.recorded !== undefined));
}

/** Variables that requests use and that neither they, the collection nor an environment gives a value. */
function undefinedVariables(
  { requests, variables, auth }: ImportedCollection,
  ofEnvironments: ReadonlySet<string>,
): readonly string[] {
  const kept = requests.flatMap((request) => (request.kind === 'kept' ? [request.request] : []));
  const known = new Set([
    ...variables.map(({ name }) => name),
    ...kept.flatMap(extractedVariables),
    ...ofEnvironments,
  ]);
  const values = [...kept, auth ?? {}, ...variables.map(({ value }) => value)];
  return [...new Set(values.flatMap(variablesIn))].filter((name) => !known.has(name));
}
