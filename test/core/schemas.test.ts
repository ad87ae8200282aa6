import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { readMatrix } from '../../src/core/authz/matrix/matrixFile';
import { readChain } from '../../src/core/files/chainFile';
import { readEnvironment } from '../../src/core/files/environmentFile';
import type { Problem } from '../../src/core/problem';

const editorWords = [
  'errorMessage',
  'patternErrorMessage',
  'markdownDescription',
  'defaultSnippets',
  'enumDescriptions',
];

type Schema = Readonly<Record<string, unknown>>;

/** Every part of a schema that has examples, as `#/definitions/…` and its examples. */
function examplesIn(schema: unknown, pointer = '#'): readonly (readonly [string, readonly unknown[]])[] {
  if (typeof schema !== 'object' || schema === null) {
    return [];
  }
  const { examples } = schema as { examples?: unknown };
  const own = Array.isArray(examples) ? [[pointer, examples as unknown[]] as const] : [];
  const inner = Object.entries(schema)
    .filter(([word]) => word !== 'examples')
    .flatMap(([word, part]) => examplesIn(part, `${pointer}/${word}`));
  return [...own, ...inner];
}

describe('the schemas', () => {
  for (const name of ['chain', 'environment', 'authz']) {
    const schema = JSON.parse(readFileSync(`media/schemas/${name}.schema.json`, 'utf8')) as Schema;
    const ajv = new Ajv({ strictRequired: false, allowUnionTypes: true });
    ajv.addVocabulary(editorWords);
    ajv.addSchema(schema, name);

    for (const [pointer, examples] of examplesIn(schema)) {
      it(`of the ${name} file gives examples it accepts itself: ${pointer}`, () => {
        const validate = ajv.getSchema(`${name}${pointer}`);
        assert.ok(validate);
        for (const example of examples) {
          assert.ok(validate(example), JSON.stringify(validate.errors));
        }
      });
    }

    it(`of the ${name} file describes every member`, () => {
      const undescribed = membersIn(schema).filter(
        ([, member]) => typeof member['description'] !== 'string' && member['$ref'] === undefined,
      );
      assert.deepEqual(
        undescribed.map(([pointer]) => pointer).filter((pointer) => !/\/(if|not|then)\//.test(pointer)),
        [],
      );
    });

    it(`of the ${name} file is compiled to code that evaluates and loads nothing`, () => {
      const code = readFileSync(`src/core/validators/${name}.js`, 'utf8').replaceAll(/'[^'\n]*'/g, '');
      assert.doesNotMatch(code, /\beval\(|new Function|[^_]require\(/);
    });
  }
});

/** Members declared anywhere in a schema. */
function membersIn(schema: unknown, pointer = '#'): readonly (readonly [string, Schema])[] {
  if (typeof schema !== 'object' || schema === null) {
    return [];
  }
  const { properties = {} } = schema as { properties?: Readonly<Record<string, Schema>> };
  const own = Object.entries(properties).map(([name, member]) => [`${pointer}/${name}`, member] as const);
  const inner = Object.entries(schema)
    .filter(([word]) => word !== 'examples')
    .flatMap(([word, part]) => membersIn(part, `${pointer}/${word}`));
  return [...own, ...inner];
}

describe('the files of the sample workspace', () => {
  const folder = 'examples';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(chain|environment|authz)\.json$/.test(file))
    .map((file) => path.join(folder, file));

  it('are found', () => {
    assert.notEqual(files.length, 0);
  });

  for (const file of files) {
    it(`are read without a problem: ${file}`, () => {
      const text = readFileSync(file, 'utf8');
      assert.deepEqual(readerFor(file)(text, file).problems, []);
    });
  }
});

function readerFor(file: string): (text: string, file: string) => { readonly problems: readonly Problem[] } {
  if (file.endsWith('.chain.json')) {
    return readChain;
  }
  return file.endsWith('.authz.json') ? readMatrix : readEnvironment;
}
