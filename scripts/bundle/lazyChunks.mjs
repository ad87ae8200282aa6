/**
 * Bundles that other bundles load when they need them: esbuild splits no CommonJS, so a dynamic import of
 * one of these modules is left as it is and finds the bundle of that name beside the one it stands in.
 */

/** Modules that become bundles of their own: their path without ending, to the bundle's file name. */
const CHUNKS = new Map([
  ['src/core/html', 'html.js'],
  ['src/core/xml', 'xml.js'],
]);

/** Entry points and file names of those bundles. */
export const chunks = [...CHUNKS].map(([module, file]) => ({ entry: `${module}.ts`, file }));

/** Leaves dynamic imports of the chunks to run time. */
export const lazyChunks = {
  name: 'lazy-chunks',
  setup(build) {
    build.onResolve({ filter: /^\.\/(html|xml)\.js$/ }, ({ kind, path, resolveDir }) => {
      const file = CHUNKS.get(`src/core/${path.slice(2, -3)}`);
      const isCore = resolveDir.replaceAll('\\', '/').endsWith('src/core');
      return kind === 'dynamic-import' && isCore ? { path: `./${file}`, external: true } : undefined;
    });
  },
};
