/**
 * Rows of data, for each of which a chain runs once: what a CSV, JSON or JSON Lines file says, or rows written in the
 * chain itself.
 */
import { UserError, type FilePlace } from '../errors';
import { isNumber, stringifyJson, type JsonObject, type JsonValue } from '../json/json';
import { isCredentialName } from '../masking/credentialNames';
import { shorten } from '../shownText';

/** Rows with the names of their columns. */
export interface DataTable {
  /** Where the rows are: the workspace path of a data file, or of the chain that has them. */
  readonly file: string;
  /** Whether people wrote the rows as part of the chain; then texts may hold references. Rows of files are data. */
  readonly isAuthored: boolean;
  /** Names of variables, in the order of their first appearance. */
  readonly columns: readonly string[];
  /** At least one. */
  readonly rows: readonly DataRow[];
}

/** One row. */
export interface DataRow {
  /** Counts from 1, also where some rows are selected. */
  readonly number: number;
  /** What people recognise it by: its first text or number that is no credential; may be empty. */
  readonly label: string;
  /** By column; a row that lacks a column leaves it to outer scopes. */
  readonly values: JsonObject;
}

/** A row before it was checked, and where it is: looked up only to say so. */
export interface ReadRow {
  readonly place: FilePlace;
  readonly values: Readonly<Record<string, JsonValue>>;
}

/**
 * A table of rows whose columns were not named before them.
 *
 * @throws UserError when there are none, or a column is no variable
 */
export function tableOf(
  file: string,
  rows: readonly ReadRow[],
  { isAuthored }: Pick<DataTable, 'isAuthored'>,
): DataTable {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row.values)) {
      if (!columns.has(name)) {
        checkColumn(name, () => row.place);
        columns.add(name);
      }
    }
  }
  if (rows.length === 0) {
    throw noRows({ file });
  }
  if (columns.size === 0) {
    throw new UserError('These rows have no values.', 'Name a value in each of them.', { file });
  }
  return {
    file,
    isAuthored,
    columns: [...columns],
    rows: rows.map(({ values }, index) => rowOf(index, values)),
  };
}

/** The row at a position, from 0. */
export function rowOf(index: number, values: JsonObject): DataRow {
  return { number: index + 1, label: labelOf(values), values };
}

/** What is said about data without a row. */
export function noRows(place: FilePlace): UserError {
  return new UserError('This data has no rows.', 'Add a row, or remove the data.', place);
}

/** Throws UserError when a column cannot be a variable. */
export function checkColumn(name: string, placeOf: () => FilePlace): void {
  if (name.startsWith('$')) {
    throw new UserError(
      `The column ${quoted(name)} has the name of a function.`,
      'Choose a name without $ at its beginning.',
      placeOf(),
    );
  }
  if (RESERVED.has(name)) {
    throw new UserError(`The column ${quoted(name)} has a reserved name.`, 'Choose another one.', placeOf());
  }
  if (!VARIABLE_NAME.test(name)) {
    throw new UserError(
      `The column ${quoted(name)} cannot be a variable.`,
      `${name.trim() === name && name.includes(';') ? 'Separate columns by commas, and name' : 'Name'} each column with letters, digits, _, . or -, a letter or _ first.`,
      placeOf(),
    );
  }
}

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function quoted(name: string): string {
  return JSON.stringify(shorten(name, 60));
}

/** Characters of a value by which people recognise a row. */
const SHOWN = 60;

/** What people recognise a row by; empty when it has nothing of that kind. */
function labelOf(values: JsonObject): string {
  for (const [name, value] of Object.entries(values)) {
    const text =
      typeof value === 'string'
        ? value
        : value !== undefined && value !== null && isNumber(value)
          ? stringifyJson(value)
          : '';
    if (text !== '' && !isCredentialName(name)) {
      return shorten(text, SHOWN);
    }
  }
  return '';
}
