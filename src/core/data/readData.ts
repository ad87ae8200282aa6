/** Data files: their bytes as rows. What kind a file is, its name says. */
import { UserError, type FilePlace } from '../errors';
import { isArray, isObject, parseJson, readPlainJson, type JsonValue } from '../json/json';
import { parseDocument, placeAt, rangeOf, type JsonDocument } from '../json/jsonDocument';
import { JsonSyntaxError, JsonTooDeepError } from '../json/jsonSyntax';
import { readCsv } from './csv';
import { tableOf, type DataTable, type ReadRow } from './dataTable';

/** Ends of the names of data files. */
const DATA_FILES = ['.csv', '.json', '.jsonl'] as const;

/**
 * Reads a data file.
 *
 * @param file names it in errors; its end says what it is
 * @throws UserError, with the line where there is one, when it has no rows that can be used
 */
export function readData(bytes: Uint8Array, file: string): DataTable {
  return readDataText(decodeUtf8(bytes, file), file);
}

/** The same for its text, without byte order mark. */
export function readDataText(text: string, file: string): DataTable {
  const kind = DATA_FILES.find((end) => file.toLowerCase().endsWith(end));
  if (kind === undefined) {
    throw new UserError(`${file} is no data file.`, 'Name a file that ends in .csv, .json or .jsonl.', {
      file,
    });
  }
  if (kind === '.csv') {
    return readCsv(text, file);
  }
  const rows = isJsonLines(file) ? rowsOfLines(text, file) : rowsOfList(text, file);
  return tableOf(file, rows, { isAuthored: false });
}

/** Whether a file has an object on each line, by its name. */
export function isJsonLines(file: string): boolean {
  return file.toLowerCase().endsWith('.jsonl');
}

function rowsOfList(text: string, file: string): readonly ReadRow[] {
  const list = jsonAt(text, { file, line: 1 });
  if (!isArray(list)) {
    throw new UserError('This is no list of rows.', 'Write a list of objects: [{ "name": "value" }].', {
      file,
    });
  }
  const placeOf = rowPlaces(text, file);
  return list.map((value, index) => asRow(value, `Row ${index + 1}`, () => placeOf(index)));
}

/** JSON Lines: an object on each line. */
function rowsOfLines(text: string, file: string): readonly ReadRow[] {
  return text.split(/\r?\n/).flatMap((written, index) => {
    const line = index + 1;
    const place = { file, line };
    return written.trim() === '' ? [] : [asRow(jsonAt(written, place), 'This line', () => place)];
  });
}

function asRow(value: JsonValue, which: string, placeOf: () => FilePlace): ReadRow {
  if (!isObject(value)) {
    throw new UserError(`${which} is no object.`, 'Write { "name": "value" }.', placeOf());
  }
  return {
    values: value,
    get place() {
      return placeOf();
    },
  };
}

/** Where the items of a list are; the text is read once more when somebody asks. */
function rowPlaces(text: string, file: string): (index: number) => FilePlace {
  let document: JsonDocument | undefined;
  return (index) => {
    document ??= parseDocument(text, file);
    const range = rangeOf(document, [index]);
    return range === undefined ? { file } : placeAt(document, range.start);
  };
}

interface TextPlace {
  readonly file: string;
  readonly line: number;
}

function jsonAt(text: string, { file, line }: TextPlace): JsonValue {
  const plain = readPlainJson(text);
  if (plain !== undefined) {
    return plain;
  }
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      const place = { file, line: line + error.line - 1, column: error.column };
      throw new UserError(`This is not JSON: expected ${error.expected}.`, 'Correct it.', place);
    }
    if (error instanceof JsonTooDeepError) {
      throw new UserError(`This is ${error.message}.`, 'Make it flatter.', { file, line });
    }
    throw error;
  }
  throw nameTwice(text, { file, line });
}

function nameTwice(text: string, { file, line }: TextPlace): UserError {
  const [first] = parseDocument(text, file).problems;
  const at = first?.place ?? { file };
  return new UserError('A name is in this object twice.', 'Remove one of the two, or rename it.', {
    ...at,
    line: line + (at.line ?? 1) - 1,
  });
}

/** Without byte order mark. */
function decodeUtf8(bytes: Uint8Array, file: string): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) {
      throw error;
    }
    throw new UserError('This is not UTF-8.', 'Save the file as UTF-8.', { file, line: firstBadLine(bytes) });
  }
}

function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    const stop = end === -1 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(start, stop));
    } catch {
      return line;
    }
    start = stop;
  }
  return line;
}

const LINE_FEED = 0x0a;
