/** What is said of other people's code in the notices. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface NoticedPackage {
  readonly name: string;
  readonly version?: string;
  readonly licence: string;
  readonly inlinedBy: readonly string[];
  readonly isBundle?: boolean;
}

const load = (file: string): Promise<never> =>
  import(pathToFileURL(path.resolve(file)).href) as Promise<never>;

describe('the packages of the product', () => {
  let packages: readonly NoticedPackage[];
  let rendered: string;
  let reviewed: Readonly<Record<string, { readonly version: string }>>;
  before(async function () {
    const { bundleMetafiles }: { bundleMetafiles: () => Promise<unknown> } = await load('esbuild.mjs');
    const notices: {
      bundledPackages: (metafiles: unknown) => Promise<readonly NoticedPackage[]>;
      renderNotices: (packages: readonly NoticedPackage[]) => string;
    } = await load('scripts/notices.mjs');
    packages = await notices.bundledPackages(await bundleMetafiles());
    rendered = notices.renderNotices(packages);
    ({ REVIEWED: reviewed } = await load('scripts/notices/inlined.mjs'));
  });

  it('are all in NOTICE.md, with what they carry inside', () => {
    assert.equal(readFileSync('NOTICE.md', 'utf8'), rendered, 'Run npm run notices and commit NOTICE.md.');
  });

  it('were read in this version where a bundler made their files', () => {
    const unread = packages
      .filter(({ name, version, isBundle }) => isBundle === true && reviewed[name]?.version !== version)
      .map(({ name, version = '' }) => `${name} ${version}`);
    assert.deepEqual(unread, [], 'Read their files, and say in scripts/notices/inlined.mjs what is inside.');
  });

  const inside: [carrier: string, names: readonly string[]][] = [
    [
      'node-html-parser',
      [
        ...['@oxc-project/runtime', 'boolbase', 'css-select', 'css-what', 'dom-serializer', 'domelementtype'],
        ...['domhandler', 'domutils', 'entities', 'nth-check'],
      ],
    ],
    ['cytoscape', ['bezier-easing', 'framer.js', 'heap', 'jquery', 'lodash', 'thenable']],
    ['json-p3', ['iregexp-check']],
    ['tldts', ['public-suffix-list']],
    ['src/core/validators', ['ajv', 'fast-deep-equal']],
  ];
  for (const [carrier, names] of inside) {
    it(`name what is inside of ${carrier}`, () => {
      const found = packages.filter(({ inlinedBy }) => inlinedBy.includes(carrier)).map(({ name }) => name);
      assert.deepEqual(found, names);
    });
  }
});

describe('namedInComments', () => {
  let namedInComments: (text: string) => readonly object[];
  before(async () => {
    ({ namedInComments } = await load('scripts/notices/inlined.mjs'));
  });

  const comments: [title: string, text: string, expected: readonly object[]][] = [
    ['rolldown’s regions', '//#region node_modules/css-what/lib/parse.js', [{ name: 'css-what' }]],
    ['a scope', '// node_modules/@lit/context/index.js', [{ name: '@lit/context' }]],
    ['a package inside of a package', '// node_modules/a/node_modules/@b/c/d.js', [{ name: '@b/c' }]],
    ['folders above', '// ../../node_modules/.pnpm/a@1.0.0/node_modules/a/i.js', [{ name: 'a' }]],
    [
      'helpers with their version',
      '//#region \\0@oxc-project+runtime@0.147.0/helpers/esm/typeof.js',
      [{ name: '@oxc-project/runtime', version: '0.147.0' }],
    ],
    ['each once', '// node_modules/a/1.js\n// node_modules/a/2.js', [{ name: 'a' }]],
    ['nothing in code', 'require("node_modules/a/b");\n//#region src/index.ts', []],
  ];
  for (const [title, text, expected] of comments) {
    it(`reads ${title}`, () => {
      assert.deepEqual(namedInComments(text), expected);
    });
  }
});
