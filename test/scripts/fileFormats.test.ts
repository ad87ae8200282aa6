/** The types of our files and their reference say what the schemas say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const script = (name: string): Promise<unknown> => import(pathToFileURL(path.resolve('scripts', name)).href);

describe('npm run file-formats', function () {
  this.timeout(30_000);

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

  it('has written the reference of our files', async () => {
    const { FILE_REFERENCE, fileReference } = (await script('fileReference.mjs')) as {
      FILE_REFERENCE: string;
      fileReference: () => Promise<string>;
    };
    const written = readFileSync(FILE_REFERENCE, 'utf8');
    assert.equal(written, await fileReference(), `${FILE_REFERENCE}: run npm run file-formats.`);
  });
});
