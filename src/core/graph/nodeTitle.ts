/** What a node is called wherever a graph is shown. */
import { inEnglish, type Say } from '../say';
import type { GraphNode } from './graph';

/** Method and name of a request, else the name of the node outside the chain. */
export function nodeTitle(node: GraphNode, say: Say = inEnglish): string {
  switch (node.kind) {
    case 'request':
    case 'inner-request':
      return `${node.method} ${node.name}`;
    case 'required-chain':
      return node.name;
    case 'constants':
      return say('Constants');
    case 'data':
      return node.name === '' ? say('Rows: {0}', node.rows) : say('Rows of {0}: {1}', node.name, node.rows);
    case 'environment':
      return say('Environment {0}', node.name);
  }
}

/** What a step runs, and what decides about sending a request and reading its response: `if {{plan}} equals "pro"`. */
export function flowWords(node: GraphNode, say: Say = inEnglish): readonly string[] {
  if (node.kind !== 'request') {
    return [];
  }
  const { called, condition, loop, streamEnd } = node;
  return [
    ...(called === undefined ? [] : [say('runs {0}', called)]),
    ...(condition === undefined ? [] : [say('if {0}', condition)]),
    ...(loop === undefined
      ? []
      : [loop.kind === 'items' ? say('for each {0}', loop.variable) : say('page by page')]),
    ...(streamEnd === undefined
      ? []
      : [streamEnd === '' ? say('first events') : say('events until {0}', streamEnd)]),
  ];
}

/** The title of a request with its place in the order of execution: `3. GET Read order`. */
export function numberedTitle(node: GraphNode, say: Say = inEnglish): string {
  const title = nodeTitle(node, say);
  return 'index' in node ? `${node.index + 1}. ${title}` : title;
}

/** All that is said of a node in one line: `3. CALL Pay, runs pay.chain.json, for each order`. */
export function nodeText(node: GraphNode): string {
  return [numberedTitle(node), ...flowWords(node)].join(', ');
}
