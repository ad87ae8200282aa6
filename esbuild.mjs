/**
 * The bundles of the product, and the transpiled tree that the tests run.
 *
 * Each bundle is one layer's way out: only `extension.js`, `authorization.js`, `chainViewer.js`, `commands.js`,
 * `formEditor.js`, `mapping.js`, `notifying.js` and `sharing.js` may leave `vscode` unresolved, so an import that crosses a layer the wrong way fails the build.
 * `node esbuild.mjs` builds all of them into `dist/`; with `--watch` it keeps doing so.
 */
import { build, context } from 'esbuild';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { lazyPackages } from './scripts/bundle/lazyPackages.mjs';
import { leanAxios } from './scripts/bundle/leanAxios.mjs';
import { splitCommonJs } from './scripts/bundle/splitCommonJs.mjs';
import { buildValidators } from './scripts/schemas.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
};

const node = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  mainFields: ['module', 'main'],
  alias: { 'form-data': './scripts/bundle/formData.mjs' },
  plugins: [leanAxios],
};

const host = {
  ...node,
  target: 'node22',
  // A bundle is CommonJS: its names are there for require(), and only guessed by import().
  supported: { 'dynamic-import': false },
  external: [
    'vscode',
    './authorization.js',
    './chainViewer.js',
    './commands.js',
    './engine.js',
    './exporting.js',
    './formEditor.js',
    './language.js',
    './mapping.js',
    './matrixEngine.js',
    './notifying.js',
    './sampleApi.js',
    './sharing.js',
  ],
};

const webview = {
  ...shared,
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
};

/** Every bundle: output below `dist/` (of those that share files, the first) to the options that build it. */
export const bundles = {
  'extension.js': { ...host, entryPoints: ['src/host/extension.ts'], outfile: 'dist/extension.js' },
  'commands.js': { ...host, entryPoints: ['src/host/commands.ts'], outfile: 'dist/commands.js' },
  'authorization.js': {
    ...host,
    entryPoints: ['src/host/authorization.ts'],
    outfile: 'dist/authorization.js',
  },
  'chainViewer.js': { ...host, entryPoints: ['src/host/chainViewer.ts'], outfile: 'dist/chainViewer.js' },
  'mapping.js': { ...host, entryPoints: ['src/host/mapping.ts'], outfile: 'dist/mapping.js' },
  'notifying.js': { ...host, entryPoints: ['src/host/notifying.ts'], outfile: 'dist/notifying.js' },
  'sharing.js': { ...host, entryPoints: ['src/host/sharing.ts'], outfile: 'dist/sharing.js' },
  'formEditor.js': { ...host, entryPoints: ['src/host/formEditor.ts'], outfile: 'dist/formEditor.js' },
  'engine.js': {
    ...node,
    plugins: [...node.plugins, lazyPackages, splitCommonJs],
    entryPoints: {
      engine: 'src/host/engine.ts',
      exporting: 'src/host/exporting.ts',
      matrixEngine: 'src/host/matrixEngine.ts',
      bodyWorker: 'src/host/results/bodyWorker.ts',
      importWorker: 'src/host/import/importWorker.ts',
      language: 'src/host/language.ts',
      longRuleProcess: 'src/node/rules/longRuleProcess.ts',
      mappingWorker: 'src/host/mapping/mappingWorker.ts',
      sampleApi: 'src/host/sampleApi.ts',
      cli: 'src/cli/main.ts',
      'orders-api': 'examples/orders-api/main.ts',
    },
    outdir: 'dist',
  },
  'webview/results.js': {
    ...webview,
    entryPoints: { results: 'webview-ui/results/main.tsx' },
    outdir: 'dist/webview',
  },
  'webview/authz.js': {
    ...webview,
    entryPoints: { authz: 'webview-ui/authz/main.tsx' },
    outdir: 'dist/webview',
  },
  'webview/egress.js': {
    ...webview,
    entryPoints: { egress: 'webview-ui/egress/main.tsx' },
    outdir: 'dist/webview',
  },
  'webview/editor.js': {
    ...webview,
    entryPoints: { editor: 'webview-ui/editor/main.tsx' },
    outdir: 'dist/webview',
  },
  'webview/mapping.js': {
    ...webview,
    entryPoints: { mapping: 'webview-ui/mapping/main.tsx' },
    outdir: 'dist/webview',
  },
  'webview/viewer.js': {
    ...webview,
    entryPoints: { viewer: 'webview-ui/viewer/main.tsx' },
    outdir: 'dist/webview',
  },
};

/** Builds every bundle; resolves to esbuild's metafiles by bundle. */
export async function buildBundles() {
  await buildValidators();
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  const results = await Promise.all(
    Object.entries(bundles).map(async ([name, options]) => [name, (await build(options)).metafile]),
  );
  return Object.fromEntries(results);
}

/** What goes into every bundle, as esbuild's metafiles; nothing is written. */
export async function bundleMetafiles() {
  await buildValidators();
  const results = await Promise.all(
    Object.values(bundles).map((options) => build({ ...options, write: false, sourcemap: false })),
  );
  return results.map(({ metafile }) => metafile);
}

/** Transpiles sources and tests one by one into `out/`, where mocha finds them. */
export async function buildTests() {
  await buildValidators();
  await rm(path.join(root, 'out'), { recursive: true, force: true });
  const folders = ['src', 'examples', 'test', 'webview-ui', 'recorder'];
  const entryPoints = (await Promise.all(folders.map(typescriptFiles))).flat();
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'out',
    outbase: '.',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
  await cp(path.join(root, 'src/core/validators'), path.join(root, 'out/src/core/validators'), {
    recursive: true,
  });
}

async function typescriptFiles(folder) {
  const files = await readdir(path.join(root, folder), { recursive: true });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !file.startsWith('fixtures'))
    .map((file) => path.join(folder, file));
}

async function watch() {
  await buildValidators();
  await mkdir(path.join(root, 'dist'), { recursive: true });
  for (const options of Object.values(bundles)) {
    // The editor's watch task waits for esbuild's own lines about its start and end.
    await (await context({ ...options, minify: false, logLevel: 'info' })).watch();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await (process.argv.includes('--watch') ? watch() : buildBundles());
}
