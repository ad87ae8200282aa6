/**
 * The state of the Chain Viewer: the chain it shows, the part that the user wants to see, and the node that is
 * chosen. One reducer; the drawing is computed from these.
 */
import { edgesBy, flowsOf, gatherFlows } from '../../src/core/graph/flows';
import type { ChainGraph, FlowState, GraphEdge, GraphNode } from '../../src/core/graph/graph';
import { layoutGraph, type Layout } from '../../src/core/graph/layout';
import { nodeTitle } from '../../src/core/graph/nodeTitle';
import { shownPart, type ShownPart } from '../../src/core/graph/shownPart';
import type { RequestProgress } from '../../src/protocol/runView';
import type { ChainView, NodeProgress } from '../../src/protocol/viewerContract';
import { toggled } from '../ui/toggled';
import { say, t } from '../ui/l10n';
import type { Viewport } from './viewport';

/** Everything the viewer renders from. */
export interface ViewerState {
  /** Absent until the editor has answered. */
  readonly graph?: ChainGraph;
  /** How requests ended last, by the keys of their nodes. */
  readonly progress: ReadonlyMap<string, RequestProgress>;
  /** Last values by variable. */
  readonly values: ReadonlyMap<string, string>;
  readonly part: ShownPart;
  /** Key of the node that the person chose. */
  readonly chosen?: string;
  readonly search: string;
  /** Where the person has moved the drawing to; absent while it is as it was shown at first. */
  readonly viewport?: Viewport;
  /** Why the last action did not work. */
  readonly problem?: string;
}

/** What can happen to the viewer. */
export type ViewerAction =
  | { readonly type: 'shown'; readonly view: ChainView }
  | { readonly type: 'progressed'; readonly changed: NodeProgress }
  | { readonly type: 'chosen'; readonly node: string }
  | { readonly type: 'variable-chosen'; readonly variable: string }
  | { readonly type: 'outside-toggled' }
  | { readonly type: 'group-toggled'; readonly group: string }
  | { readonly type: 'searched'; readonly text: string }
  | { readonly type: 'moved'; readonly viewport: Viewport | undefined }
  | { readonly type: 'next-found' }
  | { readonly type: 'action-failed'; readonly message: string }
  | { readonly type: 'problem-dismissed' };

/** A part of the chain with a place for each of its nodes and lines. */
export interface Drawing extends Layout {
  readonly graph: ChainGraph;
}

/** One variable on its way to or from a node. */
export interface NodeFlow {
  readonly variable: string;
  /** The node at the other end. */
  readonly other: GraphNode;
  readonly words: string;
}

/** The viewer before the editor has said anything. */
export const initialState: ViewerState = {
  progress: new Map(),
  values: new Map(),
  part: { open: new Set(), outside: 'hidden' },
  search: '',
};

/** The state after an action. */
export function reduceViewer(state: ViewerState, action: ViewerAction): ViewerState {
  switch (action.type) {
    case 'shown':
      return withView(state, action.view);
    case 'progressed':
      return withProgress(state, action.changed);
    case 'chosen':
      return withChosen(state, action.node);
    case 'searched':
      return { ...state, search: action.text };
    case 'next-found':
      return withChosen(state, findNext(state));
    case 'moved':
      return withViewport(state, action.viewport);
    case 'action-failed':
      return { ...state, problem: action.message };
    case 'problem-dismissed':
      return withoutProblem(state);
    default:
      return { ...state, part: reducePart(state.part, action, state.graph) };
  }
}

type PartAction = Extract<ViewerAction, { type: 'variable-chosen' | 'outside-toggled' | 'group-toggled' }>;

/** What concerns the part that is seen. */
function reducePart(part: ShownPart, action: PartAction, graph: ChainGraph | undefined): ShownPart {
  switch (action.type) {
    case 'variable-chosen':
      return withVariable(part, action.variable);
    case 'outside-toggled':
      return { ...part, outside: part.outside === 'shown' ? 'hidden' : 'shown' };
    case 'group-toggled':
      return withoutLostVariable({ ...part, open: toggled(part.open, action.group) }, graph);
  }
}

/** The position of each node of the visible part. */
export function drawingOf(graph: ChainGraph, part: ShownPart): Drawing {
  const seen = shownPart(graph, part);
  return { graph: seen, ...layoutGraph(seen) };
}

/** Every variable that flows where the groups that are open are seen, sorted by name. */
export function variablesOf(graph: ChainGraph, { open }: Pick<ShownPart, 'open'>): readonly string[] {
  const { edges } = shownPart(graph, { open, outside: 'shown' });
  return [...new Set(edges.flatMap(({ variables }) => variables))].sort((one, other) =>
    one.localeCompare(other),
  );
}

