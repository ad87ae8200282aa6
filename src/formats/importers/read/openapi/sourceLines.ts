/** Lines of the files of a description: where in its text a value is. */
import { isArray, isObject, type JsonValue } from '../../../../core/json/json';
import { lineStartsIn, placeAt } from '../../../../core/json/jsonDocument';
import { parseTree, type JsonNode } from '../../../../core/json/jsonTree';
import { memberOf } from '../../shape/externalJson';
import { placedYaml, type PlacedNode } from '../../shape/yamlText';
import type { Place } from './spec';
import type { SpecFiles } from './specFiles';

/** Gives the line of a part of a value, counted from 1: that of the last step that is there. */
export type LineOf = (place: Place, steps?: readonly string[]) => number;

/** Finds lines. A file is read again for its lines when the first one is asked for. */
export function createSourceLines({ documents, texts }: Pick<SpecFiles, 'documents' | 'texts'>): LineOf {
  const known = new Map<string, Lines>();
  return ({ value, file }, steps = []) => {
    const lines = known.get(file) ?? linesOf(texts.get(file) ?? '', documents.get(file));
    known.set(file, lines);
    let inside = value;
    let line = inside === undefined ? 1 : (lines.get(inside)?.line ?? 1);
    for (const step of steps) {
      const next: number | undefined =
        inside === undefined ? undefined : lines.get(inside)?.members.get(step);
      if (next === undefined) {
        break;
      }
      line = next;
      inside = memberAt(inside, step);
    }
    return line;
  };
}

/** The lines of objects and lists, which are known by themselves, and of their members. */
type Lines = ReadonlyMap<JsonValue, { readonly line: number; readonly members: ReadonlyMap<string, number> }>;

function linesOf(text: string, document: JsonValue | undefined): Lines {
  const lines = new Map<
    JsonValue,
    { readonly line: number; readonly members: ReadonlyMap<string, number> }
  >();
  const lineStarts = lineStartsIn(text);
  const visit = (value: JsonValue | undefined, node: PlacedNode, line: number): void => {
    if (value === undefined || (!isArray(value) && !isObject(value)) || lines.has(value)) {
      return;
    }
    const members = new Map<string, number>();
    lines.set(value, { line, members });
    for (const [name, start, inside] of node.entries()) {
      const { line: own = 1 } = placeAt({ file: '', lineStarts }, start);
      members.set(name, own);
      visit(memberAt(value, name), inside, own);
    }
  };
  visit(document, /^\s*[[{]/.test(text) ? placedJson(parseTree(text).root) : placedYaml(text), 1);
  return lines;
}

function memberAt(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value !== undefined && isArray(value) ? value[Number(name)] : memberOf(value, name);
}

function placedJson(node: JsonNode | undefined): PlacedNode {
  return {
    *entries() {
      for (const { name, start, value } of node?.kind === 'object' ? node.members : []) {
        yield [name, start, placedJson(value)];
      }
      for (const [index, item] of (node?.kind === 'array' ? node.items : []).entries()) {
        yield [String(index), item.start, placedJson(item)];
      }
    },
  };
}
