/**
 * JSON with comments as a tree that knows the range of everything: the adapter of jsonc-parser.
 *
 * The tree is built in one pass over its visitor: its own `parse` would let a member `__proto__` set
 * inherited properties, its `parseTree` loses the digits of numbers and overflows the stack on deep
 * nesting. Comments and trailing commas are accepted, as VS Code does in these files. A text with
 * faults still gives the part of the tree that could be read, except when it is nested too deep.
 */
import { printParseErrorCode, stripComments, visit, type JSONVisitor } from 'jsonc-parser';
import { defined } from '../defined';
import type { TextRange } from '../problem';
import { ExactNumber, isArray, type JsonObject, type JsonValue } from './json';

/** A value and its range, brackets and quotes included. */
export type JsonNode = ObjectNode | ArrayNode | NumberNode | ScalarNode;

/** `{ … }`, members in order; of several with the same name the last counts. */
export interface ObjectNode extends TextRange {
  readonly kind: 'object';
  readonly members: readonly Member[];
}

/** One `"name": value`; its range is that of the name, quotes included. Without a value it is left out. */
export interface Member extends TextRange {
  readonly name: string;
  readonly value: JsonNode;
}

/** `[ … ]`. */
export interface ArrayNode extends TextRange {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

/** A number as written. */
interface NumberNode extends TextRange {
  readonly kind: 'number';
  readonly text: string;
}

/** A text, `true`, `false` or `null`. */
interface ScalarNode extends TextRange {
  readonly kind: 'scalar';
  readonly value: string | boolean | null;
}

/** Why a text is not the JSON it should be; `message` says what and what to do. */
export interface Fault extends TextRange {
  readonly code: 'syntax' | 'nesting' | 'duplicate-member';
  readonly message: string;
}

/** What could be read, and what could not, in the order of the text. */
interface ParsedJson {
  readonly root?: JsonNode;
  readonly faults: readonly Fault[];
  /** Present when the text is not one value from end to end: a bracket has no partner, or more follows. */
  readonly isTorn?: true;
}

/** Containers inside each other; more are refused, for every walk over a tree is recursive. */
export const MAX_NESTING = 512;

/** Faults kept of one text; a binary file would have one for every byte. */
export const MAX_FAULTS = 1000;

/**
 * Reads a text as JSON with comments. A byte order mark at the start is skipped.
 *
 * @param nesting containers allowed inside each other, for a text that is itself a part of another one
 */
export function parseTree(text: string, nesting = MAX_NESTING): ParsedJson {
  const builder = new TreeBuilder(text, nesting);
  try {
    visit(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text, builder.visitor(), {
      allowTrailingComma: true,
    });
  } catch (error) {
    if (!(error instanceof TooDeep)) {
      throw error;
    }
    return { faults: [error.fault] };
  }
  return builder.result();
}

/** Ends the visit from inside: the parser itself would go on into its own recursion. */
class TooDeep extends Error {
  readonly fault: Fault;
  constructor(start: number) {
    super('nested too deep');
    this.fault = {
      code: 'nesting',
      message: `Objects and lists are nested more than ${MAX_NESTING} deep here. Flatten the value, or put it into a file of its own.`,
      start,
      end: start + 1,
    };
  }
}

/** A container whose end has not been seen yet; without one it extends to the end of the text. */
interface OpenContainer {
  readonly node: UnfinishedObject | UnfinishedArray;
  /** Counts from 1. */
  readonly line: number;
  /** The member whose value comes next. */
  pending: Omit<Member, 'value'> | undefined;
}

type UnfinishedObject = Omit<ObjectNode, 'end' | 'members'> & { end: number; readonly members: Member[] };
type UnfinishedArray = Omit<ArrayNode, 'end' | 'items'> & { end: number; readonly items: JsonNode[] };

class TreeBuilder {
  private root: JsonNode | undefined;
  private readonly open: OpenContainer[] = [];
  private lastClosedLine = 0;
  private isTorn = false;
  private readonly faults: Fault[] = [];

  constructor(
    private readonly text: string,
    private readonly nesting: number,
  ) {}

  visitor(): JSONVisitor {
    return {
      onObjectBegin: (start, _length, line) =>
        this.begin({ kind: 'object', start, end: start, members: [] }, line),
      onArrayBegin: (start, _length, line) =>
        this.begin({ kind: 'array', start, end: start, items: [] }, line),
      onObjectProperty: (name, start, length) => {
        const container = this.open.at(-1);
        if (container !== undefined) {
          container.pending = { name, start, end: start + length };
        }
      },
      onObjectEnd: (offset, length) => this.close(offset + length),
      onArrayEnd: (offset, length) => this.close(offset + length),
      onLiteralValue: (value: unknown, start, length) => this.add(this.leaf(value, start, start + length)),
      onError: (code, start, length) =>
        this.report(printParseErrorCode(code), { start, end: start + length }),
    };
  }

