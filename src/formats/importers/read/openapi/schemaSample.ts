/**
 * A value that a schema allows, made from the examples and defaults in it and, where there are none, made up:
 * the same one each time.
 *
 * Schemas contain themselves and are very large. A schema inside itself has no value, so that what is not
 * needed is left out there, and what takes too many steps ends early.
 */
import {
  isArray,
  isNumber,
  isObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../../../core/json/json';
import {
  isTrue,
  itemsOf,
  memberOf,
  objectOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import { sampleNumber, sampleText } from './scalarSample';
import type { Place, Spec } from './spec';

/** A value for a schema; absent when only the schema itself would make one. */
export function sampleOf(
  spec: Spec,
  schema: Place,
  direction: 'request' | 'response' = 'request',
): JsonValue | undefined {
  return new Sampler(spec, direction === 'request' ? 'readOnly' : 'writeOnly').sample(schema);
}

/** What a schema, or a parameter of Swagger 2, says that a value can be: an example, the default, the first of a list. */
export function statedValue(schema: Foreign): JsonValue | undefined {
  const stated = [
    memberOf(schema, 'example'),
    memberOf(schema, 'x-example'),
    itemsOf(memberOf(schema, 'examples'))[0],
    memberOf(schema, 'const'),
    memberOf(schema, 'default'),
    itemsOf(memberOf(schema, 'enum'))[0],
  ];
  return stated.find((value) => value !== undefined);
}

/** The type that a schema has first of all, null aside; by its members where it does not say. */
function typeOf(schema: Foreign): string | undefined {
  const written = memberOf(schema, 'type');
  const type = [...itemsOf(written), written].map(textOf).find((one) => one !== undefined && one !== 'null');
  const said = type ?? textOf(itemsOf(written)[0]) ?? textOf(written);
  return said ?? MARKS.find(([member]) => memberOf(schema, member) !== undefined)?.[1];
}

const MARKS: readonly (readonly [member: string, type: string])[] = [
  ['properties', 'object'],
  ['additionalProperties', 'object'],
  ['items', 'array'],
  ['prefixItems', 'array'],
  ['pattern', 'string'],
  ['format', 'string'],
  ['minimum', 'number'],
];

/** Steps for one value. */
const MAX_STEPS = 2000;
const MAX_DEPTH = 24;
/** Items of a list that wants many. */
const MAX_ITEMS = 3;

class Sampler {
  private steps = 0;
  private readonly around: JsonValue[] = [];

  /** @param omitted the mark of members that are not in a message of this direction */
  constructor(
    private readonly spec: Spec,
    private readonly omitted: 'readOnly' | 'writeOnly',
  ) {}

  sample(place: Place): JsonValue | undefined {
    const sibling = memberOf(place.value, '$ref') === undefined ? undefined : statedValue(place.value);
    const { value, file } = this.spec.resolve(place);
    this.steps += 1;
    const schema = objectOf(value);
    if (sibling !== undefined || schema === undefined) {
      return sibling === undefined && value === true ? {} : sibling;
    }
    const stated = statedValue(schema);
    if (stated !== undefined) {
      return stated;
    }
    if (this.around.includes(schema) || this.around.length >= MAX_DEPTH || this.steps > MAX_STEPS) {
      return undefined;
    }
    this.around.push(schema);
    const made = this.made({ value: schema, file });
    this.around.pop();
    return made;
  }

  private made(place: Place): JsonValue | undefined {
    const schema = place.value;
    const parts = this.spec.items(this.spec.at(place, 'allOf')).map((part) => this.sample(part));
    const chosen = this.chosen(place);
    const own = this.own(place);
    const all = [...parts, chosen, own].filter((part) => part !== undefined);
    const objects = all.filter((part) => isObject(part));
    if (objects.length === 0) {
      const isWhole = all.length > 0 || memberOf(schema, 'allOf') === undefined;
      return isWhole ? all[0] : {};
    }
    return Object.fromEntries(objects.flatMap((part) => Object.entries(part)));
  }

  /** One of the alternatives: the first one that has a value. */
  private chosen(place: Place): JsonValue | undefined {
    const alternatives = ['oneOf', 'anyOf'].flatMap((name) => itemsOf(memberOf(place.value, name)));
    for (const alternative of alternatives) {
      const part = { value: alternative, file: place.file };
      const value = isNull(this.spec.resolve(part).value) ? undefined : this.sample(part);
      if (value !== undefined) {
        return isObject(value) ? this.withKind(value, place, alternative) : value;
      }
    }
    return undefined;
  }

  /** What a discriminator says of the alternative: the name of its schema, or that which is mapped to it. */
  private withKind(value: JsonObject, place: Place, alternative: JsonValue): JsonObject {
    const name = textOf(memberOf(memberOf(place.value, 'discriminator'), 'propertyName'));
    const reference = textOf(memberOf(alternative, '$ref'));
    if (name === undefined || reference === undefined) {
      return value;
    }
    const mapping = objectOf(memberOf(memberOf(place.value, 'discriminator'), 'mapping')) ?? {};
    const own = reference.slice(reference.lastIndexOf('/') + 1);
    const mapped = Object.entries(mapping).find(([, target]) => target === reference || target === own);
    return { ...value, [name]: mapped?.[0] ?? own };
  }

  private own(place: Place): JsonValue | undefined {
    const schema = place.value;
    switch (typeOf(schema)) {
      case 'object':
        return this.object(place);
      case 'array':
        return this.array(place);
      case 'string':
        return sampleText(schema);
      case 'integer':
      case 'number':
        return sampleNumber(schema);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return this.anything(schema);
    }
  }

  /** A schema that says nothing of the type allows everything. */
  private anything(schema: Foreign): JsonValue | undefined {
    const names = Object.keys(objectOf(schema) ?? {});
    return names.some((name) => COMBINED.has(name)) ? undefined : names.length === 0 ? {} : 'string';
  }

  private object(place: Place): JsonObject {
    const members = this.spec.members({
      value: memberOf(place.value, 'properties'),
      file: place.file,
    });
    const written = objectOf(memberOf(place.value, 'properties')) ?? {};
    const sampled = members.flatMap(([name, member]): [string, JsonValue][] => {
      if (isTrue(member.value, this.omitted)) {
        return [];
      }
      const value = this.sample({ value: written[name], file: place.file });
      return value === undefined ? [] : [[name, value]];
    });
    const least = Number(scalarText(memberOf(place.value, 'minProperties')) ?? 0);
    const others = { value: memberOf(place.value, 'additionalProperties'), file: place.file };
    if (sampled.length === 0 && least > 0 && objectOf(others.value) !== undefined) {
      return { key: this.sample(others) ?? null };
    }
    return Object.fromEntries(sampled);
  }

  private array({ value: schema, file }: Place): JsonValue {
    const first = itemsOf(memberOf(schema, 'prefixItems'));
    const items = memberOf(schema, 'items');
    const listed = items !== undefined && isArray(items) ? items : first;
    if (listed.length > 0) {
      return listed.map((item) => this.sample({ value: item, file }) ?? null);
    }
    const value = items === undefined ? undefined : this.sample({ value: items, file });
    const least = Number(scalarText(memberOf(schema, 'minItems')) ?? 1);
    const count = Number.isFinite(least) ? Math.min(Math.max(least, 1), MAX_ITEMS) : 1;
    return value === undefined ? [] : Array.from({ length: count }, () => value);
  }
}

const COMBINED: ReadonlySet<string> = new Set(['allOf', 'oneOf', 'anyOf']);

function isNull(schema: Foreign): boolean {
  return memberOf(schema, 'type') === 'null';
}

/** An example as intended: people write JSON as a string where the schema requires an object. */
export function readExample(example: JsonValue, schema: Foreign): JsonValue {
  if (typeof example !== 'string' || typeOf(schema) === 'string' || !/^\s*[[{]/.test(example)) {
    return example;
  }
  try {
    return parseJson(example);
  } catch {
    // It is a text after all.
    return example;
  }
}

/** A value in the text of a parameter: lists with commas, objects as JSON. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string') {
    return value;
  }
  return isArray(value) && value.every((item) => typeof item === 'string' || isNumber(item))
    ? value.join(',')
    : stringifyJson(value);
}
