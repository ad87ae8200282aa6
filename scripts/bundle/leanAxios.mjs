/**
 * Leaves out of axios what only its `fetch` adapter uses: the engine sends with Node's own `http`, and
 * a look at the global `FormData` alone makes Node load its whole second HTTP client.
 *
 * And what only redirects use, which the engine follows itself: V8 puts a function that is assigned to a
 * member where only full collections look, and this one holds its request, the whole answer included.
 *
 * And the packages behind what is switched off here: proxies, redirects and HTTP/2 have files of ours.
 */
import { readFile } from 'node:fs/promises';

/** What is replaced: a file below axios's `lib`, what stands there, and what takes its place. */
const REPLACEMENTS = [
  {
    file: /axios[\\/]lib[\\/]utils\.js$/,
    found: "const FormDataCtor = typeof G.FormData !== 'undefined' ? G.FormData : undefined;",
    instead: 'const FormDataCtor = undefined;',
  },
  {
    file: /axios[\\/]lib[\\/]adapters[\\/]http\.js$/,
    found: /options\.beforeRedirects\.direct = \(redirectOptions\) => \{[^{}]*\};/,
    instead: '',
  },
];

const UNUSED = /^(?:follow-redirects|http2|https-proxy-agent|proxy-from-env)$/;

const NOTHING = 'export default {}; export const getProxyForUrl = undefined;';

/** The plugin; a version of axios that is written otherwise fails the build. */
export const leanAxios = {
  name: 'lean-axios',
  setup(build) {
    build.onLoad({ filter: /axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/ }, () => ({
      contents: 'export const getFetch = () => false;',
    }));
    build.onResolve({ filter: UNUSED }, ({ path, importer }) =>
      /[\\/]axios[\\/]lib[\\/]/.test(importer) ? { path, namespace: 'unused-by-axios' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'unused-by-axios' }, () => ({ contents: NOTHING }));
    for (const { file, found, instead } of REPLACEMENTS) {
      build.onLoad({ filter: file }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source.replace(found, instead);
        if (contents === source) {
          throw new Error(`${path} is no longer written as it was; see scripts/bundle/leanAxios.mjs.`);
        }
        return { contents };
      });
    }
  },
};
