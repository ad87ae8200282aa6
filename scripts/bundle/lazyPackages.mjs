/**
 * Packages that few runs need, as files of their own beside the bundles: imported as usual, and loaded when
 * one of their exports is used for the first time.
 *
 * A dynamic import would make everything that matches an expression or checks a schema asynchronous, and
 * whoever runs a chain without either would still wait for what stands in the same file.
 */
import path from 'node:path';

/** Each is used by one adapter file, inside functions: a use at the top of a file would load it at once. */
const PACKAGES = [
  '@cfworker/json-schema',
  'aws4',
  'https-proxy-agent',
  'json-p3',
  'jsonc-parser',
  're2js',
  'socks-proxy-agent',
  'yaml',
];

/** The two modules made for a package: what imports get, and the way into the file that holds it. */
const STAND_IN = 'lazy-package';
const HOLDER = 'lazy-package-file';

/** The plugin. It adds an entry point for each package to the build's options. */
export const lazyPackages = {
  name: 'lazy-packages',
  setup(build) {
    const { initialOptions: options } = build;
    options.entryPoints = {
      ...options.entryPoints,
      ...Object.fromEntries(PACKAGES.map((name) => [fileOf(name), name])),
    };
    const names = new RegExp(`^(?:${PACKAGES.join('|')})$`);
    build.onResolve({ filter: names }, ({ path: name, kind, importer, namespace }) => {
      if (kind === 'entry-point') {
        return { path: name, namespace: HOLDER };
      }
      return namespace === HOLDER || isWithinPackages(importer)
        ? undefined
        : { path: name, namespace: STAND_IN };
    });
    build.onResolve({ filter: /^\.\//, namespace: STAND_IN }, ({ path: file }) => ({
      path: file,
      external: true,
    }));
    build.onLoad({ filter: /./, namespace: HOLDER }, async ({ path: name }) => ({
      // By name, for a package in CommonJS has no others to a bundle that is split.
      contents: `export { ${(await membersOf(name)).join(', ')} } from ${JSON.stringify(name)};`,
      resolveDir: options.absWorkingDir,
    }));
    build.onLoad({ filter: /./, namespace: STAND_IN }, async ({ path: name }) => ({
      contents: standIn(name, await membersOf(name)),
    }));
  },
};

/** What a package imports is for its own file to hold. */
function isWithinPackages(importer) {
  return importer.includes(`${path.sep}node_modules${path.sep}`);
}

function fileOf(name) {
  return name.replace(/^@/, '').replace('/', '-');
}

/** Names of what a package exports; those of one in CommonJS may be members of its default export only. */
async function membersOf(name) {
  const { default: whole, ...named } = await import(name);
  const members = Object.keys({ ...whole, ...named });
  return members.filter((member) => member !== 'module.exports' && member !== '__esModule');
}

/** A module whose members ask the package's file for themselves. */
function standIn(name, members) {
  const file = JSON.stringify(`./${fileOf(name)}.js`);
  const getters = members.map((member) => `get ${member}() { return require(${file}).${member}; }`);
  return `module.exports = { ${getters.join(', ')} };`;
}
