/**
 * Compiles the JSON Schemas of our files (media/schemas) to plain JavaScript, ahead of time.
 *
 * The same schema serves completion in the editor and validation in the engine, and nothing is
 * evaluated at run time: each `media/schemas/<name>.schema.json` becomes one self-contained
 * module `validators/<name>.js` that exports `schemaErrors(value)`. What only people read is left out;
 * examples and error messages stay, for errors carry the part of the schema that was broken.
 */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const schemaFolder = join(root, 'media/schemas');
const suffix = '.schema.json';

/** Words that only the editor shows. */
const forPeople = [
  'title',
  'description',
  'markdownDescription',
  'default',
  'defaultSnippets',
  'enumDescriptions',
];
/** Files that only this program writes: whether one is valid is all that is asked, not where it breaks. */
const writtenByUs = ['result', 'authz-result'];
/** Words that ajv does not know and our error messages use. */
const forMessages = ['errorMessage', 'patternErrorMessage'];

/**
 * Compiles every schema into `folder`, relative to the project root.
 *
 * The folder next to the sources is where type checks and bundles look; a build that transpiles file
 * by file copies the result next to its own.
 */
export async function buildValidators(folder = 'src/core/validators') {
  const files = (await readdir(schemaFolder)).filter((name) => name.endsWith(suffix));
  const schemas = new Map(await Promise.all(files.map(async (file) => [file, await readSchema(file)])));
  await Promise.all(files.map((file) => buildValidator(file, schemas, join(root, folder))));
}

async function readSchema(file) {
  return withoutWordsForPeople(JSON.parse(await readFile(join(schemaFolder, file), 'utf8')));
}

async function buildValidator(file, schemas, folder) {
  const name = file.slice(0, -suffix.length);
  await build({
    stdin: {
      contents: validatorSource(file, schemas, writtenByUs.includes(name)),
      resolveDir: root,
      sourcefile: `${name}.js`,
    },
    outfile: join(folder, `${name}.js`),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    banner: { js: `// Compiled from media/schemas/${file} by scripts/schemas.mjs.` },
    logLevel: 'error',
  });
}

function validatorSource(file, schemas, firstErrorOnly) {
  const ajv = new Ajv({
    allErrors: !firstErrorOnly,
    verbose: !firstErrorOnly,
    // The words are ours, see src/core/schema/schemaSentence.ts.
    messages: false,
    allowUnionTypes: true,
    strict: true,
    strictRequired: false,
    strictNumbers: false,
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  ajv.addVocabulary(forMessages);
  // All of them, for one may refer to definitions of another by its file name.
  schemas.forEach((schema, name) => ajv.addSchema(schema, name));
  const code = withoutSurroundings(standaloneCode(ajv, ajv.getSchema(file)));
  return firstErrorOnly
    ? `${withoutErrors(code)}
export const isValid = (value) => validate(value);`
    : `${withoutUnreadMembers(code)}
export const schemaErrors = (value) => (validate(value) ? [] : validate.errors);`;
}

/** Code that says whether a value is valid, without the errors, which are a third of it; it counts them. */
function withoutErrors(code) {
  return code
    .replace(/\.errors = \[\{instancePath.*?\}\];(?=return false)/g, '.errors = [0];')
    .replace(/const (err\d+) = \{instancePath.*?\};(?=if\(vErrors === null\))/g, 'const $1 = 0;');
}

/** Code without what only rules of other authors ask for: what contains the value that is looked at. */
function withoutSurroundings(code) {
  return code
    .replace(/, ?parentData, ?parentDataProperty, ?rootData(?:=data)?/g, '')
    .replace(/,parentData:\w+,parentDataProperty:[^,]+,rootData(?=[,}])/g, '');
}

/** Code whose errors have only the members that messages are made from (src/core/schema), which are half of them. */
function withoutUnreadMembers(code) {
  return code
    .replace(/schemaPath:"[^"]*\/(?!anyOf"|required")\w+",/g, '')
    .replace(/,schema:(?:(?!parentSchema:).)*?,parentSchema:/g, ',parentSchema:')
    .replace(/(keyword:"(?!required")\w+",)params:\{[^{}]*\},/g, '$1');
}

/** A copy without annotations; members of `properties` and `definitions` are names, not words. */
function withoutWordsForPeople(schema) {
  if (Array.isArray(schema)) {
    return schema.map(withoutWordsForPeople);
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const kept = Object.entries(schema).filter(([word]) => !forPeople.includes(word));
  return Object.fromEntries(kept.map(([word, value]) => [word, withoutWordsInside(word, value)]));
}

function withoutWordsInside(word, value) {
  if (word === 'properties' || word === 'definitions') {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, schema]) => [name, withoutWordsForPeople(schema)]));
  }
  return word === 'examples' ? value : withoutWordsForPeople(value);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildValidators(process.argv[2]);
}
