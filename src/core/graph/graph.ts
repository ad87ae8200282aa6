/**
 * A chain as a drawing shows it: requests in their order, and what flows from one to another.
 *
 * Nodes are named by keys made of positions only, never by names out of the file: a page may send a key
 * back, and the editor finds what it means without trusting a text.
 */

/** A chain to be drawn. Every edge begins and ends at one of the nodes. */
export interface ChainGraph {
  readonly name: string;
  /** Sources outside the chain first, then the requests in the order of the file. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** A place where values come from or go to. */
export type GraphNode = RequestNode | RequiredChainNode | InnerRequestNode | OutsideNode;

/** A request of the chain, or another chain that is a step of it. */
export interface RequestNode {
  readonly kind: 'request';
  readonly key: string;
  /** Position in the file, from 0. */
  readonly index: number;
  /** Empty when it has none yet. */
  readonly id: string;
  /** Its name, else its id, else its number. */
  readonly name: string;
  readonly method: string;
  readonly disabled: boolean;
  /** The file of the chain that is run in this place, as written; absent for a request. */
  readonly called?: string;
  /** Workspace path of that chain, whose requests are nodes of this group; absent for a request, and where there are none. */
  readonly calledFile?: string;
  /** What has to hold for it to be sent, in words; absent without a condition. */
  readonly condition?: string;
  /** What it is sent for: the variable of its items, or of its pages; absent without a loop. */
  readonly loop?: { readonly kind: 'items' | 'pages'; readonly variable: string };
  /** What ends the reading of its event stream, in words; empty when only a limit does, absent without a stream. */
  readonly streamEnd?: string;
  /** Variables it refers to that nothing defines. */
  readonly unresolved: readonly string[];
  /** Variables it extracts that nothing uses. */
  readonly unused: readonly string[];
}

/** A chain that runs before this one: a group of its requests. */
interface RequiredChainNode {
  readonly kind: 'required-chain';
  readonly key: string;
  readonly name: string;
  /** Workspace path. */
  readonly file: string;
}

/** A request of a required chain, or of a chain that is a step. */
export interface InnerRequestNode {
  readonly kind: 'inner-request';
  readonly key: string;
  /** Key of its {@link RequiredChainNode}, or of the {@link RequestNode} that runs its chain. */
  readonly group: string;
  readonly index: number;
  /** Empty when it has none yet. */
  readonly id: string;
  readonly name: string;
  readonly method: string;
  /** So is every request of a step that is switched off. */
  readonly disabled: boolean;
}

/** The constants of the chain, its rows of data, or its environment. */
export type OutsideNode =
  | {
      readonly kind: 'constants' | 'environment';
      readonly key: string;
      /** Name of the environment; empty for the constants. */
      readonly name: string;
    }
  | {
      readonly kind: 'data';
      readonly key: string;
      /** Name of the data file, without its folder; empty for rows in the chain. */
      readonly name: string;
      /** How many rows there are. */
      readonly rows: number;
    };

/** Whether a node stands for what is outside of all requests. */
export function isOutside(node: GraphNode): node is OutsideNode {
  return node.kind === 'constants' || node.kind === 'data' || node.kind === 'environment';
}

/** What flows from one node to another; variables of the same kind and state share an edge. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** In order of appearance, each once. */
  readonly variables: readonly string[];
  readonly kind: 'data' | 'authentication';
  readonly state: FlowState;
}

/**
 * `late`: the producer comes after the consumer; `broken`: the producer cannot give the value; `idle`:
 * the consumer is switched off; `conditional`: the producer is sent only if its condition holds.
 */
export type FlowState = 'healthy' | 'conditional' | 'late' | 'broken' | 'idle';
