/** Specifications in several files: those of the folder are read, everything else is said to be missing. */
import assert from 'node:assert/strict';
import { UserError } from '../../../../../src/core/errors';
import type { ImportedCollection } from '../../../../../src/formats/importers/shape/imported';
import { readImportFile } from '../../../../../src/formats/importers/importers';
import { remarkText } from '../../../../../src/formats/importers/shape/remark';

/** Imports `api/main.yaml` of a folder; the other files that it asks for are kept. */
const read = async (
  texts: Readonly<Record<string, string>>,
): Promise<{ readonly collection: ImportedCollection; readonly asked: readonly string[] }> => {
  const asked: string[] = [];
  const collection = await readImportFile(
    {
      name: 'main.yaml',
      path: 'api/main.yaml',
      text: texts['api/main.yaml'] ?? '',
      files: {
        paths: () => Promise.resolve(Object.keys(texts)),
        text: (path) => {
          asked.push(path);
          const text = texts[path];
          return text === undefined
            ? Promise.reject(new UserError(`${path} is not there.`, 'Check it.'))
            : Promise.resolve(text);
        },
      },
    },
    { keep: new Set() },
  );
  return { collection, asked };
};

const main = (reference: string): string =>
  `openapi: 3.0.0\ninfo: {title: A, version: '1'}\nservers: [{url: 'https://a.example'}]\npaths:\n  /a:\n    $ref: ${JSON.stringify(reference)}\n`;

const urlsOf = ({ requests }: ImportedCollection): readonly unknown[] =>
  requests.map((request) => (request.kind === 'kept' ? request.request['url'] : undefined));

describe('a specification in several files', () => {
  it('is read as one, each reference seen from its own file', async () => {
    const { collection, asked } = await read({
      'api/main.yaml': main('../shared/path.json#/a'),
      'shared/path.json': '{"a": {"$ref": "./deep/item.yaml"}}',
      'shared/deep/item.yaml':
        'get: {parameters: [{$ref: "../../api/main.yaml#/info"}, {$ref: "p.yaml#/p"}]}',
      'shared/deep/p.yaml': 'p: {name: q, in: query, required: true, example: 1}',
    });
    assert.deepEqual(asked, ['shared/path.json', 'shared/deep/item.yaml', 'shared/deep/p.yaml']);
    const [request] = collection.requests;
    assert.ok(request?.kind === 'kept');
    assert.deepEqual(request.request['query'], [{ name: 'q', value: '1' }]);
  });

  it('may refer to files in circles', async () => {
    const { collection, asked } = await read({
      'api/main.yaml': main('a.yaml'),
      'api/a.yaml': '$ref: b.yaml',
      'api/b.yaml': '$ref: a.yaml',
    });
    assert.deepEqual(asked, ['api/a.yaml', 'api/b.yaml']);
    assert.deepEqual(urlsOf(collection), []);
    assert.match(remarkText(collection.remarks[0] ?? ''), /leads back to itself/);
  });

  it('has as many files as it refers to', async () => {
    const names = Array.from({ length: 3000 }, (_, index) => `p${index}.json`);
    const paths = names.map((name, index) => `  /p${index}: {$ref: ${name}}\n`).join('');
    const { collection, asked } = await read({
      'api/main.yaml': `openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths:\n${paths}`,
      ...Object.fromEntries(names.map((name) => [`api/${name}`, '{"get": {}}'])),
    });
    assert.equal(asked.length, 3000);
    assert.equal(collection.requests.length, 3000);
  });

  it('is refused when its files are too large together', async () => {
    const text = `["${'x'.repeat(30_000_000)}"]`;
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`api/${name}.json`, text]));
    const paths = Object.keys(files).map((file) => `  /${file}: {$ref: ../${file}}\n`);
    const yaml = `openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths:\n${paths.join('')}`;
    await assert.rejects(read({ 'api/main.yaml': yaml, ...files }), {
      name: 'UserError',
      message: 'The files of this specification are larger than 100 MB together. Import a part of it.',
    });
  });

  const missing: [title: string, reference: string, remark: string][] = [
    [
      'what is on the net',
      'https://x.example/a.yaml#/a',
      'The file at "https://x.example/a.yaml" is not fetched and is missing.',
    ],
    [
      'what is on the net without a scheme',
      '//x.example/a.yaml',
      'The file at "//x.example/a.yaml" is not fetched and is missing.',
    ],
    [
      'a file of this machine',
      'file:///etc/passwd',
      'The file at "file:///etc/passwd" is not fetched and is missing.',
    ],
    [
      'an absolute path',
      '/etc/passwd',
      'The file "/etc/passwd" is outside of the folder; it is not read and is missing.',
    ],
    [
      'a path that leads out',
      '../../x.yaml',
      'The file "../x.yaml" is outside of the folder; it is not read and is missing.',
    ],
    [
      'a path that leads out in escapes',
      '%2e%2e/%2e%2e/x.yaml',
      'The file "../x.yaml" is outside of the folder; it is not read and is missing.',
    ],
    ['a file that is hidden', '../.env', 'The file ".env" is hidden; it is not read and is missing.'],
    [
      'a file in a folder that is hidden',
      '../.git/config',
      'The file ".git/config" is hidden; it is not read and is missing.',
    ],
  ];
  for (const [title, reference, remark] of missing) {
    it(`does without ${title}`, async () => {
      const { collection, asked } = await read({ 'api/main.yaml': main(reference) });
      assert.deepEqual(asked, []);
      assert.equal(collection.remarks[0], remark);
    });
  }

  it('does without a file that is not there, or not sound', async () => {
    const gone = await read({ 'api/main.yaml': main('b.yaml') });
    assert.equal(
      gone.collection.remarks[0],
      'The file "api/b.yaml" cannot be read and is missing. api/b.yaml is not there.',
    );
    const broken = await read({ 'api/main.yaml': main('b.json'), 'api/b.json': '{"a": }' });
    assert.match(
      remarkText(broken.collection.remarks[0] ?? ''),
      /"api\/b\.json" cannot be read and is missing\. It is not sound JSON/,
    );
  });
});

describe('a specification that cannot be used', () => {
  const refused: [text: string, reason: RegExp][] = [
    ['openapi: 4.0.0\ninfo: {}', /version of OpenAPI is not known: "4\.0\.0"/],
    ['openapi: 3.0.0\npaths: {}', /has no `info`, nor does it name a server/],
    ['openapi: 3.0.0\ninfo: {}', /has no `paths`/],
    ['swagger: "1.2"\ninfo: {}', /version of Swagger is not known/],
    ['swaggerVersion: "1.2"', /This is Swagger 1\./],
    ['openapi: [', /YAML of the file is not sound/],
    ['openapi: 3.0.0\ninfo: &a [*a]', /nothing before it is named &a/],
  ];
  for (const [text, reason] of refused) {
    it(`says why: ${JSON.stringify(text)}`, async () => {
      await assert.rejects(read({ 'api/main.yaml': text }), (error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, reason);
        return true;
      });
    });
  }
});
