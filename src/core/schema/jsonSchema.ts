/**
 * Checking a value against a JSON Schema: the adapter of \@cfworker/json-schema, which interprets the
 * schema and compiles no code.
 *
 * Schema and value both come from strangers. The schema is rewritten first: patterns run in linear time
 * (see {@link rewriteSchema}), every subschema that is applied counts as a step, and what is not in the
 * schema is never fetched. Numbers that no double holds are compared as the nearest double.
 */
import { format as formats, validate, type SchemaDraft } from '@cfworker/json-schema';
import { ExactNumber, isArray, isObject, type JsonValue } from '../json/json';
import { part, phrase, type Message } from '../message';
import { rewriteSchema, UnusableSchemaError, type RewrittenSchema } from './jsonSchemaRewrite';
import type { Regex } from '../regex';
import { BudgetExceededError, WorkBudget } from '../workBudget';

/** Whether a value is what a schema asks for; `message` says where it is not, or why that is unknown. */
export type SchemaVerdict = { readonly ok: true } | { readonly ok: false; readonly message: Message };

/** Checks a value; the draft is that of the schema's `$schema`, 2020-12 without one. */
export function checkSchema(schema: JsonValue, value: JsonValue): SchemaVerdict {
  if (typeof schema !== 'boolean' && !isObject(schema)) {
    return { ok: false, message: phrase`the schema is neither an object nor true or false` };
  }
  try {
    const budget = new WorkBudget(MAX_STEPS);
    const plain = plainOf(value);
    return applySchema(rewriteSchema(plainOf(schema), plain, budget), plain, draftOf(schema));
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return { ok: false, message: phrase`the schema was given up: ${error.message}` };
    }
    if (error instanceof UnusableSchemaError) {
      return { ok: false, message: phrase`the schema cannot be used: ${error.reason}` };
    }
    if (error instanceof RangeError) {
      // The stack is used up: `{ "$ref": "#" }`, or a schema that is as deep as its value.
      return { ok: false, message: phrase`the schema refers to itself without end or is too deep` };
    }
    throw error;
  }
}

const MAX_STEPS = 2_000_000;

/** UTF-16 code units that are shown of a place and of what is wrong there. */
const MAX_SHOWN = 200;

function applySchema(
  { schema, patterns }: RewrittenSchema,
  value: unknown,
  draft: SchemaDraft,
): SchemaVerdict {
  return withFormats(patterns, () => {
    const { valid, errors } = validated(schema, value, draft);
    if (valid) {
      return { ok: true };
    }
    const deepest = errors.reduce(
      (best, error) => (depthOf(error) >= depthOf(best) ? error : best),
      errors[0] ?? NO_ERROR,
    );
    return {
      ok: false,
      message: phrase`${part(placeOf(deepest.instanceLocation), MAX_SHOWN)}: ${part(wordingOf(deepest), MAX_SHOWN)}`,
    };
  });
}

type SchemaError = ReturnType<typeof validate>['errors'][number];

const NO_ERROR: SchemaError = {
  instanceLocation: '#',
  keyword: '',
  keywordLocation: '',
  error: 'not as the schema asks',
};

function validated(
  schema: object | boolean,
  value: unknown,
  draft: SchemaDraft,
): ReturnType<typeof validate> {
  try {
    return validate(value, schema, draft);
  } catch (error) {
    if (error instanceof BudgetExceededError || error instanceof RangeError || !(error instanceof Error)) {
      throw error;
    }
    // A reference to elsewhere, or a keyword of the wrong type; the package says so by plain errors.
    const reference = /^Unresolved \$ref "([^"]*)"/.exec(error.message)?.[1];
    throw new UnusableSchemaError(
      reference === undefined
        ? phrase`${error.message}`
        : phrase`it refers to "${reference}", which it does not contain, and nothing is fetched`,
    );
  }
}

/** Lends the package our pattern tests as formats, the one place where it calls functions of others. */
function withFormats(patterns: ReadonlyMap<string, Regex>, check: () => SchemaVerdict): SchemaVerdict {
  for (const [name, regex] of patterns) {
    formats[name] = (text) => regex.occursIn(text);
  }
  try {
    return check();
  } finally {
    for (const name of patterns.keys()) {
      delete formats[name];
    }
  }
}

function draftOf(schema: JsonValue): SchemaDraft {
  const uri = isObject(schema) && Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined;
  const known = typeof uri === 'string' ? DRAFTS.find(([part]) => uri.includes(part)) : undefined;
  return known?.[1] ?? '2020-12';
}

const DRAFTS: readonly (readonly [part: string, draft: SchemaDraft])[] = [
  ['draft-04', '4'],
  ['draft-06', '7'],
  ['draft-07', '7'],
  ['2019-09', '2019-09'],
];

/** The same value of doubles and objects that inherit nothing, so that no inherited name counts as a member. */
function plainOf(value: JsonValue): unknown {
  if (value instanceof ExactNumber) {
    return Number(value.text);
  }
  if (isArray(value)) {
    return value.map(plainOf);
  }
  if (!isObject(value)) {
    return value;
  }
  const object = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) {
    object[name] = plainOf(member);
  }
  return object;
}

function depthOf({ instanceLocation }: SchemaError): number {
  return instanceLocation.split('/').length;
}

/** The interpreter's words, with the patterns under their own name again. */
function wordingOf({ error }: SchemaError): string {
  return error.replace(/format "pattern ([^]*)"\.$/, 'pattern "$1"').replace(/\.$/, '');
}

function placeOf(location: string): string {
  return location === '#' ? 'the value' : location.replace(/^#/, '');
}
