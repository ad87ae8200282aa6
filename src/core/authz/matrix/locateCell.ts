/**
 * Where a matrix file says what a cell asks: the operation, the rule that decides, the resource, the
 * waiver. Read from the tree, so that it is there for a file that is being written.
 */
import {
  nameRangeOf,
  itemsAt,
  nodeAt,
  parseDocument,
  placeAt,
  type JsonDocument,
} from '../../json/jsonDocument';
import type { JsonNode } from '../../json/jsonTree';
import type { TextRange } from '../../problem';
import type { Cell } from '../model/cell';
import { ANONYMOUS, fits, longestFit } from '../model/matrix';

/** A range with its lines and columns, which count from 1, columns in UTF-16 code units; the end is exclusive. */
export interface PlacedRange extends TextRange {
  /** Workspace path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** What a matrix file says of a cell; absent is what it does not say. */
export interface CellRanges {
  /** The name of the operation. */
  readonly operation?: PlacedRange;
  /** The pattern that decided on the caller's role; for somebody without credentials the one of `public`. */
  readonly rule?: PlacedRange;
  /** The name of the resource. */
  readonly resource?: PlacedRange;
  /** The first waiver whose pattern fits. */
  readonly waiver?: PlacedRange;
}

/** Finds a cell in a matrix file (workspace path). For many cells of one file use {@link createCellLocator}. */
export function locateCell(text: string, file: string, cell: Cell): CellRanges {
  return createCellLocator(text, file)(cell);
}

/** Finds cells of one matrix file. */
export function createCellLocator(text: string, file: string): (cell: Cell) => CellRanges {
  const document = parseDocument(text, file);
  return (cell) => {
    const found: { readonly [Part in keyof CellRanges]: TextRange | undefined } = {
      operation: nameRangeOf(document, ['operations', cell.operation]),
      rule:
        cell.callerRole === ANONYMOUS
          ? publicRule(document, cell.operation)
          : roleRule(document, cell.callerRole, cell.operation),
      resource: cell.resource === undefined ? undefined : nameRangeOf(document, ['resources', cell.resource]),
      waiver: waiverOf(document, cell),
    };
    const placed = Object.entries(found).flatMap(([part, range]) =>
      range === undefined ? [] : [[part, placeRange(document, range)] as const],
    );
    return Object.fromEntries(placed);
  };
}

/** The line of a role's policy that decides on an operation: its range is that of the pattern. */
export function roleRule({ root }: JsonDocument, role: string, operation: string): TextRange | undefined {
  const rules = nodeAt(root, ['policy', role]);
  const members = rules?.kind === 'object' ? rules.members : [];
  return longestFit(
    members.map(({ name, start, end }) => ({ pattern: name, start, end })),
    operation,
  );
}

/** The first pattern of `public` that fits an operation. */
export function publicRule({ root }: JsonDocument, operation: string): TextRange | undefined {
  return itemsAt(root, ['policy', 'public'])
    .flatMap(asText)
    .find(({ text }) => fits(text, operation));
}

function waiverOf({ root }: JsonDocument, { id }: Cell): TextRange | undefined {
  const cells = itemsAt(root, ['waivers']).map((waiver) => nodeAt(waiver, ['cell']));
  return cells.flatMap(asText).find(({ text }) => fits(text, id));
}

function asText(node: JsonNode | undefined): readonly (TextRange & { readonly text: string })[] {
  return node?.kind === 'scalar' && typeof node.value === 'string'
    ? [{ text: node.value, start: node.start, end: node.end }]
    : [];
}

/** A range of a document with its lines and columns. */
export function placeRange(document: JsonDocument, { start, end }: TextRange): PlacedRange {
  const first = placeAt(document, start);
  const last = placeAt(document, end);
  return {
    start,
    end,
    file: document.file,
    line: first.line ?? 1,
    column: first.column ?? 1,
    endLine: last.line ?? 1,
    endColumn: last.column ?? 1,
  };
}
