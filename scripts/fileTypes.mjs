/**
 * `npm run file-formats`: writes the types of our files from their JSON schemas, so that a member is defined once.
 *
 * A word of a schema that it does not know is an error: a type that says less than its schema would go unnoticed. Where
 * `if` and `then` give a value of one member (`type` of an authentication) members of its own, the type is a union, and
 * so it is where `then` and `else` are two kinds of value.
 * These are type aliases, because an interface is not assignable to `JsonObject`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import get from 'lodash/get.js';
import uniq from 'lodash/uniq.js';
import upperFirst from 'lodash/upperFirst.js';
import { format, resolveConfig } from 'prettier';
import { root } from './install.mjs';

/** The files that are written, by the names of their schemas. */
export const FILE_TYPES = new Map([
  ['chain', 'src/core/files/writtenChain.ts'],
  ['environment', 'src/core/files/writtenEnvironment.ts'],
  ['authz', 'src/core/authz/matrix/writtenMatrix.ts'],
]);

/** Parts of files to which members are added where people write them: in the order of the schema. */
const ORDERED = new Map([['chain', ['chain', 'request', 'call']]]);

/** Words that say nothing of the type: for people, and limits of values. */
const NOT_IN_TYPES = new Set(
  [
    ['$schema', 'title', 'description', 'markdownDescription', 'examples', 'default', 'defaultSnippets'],
    ['enumDescriptions', 'errorMessage', 'patternErrorMessage', 'pattern', 'propertyNames', 'not', 'anyOf'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
    ['uniqueItems', 'minProperties', 'maxProperties'],
  ].flat(),
);
const IN_TYPES = new Set(
  [
    ['type', 'const', 'enum', 'properties', 'required', 'additionalProperties', 'items', '$ref', 'allOf'],
    ['if', 'then', 'else', 'definitions'],
  ].flat(),
);

/** The module of types of a file: `WrittenChain` in `writtenChain.ts`, and `WrittenRequest` of its definition `request`. */
export async function fileTypes(name) {
  const schema = JSON.parse(readFileSync(path.join(root, `media/schemas/${name}.schema.json`), 'utf8'));
  const writer = new TypeWriter(schema.definitions ?? {});
  const file = path.join(root, FILE_TYPES.get(name));
  const whole = path.basename(file, '.ts').replace('written', '');
  const text = [
    writer.declared(whole, schema),
    ...writer.declaredDefinitions(),
    ...(ORDERED.get(name) ?? []).map((part) =>
      membersInOrder(part, part === name ? schema : schema.definitions[part]),
    ),
  ].join('\n');
  const used = ['JsonObject', 'JsonValue', 'WrittenNumber'].filter((type) => text.includes(type));
  const from = path.relative(path.dirname(file), path.join(root, 'src/core')).split(path.sep).join('/');
  const source = `/** What is written in a file. Generated from media/schemas/${name}.schema.json by \`npm run file-formats\`. */
import type { ${used.join(', ')} } from '${from}/json/json';
${text}`;
  return format(source, { ...(await resolveConfig(file)), filepath: file });
}

class TypeWriter {
  #definitions;
  #used = new Set();

  constructor(definitions) {
    this.#definitions = definitions;
  }

  declared(name, schema) {
    return `${comment(schema.description, name)}\nexport type ${typeNamed(name)} = ${this.#object(schema)};\n`;
  }

  /** The definitions that types refer to, which may refer to further ones. */
  declaredDefinitions() {
    const done = new Set();
    const types = [];
    for (const name of this.#used) {
      if (!done.has(name)) {
        done.add(name);
        types.push(this.declared(name, this.#definitions[name]));
      }
    }
    return types;
  }

  #type(schema) {
    const unknown = Object.keys(schema).find((word) => !NOT_IN_TYPES.has(word) && !IN_TYPES.has(word));
    if (unknown !== undefined) {
      throw new Error(`npm run file-formats does not know the word ${unknown} of a schema.`);
    }
    if (schema.$ref !== undefined) {
      return this.#referred(schema.$ref);
    }
    if (schema.else !== undefined) {
      return uniq([schema.then, schema.else].map((kind) => this.#type(kind))).join(' | ');
    }
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values !== undefined) {
      const types = values.map((value) =>
        typeof value === 'number' ? 'WrittenNumber' : JSON.stringify(value),
      );
      return uniq(types).join(' | ');
    }
    if (schema.type === undefined) {
      const whole = (schema.allOf ?? []).find(({ $ref }) => $ref !== undefined);
      return whole === undefined ? 'JsonValue' : this.#type(whole);
    }
    return [schema.type]
      .flat()
      .map((type) => this.#simple(type, schema))
      .join(' | ');
  }

  #simple(type, schema) {
    switch (type) {
      case 'integer':
      case 'number':
        return 'WrittenNumber';
      case 'array':
        return `readonly (${this.#type(schema.items ?? {})})[]`;
      case 'object':
        return this.#object(schema);
      default:
        return type;
    }
  }

  #object(schema) {
    if (schema.properties !== undefined || schema.allOf !== undefined) {
      return [...this.#bases(schema), this.#alternatives(schema).join(' | '), ...this.#others(schema)].join(
        ' & ',
      );
    }
    const { additionalProperties } = schema;
    return additionalProperties === undefined ? 'JsonObject' : this.#record([additionalProperties]);
  }

  /** Members other than those that a schema names; a type of all has to allow these as well. */
  #others({ properties = {}, additionalProperties }) {
    return additionalProperties === undefined
      ? []
      : [this.#record([additionalProperties, ...Object.values(properties)])];
  }

  #record(members) {
    return `Readonly<Record<string, ${members.map((member) => this.#type(member)).join(' | ')}>>`;
  }

  #referred($ref) {
    const name = $ref.replace('#/definitions/', '');
    const definition = this.#resolved({ $ref });
    if (definition.properties === undefined) {
      return this.#type(definition);
    }
    this.#used.add(name);
    const list = [definition.type].flat().includes('array') ? ` | ${this.#simple('array', definition)}` : '';
    return `${typeNamed(name)}${list}`;
  }

  /** The types whose members an object has in addition to its own. */
  #bases({ allOf = [] }) {
    return allOf.filter((part) => part.$ref !== undefined).map((part) => this.#type(part));
  }

  /** The members of an object in braces, once for each kind of object that fulfils a schema. */
  #alternatives({ properties = {}, required = [], allOf = [] }) {
    const kinds = allOf.filter((part) => this.#bringsMembers(part, properties));
    if (kinds.length === 0) {
      return [this.#members(properties, required)];
    }
    const [kind] = Object.keys(kinds[0].if.properties);
    const alternative = (values, then) =>
      this.#members({ ...properties, [kind]: { ...properties[kind], enum: values }, ...then.properties }, [
        ...required,
        ...(then.required ?? []),
      ]);
    const withOwn = kinds.map(({ if: { properties: when }, then }) => ({
      values: when[kind].enum ?? [when[kind].const],
      then: this.#resolved(then),
    }));
    const named = new Set(withOwn.flatMap(({ values }) => values));
    const others = properties[kind].enum.filter((value) => !named.has(value));
    return [{ values: others, then: {} }, ...withOwn]
      .filter(({ values }) => values.length > 0)
      .map(({ values, then }) => alternative(values, then));
  }

  /** Whether a condition on one member gives the object members that others do not have. */
  #bringsMembers(part, known) {
    const { properties = {} } = this.#resolved(part.then ?? {});
    return Object.keys(properties).some((name) => known[name] === undefined);
  }

  #resolved(schema) {
    const steps = schema.$ref?.replace('#/definitions/', '').split('/');
    return steps === undefined ? schema : get(this.#definitions, steps);
  }

  #members(properties, required) {
    const members = Object.entries(properties).map(([name, member]) => {
      const about = comment(member.description ?? this.#resolved(member).description, name);
      return `${about}\nreadonly ${name}${required.includes(name) ? '' : '?'}: ${this.#type(member)};`;
    });
    return `{\n${members.join('\n')}\n}`;
  }
}

function typeNamed(name) {
  return `Written${upperFirst(name)}`;
}

function membersInOrder(name, { properties }) {
  return `/** The members of a ${name}, in the order in which people write them. */
export const ${name}Members: readonly (keyof ${typeNamed(name)})[] = ${JSON.stringify(Object.keys(properties))};
`;
}

function comment(text, of) {
  if (text === undefined) {
    throw new Error(`npm run file-formats needs a description of ${of}.`);
  }
  return `/** ${text.replaceAll('*/', '*\\/')} */`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, file] of FILE_TYPES) {
    writeFileSync(path.join(root, file), await fileTypes(name));
  }
}
