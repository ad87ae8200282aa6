/**
 * What a tool takes and gives, said once: the JSON schema that a model reads, the type that the code sees, and the
 * check of what a model sends.
 */
import { UserError } from '../core/errors';
import { isObject, parseJson, type JsonObject } from '../core/json/json';
import { renderUnmasked } from '../core/message';
import { checkSchema } from '../core/schema/jsonSchema';

declare const valueType: unique symbol;

/** A member: its JSON schema and, for the compiler, its type. */
export interface Field<T> {
  readonly schema: JsonObject;
  readonly optional: boolean;
  readonly [valueType]?: T;
}

/** The members of an object. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The type of an object with these members. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never;
};

/** UTF-16 code units of a text that a model may send. */
const LONGEST = 100_000;

/** A text; `description` says to a model what it is. */
export function text(description: string, values?: readonly string[]): Field<string> {
  return field({
    type: 'string',
    description,
    ...(values === undefined ? { maxLength: LONGEST } : { enum: values }),
  });
}

/** A whole number. */
export function count(description: string, least: number, most: number): Field<number> {
  return field({ type: 'integer', description, minimum: least, maximum: most });
}

/** True or false. */
export function flag(description: string): Field<boolean> {
  return field({ type: 'boolean', description });
}

/** Any values by their names. */
export function values(description: string): Field<JsonObject> {
  return field({ type: 'object', description });
}

/** A list of objects whose members the description names. */
export function rows(description: string): Field<readonly JsonObject[]> {
  return field({ type: 'array', description, items: { type: 'object' } });
}

/** A list of texts. */
export function texts(description: string): Field<readonly string[]> {
  return field({
    type: 'array',
    description,
    items: { type: 'string', maxLength: LONGEST },
    maxItems: 1_000,
  });
}

/** A member that may be absent. */
export function optional<T>({ schema }: Field<T>): Field<T | undefined> {
  return { schema, optional: true };
}

/** The JSON schema of an object with these members and no others. */
export function schemaOf(fields: Fields): JsonObject {
  const members = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
    required: members.flatMap(([name, one]) => (one.optional ? [] : [name])),
    additionalProperties: false,
  };
}

/** What a model sent, if it is what the fields say. Throws UserError when it is not. */
export function readFields<F extends Fields>(fields: F, sent: unknown): ValuesOf<F> {
  const value = parseJson(JSON.stringify(sent ?? {}));
  const verdict = checkSchema(schemaOf(fields), value);
  if (!verdict.ok || !isObject(value)) {
    const why = verdict.ok ? 'they are no object' : renderUnmasked(verdict.message);
    throw new UserError(
      `The arguments are not what this tool takes: ${why}.`,
      'Correct them and call it again.',
    );
  }
  return value as ValuesOf<F>;
}

function field<T>(schema: JsonObject): Field<T> {
  return { schema, optional: false };
}
