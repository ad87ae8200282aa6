/** Lines of the files of a description: where in its text a value is. */
import { isArray, isObject, type JsonValue } from '../../core/json/json';
import { memberOf as nodeMember } from '../../core/json/jsonDocument';
import { parseTree, type JsonNode } from '../../core/json/jsonTree';
import type { Place } from '../importers/read/openapi/spec';
import type { SpecFiles } from '../importers/read/openapi/specFiles';
import { yamlOffset } from '../importers/shape/yamlText';

/** Finds the line of a part of a value, `openapi.yaml:12`; `texts` has the files as they were read. */
export function createSourceLines(
  { documents }: SpecFiles,
  texts: ReadonlyMap<string, string>,
): (place: Place, steps?: readonly string[]) => string {
  return ({ value, file }, steps = []) => {
    const text = texts.get(file) ?? '';
    const before = value === undefined ? undefined : pathTo(value, documents.get(file));
    const path = [...(before ?? []), ...steps];
    const offset = /^\s*[[{]/.test(text) ? jsonOffset(text, path) : yamlOffset(text, path);
    return `${file}:${text.slice(0, offset).split('\n').length}`;
  };
}

/** The way to a value, which is looked for as the very object that it is. */
function pathTo(wanted: JsonValue, document: JsonValue | undefined): readonly string[] | undefined {
  const seen = new Set<JsonValue>();
  const search = (value: JsonValue, path: readonly string[]): readonly string[] | undefined => {
    if (value === wanted) {
      return path;
    }
    if ((!isArray(value) && !isObject(value)) || seen.has(value)) {
      return undefined;
    }
    seen.add(value);
    for (const [name, inside] of Object.entries(value)) {
      const found = search(inside, [...path, name]);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };
  return document === undefined ? undefined : search(document, []);
}

/** Where the last part of a path begins that is there. */
function jsonOffset(text: string, path: readonly string[]): number {
  let node: JsonNode | undefined = parseTree(text).root;
  let offset = 0;
  for (const step of path) {
    const member = node?.kind === 'object' ? nodeMember(node, step) : undefined;
    const item = node?.kind === 'array' ? node.items[Number(step)] : undefined;
    const next = member ?? item;
    if (next === undefined) {
      break;
    }
    offset = next.start;
    node = member?.value ?? item;
  }
  return offset;
}
