/**
 * Keeps out of the bundles what axios would load and nothing here uses: bodies are always bytes
 * (src/core/prepare/body.ts writes them), redirects are followed by the engine (src/core/run/redirect.ts), and
 * proxies and HTTP/2 are used without axios (src/node/http/proxyAgents.ts, src/node/http/http2Exchange.ts).
 *
 * `form-data` brings a table of media types that is as large as axios itself. For the global `FormData`, at which axios
 * looks as soon as it is loaded, Node loads all of undici, which takes 15 milliseconds; `http2` takes five.
 */
import { readFile } from 'node:fs/promises';

/** Replacements for modules that axios imports. */
const STAND_INS = new Map([
  ['form-data', 'export default class FormData {}'],
  ['follow-redirects', 'export default {}'],
  ['http2', 'export default { constants: {} }'],
  ['https-proxy-agent', 'export default class HttpsProxyAgent {}'],
]);

const GLOBAL = "typeof G.FormData !== 'undefined' ? G.FormData : undefined";

/** The plugin. The build fails when axios looks for forms in another way. */
export const axiosParts = {
  name: 'axios-parts',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(?:form-data|follow-redirects|http2|https-proxy-agent)$/ }, ({ path, importer }) =>
      /[\\/]axios[\\/]lib[\\/]/.test(importer) ? { path, namespace: 'axios-parts' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'axios-parts' }, ({ path }) => ({ contents: STAND_INS.get(path) }));
    onLoad({ filter: /[\\/]axios[\\/]lib[\\/]utils\.js$/ }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8')).replace(GLOBAL, 'undefined');
      return contents.includes('G.FormData')
        ? {
            errors: [
              { text: 'axios looks for the global FormData in a way that axiosParts.mjs does not know' },
            ],
          }
        : { contents };
    });
  },
};
