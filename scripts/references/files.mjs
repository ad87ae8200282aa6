/** The reference of our files, `docs/files.md`: a table of members for each part, from the JSON schemas. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import get from 'lodash/get.js';
import lowerCase from 'lodash/lowerCase.js';
import upperFirst from 'lodash/upperFirst.js';
import { root } from '../install.mjs';

const FILES = [
  { name: 'chain', title: 'Chains: `*.chain.json`' },
  { name: 'environment', title: 'Environments: `*.environment.json`' },
  { name: 'authz', title: 'Authorization matrices: `*.authz.json`' },
];

/** The page as it should be. */
export function fileReference() {
  const sections = FILES.map(({ name, title }) => {
    const schema = JSON.parse(readFileSync(path.join(root, `media/schemas/${name}.schema.json`), 'utf8'));
    return new Section(schema).text(title);
  });
  return `# Files of Chainwright

Every member that a file can have. Generated from the schemas in \`media/schemas\` by \`npm run references\`; the
editor shows the same texts while you type. Files are JSON with comments.

${sections.join('\n')}`;
}

class Section {
  #schema;
  #parts = new Set();

  constructor(schema) {
    this.#schema = schema;
  }

  text(title) {
    const tables = [`## ${title}\n\n${about(this.#schema)}\n`, this.#table(this.#schema)];
    // A part that is written adds the parts that it refers to.
    for (const part of this.#parts) {
      const schema = this.#resolved({ $ref: `#/definitions/${part}` });
      tables.push(`### ${upperFirst(lowerCase(part))}\n\n${about(schema)}\n`, this.#table(schema));
    }
    return tables.join('\n');
  }

  #table(schema) {
    const rows = this.#members(schema).map(
      ([name, member, when]) =>
        `| \`${name}\` | ${this.#value(member)} | ${when} | ${this.#meaning(member)} |`,
    );
    return `| member | value | | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  }

  /** Members with when they are needed, those inside other members as `decode.as`. */
  #members(schema, before = '', condition = '') {
    const { properties = {}, required = [], allOf = [] } = this.#resolved(schema);
    const own = Object.entries(properties).flatMap(([name, member]) => {
      const when = required.includes(name) ? `required ${condition}`.trim() : condition;
      const inside = member.items?.properties === undefined ? member : member.items;
      const inner = inside.properties === undefined ? [] : this.#members(inside, `${before}${name}.`);
      return [[before + name, member, when], ...inner];
    });
    const others = allOf.flatMap((part) => {
      if (part.$ref !== undefined) {
        return this.#members(part, before, condition);
      }
      const [[name, value] = []] = Object.entries(part.if?.properties ?? {});
      const values = name === undefined ? [] : (value.enum ?? [value.const]);
      const kinds = `for ${values.map((one) => `\`${one}\``).join(', ')}`;
      // Members without a type are described with the condition already.
      return name === undefined
        ? []
        : this.#members(part.then, before, kinds).filter(
            ([, { type, $ref }]) => (type ?? $ref) !== undefined,
          );
    });
    return [...own, ...others];
  }

  #value(member) {
    if (member.$ref !== undefined) {
      const part = member.$ref.replace('#/definitions/', '');
      const resolved = this.#resolved(member);
      if (resolved.properties === undefined) {
        return this.#value(resolved);
      }
      this.#parts.add(part);
      return `[${lowerCase(part)}](#${lowerCase(part).replaceAll(' ', '-')})`;
    }
    if (member.else !== undefined) {
      return [member.else, member.then].map((kind) => this.#value(kind)).join(' or ');
    }
    const values = member.const === undefined ? member.enum : [member.const];
    if (values !== undefined) {
      return values.map((value) => `\`${value}\``).join(', ');
    }
    if (member.type === undefined) {
      const whole = (member.allOf ?? []).find(({ $ref }) => $ref !== undefined);
      return whole === undefined ? 'any JSON' : this.#value(whole);
    }
    return [member.type]
      .flat()
      .map((type) => this.#typeInWords(type, member))
      .join(' or ');
  }

  #typeInWords(type, member) {
    switch (type) {
      case 'array':
        return `list of ${this.#value(member.items ?? {})}`;
      case 'object': {
        const { additionalProperties: values } = member;
        return values === undefined ? 'object' : `object of ${this.#value(values)}`;
      }
      case 'boolean':
        return '`true`, `false`';
      case 'string':
        return 'text';
      default:
        return type;
    }
  }

  #meaning(member) {
    const { default: value } = { ...this.#resolved(member), ...member };
    const usual = value === undefined || typeof value === 'object' ? '' : ` Default: \`${value}\`.`;
    return about({ ...this.#resolved(member), ...member }).replaceAll('|', '\\|') + usual;
  }

  #resolved(schema) {
    const steps = schema.$ref?.replace('#/definitions/', '').split('/');
    return steps === undefined ? schema : get(this.#schema.definitions, steps);
  }
}

function about({ markdownDescription, description = '' }) {
  return markdownDescription ?? description;
}
