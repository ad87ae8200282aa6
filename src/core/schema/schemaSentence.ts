/**
 * One broken rule of a schema in words: one sentence what, one what to do.
 */
import type { JsonPath } from '../json/jsonDocument';
import type { SchemaError, SchemaNotes } from './schemaError';

/** What is wrong with the value at `path`, and what to do. */
export function schemaSentence(error: SchemaError, path: JsonPath): string {
  const { keyword, parentSchema } = error;
  const sentence = SENTENCES.get(keyword);
  return sentence === undefined
    ? refusedSentence(error, parentSchema.errorMessage)
    : sentence({ ...error, schema: parentSchema[keyword] }, pathText(path));
}

/** `requests[2].method`, in code marks; the root is "The file". */
export function pathText(path: JsonPath): string {
  if (path.length === 0) {
    return 'The file';
  }
  const text = path.map((step) =>
    typeof step === 'number'
      ? `[${step}]`
      : /^[\w$-]+$/.test(step)
        ? `.${step}`
        : `[${JSON.stringify(step)}]`,
  );
  return `\`${text.join('').replace(/^\./, '')}\``;
}

/** `schema` is what the keyword demands. */
type Sentence = (error: SchemaError & { readonly schema: unknown }, value: string) => string;

/** By keyword of the schema; `value` is the path of the value in words. */
const SENTENCES: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  [
    'type',
    ({ schema, data, parentSchema }, value) =>
      `${value} must be ${typeWords(schema)}, not ${kindOf(data)}. ${exampleHint(parentSchema)}`,
  ],
  [
    'required',
    ({ params, parentSchema }, value) =>
      parentSchema.errorMessage ?? missingSentence(value, String(params?.['missingProperty']), parentSchema),
  ],
  [
    'enum',
    ({ schema, data }, value) =>
      `${value} is ${quoted(data)}, which is not known. Write one of ${listed(schema)}.`,
  ],
  [
    'const',
    ({ schema, data }, value) =>
      `${value} must be ${quoted(schema)}, not ${quoted(data)}. Write ${quoted(schema)}.`,
  ],
  ['minLength', ({ parentSchema }, value) => `${value} is empty. ${exampleHint(parentSchema)}`],
  ['minItems', ({ parentSchema }, value) => `${value} is empty. ${exampleHint(parentSchema)}`],
  ['maxLength', ({ schema }, value) => `${value} has more than ${String(schema)} characters. Shorten it.`],
  [
    'maxItems',
    ({ schema }, value) => `${value} has more than ${String(schema)} entries. Split the file in two.`,
  ],
  ['minimum', (error, value) => limitSentence(error, value, `${String(error.schema)} or more`)],
  ['maximum', (error, value) => limitSentence(error, value, `${String(error.schema)} or less`)],
  ['exclusiveMinimum', (error, value) => limitSentence(error, value, `more than ${String(error.schema)}`)],
  ['pattern', (error) => refusedSentence(error, error.parentSchema.patternErrorMessage)],
]);

function limitSentence({ data, parentSchema }: SchemaError, value: string, limit: string): string {
  return `${value} must be ${limit}, not ${quoted(data)}. ${exampleHint(parentSchema)}`;
}

function missingSentence(value: string, name: string, { properties }: SchemaNotes): string {
  const [example] = properties?.[name]?.examples ?? [];
  const hint =
    example === undefined
      ? 'Add it.'
      : `Add for example ${JSON.stringify(name)}: ${JSON.stringify(example)}.`;
  return `${value} has no \`${name}\`. ${hint}`;
}

/** For values that are refused for what they say: the value itself, unless it is large, and the reason. */
function refusedSentence({ propertyName, data }: SchemaError, reason = 'Change or remove it.'): string {
  const culprit = propertyName ?? data;
  return typeof culprit === 'string'
    ? `${quoted(culprit).replace(/^a/, 'A')} is not allowed here. ${reason}`
    : reason;
}

function exampleHint({ examples = [], type }: SchemaNotes): string {
  const [example] = examples;
  if (example !== undefined) {
    return `Write for example ${JSON.stringify(example)}.`;
  }
  return type === 'boolean' ? 'Write true or false.' : 'Change it, or remove it.';
}

const TYPE_WORDS: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
]);

function typeWords(types: unknown): string {
  const list: readonly unknown[] = Array.isArray(types) ? types : [types];
  return list.map((type) => TYPE_WORDS.get(type) ?? String(type)).join(' or ');
}

function kindOf(data: unknown): string {
  if (data === null || typeof data === 'boolean') {
    return String(data);
  }
  if (typeof data === 'number') {
    return `the number ${data}`;
  }
  return Array.isArray(data) ? 'a list' : typeof data === 'string' ? 'a text' : 'an object';
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.map(quoted).join(', ') : quoted(values);
}

/** A value as JSON. A long one is described: it may be a credential, and half of one is not recognised any more. */
function quoted(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  if (text.length <= MAX_QUOTED) {
    return text;
  }
  return typeof value === 'string' ? `a text of ${value.length} characters` : kindOf(value);
}

const MAX_QUOTED = 60;