/** The incoming or outgoing flows of a node; of a group that is open, those of its requests. */
export function flowsAt(
  { nodes, edges }: ChainGraph,
  key: string,
  direction: 'in' | 'out',
): readonly NodeFlow[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const inside = nodes.filter((node) => node.kind === 'inner-request' && node.group === key);
  const own = new Set([key, ...inside.map((node) => node.key)]);
  const touching = edges.filter(({ from, to }) =>
    direction === 'in' ? own.has(to) && !own.has(from) : own.has(from) && !own.has(to),
  );
  const atNode = touching.map((edge) => ({ ...edge, [direction === 'in' ? 'to' : 'from']: key }));
  return flowsOf(gatherFlows(flowsOf(atNode))).flatMap(({ from, to, variable, kind, state }) => {
    const other = byKey.get(direction === 'in' ? from : to);
    return other === undefined ? [] : [{ variable, other, words: edgeWords(kind, state) }];
  });
}

/** What each node takes from others, in a line: `takes token from GET login`. */
export function flowsByNode({ nodes, edges }: ChainGraph): ReadonlyMap<string, string> {
  const titles = new Map(nodes.map((node) => [node.key, nodeTitle(node, say)]));
  const lines = [...edgesBy('to', edges)].map(([key, taken]) => {
    const parts = taken.map(({ from, variables, kind, state }) => {
      const words = edgeWords(kind, state);
      const remark = words === '' ? '' : ` (${words})`;
      return t('{0} from {1}', `${variables.join(', ')}${remark}`, titles.get(from) ?? '');
    });
    return [key, t('takes {0}', parts.join('; '))] as const;
  });
  return new Map(lines);
}

function edgeWords(kind: GraphEdge['kind'], state: FlowState): string {
  return [kind === 'authentication' ? t('authentication') : '', stateWords(state)]
    .filter((word) => word !== '')
    .join(', ');
}

function stateWords(state: FlowState): string {
  switch (state) {
    case 'healthy':
      return '';
    case 'conditional':
      return t('if sent');
    case 'late':
      return t('out of order');
    case 'broken':
      return t('broken');
    case 'idle':
      return t('switched off');
  }
}

/** The next node that is seen whose title, or a variable it gives, has the text in it; case is ignored. */
function findNext({ graph: whole, part, chosen, search }: ViewerState): string | undefined {
  const wanted = search.trim().toLowerCase();
  if (whole === undefined || wanted === '') {
    return undefined;
  }
  const graph = shownPart(whole, part);
  const start = graph.nodes.findIndex(({ key }) => key === chosen) + 1;
  const inOrder = [...graph.nodes.slice(start), ...graph.nodes.slice(0, start)];
  const given = edgesBy('from', graph.edges);
  return inOrder.find(
    (node) =>
      nodeTitle(node, say).toLowerCase().includes(wanted) ||
      (given.get(node.key) ?? []).some(({ variables }) =>
        variables.some((variable) => variable.toLowerCase().includes(wanted)),
      ),
  )?.key;
}

/** A chain that was changed keeps what is still there of what the person chose. */
function withView(state: ViewerState, { graph, progress, values }: ChainView): ViewerState {
  const { chosen: before, ...rest } = withoutProblem(state);
  const isThere = graph.nodes.some(({ key }) => key === before);
  return {
    ...rest,
    graph,
    progress: new Map(progress.map((known) => [known.node, known.progress])),
    values: new Map(values.map((known) => [known.variable, known.shown])),
    part: withoutLostVariable(state.part, graph),
    ...(before !== undefined && isThere ? { chosen: before } : {}),
  };
}

function withProgress(state: ViewerState, { node, progress, values = [] }: NodeProgress): ViewerState {
  return {
    ...state,
    progress: new Map([...state.progress, [node, progress]]),
    values: new Map([...state.values, ...values.map(({ variable, shown }) => [variable, shown] as const)]),
  };
}

function withChosen(state: ViewerState, node: string | undefined): ViewerState {
  return node === undefined ? state : { ...state, chosen: node };
}

function withVariable({ variable: _before, ...part }: ShownPart, variable: string): ShownPart {
  return variable === '' ? part : { ...part, variable };
}

/** A variable that flows only where nothing is seen any more is chosen no longer. */
function withoutLostVariable(part: ShownPart, graph: ChainGraph | undefined): ShownPart {
  const { variable } = part;
  const isLost =
    variable !== undefined && graph !== undefined && !variablesOf(graph, part).includes(variable);
  return isLost ? withVariable(part, '') : part;
}

function withViewport({ viewport: _before, ...state }: ViewerState, viewport: Viewport | undefined) {
  return viewport === undefined ? state : { ...state, viewport };
}

function withoutProblem({ problem: _problem, ...state }: ViewerState): ViewerState {
  return state;
}
