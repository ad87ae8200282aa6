/**
 * Comma-separated values (RFC 4180): the first record names the columns, all values are texts. Lines may end with CRLF, LF
 * or CR, and empty lines are left out.
 */
import { UserError } from '../errors';
import type { TextRange } from '../problem';
import { plural } from '../words';
import { checkColumn, noRows, rowOf, type DataRow, type DataTable } from './dataTable';

/** A record and the line on which it begins, from 1. */
interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads rows of a CSV file. Throws UserError, with the line, where it is none. */
export function readCsv(text: string, file: string): DataTable {
  const [head, ...records] = recordsOf(text, file);
  if (head === undefined) {
    throw noRows({ file });
  }
  const columns = columnsOf(head, file);
  const rows = records.map(({ line, cells }, index): DataRow => {
    if (cells.length !== columns.length) {
      throw new UserError(
        `This row has ${plural(cells.length, 'cell')} instead of ${columns.length}.`,
        'Correct it; a cell with a comma needs quotes.',
        { file, line },
      );
    }
    return rowOf(index, Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])));
  });
  if (rows.length === 0) {
    throw noRows({ file, line: head.line });
  }
  return { file, isAuthored: false, columns, rows };
}

/** The names in the first record of a text without faults, and where they are, quotes left out. */
export function csvHead(text: string): readonly (TextRange & { readonly name: string })[] {
  const names: (TextRange & { readonly name: string })[] = [];
  for (let at = 0; at < text.length;) {
    const cell = cellAt(text, at);
    if (cell === undefined) {
      break;
    }
    const { text: name, isQuoted, end, next } = cell;
    const start = isQuoted ? at + 1 : at;
    if (name !== '') {
      names.push({ name, start, end: start + name.length });
    }
    if (end !== ',' && names.length > 0) {
      break;
    }
    at = next;
  }
  return names;
}

function columnsOf({ cells, line }: CsvRecord, file: string): readonly string[] {
  const seen = new Set<string>();
  for (const name of cells) {
    checkColumn(name, () => ({ file, line }));
    if (seen.has(name)) {
      throw new UserError(`Two columns are called ${name}.`, 'Rename one of them.', { file, line });
    }
    seen.add(name);
  }
  return cells;
}

/** A cell, with what ends it. */
interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly end: string;
  /** Where the next one begins. */
  readonly next: number;
}

/**
 * The cell at a position; absent where its quotes are wrong. Between quotes everything is content, and two of them are one.
 * No expression reads that, because each pair would take some of its stack.
 */
function cellAt(text: string, at: number): Cell | undefined {
  const isQuoted = text.charAt(at) === '"';
  const stop = isQuoted ? closingQuote(text, at + 1) : plainEnd(text, at);
  if (stop === -1) {
    return undefined;
  }
  const from = isQuoted ? stop + 1 : stop;
  END.lastIndex = from;
  const end = END.exec(text)?.[0];
  const content = isQuoted ? text.slice(at + 1, stop).replaceAll('""', '"') : text.slice(at, stop);
  return end === undefined ? undefined : { text: content, isQuoted, end, next: from + end.length };
}

/** What ends a cell. */
const END = /,|\r\n|\n|\r|$/y;

/** Where the quote is that closes a cell; -1 when there is none. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text.charAt(at + 1) === '"') {
    at = text.indexOf('"', at + 2);
  }
  return at;
}

function plainEnd(text: string, at: number): number {
  PLAIN.lastIndex = at;
  PLAIN.test(text);
  return PLAIN.lastIndex;
}

const PLAIN = /[^",\r\n]*/y;

/** The records of a text that are not empty. */
function recordsOf(text: string, file: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  for (let at = 0; at < text.length || cells.length > 0;) {
    const cell = cellAt(text, at);
    if (cell === undefined) {
      throw brokenQuotes(text, at, { file, line });
    }
    line += linesIn(text.slice(at, cell.next));
    at = cell.next;
    cells.push(cell.text);
    if (cell.end !== ',') {
      if (cells.length > 1 || cell.isQuoted || cell.text !== '') {
        records.push({ line: begun, cells });
      }
      cells = [];
      begun = line;
    }
  }
  return records;
}

function linesIn(text: string): number {
  return text.length === 0 ? 0 : (text.match(/\r\n|\n|\r/g)?.length ?? 0);
}

function brokenQuotes(
  text: string,
  at: number,
  place: { readonly file: string; readonly line: number },
): UserError {
  const isOpen = text.charAt(at) === '"' && closingQuote(text, at + 1) === -1;
  return isOpen
    ? new UserError('A quote is opened here and never closed.', 'Close it.', place)
    : new UserError(
        'A cell has a quote in it that is not part of one.',
        'Put the whole cell in quotes, and write each quote in it twice.',
        place,
      );
}
