/**
 * What ships, and the transpiled tree that the tests run.
 *
 * Everything that ships is ES modules. The code for Node is one build: esbuild writes what several entry points
 * share, and what is loaded with `import()`, to files of their own, all in one folder, because workers are found
 * next to the module that starts them. `node esbuild.mjs` builds into `dist/`; with `--watch` it keeps doing so.
 */
import { build, context } from 'esbuild';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inRooms, withFewerFiles } from './scripts/bundle/fewerFiles.mjs';
import { axiosParts } from './scripts/bundle/axiosParts.mjs';
import { htmlParts } from './scripts/bundle/htmlParts.mjs';
import { ownFileOptions, ownFiles } from './scripts/bundle/ownFiles.mjs';
import { proxyParts } from './scripts/bundle/proxyParts.mjs';
import { scriptParts } from './scripts/bundle/scriptParts.mjs';
import { xmlParts } from './scripts/bundle/xmlParts.mjs';
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
  entryPoints: {
    extension: 'src/host/extension.ts',
    bodyWorker: 'src/host/results/bodyWorker.ts',
    descriptionWorker: 'src/host/openapi/descriptionWorker.ts',
    importWorker: 'src/host/import/importWorker.ts',
    mappingWorker: 'src/host/mapping/mappingWorker.ts',
    longRuleProcess: 'src/node/rules/longRuleProcess.ts',
    cli: 'src/cli/main.ts',
    'orders-api': 'examples/orders-api/main.ts',
  },
  outdir: 'dist',
  platform: 'node',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  target: 'node20',
  mainFields: ['module', 'main'],
  external: ['vscode'],
  plugins: [axiosParts, htmlParts, ownFiles, proxyParts, scriptParts, xmlParts],
  // Packages in CommonJS ask for modules of Node with require(), which an ES module does not have.
  banner: {
    js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
  },
};

const webview = {
  ...shared,
  entryPoints: Object.fromEntries(
    ['results', 'authz', 'policy', 'proposal', 'egress', 'editor', 'mapping', 'viewer'].map((page) => [
      page,
      `webview-ui/${page}/main.tsx`,
    ]),
  ),
  outdir: 'dist/webview',
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
};

/** Builds everything that ships into `dist/`; resolves to esbuild's metafiles. */
export async function buildBundles() {
  await buildValidators();
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  const results = await Promise.all([
    withFewerFiles(node).then(build),
    build(webview),
    build(ownFileOptions(node)),
  ]);
  return results.map(({ metafile }) => metafile);
}

/**
 * Builds the command line alone, as the npm package has it, into a folder; resolves to esbuild's metafile.
 *
 * @param {string} outdir absolute path
 */
export async function buildProgram(outdir) {
  const { cli, longRuleProcess } = node.entryPoints;
  const options = await inRooms({ ...node, entryPoints: { cli, longRuleProcess }, sourcemap: false, outdir });
  const { metafile } = await build(options);
  await Promise.all(Object.keys(metafile.outputs).map((file) => minifyAgain(path.join(root, file))));
  return metafile;
}

/** Terser looks further than esbuild does, for which only a package that is published has the time. */
async function minifyAgain(file) {
  const { minify } = await import('terser');
  const { code } = await minify(await readFile(file, 'utf8'), {
    module: true,
    ecma: 2022,
    compress: { passes: 2 },
  });
  await writeFile(file, code);
}

/** What ships, as esbuild's metafiles; nothing is written. */
export async function bundleMetafiles() {
  await buildValidators();
  const unwritten = { write: false, sourcemap: false };
  const results = await Promise.all([
    build({ ...(await withFewerFiles(node)), ...unwritten }),
    build({ ...webview, ...unwritten }),
    build({ ...ownFileOptions(node), ...unwritten }),
  ]);
  return results.map(({ metafile }) => metafile);
}

/** Transpiles sources and tests one by one into `out/`, where mocha finds them. */
export async function buildTests() {
  await buildValidators();
  await rm(path.join(root, 'out'), { recursive: true, force: true });
  const folders = ['src', 'examples', 'test', 'webview-ui', 'recorder'];
  const entryPoints = (await Promise.all(folders.map(sourceFiles))).flat();
  await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'out',
    outbase: '.',
    bundle: true,
    plugins: [oneByOne],
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
}

/** Leaves modules apart, each import with the extension that Node asks for. */
const oneByOne = {
  name: 'one-by-one',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path: file, kind }) =>
      kind === 'entry-point'
        ? undefined
        : { path: /\.(?:css|js|json)$/.test(file) ? file : `${file}.js`, external: true },
    );
  },
};

/** TypeScript, and the validators that are built as JavaScript. */
async function sourceFiles(folder) {
  const files = await readdir(path.join(root, folder), { recursive: true });
  return files
    .filter((file) => /\.(?:tsx?|js)$/.test(file) && !file.endsWith('.d.ts') && !file.startsWith('fixtures'))
    .map((file) => path.join(folder, file));
}

async function watch() {
  await buildValidators();
  await mkdir(path.join(root, 'dist'), { recursive: true });
  for (const options of [node, webview, ownFileOptions(node)]) {
    // The editor's watch task waits for esbuild's own lines about its start and end.
    await (await context({ ...options, minify: false, logLevel: 'info' })).watch();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await (process.argv.includes('--watch') ? watch() : buildBundles());
}
