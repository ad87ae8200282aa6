/**
 * Texts of the schemas that VS Code shows, as hover, completion and problems, and schemas in other languages: the
 * same as the English ones but for these texts, in `media/schemas/<language>`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const FOLDER = path.join(root, 'media/schemas');
/** Files that people write; results have no completion. */
export const SCHEMAS = ['chain', 'environment', 'authz'].map((kind) => `${kind}.schema.json`);

const TEXTS = ['title', 'description', 'markdownDescription', 'errorMessage', 'patternErrorMessage'];
const SNIPPET_TEXTS = ['label', 'description', 'markdownDescription'];
/** Members of a schema whose own members are named by the author of a file, not by JSON Schema. */
export const NAMED = ['properties', 'patternProperties', 'definitions'];
/** Members that hold values of files. */
const VALUES = ['const', 'default', 'enum', 'examples'];

/** All texts once, sorted. */
export function schemaTexts() {
  const texts = new Set();
  for (const file of SCHEMAS) {
    mapTexts(englishSchema(file), (text) => texts.add(text));
  }
  return [...texts].sort();
}

/** A schema in the language of the translations; a text without one stays English. */
export function translatedSchema(file, translations) {
  return `${JSON.stringify(mapTexts(englishSchema(file), (text) => translations[text] ?? text))}\n`;
}

export function writeSchemas(language, translations) {
  const folder = path.join(FOLDER, language);
  mkdirSync(folder, { recursive: true });
  for (const file of SCHEMAS) {
    writeFileSync(path.join(folder, file), translatedSchema(file, translations));
  }
}

function englishSchema(file) {
  return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
}

/** A copy of a schema in which each text is what `change` makes of it. */
function mapTexts(schema, change) {
  const inside = (value) => mapTexts(value, change);
  if (Array.isArray(schema)) {
    return schema.map(inside);
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  return mapMembers(schema, (word, value) => {
    if (NAMED.includes(word)) {
      return mapMembers(value, (_name, member) => inside(member));
    }
    return VALUES.includes(word) ? value : (mapOwnTexts(word, value, change) ?? inside(value));
  });
}

/** Texts that a member of a schema itself is. */
function mapOwnTexts(word, value, change) {
  if (word === 'enumDescriptions') {
    return value.map(change);
  }
  if (word === 'defaultSnippets') {
    return value.map((snippet) => mapStrings(snippet, SNIPPET_TEXTS, change));
  }
  return TEXTS.includes(word) ? change(value) : undefined;
}

function mapStrings(object, names, change) {
  return mapMembers(object, (name, value) => (names.includes(name) ? change(value) : value));
}

function mapMembers(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(name, value)]));
}
