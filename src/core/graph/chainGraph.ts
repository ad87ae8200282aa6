/**
 * From an analysis to the graph that is drawn. The analysis has decided who gives what to whom; here it
 * only gets places: one node for each request, one group for each required chain, and, where they give a
 * value, one node for the constants and one for the environment.
 */
import type { AnalyzedVariable, ChainAnalysis, Definition, Dependency } from '../analysis/analysis';
import type { ChainSource, RequestSource } from '../analysis/chainSource';
import { nameOfRequest } from '../analysis/missingFindings';
import { kindOf } from '../analysis/requestNeeds';
import { consumersOf } from '../analysis/variables';
import { defined } from '../defined';
import { groupPairs } from '../groupBy';
import { joinMessages, renderUnmasked } from '../message';
import type { Loop, Stream } from '../model';
import { describeCheck, describeCondition } from '../run/describeCheck';
import { gatherFlows, type Flow } from './flows';
import type { ChainGraph, FlowState, GraphNode, OutsideNode, RequestNode } from './graph';

const CONSTANTS = 'constants';
const ENVIRONMENT = 'environment';
const DATA = 'data';

/** Nodes by what the analysis calls them. */
interface Places {
  /** Index of the first request with an id. */
  readonly indexOf: ReadonlyMap<string, number>;
  /** Indexes of the requests that are sent only if a condition holds. */
  readonly conditional: ReadonlySet<number>;
  /** Node of a request of a required chain, by the chain's file and the request's id. */
  readonly required: ReadonlyMap<string, string>;
}

/** The graph of a chain from its current analysis. */
export function chainGraph(analysis: ChainAnalysis): ChainGraph {
  const { source, surroundings } = analysis;
  const required = requiredNodes(analysis);
  const places: Places = {
    indexOf: firstIndexes(source.requests),
    conditional: new Set(
      source.requests.filter(({ request }) => request?.when !== undefined).map(({ index }) => index),
    ),
    required: requiredKeys(analysis),
  };
  const flows = [
    ...analysis.dependencies.flatMap((dependency) => dependencyFlow(dependency, places)),
    ...analysis.variables.flatMap((variable) => useFlows(variable, analysis, places)),
  ];
  const sources = new Set(flows.map(({ from }) => from));
  const outside: readonly OutsideNode[] = [
    { kind: ENVIRONMENT, key: ENVIRONMENT, name: surroundings.environment?.name ?? '' },
    { kind: CONSTANTS, key: CONSTANTS, name: '' },
    dataNode(analysis),
  ];
  return {
    name: source.chain?.name ?? '',
    nodes: [...outside.filter(({ key }) => sources.has(key)), ...required, ...requestNodes(analysis)],
    edges: gatherFlows(flows),
  };
}

function dataNode({ source, surroundings: { data } }: ChainAnalysis): OutsideNode {
  const own = source.chain?.data;
  const rows = typeof own === 'object' ? own.length : (data?.table.rows.length ?? 0);
  return { kind: DATA, key: DATA, name: data?.file.split('/').at(-1) ?? '', rows };
}

/** Key of the request at a position of the file. */
function requestKey(index: number): string {
  return `request-${index}`;
}

function requiredKey(chain: number): string {
  return `required-${chain}`;
}

function requestNodes({ source, surroundings, variables, problems }: ChainAnalysis): readonly RequestNode[] {
  const unresolved = new Map<string, Set<string>>();
  for (const { code, request, variable } of problems) {
    if (code === 'unresolved' && request !== undefined && variable !== undefined) {
      unresolved.set(request, (unresolved.get(request) ?? new Set()).add(variable));
    }
  }
  const unused = groupPairs(
    variables
      .filter(({ health }) => health === 'unused')
      .flatMap(({ name, definitions }) =>
        definitions
          .filter((definition) => definition.kind === 'extraction')
          .map(({ requestIndex }) => [requestIndex, name] as const),
      ),
  );
  return source.requests.map((request) => ({
    kind: 'request',
    key: requestKey(request.index),
    index: request.index,
    id: request.id,
    name: nameOfRequest(request),
    method: request.method,
    disabled: request.disabled,
    ...defined({
      called: request.marks.call?.name,
      runs: surroundings.called?.get(request.marks.call?.name ?? '')?.source?.requests.map(nameOfRequest),
      condition: request.request?.when && describeCondition(request.request.when),
      loop: request.request?.forEach && loopOf(request.request.forEach),
      streamEnd: request.request?.stream && endOf(request.request.stream),
    }),
    unresolved: [...(unresolved.get(request.id) ?? [])],
    unused: unused.get(request.index) ?? [],
  }));
}

