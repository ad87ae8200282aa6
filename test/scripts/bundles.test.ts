/** What the files that ship load at once, and what only when it is needed. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Output {
  readonly imports: readonly {
    readonly path: string;
    readonly kind: string;
    readonly external?: boolean;
  }[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

describe('the bundles', () => {
  let outputs: Readonly<Record<string, Output>>;
  before(async function () {
    const { bundleMetafiles } = (await import(pathToFileURL(path.resolve('esbuild.mjs')).href)) as {
      bundleMetafiles: () => Promise<readonly [{ readonly outputs: typeof outputs }]>;
    };
    [{ outputs }] = await bundleMetafiles();
  });

  /** A file and what it imports: `at once` only, or also what it loads later. */
  function loadedWith(file: string, when: 'at once' | 'ever'): readonly Output[] {
    const files = new Set([file]);
    for (const name of files) {
      for (const { path: part, kind, external } of outputs[name]?.imports ?? []) {
        if (external !== true && (when === 'ever' || kind === 'import-statement')) {
          files.add(part);
        }
      }
    }
    return [...files].flatMap((name) => outputs[name] ?? []);
  }

  const inputsOf = (files: readonly Output[]): readonly string[] =>
    files.flatMap(({ inputs }) => Object.keys(inputs));

  it('load nothing that runs, analyses or imports chains when the extension is activated', () => {
    const inputs = inputsOf(loadedWith('dist/extension.js', 'at once'));
    assert.ok(inputs.includes('src/host/extension.ts'));
    const heavy =
      /^src\/(?:node\/(?:run|http|authz)\/|core\/(?:analysis\/(?!parameter)|authz\/(?!matrix)|mapping|run)\/|formats\/importers\/)/;
    assert.deepEqual(
      inputs.filter((input) => heavy.test(input)),
      [],
    );
    const packages = inputs.map((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? '');
    assert.deepEqual(
      [...new Set(packages)].filter((name) => name !== ''),
      ['jsonc-parser'],
    );
  });

  it('load a run on the command line in few files', () => {
    const [run = ''] = Object.keys(outputs).filter((file) => /^dist\/runCommand-/.test(file));
    const files = new Set(['dist/cli.js', run].flatMap((file) => loadedWith(file, 'at once')));
    assert.ok(inputsOf([...files]).includes('src/node/http/transport.ts'));
    assert.ok(files.size <= 20, `${files.size} files`);
  });

  for (const [file, name] of [
    ['./faker.js', '@faker-js'],
    ['./mcpSdk.js', '@modelcontextprotocol'],
  ] as const) {
    it(`have ${name} in a file of its own, which is loaded when it is asked for`, () => {
      const inputs = inputsOf(Object.values(outputs));
      assert.deepEqual(
        inputs.filter((input) => input.includes(`node_modules/${name}/`)),
        [],
      );
      const importers = Object.values(outputs).flatMap(({ imports }) =>
        imports.filter((one) => one.path === file).map(({ kind }) => kind),
      );
      assert.deepEqual(new Set(importers), new Set(['dynamic-import']));
    });
  }

  it('load nothing that sends to say what the command line can do', () => {
    const inputs = inputsOf(loadedWith('dist/cli.js', 'at once'));
    assert.deepEqual(
      inputs.filter((input) => /^src\/(?:node\/(?:run|http)|core\/run)\//.test(input)),
      [],
    );
  });

  for (const program of [
    'cli',
    'orders-api',
    'longRuleProcess',
    'descriptionWorker',
    'importWorker',
    'mappingWorker',
    'bodyWorker',
  ]) {
    it(`run ${program} without the editor`, () => {
      const files = loadedWith(`dist/${program}.js`, 'ever');
      assert.notEqual(files.length, 0);
      const asked = files.filter(({ imports }) => imports.some(({ path: name }) => name === 'vscode'));
      assert.deepEqual(inputsOf(asked), []);
    });
  }
});
