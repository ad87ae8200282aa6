/**
 * Broken rules of a schema as problems people understand: which value, what is wrong with it, what to do.
 *
 * The schema is the single source of the words: examples and error messages come from the very part of
 * it that was broken. A missing member is shown at the name of the object it is missing from, so that
 * not the whole object is underlined.
 */
import { defined } from '../defined';
import { memberOf, nodeAt, problemAt, type JsonDocument, type JsonPath } from '../json/jsonDocument';
import type { Problem, TextRange } from '../problem';
import type { SchemaError } from './schemaError';
import { schemaSentence } from './schemaSentence';

/** Problems shown of one file; a wrong list of 10,000 entries would have as many. */
const MAX_PROBLEMS = 100;

/** The problems behind the errors of a schema, in the order of the file. */
export function schemaProblems(document: JsonDocument, errors: readonly SchemaError[]): readonly Problem[] {
  return withoutConsequences(errors)
    .slice(0, MAX_PROBLEMS)
    .map((error) => schemaProblem(document, error))
    .sort((one, other) => one.range.start - other.range.start);
}

function schemaProblem(document: JsonDocument, error: SchemaError): Problem {
  const path = pathOf(document, error.instancePath);
  const request = requestIdAt(document, path);
  return problemAt(document, rangeOfError(document, path, error), {
    code: CODES.get(error.keyword) ?? 'invalid-value',
    severity: 'error',
    message: schemaSentence(error, path),
    ...defined({ request }),
  });
}

/** Id of the request that a path leads into; absent elsewhere and when the request has none. */
function requestIdAt({ root }: JsonDocument, [first, index]: JsonPath): string | undefined {
  if (first !== 'requests' || index === undefined) {
    return undefined;
  }
  const id = nodeAt(root, ['requests', index, 'id']);
  return id?.kind === 'scalar' && typeof id.value === 'string' ? id.value : undefined;
}

/** Machine-readable kinds by keyword of the schema; everything else is `invalid-value`. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['type', 'wrong-type'],
  ['required', 'missing-member'],
]);

/** Rules that say only that another one was broken. */
const CONSEQUENCES: ReadonlySet<string> = new Set(['if', 'propertyNames']);

/** Leaves out what follows from other errors, so that one mistake is one problem. */
function withoutConsequences(errors: readonly SchemaError[]): readonly SchemaError[] {
  const mistyped = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  const explained = new Set(
    errors
      .filter(({ keyword, parentSchema }) => keyword === 'anyOf' && parentSchema.errorMessage !== undefined)
      .map(({ instancePath, schemaPath }) => `${instancePath} ${schemaPath ?? ''}`),
  );
  return errors.filter(({ keyword, instancePath, schemaPath = '' }) => {
    const [alternatives = '', branch] = schemaPath.split(/\/\d+\/required$/);
    return !(
      CONSEQUENCES.has(keyword) ||
      (branch !== undefined && explained.has(`${instancePath} ${alternatives}`)) ||
      (CHOICES.has(keyword) && mistyped.has(instancePath))
    );
  });
}

/** Rules that a value of the wrong type breaks as well. */
const CHOICES: ReadonlySet<string> = new Set(['enum', 'const']);

/** A JSON pointer as a path; steps into lists become numbers. */
function pathOf({ root }: JsonDocument, pointer: string): JsonPath {
  const path: (string | number)[] = [];
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(nodeAt(root, path)?.kind === 'array' ? Number(name) : name);
  }
  return path;
}

function rangeOfError({ root }: JsonDocument, path: JsonPath, error: SchemaError): TextRange {
  const node = nodeAt(root, path);
  if (node === undefined) {
    return { start: 0, end: 0 };
  }
  if (node.kind === 'object' && error.propertyName !== undefined) {
    return memberOf(node, error.propertyName) ?? node;
  }
  const isContainer = node.kind === 'object' || node.kind === 'array';
  return isContainer && error.keyword !== 'type' ? headOf(root, path, node) : node;
}

/** The name of an object or list, or its opening bracket. */
function headOf(root: JsonDocument['root'], path: JsonPath, node: TextRange): TextRange {
  const parent = nodeAt(root, path.slice(0, -1));
  const name = parent?.kind === 'object' ? memberOf(parent, String(path.at(-1))) : undefined;
  return name ?? { start: node.start, end: node.start + 1 };
}
