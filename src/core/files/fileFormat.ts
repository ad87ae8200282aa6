/**
 * What every file of ours goes through when it is read: JSON, format version, schema.
 */
import { isObject, type JsonObject, type JsonValue } from '../json/json';
import {
  nodeAt,
  problemAt,
  rangeOf,
  valueOf,
  visitStrings,
  withDoubles,
  type JsonDocument,
} from '../json/jsonDocument';
import type { LaterFeature } from './laterFeatures';
import { migrate, type Migration } from './migrations';
import { hasErrors, type Problem, type TextRange } from '../problem';
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

/** Version 2 has more than version 1; what version 1 has means the same. */
export const sinceVersion2: readonly Migration[] = [(file) => file];

/** That a file of version 1 uses what only version 2 has, where it does; nothing when it does not. */
export function versionProblems(document: JsonDocument, later: LaterFeature | undefined): readonly Problem[] {
  const { root } = document;
  const version = nodeAt(root, ['formatVersion']);
  if (later === undefined || root === undefined || version === undefined || valueOf(version) !== 1) {
    return [];
  }
  let place: TextRange | undefined;
  visitStrings(root, [], ({ value, range }) => {
    place ??= value === later.text ? range : undefined;
  });
  return [
    problemAt(document, place ?? version, {
      code: 'later-feature',
      severity: 'error',
      message: `Format version 1 does not have ${later.name}. Write "formatVersion": 2.`,
    }),
  ];
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
