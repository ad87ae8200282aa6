/**
 * A file of ours as a document: its text, its tree, and the way between values, offsets and lines.
 *
 * Lines and columns count from 1, columns in UTF-16 code units, as editors show them; a byte order
 * mark takes no column. Line breaks are CR LF, LF and CR.
 */
import { ExactNumber, isArray, numberFromText, type JsonObject, type JsonValue } from './json';
import { parseTree, type Fault, type JsonNode, type Member, type ObjectNode } from './jsonTree';
import type { FilePlace } from '../errors';
import type { Problem, TextRange } from '../problem';

/** Member names and list indices from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** A text read as JSON. The tree may have gaps when there are problems. */
export interface JsonDocument {
  readonly file: string;
  readonly text: string;
  /** Absent when the text has no value at all, or one nested too deep. */
  readonly root?: JsonNode;
  /** Offsets at which lines begin; worked out at the first call. */
  readonly lineStarts: () => readonly number[];
  /** What is wrong with the JSON itself, at most one problem a line. */
  readonly problems: readonly Problem[];
}

/** Problems shown of one text: one fault brings about others, and a binary file has thousands. */
const MAX_SYNTAX_PROBLEMS = 20;

/** Reads a text as JSON with comments. `file` names it in problems. */
export function parseDocument(text: string, file: string): JsonDocument {
  const { root, faults } = parseTree(text);
  const document = { file, text, lineStarts: lineStartsIn(text) };
  const problems = syntaxProblems(document, faults);
  return root === undefined ? { ...document, problems } : { ...document, root, problems };
}

/** The problems behind the faults of a text, which are in its order. */
export function syntaxProblems(
  document: Pick<JsonDocument, 'file' | 'lineStarts'>,
  faults: readonly Fault[],
): readonly Problem[] {
  return firstOfEachLine(faults, document).map((fault) =>
    problemAt(document, fault, { code: fault.code, severity: 'error', message: fault.message }),
  );
}

/** Offsets at which the lines of a text begin; worked out at the first call. */
export function lineStartsIn(text: string): () => readonly number[] {
  let starts: readonly number[] | undefined;
  return () => (starts ??= lineStartsOf(text));
}

/** A problem of this document, with its place worked out from its range. */
export function problemAt(
  document: Pick<JsonDocument, 'file' | 'lineStarts'>,
  { start, end }: TextRange,
  problem: Omit<Problem, 'range' | 'place'>,
): Problem {
  return { ...problem, range: { start, end }, place: placeAt(document, start) };
}

/** Line and column of an offset. */
export function placeAt(
  { file, lineStarts }: Pick<JsonDocument, 'file' | 'lineStarts'>,
  offset: number,
): FilePlace {
  const line = lineIndexOf(lineStarts(), offset);
  return { file, line: line + 1, column: Math.max(offset - (lineStarts()[line] ?? 0), 0) + 1 };
}

/** The node at a path; of members with the same name the last, which is the one that counts. */
export function nodeAt(root: JsonNode | undefined, path: JsonPath): JsonNode | undefined {
  let node = root;
  for (const step of path) {
    if (node?.kind === 'object') {
      node = memberOf(node, String(step))?.value;
    } else if (node?.kind === 'array') {
      node = node.items[Number(step)];
    } else {
      return undefined;
    }
  }
  return node;
}

/** The items of the list at a path; none where something else is. */
export function itemsAt(root: JsonNode | undefined, path: JsonPath): readonly JsonNode[] {
  const node = nodeAt(root, path);
  return node?.kind === 'array' ? node.items : [];
}

/** The member with that name; of several the last. */
export function memberOf({ members }: ObjectNode, name: string): Member | undefined {
  return members.findLast((member) => member.name === name);
}

/** The range of the value at a path; absent without one. */
export function rangeOf({ root }: JsonDocument, path: JsonPath): TextRange | undefined {
  const node = nodeAt(root, path);
  return node === undefined ? undefined : { start: node.start, end: node.end };
}

