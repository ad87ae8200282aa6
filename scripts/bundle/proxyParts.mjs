/**
 * Keeps out of the bundles what packages for proxies bring along and nothing here needs: a reader of IP addresses that is
 * larger than the client of SOCKS that uses a few lines of it, and logs that nobody can switch on in an editor.
 */
import { fileURLToPath } from 'node:url';

const ADDRESSES = fileURLToPath(new URL('ipAddresses.mjs', import.meta.url));
const NO_LOG = 'module.exports = () => Object.assign(() => {}, { enabled: false });';

/** The plugin. The build fails when socks imports something else of ip-address. */
export const proxyParts = {
  name: 'proxy-parts',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^ip-address$/ }, ({ importer }) =>
      /[\\/]socks[\\/]/.test(importer) ? { path: ADDRESSES } : undefined,
    );
    onResolve({ filter: /^debug$/ }, ({ path, importer }) =>
      /-agent|agent-base/.test(importer) ? { path, namespace: 'proxy-parts' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'proxy-parts' }, () => ({ contents: NO_LOG }));
  },
};
