/** What a node is called wherever a graph is shown. */
import type { GraphNode } from './graph';

/** Method and name of a request, else the name of the node outside the chain. */
export function nodeTitle(node: GraphNode): string {
  switch (node.kind) {
    case 'request':
    case 'required-request':
      return `${node.method} ${node.name}`;
    case 'required-chain':
      return node.name;
    case 'constants':
      return 'Constants';
    case 'environment':
      return `Environment ${node.name}`;
  }
}

/** The title of a request with its place in the order of execution: `3. GET Read order`. */
export function numberedTitle(node: GraphNode): string {
  return 'index' in node ? `${node.index + 1}. ${nodeTitle(node)}` : nodeTitle(node);
}
