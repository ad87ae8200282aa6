/**
 * From an analysis to the graph that is drawn. The analysis has decided who gives what to whom; here it
 * only gets places: one node for each request, one group for each required chain and for each chain that is a
 * step, and, where they give a value, one node for the constants and one for the environment.
 */
import type { AnalyzedVariable, ChainAnalysis, Definition } from '../analysis/analysis';
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
import { dependencyFlows, innerKey, requestKey } from './requestFlows';
import { stepGroups, type StepGroup } from './stepGroups';

const CONSTANTS = 'constants';
const ENVIRONMENT = 'environment';
const DATA = 'data';

/** The graph of a chain from its current analysis. */
export function chainGraph(analysis: ChainAnalysis): ChainGraph {
  const { source, surroundings } = analysis;
  const required = requiredKeys(analysis);
  const steps = stepGroups(analysis);
  const flows = [
    ...dependencyFlows(analysis, requestKey),
    ...analysis.variables.flatMap((variable) => useFlows(variable, analysis, required)),
  ].flatMap((flow) => toInner(flow, steps));
  const sources = new Set(flows.map(({ from }) => from));
  const outside: readonly OutsideNode[] = [
    { kind: ENVIRONMENT, key: ENVIRONMENT, name: surroundings.environment?.name ?? '' },
    { kind: CONSTANTS, key: CONSTANTS, name: '' },
    dataNode(analysis),
  ];
  return {
    name: source.chain?.name ?? '',
    nodes: [
      ...outside.filter(({ key }) => sources.has(key)),
      ...requiredNodes(analysis),
      ...requestNodes(analysis, steps).flatMap((node) => [node, ...(steps.get(node.key)?.nodes ?? [])]),
    ],
    edges: gatherFlows([...flows, ...[...steps.values()].flatMap((step) => step.flows)]),
  };
}

/** A flow that begins or ends at a step belongs to requests of its chain. */
function toInner(flow: Flow, steps: ReadonlyMap<string, StepGroup>): readonly Flow[] {
  const from = steps.get(flow.from)?.giver(flow.variable) ?? flow.from;
  const ends = steps.get(flow.to)?.takers(flow.variable) ?? [flow.to];
  return ends.map((to) => ({ ...flow, from, to }));
}

function dataNode({ source, surroundings: { data } }: ChainAnalysis): OutsideNode {
  const own = source.chain?.data;
  const rows = typeof own === 'object' ? own.length : (data?.table.rows.length ?? 0);
  return { kind: DATA, key: DATA, name: data?.file.split('/').at(-1) ?? '', rows };
}

function requiredKey(chain: number): string {
  return `required-${chain}`;
}

function requestNodes(
  { source, variables, problems }: ChainAnalysis,
  steps: ReadonlyMap<string, StepGroup>,
): readonly RequestNode[] {
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
      calledFile: steps.get(requestKey(request.index))?.file,
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
      kind: 'inner-request',
      key: innerKey(requiredKey(at), request.index),
      group: requiredKey(at),
      index: request.index,
      id: request.id,
      name: nameOfRequest(request),
      method: request.method,
      disabled: request.disabled,
    })),
  ]);
}

function requiredKeys({ surroundings }: ChainAnalysis): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  surroundings.required.forEach(({ file, requests }, at) => {
    keys.set(placeName(file), requiredKey(at));
    for (const { id, index } of requests.toReversed()) {
      keys.set(placeName(file, id), innerKey(requiredKey(at), index));
    }
  });
  return keys;
}

function placeName(file: string, request?: string): string {
  return JSON.stringify([file, request]);
}

/** What dependencies leave out: values from outside the chain, and those of requests that are switched off. */
function useFlows(
  variable: AnalyzedVariable,
  { source }: ChainAnalysis,
  required: ReadonlyMap<string, string>,
): readonly Flow[] {
  const own = variable.uses.map(({ definition, requestIndex = -1, location }) => ({
    definition,
    request: source.requests[requestIndex],
    kind: kindOf(location),
  }));
  return [...own, ...inheritedUses(variable, source)].flatMap(({ definition, request, kind }) => {
    const from = definition === undefined ? undefined : nodeOf(definition, required);
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

/** Key of the node that gives a value; `required` are those of requests of required chains by their {@link placeName}. */
function nodeOf(definition: Definition, required: ReadonlyMap<string, string>): string | undefined {
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
