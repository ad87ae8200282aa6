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
    CELL.lastIndex = at;
    const [whole = '', inQuotes, plain = '', end = ''] = CELL.exec(text) ?? [];
    const name = inQuotes ?? plain;
    const start = at + (inQuotes === undefined ? 0 : 1);
    if (name !== '') {
      names.push({ name, start, end: start + name.length });
    }
    if (end !== ',' && names.length > 0) {
      break;
    }
    at += Math.max(1, whole.length);
  }
  return names;
}

function columnsOf({ cells, line }: CsvRecord, file: string): readonly string[] {
  const seen = new Set<string>();
  for (const name of cells) {
    checkColumn(name, { file, line });
    if (seen.has(name)) {
      throw new UserError(`Two columns are called ${name}.`, 'Rename one of them.', { file, line });
    }
    seen.add(name);
  }
  return cells;
}

/** A cell with what ends it. Between quotes everything is content, and two of them are one. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** The records of a text that are not empty. */
function recordsOf(text: string, file: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  for (let at = 0; at < text.length || cells.length > 0;) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (match === null) {
      throw brokenQuotes(text, at, { file, line });
    }
    const [whole, inQuotes, plain = '', end = ''] = match;
    at += whole.length;
    line += linesIn(whole);
    cells.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (end !== ',') {
      if (cells.length > 1 || inQuotes !== undefined || plain !== '') {
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
  const isOpen = text.charAt(at) === '"' && /^"[^"]*(?:""[^"]*)*$/.test(text.slice(at));
  return isOpen
    ? new UserError('A quote is opened here and never closed.', 'Close it.', place)
    : new UserError(
        'A cell has a quote in it that is not part of one.',
        'Put the whole cell in quotes, and write each quote in it twice.',
        place,
      );
}
