/**
 * Bundles that other bundles load when they need them: esbuild splits no CommonJS, so a dynamic import of
 * one of these modules is left as it is and finds the bundle of that name beside the one it stands in.
 */
import path from 'node:path';

/** Modules that become bundles of their own: their path without ending, to the bundle's file name. */
const CHUNKS = new Map([
  ['src/core/html', 'html.js'],
  ['src/core/xml', 'xml.js'],
  ['src/node/cookieJar', 'cookies.js'],
]);

/** Entry points and file names of those bundles. */
export const chunks = [...CHUNKS].map(([module, file]) => ({ entry: `${module}.ts`, file }));

/** Leaves dynamic imports of the chunks to run time. */
export const lazyChunks = {
  name: 'lazy-chunks',
  setup(build) {
    const root = build.initialOptions.absWorkingDir;
    build.onResolve({ filter: /^\.\/\w+\.js$/ }, ({ kind, path: name, resolveDir }) => {
      const module = path.relative(root, path.join(resolveDir, name.slice(0, -'.js'.length)));
      const file = CHUNKS.get(module.replaceAll('\\', '/'));
      return kind === 'dynamic-import' && file !== undefined
        ? { path: `./${file}`, external: true }
        : undefined;
    });
  },
};
