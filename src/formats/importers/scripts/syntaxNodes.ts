/** Nodes of a syntax tree, wherever they stand. */
import type { AnyNode, Node } from 'acorn';

/** A node and all those inside it, in the order of the text. */
export function* nodesIn(root: Node): Generator<AnyNode> {
  const left = [root as AnyNode];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    yield node;
    const inner = Object.values(node).flat().filter(isNode);
    left.push(...inner.reverse());
  }
}

/** A node, of whatever kind. */
function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
