/** What is generated into the repository is up to date. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const script = (name: string): Promise<unknown> => import(pathToFileURL(path.resolve('scripts', name)).href);

describe('npm run file-formats', function () {
  it('has written the types of our files', async () => {
    const { FILE_TYPES, fileTypes } = (await script('fileTypes.mjs')) as {
      FILE_TYPES: ReadonlyMap<string, string>;
      fileTypes: (name: string) => Promise<string>;
    };
    assert.ok(FILE_TYPES.size > 0);
    for (const [name, file] of FILE_TYPES) {
      assert.equal(readFileSync(file, 'utf8'), await fileTypes(name), `${file}: run npm run file-formats.`);
    }
  });
});

describe('npm run references', function () {
  it('has written the pages and the tools of the editor that are made from definitions', async () => {
    const { references } = (await script('references.mjs')) as {
      references: () => AsyncIterable<readonly [string, string]>;
    };
    const files: string[] = [];
    for await (const [file, text] of references()) {
      assert.equal(readFileSync(file, 'utf8'), text, `${file}: run npm run references.`);
      files.push(file);
    }
    assert.ok(files.includes('package.json') && files.includes('docs/command-line.md'));
  });
});
