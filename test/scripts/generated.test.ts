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
  it('has written the pages that are made from definitions', async () => {
    const { references } = (await script('references.mjs')) as {
      references: () => Promise<readonly (readonly [string, string])[]>;
    };
    const pages = await references();
    assert.ok(pages.length > 0);
    for (const [page, text] of pages) {
      assert.equal(readFileSync(page, 'utf8'), text, `${page}: run npm run references.`);
    }
  });
});