function loopOf(loop: Loop): NonNullable<RequestNode['loop']> {
  return loop.kind === 'items'
    ? { kind: 'items', variable: loop.as }
    : { kind: 'pages', variable: loop.next };
}

function endOf({ until }: Stream): string {
  return until === undefined ? '' : renderUnmasked(joinMessages(describeCheck(until), ' and '));
}

function requiredNodes({ surroundings }: ChainAnalysis): readonly GraphNode[] {
  return surroundings.required.flatMap(({ file, chain, requests }, at): readonly GraphNode[] => [
    { kind: 'required-chain', key: requiredKey(at), name: chain?.name ?? file, file },
    ...requests.map((request): GraphNode => ({
      kind: 'required-request',
      key: `${requiredKey(at)}-${request.index}`,
      group: requiredKey(at),
      index: request.index,
      id: request.id,
      name: nameOfRequest(request),
      method: request.method,
    })),
  ]);
}

function requiredKeys({ surroundings }: ChainAnalysis): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  surroundings.required.forEach(({ file, requests }, at) => {
    keys.set(placeName(file), requiredKey(at));
    for (const { id, index } of requests.toReversed()) {
      keys.set(placeName(file, id), `${requiredKey(at)}-${index}`);
    }
  });
  return keys;
}

function placeName(file: string, request?: string): string {
  return JSON.stringify([file, request]);
}

function firstIndexes(requests: readonly RequestSource[]): ReadonlyMap<string, number> {
  return new Map(requests.map(({ id, index }) => [id, index] as const).toReversed());
}

function dependencyFlow(
  { from, to, variable, kind, broken }: Dependency,
  { indexOf, conditional }: Places,
): readonly Flow[] {
  const producer = indexOf.get(from);
  const consumer = indexOf.get(to);
  if (producer === undefined || consumer === undefined) {
    return [];
  }
  const sound: FlowState = conditional.has(producer) ? 'conditional' : 'healthy';
  const state: FlowState = !broken ? sound : producer > consumer ? 'late' : 'broken';
  return [{ from: requestKey(producer), to: requestKey(consumer), variable, kind, state }];
}

/** What dependencies leave out: values from outside the chain, and those of requests that are switched off. */
function useFlows(variable: AnalyzedVariable, { source }: ChainAnalysis, places: Places): readonly Flow[] {
  const own = variable.uses.map(({ definition, requestIndex = -1, location }) => ({
    definition,
    request: source.requests[requestIndex],
    kind: kindOf(location),
  }));
  return [...own, ...inheritedUses(variable, source)].flatMap(({ definition, request, kind }) => {
    const from = definition === undefined ? undefined : nodeOf(definition, places);
    const isDependency = definition?.kind === 'extraction' && request?.disabled === false;
    if (from === undefined || request === undefined || isDependency) {
      return [];
    }
    const state: FlowState = request.disabled ? 'idle' : 'healthy';
    return [{ from, to: requestKey(request.index), variable: variable.name, kind, state }];
  });
}

/** A use of a variable by a request. */
interface PlacedUse {
  readonly definition: Definition | undefined;
  readonly request: RequestSource | undefined;
  readonly kind: Flow['kind'];
}

/** The uses in the chain's authentication, as those of the requests that are sent with it. */
function inheritedUses(variable: AnalyzedVariable, source: ChainSource): readonly PlacedUse[] {
  const shared = variable.uses.find((use) => use.requestIndex === undefined && use.constant === undefined);
  if (shared === undefined) {
    return [];
  }
  const users = new Set(consumersOf(variable, source));
  return source.requests
    .filter(({ id, marks }) => marks.inheritsAuth && users.has(id))
    .map((request) => ({ definition: shared.definition, request, kind: 'authentication' }));
}

function nodeOf(definition: Definition, { required }: Places): string | undefined {
  switch (definition.kind) {
    case 'extraction':
      return requestKey(definition.requestIndex);
    case 'column':
      return DATA;
    case 'constant':
      return CONSTANTS;
    case 'environment':
      return ENVIRONMENT;
    case 'required':
      return required.get(placeName(definition.file, definition.requestId));
  }
}
