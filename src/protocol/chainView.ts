/**
 * A chain as the Chain Viewer gets it: the graph of its analysis, with how each request ended last and the
 * last values of its variables. During a run its progress replaces what was known.
 */
import type { ChainAnalysis } from '../core/analysis/analysis';
import { chainGraph } from '../core/graph/chainGraph';
import type { ChainGraph } from '../core/graph/graph';
import type { RequestReference, RequestResult } from '../core/result/result';
import { oneLine, shorten } from '../core/shownText';
import { lastProgress, type RunView } from './runView';
import type { ChainView, LastShownValue, NodeProgress } from './viewerContract';

/** What the last runs left. */
export interface LastKnown {
  /** Last result of a request; its chain is a workspace path. */
  readonly of: (request: RequestReference) => RequestResult | undefined;
  /** Last values by name: JSON text, secrets masked. */
  readonly values: ReadonlyMap<string, { readonly shown: string }>;
  /** The current run, if any. */
  readonly running?: RunView;
}

/** UTF-16 code units of a value: what a line of the page can hold. */
const MAX_VALUE = 200;

/** The view of a chain from its current analysis. */
export function chainView(analysis: ChainAnalysis, last: LastKnown): ChainView {
  const graph = chainGraph(analysis);
  const requests = requestsIn(graph, analysis.source.file);
  const running = new Map(
    last.running?.requests.map(({ planned, progress }) => [nameOf(planned.request), progress]),
  );
  return {
    graph,
    progress: [...requests].flatMap(([node, request]): readonly NodeProgress[] => {
      const progress = running.get(nameOf(request)) ?? lastProgress(last.of(request));
      return progress === undefined ? [] : [{ node, progress }];
    }),
    values: [...last.values].map(([variable, { shown }]) => shownValue(variable, shown)),
  };
}

/** The requests of nodes, by the nodes' keys; `file` is the workspace path of the chain. */
export function requestsIn(graph: ChainGraph, file: string): ReadonlyMap<string, RequestReference> {
  const chains = new Map(
    graph.nodes.flatMap((node) => (node.kind === 'required-chain' ? [[node.key, node.file] as const] : [])),
  );
  const found = new Map<string, RequestReference>();
  for (const node of graph.nodes) {
    const chain =
      node.kind === 'request' ? file : node.kind === 'required-request' ? chains.get(node.group) : undefined;
    if (chain !== undefined && 'id' in node) {
      found.set(node.key, { chain, id: node.id });
    }
  }
  return found;
}

/** The key of a request's node; absent when it has none. Of several with one id only the first is ever run. */
export function nodeOf(
  requests: ReadonlyMap<string, RequestReference>,
  wanted: RequestReference,
): string | undefined {
  return [...requests].find(([, { chain, id }]) => chain === wanted.chain && id === wanted.id)?.[0];
}

/** A value as a line of the page. */
export function shownValue(variable: string, shown: string): LastShownValue {
  return { variable, shown: shorten(oneLine(shown), MAX_VALUE) };
}

function nameOf({ chain, id }: RequestReference): string {
  return JSON.stringify([chain, id]);
}