/** The range of the name of the member at a path, quotes included; absent for list items and the root. */
export function nameRangeOf({ root }: JsonDocument, path: JsonPath): TextRange | undefined {
  const parent = nodeAt(root, path.slice(0, -1));
  const name = path.at(-1);
  const member = parent?.kind === 'object' && typeof name === 'string' ? memberOf(parent, name) : undefined;
  return member === undefined ? undefined : { start: member.start, end: member.end };
}

/** The value of a node, every digit kept. */
export function valueOf(node: JsonNode): JsonValue {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'number':
      return numberFromText(node.text);
    case 'array':
      return node.items.map(valueOf);
    case 'object':
      return objectOf(node);
  }
}

function objectOf({ members }: ObjectNode): JsonObject {
  const object: Record<string, JsonValue> = {};
  for (const { name, value } of members) {
    if (name === '__proto__') {
      // Assigning would set the prototype.
      Object.defineProperty(object, name, OWN_DATA(valueOf(value)));
    } else {
      object[name] = valueOf(value);
    }
  }
  return object;
}

const OWN_DATA = (value: JsonValue): PropertyDescriptor => ({
  value,
  enumerable: true,
  configurable: true,
  writable: true,
});

/**
 * The same value with doubles for the numbers that no double holds, as a schema needs them to compare;
 * a value without such numbers is returned itself.
 */
export function withDoubles(value: JsonValue): unknown {
  if (!holdsExactNumber(value)) {
    return value;
  }
  if (value instanceof ExactNumber) {
    return Number(value.text);
  }
  return isArray(value)
    ? value.map(withDoubles)
    : Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, member]) => [name, withDoubles(member)]),
      );
}

function holdsExactNumber(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return value instanceof ExactNumber || Object.values(value).some(holdsExactNumber);
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [text.startsWith('\uFEFF') ? 1 : 0];
  if (!text.includes('\r')) {
    // Nearly every text; looking for one character is far faster than looking at each.
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      starts.push(at + 1);
    }
    return starts;
  }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) {
      starts.push(at + 1);
    }
  }
  return starts;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The last line that begins at or before `offset`. */
function lineIndexOf(lineStarts: readonly number[], offset: number): number {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((lineStarts[middle] ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/** A fault mostly makes others in its line; those after the first say nothing new. */
function firstOfEachLine(
  faults: readonly Fault[],
  { lineStarts }: Pick<JsonDocument, 'lineStarts'>,
): readonly Fault[] {
  const shown = new Map<number, Fault>();
  for (const fault of faults) {
    const line = lineIndexOf(lineStarts(), fault.start);
    if (!shown.has(line) && shown.size < MAX_SYNTAX_PROBLEMS) {
      shown.set(line, fault);
    }
  }
  return [...shown.values()];
}

/** A string, its range with quotes, and its path; a name has the path of its member. */
export interface VisitedString {
  readonly kind: 'value' | 'name';
  readonly value: string;
  readonly range: TextRange;
  /** Valid during the visit only: copy it to keep it. */
  readonly path: JsonPath;
}

/** Visits every string in `node`, which is at `path`, values and names of members, in the order of the text. */
export function visitStrings(node: JsonNode, path: JsonPath, visit: (string: VisitedString) => void): void {
  const steps = [...path];
  const walk = (inner: JsonNode): void => {
    if (inner.kind === 'array') {
      inner.items.forEach((item, index) => {
        steps.push(index);
        walk(item);
        steps.pop();
      });
    } else if (inner.kind === 'object') {
      for (const member of inner.members) {
        steps.push(member.name);
        visit({ kind: 'name', value: member.name, range: member, path: steps });
        walk(member.value);
        steps.pop();
      }
    } else if (inner.kind === 'scalar' && typeof inner.value === 'string') {
      visit({ kind: 'value', value: inner.value, range: inner, path: steps });
    }
  };
  walk(node);
}