  result(): ParsedJson {
    const { root } = this;
    for (const { node } of this.open) {
      node.end = this.text.length;
    }
    const faults = [...this.faults].sort((one, other) => one.start - other.start);
    return { ...defined({ root }), faults, ...(this.isTorn ? { isTorn: true } : {}) };
  }

  private begin(node: UnfinishedObject | UnfinishedArray, line: number): void {
    if (this.open.length >= this.nesting) {
      throw new TooDeep(node.start);
    }
    this.add(node);
    this.open.push({ node, line: line + 1, pending: undefined });
  }

  private add(node: JsonNode): void {
    const container = this.open.at(-1);
    if (container === undefined) {
      this.root ??= node;
    } else if (container.node.kind === 'array') {
      container.node.items.push(node);
    } else if (container.pending !== undefined) {
      const { name, start, end } = container.pending;
      container.node.members.push({ name, start, end, value: node });
      container.pending = undefined;
    }
  }

  private close(end: number): void {
    const container = this.open.pop();
    if (container === undefined) {
      return;
    }
    container.node.end = end;
    this.lastClosedLine = container.line;
    if (container.node.kind === 'object') {
      this.reportDuplicates(container.node);
    }
  }

  private leaf(value: unknown, start: number, end: number): NumberNode | ScalarNode {
    if (typeof value === 'number') {
      return { kind: 'number', start, end, text: this.text.slice(start, end) };
    }
    return { kind: 'scalar', start, end, value: value as string | boolean | null };
  }

  private reportDuplicates({ members }: ObjectNode): void {
    const seen = new Set<string>();
    for (const member of members) {
      if (seen.has(member.name)) {
        this.addFault('duplicate-member', duplicateMessage(member.name), member);
      }
      seen.add(member.name);
    }
  }

  private report(name: string, range: TextRange): void {
    this.isTorn ||= TEARING.has(name);
    this.addFault('syntax', this.syntaxMessage(name), range);
  }

  private syntaxMessage(name: string): string {
    switch (name) {
      case 'ValueExpected':
        return this.root === undefined && this.open.length === 0
          ? 'The file holds no JSON. Write an object: { … }.'
          : 'A value is missing here. Write one, or remove the comma or the name before it.';
      case 'CloseBraceExpected':
        return `The object that begins in line ${this.lastClosedLine} is not closed. Add } at its end.`;
      case 'CloseBracketExpected':
        return `The list that begins in line ${this.lastClosedLine} is not closed. Add ] at its end.`;
      default:
        return SYNTAX_MESSAGES.get(name) ?? 'This is not JSON. Fix or remove it.';
    }
  }

  private addFault(code: Fault['code'], message: string, { start, end }: TextRange): void {
    if (this.faults.length < MAX_FAULTS) {
      this.faults.push({ code, message, start, end });
    }
  }
}

function duplicateMessage(name: string): string {
  return `${JSON.stringify(name)} is in this object twice. Remove one of the two, or rename it.`;
}

/** Errors after which the parser is not where the brackets say it is. */
const TEARING: ReadonlySet<string> = new Set([
  'CloseBraceExpected',
  'CloseBracketExpected',
  'EndOfFileExpected',
]);

/** By the parser's name of the error. */
const SYNTAX_MESSAGES: ReadonlyMap<string, string> = new Map([
  [
    'InvalidSymbol',
    'This is not a JSON value. Write a text in double quotes, a number, true, false or null.',
  ],
  ['InvalidNumberFormat', 'This is not a JSON number. Write digits, with a point and an exponent if needed.'],
  ['PropertyNameExpected', 'A name in double quotes is missing here. Write "name": value, or remove this.'],
  ['ColonExpected', 'A colon is missing after this name. Write "name": value.'],
  ['CommaExpected', 'A comma is missing before this. Add one after the previous value.'],
  ['EndOfFileExpected', 'The file continues after its end. Remove everything from here on.'],
  ['UnexpectedEndOfComment', 'This comment is not closed. Add */ at its end.'],
  ['UnexpectedEndOfString', 'This text is not closed. Add a double quote at its end, in the same line.'],
  ['UnexpectedEndOfNumber', 'A digit is missing at the end of this number. Add it.'],
  ['InvalidUnicode', 'An escape \\u needs four hexadecimal digits. Write for example \\u00e9.'],
  [
    'InvalidEscapeCharacter',
    'A backslash begins an escape such as \\n or \\". Write \\\\ for a backslash itself.',
  ],
  ['InvalidCharacter', 'A string cannot contain control characters. Write an escape such as \\t or \\u0000.'],
]);

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

/** A text with its comments replaced by spaces, so that every offset stays the same. */
export function withoutComments(text: string): string {
  return stripComments(text, ' ');
}
