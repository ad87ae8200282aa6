/**
 * What every file of ours goes through when it is read: JSON, format version, schema.
 */
import { isObject, type JsonObject, type JsonValue } from '../json/json';
import { problemAt, rangeOf, valueOf, withDoubles, type JsonDocument } from '../json/jsonDocument';
import { migrate, type Migration } from './migrations';
import { hasErrors, type Problem } from '../problem';
import type { SchemaError } from '../schema/schemaError';
import { schemaProblems } from '../schema/schemaProblems';

/** A kind of file. */
export interface FileFormat {
  /** Steps from version 1 to the current one. */
  readonly migrations: readonly Migration[];
  /** How a value of the current version breaks the schema. */
  readonly schemaErrors: (value: unknown) => readonly SchemaError[];
}

/** The content of a file in the current version; present only when nothing is wrong. */
export interface CheckedFile {
  readonly content?: JsonObject;
  readonly problems: readonly Problem[];
}

/** Checks a document against its format. Broken JSON is reported alone, for all else would follow from it. */
export function checkFile(document: JsonDocument, { migrations, schemaErrors }: FileFormat): CheckedFile {
  if (document.root === undefined || hasErrors(document.problems)) {
    return { problems: document.problems };
  }
  return checkContent(document, valueOf(document.root), { migrations, schemaErrors });
}

/** Checks what a document without faults says, for those who have its value already. */
export function checkContent(
  document: JsonDocument,
  written: JsonValue,
  { migrations, schemaErrors }: FileFormat,
): CheckedFile {
  const migrated = isObject(written) ? migrate(written, migrations) : undefined;
  if (migrated?.ok === false) {
    return { problems: [laterVersion(document, migrated)] };
  }
  const problems = schemaProblems(document, schemaErrors(withDoubles(migrated?.file ?? written)));
  return migrated === undefined || hasErrors(problems) ? { problems } : { content: migrated.file, problems };
}

function laterVersion(
  document: JsonDocument,
  { version, current }: { version: number; current: number },
): Problem {
  const path = ['formatVersion'];
  return problemAt(document, rangeOf(document, path) ?? { start: 0, end: 0 }, {
    code: 'format-version',
    severity: 'error',
    message: `The file has format version ${version}, and this Chainwright reads versions up to ${current}. Update Chainwright.`,
  });
}
