/**
 * Checking a value against a JSON Schema: the adapter of \@cfworker/json-schema, which interprets the
 * schema and compiles no code.
 *
 * Schema and value both come from strangers. The schema is rewritten first: patterns run in linear time
 * (see {@link rewriteSchema}), every subschema that is applied counts as a step, and what is not in the
 * schema is never fetched. Numbers that no double holds are compared as the nearest double.
 */
import { format as formats, validate, type OutputUnit, type SchemaDraft } from '@cfworker/json-schema';
import { ExactNumber, isArray, isObject, type JsonValue } from '../json/json';
import { part, phrase, type Message } from '../message';
import { rewriteSchema, UnusableSchemaError } from './jsonSchemaRewrite';
import { tellingErrors } from './tellingErrors';
import { escapePointer } from '../prepare/references';
import type { Regex } from '../regex';
import { BudgetExceededError, WorkBudget } from '../workBudget';

/** Whether a value is what a schema asks for; `message` says where it is not, or why that is unknown. */
export type SchemaVerdict = { readonly ok: true } | { readonly ok: false; readonly message: Message };

/** Checks a value; the draft is that of the schema's `$schema`, 2020-12 without one. */
export function checkSchema(schema: JsonValue, value: JsonValue): SchemaVerdict {
  const found = interpret(schema, value, true);
  if (!('errors' in found) || found.errors.length === 0) {
    return 'errors' in found ? { ok: true } : found;
  }
  const { errors } = found;
  const deepest = errors.reduce((best, error) => (depthOf(error) >= depthOf(best) ? error : best));
  return {
    ok: false,
    message: phrase`${part(placeOf(deepest.instanceLocation), MAX_SHOWN)}: ${part(wordingOf(deepest), MAX_SHOWN)}`,
  };
}

/** Where a value is not what a schema asks for. */
export interface SchemaDifference {
  /** JSON pointer into the value. */
  readonly pointer: string;
  /** The way through the schema to what is asked for, `/properties/id/$ref/type`. */
  readonly rule: string;
  /** What is there instead: continues "it was". */
  readonly actual: Message;
}

/** All places where a value is not what a schema asks for; otherwise as {@link checkSchema}. */
export function schemaDifferences(
  schema: JsonValue,
  value: JsonValue,
): readonly SchemaDifference[] | Extract<SchemaVerdict, { ok: false }> {
  const found = interpret(schema, value, false);
  return 'errors' in found ? [...tellingErrors(found.errors)].map(differenceOf) : found;
}

function differenceOf(error: OutputUnit): SchemaDifference {
  const pointer = error.instanceLocation.slice(1);
  const rule = error.keywordLocation.slice(1).replace(/\/allOf\/\d+\/format$/, '/pattern');
  const [, absent] = /^Instance does not have required property "([^]*)"\.$/.exec(error.error) ?? [];
  const [, actual, expected] = /^Instance type (".*") is invalid\. Expected (.*)\.$/.exec(error.error) ?? [];
  if (absent !== undefined) {
    return { pointer: `${pointer}/${escapePointer(absent)}`, rule, actual: phrase`absent` };
  }
  return {
    pointer,
    rule,
    actual:
      expected === undefined
        ? phrase`not: ${part(wordingOf(error), MAX_SHOWN)}`
        : phrase`of type ${actual ?? ''} instead of ${part(expected, MAX_SHOWN)}`,
  };
}

/** What an interpretation found, or why there is none. */
type Interpretation = { readonly errors: readonly OutputUnit[] } | Extract<SchemaVerdict, { ok: false }>;

function interpret(schema: JsonValue, value: JsonValue, isFirstEnough: boolean): Interpretation {
  if (typeof schema !== 'boolean' && !isObject(schema)) {
    return { ok: false, message: phrase`the schema is neither an object nor true or false` };
  }
  try {
    const budget = new WorkBudget(MAX_STEPS);
    const plain = plainOf(value);
    const { schema: rewritten, patterns } = rewriteSchema(plainOf(schema), plain, budget);
    return {
      errors: withFormats(patterns, () => validated(rewritten, plain, draftOf(schema), isFirstEnough)),
    };
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return { ok: false, message: phrase`the schema was given up: ${error.message}` };
    }
    if (error instanceof UnusableSchemaError) {
      return { ok: false, message: phrase`the schema cannot be used: ${error.reason}` };
    }
    if (error instanceof RangeError && !isFirstEnough) {
      // A value with very many errors uses up the stack, too; one of them in each list is better than none.
      return interpret(schema, value, true);
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

function validated(
  schema: object | boolean,
  value: unknown,
  draft: SchemaDraft,
  isFirstEnough: boolean,
): readonly OutputUnit[] {
  try {
    const { valid, errors } = validate(value, schema, draft, undefined, isFirstEnough);
    return valid ? [] : errors;
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
function withFormats<Found>(patterns: ReadonlyMap<string, Regex>, check: () => Found): Found {
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

function depthOf({ instanceLocation }: OutputUnit): number {
  return instanceLocation.split('/').length;
}

/** The interpreter's words, with the patterns under their own name again. */
function wordingOf({ error }: OutputUnit): string {
  return error.replace(/format "pattern ([^]*)"\.$/, 'pattern "$1"').replace(/\.$/, '');
}

function placeOf(location: string): string {
  return location === '#' ? 'the value' : location.replace(/^#/, '');
}
