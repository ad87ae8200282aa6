/** What a node is called wherever a graph is shown. */
import { inEnglish, type Say } from '../say';
import type { GraphNode } from './graph';

/** Method and name of a request, else the name of the node outside the chain. */
export function nodeTitle(node: GraphNode, say: Say = inEnglish): string {
  switch (node.kind) {
    case 'request':
    case 'required-request':
      return `${node.method} ${node.name}`;
    case 'required-chain':
      return node.name;
    case 'constants':
      return say('Constants');
    case 'environment':
      return say('Environment {0}', node.name);
  }
}

/** The title of a request with its place in the order of execution: `3. GET Read order`. */
export function numberedTitle(node: GraphNode, say: Say = inEnglish): string {
  const title = nodeTitle(node, say);
  return 'index' in node ? `${node.index + 1}. ${title}` : title;
}
