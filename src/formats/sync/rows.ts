/** Rows of a request: parameters, headers, and fields of forms. */
import { jsonEquals, type JsonValue } from '../../core/json/json';
import type { JsonPath } from '../../core/json/jsonDocument';
import { isCredentialName } from '../../core/masking/credentialNames';
import { isTrue, itemsOf, memberOf, textOf } from '../importers/shape/externalJson';
import type { Point } from './correction';

/** A list of rows. */
export interface RowList {
  readonly path: JsonPath;
  /** What people call a row with a name. */
  readonly called: (name: string) => string;
  /** Whether a row has a name that a description has. */
  readonly isNamed: (row: JsonValue, name: string) => boolean;
}

/** The rows that a request, or another value, has in a list. */
export function rowsIn(value: JsonValue | undefined, { path }: RowList): readonly JsonValue[] {
  return itemsOf(path.reduce<JsonValue | undefined>((at, step) => memberOf(at, String(step)), value));
}

/** Whether a row is sent. */
export function isSent(row: JsonValue): boolean {
  return !isTrue(row, 'disabled');
}

const named = (row: JsonValue): string => textOf(memberOf(row, 'name')) ?? '';

/** The lists of a request. */
export const rowLists = {
  query: {
    path: ['query'],
    called: (name) => `the query parameter ${JSON.stringify(name)}`,
    isNamed: (row, name) => named(row) === name || named(row).startsWith(`${name}[`),
  },
  headers: {
    path: ['headers'],
    called: (name) => `the request header ${JSON.stringify(name)}`,
    isNamed: (row, name) => named(row).toLowerCase() === name.toLowerCase(),
  },
  form: {
    path: ['body', 'form'],
    called: (name) => `the form field ${JSON.stringify(name)}`,
    isNamed: (row, name) => named(row) === name,
  },
  multipart: {
    path: ['body', 'multipart'],
    called: (name) => `the multipart field ${JSON.stringify(name)}`,
    isNamed: (row, name) => named(row) === name,
  },
} satisfies Record<string, RowList>;

/** The rows of a name in a request, and in that of the importer. */
interface NamedRows {
  readonly rows: RowList;
  readonly name: string;
  readonly written: JsonValue;
  readonly example: JsonValue | undefined;
  /** The one that it made for the older description. */
  readonly before: JsonValue | undefined;
}

/** The rows of a name that the importer sends and a request does not; one that is switched off there is switched on. */
export function* addedRows({ rows, name, written, example, before }: NamedRows): Generator<Point> {
  const needed = rowsIn(example, rows).filter((row) => rows.isNamed(row, name) && isSent(row));
  const own = rowsIn(written, rows);
  const off = own.findIndex((row) => rows.isNamed(row, name) && !isSent(row));
  const what = rows.called(name);
  const [first] = needed;
  if (isCredentialName(name) && needed.some((row) => !/\{\{/.test(textOf(memberOf(row, 'value')) ?? ''))) {
    // An example of a credential is not written into a chain.
    yield { kind: 'open', text: `The description requires ${what}. Add it as a reference to a secret.` };
    return;
  }
  if (first !== undefined && off !== -1) {
    const isOfImport = rowsIn(before, rows).some((row) => jsonEquals(row, own[off] ?? null));
    const path = [...rows.path, off];
    const text = `Switches on ${what}, which is required.`;
    yield isOfImport
      ? { kind: 'set', path, value: first, text }
      : { kind: 'remove', path: [...path, 'disabled'], text };
    return;
  }
  for (const row of needed) {
    const value = textOf(memberOf(row, 'value'));
    const text =
      value === undefined
        ? `Adds ${what}, which is required.`
        : `Adds ${what} with ${JSON.stringify(value)}, which is required.`;
    yield { kind: 'append', path: rows.path, value: row, text };
  }
}

/** The rows of a name that is not described any more: those that the importer wrote go, the others a person looks at. */
export function* goneRows({ rows, name, written, before }: Omit<NamedRows, 'example'>): Generator<Point> {
  const known = rowsIn(before, rows);
  for (const [index, row] of rowsIn(written, rows).entries()) {
    if (rows.isNamed(row, name)) {
      const what = rows.called(named(row));
      if (known.some((one) => jsonEquals(one, row))) {
        yield {
          kind: 'remove',
          path: [...rows.path, index],
          text: `Removes ${what}, which is no longer described.`,
        };
      } else if (isSent(row)) {
        yield stillSent(what);
      }
    }
  }
}

/** What is said of something that the request sends and the description does not have any more. */
export function stillSent(what: string): Point {
  return {
    kind: 'open',
    text: `It sends ${what}, which is no longer described. Remove it if the API refuses it.`,
  };
}
