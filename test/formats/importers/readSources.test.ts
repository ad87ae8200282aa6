import assert from 'node:assert/strict';
import type { SourceFiles } from '../../../src/core/ports';
import { readImportFolder, wholeFolders } from '../../../src/formats/importers/readSources';
import type { FolderImporter } from '../../../src/formats/importers/importers';

/** A folder format whose collections are the folders with a file of that name. */
const marked = (marker: string): FolderImporter => ({
  title: marker,
  roots: (paths) =>
    paths
      .filter((path) => `/${path}`.endsWith(`/${marker}`))
      .map((path) => path.slice(0, -marker.length - 1)),
  read: () => Promise.reject(new Error('it is not read here')),
});

const folderOf = (texts: Readonly<Record<string, string>>): SourceFiles => ({
  paths: () => Promise.resolve(Object.keys(texts).sort()),
  text: (path) => Promise.resolve(texts[path] ?? assert.fail(path)),
});

describe('the collections that are folders', () => {
  const importers = [marked('one.json'), marked('two.json')];
  const cases: [title: string, paths: readonly string[], expected: readonly string[]][] = [
    ['are none where nothing marks one', ['a.json', 'b/c.json'], []],
    ['may be the whole folder', ['b/x', 'one.json'], ['one.json in ""']],
    ['may be several', ['a/one.json', 'b/two.json'], ['one.json in "a"', 'two.json in "b"']],
    ['are taken once, by the first format', ['a/one.json', 'a/two.json'], ['one.json in "a"']],
    [
      'cover those in them',
      ['a/two.json', 'a/b/one.json', 'ab/one.json'],
      ['two.json in "a"', 'one.json in "ab"'],
    ],
  ];
  for (const [title, paths, expected] of cases) {
    it(title, () => {
      assert.deepEqual(
        wholeFolders(paths, importers).map(({ root, importer }) => `${importer.title} in "${root}"`),
        expected,
      );
    });
  }
});

describe('a folder of files', () => {
  it('gives each that is in a known format, refusals, and the rest', async () => {
    const files = folderOf({
      'a/local.json': '{"name":"local","values":[]}',
      'bad.json': '{"item":[]}',
      'broken.json': '{',
      'notes.txt': 'x',
    });
    const { sources, passedOver } = await readImportFolder({ name: 'mine', files }, { keep: new Set() });
    assert.deepEqual(
      sources.map((one) =>
        'reason' in one ? [one.source, one.reason] : [one.source, one.collection.format],
      ),
      [
        ['mine/a/local.json', 'Postman environment'],
        [
          'mine/bad.json',
          'This Postman collection has no `info`. Export it again as a collection of version 2.1.',
        ],
      ],
    );
    assert.deepEqual(passedOver, ['broken.json', 'notes.txt']);
  });
});
