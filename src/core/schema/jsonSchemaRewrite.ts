/**
 * A JSON Schema rewritten so that an interpreter which trusts it can be given a stranger's.
 *
 * The interpreter runs `pattern` and `patternProperties` on JavaScript's backtracking engine, has formats
 * that backtrack without end, and has no bound on work. So patterns become formats that we test in linear
 * time, pattern properties become the properties of the value that they match, and every subschema counts
 * a step when it is applied.
 */
import { asClause, phrase, type Message } from '../message';
import { compileRegex, type Regex } from '../regex';
import type { WorkBudget } from '../workBudget';

/** A schema for the interpreter, and the patterns in it by the name of the format that replaces each. */
export interface RewrittenSchema {
  readonly schema: object | boolean;
  readonly patterns: ReadonlyMap<string, Regex>;
}

/** The schema cannot be applied; `reason` says why, without a full stop. */
export class UnusableSchemaError extends Error {
  override readonly name = 'UnusableSchemaError';
  constructor(readonly reason: Message) {
    super('a schema cannot be used');
  }
}

/**
 * Rewrites a schema for one value. Both are plain data whose objects inherit nothing; the schema is used
 * up. Throws UnusableSchemaError.
 */
export function rewriteSchema(schema: unknown, value: unknown, budget: WorkBudget): RewrittenSchema {
  if (typeof schema === 'boolean' || !isPlainObject(schema)) {
    return { schema: schema === true, patterns: new Map() };
  }
  const shape = shapeOf(value);
  const rewriting: Rewriting = { patterns: new Map(), shape, budget };
  return { schema: rewrite(schema, rewriting), patterns: rewriting.patterns };
}

type PlainObject = Record<string, unknown>;

interface Rewriting {
  readonly patterns: Map<string, Regex>;
  readonly shape: ValueShape;
  readonly budget: WorkBudget;
}

/** What has to be known of a value to rewrite a schema for it. */
interface ValueShape {
  /** Every member name that occurs. */
  readonly names: ReadonlySet<string>;
  readonly longestList: number;
}

/** Keywords whose value is data. */
const DATA = new Set([
  'enum',
  'const',
  'default',
  'examples',
  'required',
  'dependentRequired',
  'type',
  '$vocabulary',
]);
/** Keywords whose value is an object of schemas. */
const MAPS = new Set(['$defs', 'definitions', 'properties', 'dependentSchemas', 'dependencies']);

/** Formats whose tests take time linear in the text; the others are annotations, as the standard has them. */
const FORMATS = new Set(
  'date time date-time duration uuid email hostname ipv4 ipv6 uri uri-reference json-pointer relative-json-pointer'.split(
    ' ',
  ),
);

/** The interpreter compares every item with every other. */
const MAX_UNIQUE_ITEMS = 2000;

function rewrite(schema: PlainObject, rewriting: Rewriting): PlainObject {
  for (const [keyword, value] of Object.entries(schema)) {
    if (MAPS.has(keyword)) {
      schema[keyword] = rewriteMembers(value, rewriting);
    } else if (!DATA.has(keyword) && keyword !== 'patternProperties') {
      schema[keyword] = rewriteAny(value, rewriting);
    }
  }
  if (schema['uniqueItems'] === true && rewriting.shape.longestList > MAX_UNIQUE_ITEMS) {
    throw new UnusableSchemaError(
      phrase`uniqueItems is not checked on lists of more than ${MAX_UNIQUE_ITEMS} items`,
    );
  }
  if (typeof schema['format'] !== 'string' || !FORMATS.has(schema['format'])) {
    delete schema['format'];
  }
  replacePattern(schema, rewriting);
  replacePatternProperties(schema, rewriting);
  countApplications(schema, rewriting.budget);
  return schema;
}

/** Rewrites whatever may be a schema, or a list of them; anything else stays. */
function rewriteAny(value: unknown, rewriting: Rewriting): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => rewriteAny(item, rewriting));
  }
  return isPlainObject(value) ? rewrite(value, rewriting) : value;
}

function rewriteMembers(value: unknown, rewriting: Rewriting): unknown {
  if (isPlainObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      value[name] = rewriteAny(member, rewriting);
    }
  }
  return value;
}

function replacePattern(schema: PlainObject, { patterns }: Rewriting): void {
  const { pattern } = schema;
  if (pattern === undefined) {
    return;
  }
  delete schema['pattern'];
  if (typeof pattern !== 'string') {
    throw new UnusableSchemaError(phrase`a pattern is not a text`);
  }
  const name = `pattern ${pattern}`;
  patterns.set(name, regexOf(pattern));
  const others = Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]) : [];
  schema['allOf'] = [...others, { format: name }];
}

function replacePatternProperties(schema: PlainObject, rewriting: Rewriting): void {
  const { patternProperties } = schema;
  if (!isPlainObject(patternProperties)) {
    return;
  }
  delete schema['patternProperties'];
  const properties = isPlainObject(schema['properties'])
    ? schema['properties']
    : (Object.create(null) as PlainObject);
  for (const [pattern, subschema] of Object.entries(patternProperties)) {
    const regex = regexOf(pattern);
    const rewritten = rewriteAny(subschema, rewriting);
    for (const name of rewriting.shape.names) {
      rewriting.budget.spend();
      if (regex.occursIn(name)) {
        const own = properties[name];
        properties[name] = own === undefined ? rewritten : { allOf: [own, rewritten] };
      }
    }
  }
  schema['properties'] = properties;
}

function regexOf(pattern: string): Regex {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) {
    throw new UnusableSchemaError(asClause(compiled.message));
  }
  return compiled.regex;
}

/** The interpreter reads this member of a schema whenever it applies it. */
function countApplications(schema: PlainObject, budget: WorkBudget): void {
  const anchor = schema['$recursiveAnchor'];
  Object.defineProperty(schema, '$recursiveAnchor', {
    enumerable: false,
    get: () => {
      budget.spend();
      return anchor;
    },
  });
}

function shapeOf(value: unknown): ValueShape {
  const names = new Set<string>();
  let longestList = 0;
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      longestList = Math.max(longestList, next.length);
      next.forEach((item) => waiting.push(item));
    } else if (isPlainObject(next)) {
      for (const [name, member] of Object.entries(next)) {
        names.add(name);
        waiting.push(member);
      }
    }
  }
  return { names, longestList };
}

function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
