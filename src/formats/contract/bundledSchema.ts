/**
 * A schema of a description as one JSON Schema that contains all that it refers to, for responses.
 *
 * What OpenAPI has besides JSON Schema is written in its words: `nullable`, the choice by a `discriminator`, and that members
 * which only requests have (`writeOnly`) are not required. What is only for people, and identifiers, are left out. Each schema
 * that something refers to is in `$defs`, with the place that it comes from.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json/json';
import { isTrue, memberOf, textOf } from '../importers/shape/externalJson';
import type { Place, Spec } from '../importers/read/openapi/spec';

/** A schema, and where its parts come from. */
export interface BundledSchema {
  /** JSON. */
  readonly text: string;
  /** The schema of the description that a way through this one ends in, and the rest of the way from there. */
  originOf(rule: string): { readonly place: Place; readonly steps: readonly string[] };
}

/** Bundles a schema. */
export function bundleSchema(spec: Spec, schema: Place): BundledSchema {
  const bundle = new Bundle(spec);
  const root = bundle.refer(schema);
  const whole = { $schema: bundle.dialect, ...root, $defs: bundle.definitions() };
  return {
    text: JSON.stringify(whole),
    originOf: (rule) => bundle.originOf(whole, rule),
  };
}

/** Words that are kept as they are. */
const PLAIN = wordsOf(
  'type enum const required dependentRequired multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties format',
);
/** Words whose value is a schema, or a list of schemas. */
const SCHEMAS = wordsOf(
  'allOf anyOf oneOf prefixItems items additionalItems additionalProperties unevaluatedProperties unevaluatedItems not if then else contains propertyNames',
);
/** Words whose value is an object of schemas. */
const MAPS = wordsOf('properties patternProperties dependentSchemas');

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

class Bundle {
  readonly #definitions: JsonValue[] = [];
  readonly #origins: Place[] = [];
  readonly #known = new Map<JsonValue, JsonObject>();
  readonly dialect: string;

  constructor(private readonly spec: Spec) {
    const version = textOf(memberOf(spec.root.value, 'openapi')) ?? '';
    this.dialect = /^3\.[1-9]/.test(version)
      ? 'https://json-schema.org/draft/2020-12/schema'
      : 'http://json-schema.org/draft-04/schema#';
  }

