/**
 * A chain as the Chain Viewer gets it: the graph of its analysis, with how each request ended last and the
 * last values of its variables. During a run its progress replaces what was known.
 */
import type { ChainAnalysis } from '../core/analysis/analysis';
import { defined } from '../core/defined';
import { chainGraph } from '../core/graph/chainGraph';
import type { ChainGraph, GraphNode } from '../core/graph/graph';
import { groupBy } from '../core/groupBy';
import type { PartResult, RequestReference, RequestResult, RunEvent } from '../core/result/result';
import { oneLine, shorten } from '../core/shownText';
import { lastProgress, type RunView } from './runView';
import type { ChainView, LastShownValue, NodeProgress } from './viewerContract';

/** What the last runs left. */
export interface LastKnown {
  /** Last result of a request; its chain is a workspace path. */
  readonly of: (request: RequestReference) => RequestResult | undefined;
  /** Last values by name: JSON text, secrets masked. */
  readonly values: ReadonlyMap<string, { readonly shown: string }>;
  /** The current run, if any, with the results of the requests that it is done with. */
  readonly running?: RunSoFar;
}

/** A run that has begun. */
export interface RunSoFar {
  readonly view: RunView;
  /** Those of finished requests by their index in the view. */
  readonly results: ReadonlyMap<number, RequestResult>;
}

/** UTF-16 code units of a value: what a line of the page can hold. */
const MAX_VALUE = 200;

/** The view of a chain from its current analysis. */
export function chainView(analysis: ChainAnalysis, last: LastKnown): ChainView {
  const graph = chainGraph(analysis);
  const running = new Map(
    last.running?.view.requests.map((row, index) => [nameOf(row.planned.request), { ...row, index }]),
  );
  const { results } = last.running ?? {};
  return {
    graph,
    progress: [...plannedIn(graph, analysis.source.file)].flatMap(([node, request]) => {
      const row = running.get(nameOf(request));
      const result = row === undefined ? last.of(request) : results?.get(row.index);
      const progress = row?.progress ?? lastProgress(result);
      return progress === undefined ? [] : [{ node, progress }, ...innerProgress(graph, node, result)];
    }),
    values: [...last.values].map(([variable, { shown }]) => shownValue(variable, shown)),
  };
}

/** What an event of a run changes in a drawing: a request got further, and with a step the requests of its chain. */
export function changedProgress(
  graph: ChainGraph,
  file: string,
  { view, results }: RunSoFar,
  event: RunEvent,
): readonly NodeProgress[] {
  const row = 'index' in event ? view.requests[event.index] : undefined;
  const node = row === undefined ? undefined : nodeOf(plannedIn(graph, file), row.planned.request);
  if (row === undefined || node === undefined || !('index' in event)) {
    return [];
  }
  const result = results.get(event.index);
  const values = result?.extractions.flatMap(({ variable, value }) =>
    value === undefined ? [] : [shownValue(variable, value)],
  );
  const ended = event.type === 'part-finished' ? { parts: [event.result] } : result;
  return [{ node, progress: row.progress, ...defined({ values }) }, ...innerProgress(graph, node, ended)];
}

/**
 * How the requests of a step ended, each by the key of its node: of one that was sent several times what failed, else
 * the last. Without a result of the step they wait.
 */
function innerProgress(
  graph: ChainGraph,
  step: string,
  result: Pick<RequestResult, 'parts'> | undefined,
): readonly NodeProgress[] {
  const parts = groupBy(result?.parts ?? [], (part) => innerId(part) ?? '');
  return graph.nodes.flatMap((node): readonly NodeProgress[] => {
    if (node.kind !== 'inner-request' || node.group !== step) {
      return [];
    }
    const own = parts.get(node.id) ?? [];
    const told = own.find(({ outcome }) => outcome === 'failed') ?? own.at(-1);
    const progress = result === undefined ? ({ state: 'waiting' } as const) : lastProgress(told);
    return progress === undefined ? [] : [{ node: node.key, progress }];
  });
}

/** The id of the request of a step's chain that ended with this part; absent for items, and for what is further inside. */
function innerId({ at: [, inner, ...further] }: PartResult): string | undefined {
  return inner?.item === undefined && further.length === 0 ? inner?.id : undefined;
}

/** The requests of nodes that a run has by themselves, by the nodes' keys: without those that are run for a step. */
function plannedIn(graph: ChainGraph, file: string): ReadonlyMap<string, RequestReference> {
  const steps = new Set(graph.nodes.flatMap(({ kind, key }) => (kind === 'request' ? key : [])));
  const inSteps = graph.nodes.flatMap((node) =>
    node.kind === 'inner-request' && steps.has(node.group) ? node.key : [],
  );
  const found = new Map(requestsIn(graph, file));
  inSteps.forEach((key) => found.delete(key));
  return found;
}

/** The requests of nodes, by the nodes' keys; `file` is the workspace path of the chain. */
export function requestsIn({ nodes }: ChainGraph, file: string): ReadonlyMap<string, RequestReference> {
  const chains = new Map(nodes.map((node) => [node.key, groupFile(node)]));
  const found = new Map<string, RequestReference>();
  for (const node of nodes) {
    const chain =
      node.kind === 'request' ? file : node.kind === 'inner-request' ? chains.get(node.group) : undefined;
    if (chain !== undefined && 'id' in node) {
      found.set(node.key, { chain, id: node.id });
    }
  }
  return found;
}

/** The file of the chain whose requests are a group. */
function groupFile(node: GraphNode): string | undefined {
  switch (node.kind) {
    case 'required-chain':
      return node.file;
    case 'request':
      return node.calledFile;
    default:
      return undefined;
  }
}

/** The key of a request's node; absent when it has none. Of several with one id only the first is ever run. */
function nodeOf(
  requests: ReadonlyMap<string, RequestReference>,
  wanted: RequestReference,
): string | undefined {
  return [...requests].find(([, { chain, id }]) => chain === wanted.chain && id === wanted.id)?.[0];
}

/** A value as a line of the page. */
function shownValue(variable: string, shown: string): LastShownValue {
  return { variable, shown: shorten(oneLine(shown), MAX_VALUE) };
}

function nameOf({ chain, id }: RequestReference): string {
  return JSON.stringify([chain, id]);
}
