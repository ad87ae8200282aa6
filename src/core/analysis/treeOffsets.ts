/**
 * Moving trees: one that was read from a part of a text gets the offsets of the whole. What stays at its place is not
 * copied.
 */
import type { JsonNode, ObjectNode } from '../json/jsonTree';

/** Which offset of the whole an offset of the part is; of two offsets the later one is moved at least as far. */
export type MoveOffset = (offset: number) => number;

/** The tree with other offsets. */
export function moveTree(node: JsonNode, move: MoveOffset): JsonNode {
  if (move(node.end) === node.end) {
    return node;
  }
  switch (node.kind) {
    case 'object':
      return moveObject(node, move);
    case 'array':
      return { ...moved(node, move), items: node.items.map((item) => moveTree(item, move)) };
    case 'number':
    case 'scalar':
      return moved(node, move);
  }
}

/** The object with other offsets. */
export function moveObject(node: ObjectNode, move: MoveOffset): ObjectNode {
  if (move(node.end) === node.end) {
    return node;
  }
  const members = node.members.map((member) => ({
    ...moved(member, move),
    value: moveTree(member.value, move),
  }));
  return { ...moved(node, move), members };
}

function moved<Ranged extends { readonly start: number; readonly end: number }>(
  ranged: Ranged,
  move: MoveOffset,
): Ranged {
  return { ...ranged, start: move(ranged.start), end: move(ranged.end) };
}