  definitions(): JsonObject {
    return { ...this.#definitions } as unknown as JsonObject;
  }

  /** A reference to a schema, which is added unless it is there. */
  refer(place: Place): JsonObject {
    const { value, file } = this.spec.resolve(place);
    const known = value === undefined ? undefined : this.#known.get(value);
    if (known !== undefined) {
      return known;
    }
    if (value === undefined) {
      return { $ref: place.reference ?? textOf(memberOf(place.value, '$ref')) ?? '' };
    }
    const index = this.#definitions.push(true) - 1;
    const reference = { $ref: `#/$defs/${index}` };
    this.#known.set(value, reference);
    this.#origins.push({ value, file });
    this.#definitions[index] = this.#written({ value, file });
    return reference;
  }

  originOf(whole: JsonValue, rule: string): ReturnType<BundledSchema['originOf']> {
    let [node, place, steps]: [JsonValue | undefined, Place | undefined, string[]] = [whole, undefined, []];
    for (const escaped of rule.split('/').slice(1)) {
      const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const index =
        step === '$ref' ? /^#\/\$defs\/(\d+)$/.exec(textOf(memberOf(node, '$ref')) ?? '')?.[1] : undefined;
      if (index === undefined) {
        node = node !== undefined && isArray(node) ? node[Number(step)] : memberOf(node, step);
        steps.push(step);
      } else {
        [node, place, steps] = [this.#definitions[Number(index)], this.#origins[Number(index)], []];
      }
    }
    return { place: place ?? this.spec.root, steps };
  }

  /** A schema in the words of JSON Schema. `others` are members that are not required. */
  #written(place: Place, others: ReadonlySet<string> = new Set()): JsonValue {
    const { value, file } = place;
    if (value === undefined || !isObject(value)) {
      return value === false ? false : true;
    }
    if (textOf(memberOf(value, '$ref')) !== undefined) {
      const target = this.refer(place);
      return isNullable(value)
        ? { anyOf: [{ type: 'null' }, target] }
        : { ...this.#members(place, others), ...target };
    }
    const members = this.#members(place, others);
    const { type, enum: values } = members;
    if (!isNullable(value)) {
      return members;
    }
    if (typeof type !== 'string') {
      return { anyOf: [{ type: 'null' }, this.#add(members, { value, file })] };
    }
    const orNull = values !== undefined && isArray(values) ? { enum: [...values, null] } : {};
    return { ...members, type: [type, 'null'], ...orNull };
  }

  #members(place: Place, others: ReadonlySet<string>): JsonObject {
    const { value, file } = place;
    const parts = [place, ...this.spec.items(this.spec.at(place, 'allOf'))];
    const writeOnly = parts.flatMap((part) => markedMembers(this.spec, part, 'writeOnly'));
    const unneeded = new Set([...others, ...writeOnly]);
    const written: Record<string, JsonValue> = {};
    const inside = (inner: JsonValue): JsonValue => this.#written({ value: inner, file });
    for (const [word, own] of Object.entries(value !== undefined && isObject(value) ? value : {})) {
      if (word === 'required') {
        const names = isArray(own)
          ? own.filter((name) => typeof name === 'string' && !unneeded.has(name))
          : [];
        // Draft 4 has no empty list here, and Swagger has `required: true` at single members.
        Object.assign(written, names.length === 0 ? {} : { required: names });
      } else if (PLAIN.has(word)) {
        written[word] = own;
      } else if (MAPS.has(word) && isObject(own)) {
        written[word] = Object.fromEntries(Object.entries(own).map(([name, inner]) => [name, inside(inner)]));
      } else if (SCHEMAS.has(word)) {
        const part = (inner: JsonValue): JsonValue =>
          this.#written({ value: inner, file }, word === 'allOf' ? unneeded : new Set());
        written[word] = isArray(own) ? own.map(part) : inside(own);
      }
    }
    return { ...written, ...this.#chosen(place) };
  }

  /** The choice between several schemas by a member. */
  #chosen({ value, file }: Place): JsonObject {
    const word = ['oneOf', 'anyOf'].find((name) => isArray(memberOf(value, name) ?? null)) ?? '';
    const list = memberOf(value, word);
    const discriminator = memberOf(value, 'discriminator');
    const member = textOf(memberOf(discriminator, 'propertyName'));
    const references = (list !== undefined && isArray(list) ? list : []).map((one) =>
      textOf(memberOf(one, '$ref')),
    );
    if (member === undefined || references.length === 0 || references.includes(undefined)) {
      return {};
    }
    const mapping = memberOf(discriminator, 'mapping');
    const choices = new Map<string, string>([
      ...references.map((reference = ''): [string, string] => [reference.replace(/^.*\//s, ''), reference]),
      ...Object.entries(mapping !== undefined && isObject(mapping) ? mapping : {}).map(
        ([name, target]): [string, string] => [name, referenceFrom(textOf(target) ?? '', references)],
      ),
    ]);
    const having = (test: JsonObject): JsonObject => ({ properties: { [member]: test }, required: [member] });
    const schemas = [...choices].map(([name, $ref]): JsonObject => ({
      if: having({ enum: [name] }),
      then: this.refer({ value: { $ref }, file }),
    }));
    const others = references.map(($ref = '') => this.refer({ value: { $ref }, file }));
    const rest: JsonObject = { if: having({ enum: [...choices.keys()] }), else: { anyOf: others } };
    const allOf = memberOf(value, 'allOf');
    const before =
      allOf !== undefined && isArray(allOf) ? allOf.map((one) => this.#written({ value: one, file })) : [];
    return { [word]: [true], allOf: [...before, ...schemas, rest] };
  }

  #add(schema: JsonValue, origin: Place): JsonObject {
    this.#origins.push(origin);
    return { $ref: `#/$defs/${this.#definitions.push(schema) - 1}` };
  }
}

/** The members that a schema describes; none where they are a reference, which is no schema of a member. */
export function propertiesOf(spec: Spec, schema: Place): readonly (readonly [name: string, member: Place])[] {
  const written = memberOf(schema.value, 'properties');
  return textOf(memberOf(written, '$ref')) === undefined ? spec.members(spec.at(schema, 'properties')) : [];
}

/** Names of members that a schema marks by a word: `writeOnly` for those that only requests have. */
export function markedMembers(spec: Spec, schema: Place, word: 'readOnly' | 'writeOnly'): readonly string[] {
  return propertiesOf(spec, schema).flatMap(([name, { value }]) => (isTrue(value, word) ? [name] : []));
}

/** Whether a schema allows null besides; `x-nullable` is what Swagger 2 has for it, in practice. */
export function isNullable(schema: JsonValue): boolean {
  return isTrue(schema, 'nullable') || isTrue(schema, 'x-nullable');
}

/** A mapping may name a schema in place of a reference. */
function referenceFrom(target: string, references: readonly (string | undefined)[]): string {
  return references.find((reference) => reference?.endsWith(`/${target}`)) ?? target;
}
