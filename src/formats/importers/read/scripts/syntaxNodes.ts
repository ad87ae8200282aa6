/** Nodes of a syntax tree at any place. */
import type { AnyNode, Node } from 'acorn';

/** A node and all those inside it, in the order of the text. */
export function* nodesIn(root: Node): Generator<AnyNode> {
  const left = [root as AnyNode];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    yield node;
    // The last one goes onto the stack first. A collection has thousands of scripts, so no lists are made.
    const members: readonly unknown[] = Object.values(node);
    for (let index = members.length - 1; index >= 0; index -= 1) {
      pushNodes(members[index], left);
    }
  }
}

function pushNodes(member: unknown, left: AnyNode[]): void {
  if (Array.isArray(member)) {
    for (let index = member.length - 1; index >= 0; index -= 1) {
      pushNodes(member[index], left);
    }
  } else if (isNode(member)) {
    left.push(member);
  }
}

/** A node, of whatever kind. */
function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
