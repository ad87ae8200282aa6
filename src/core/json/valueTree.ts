/** A value as a tree without a text, for callers that only need the values in it. */
import { ExactNumber, isArray, type JsonObject, type JsonValue } from './json';
import type { JsonNode, ObjectNode } from './jsonTree';

/** The tree of an object, members in order; all ranges are empty. */
export function treeOfObject(value: JsonObject): ObjectNode {
  const members = Object.keys(value).map((name) => ({
    name,
    ...NOWHERE,
    value: treeOf(value[name] ?? null),
  }));
  return { kind: 'object', ...NOWHERE, members };
}

const NOWHERE = { start: 0, end: 0 } as const;

function treeOf(value: JsonValue): JsonNode {
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return { kind: 'number', ...NOWHERE, text: String(value) };
  }
  if (typeof value !== 'object' || value === null) {
    return { kind: 'scalar', ...NOWHERE, value };
  }
  return isArray(value) ? { kind: 'array', ...NOWHERE, items: value.map(treeOf) } : treeOfObject(value);
}
