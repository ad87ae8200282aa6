/**
 * Faker in a file of its own, `dist/faker.js`: it would make the npm package a sixth larger, for the few runs that need
 * random data. The VSIX contains the file; the npm package has one that takes faker from where npm installed it.
 */

/** What is imported of faker. */
const MODULE = '@faker-js/faker/locale/en';
const FILE = 'faker.js';

/** The file in the npm package: its name and text. */
export const fakerInstalled = { name: FILE, text: `export { faker } from '${MODULE}';\n` };

/** Options for esbuild that make the file, from those of everything else. */
export function fakerOptions({ entryPoints: _others, plugins: _theirs, banner: _require, ...shared }) {
  return { ...shared, entryPoints: { faker: MODULE } };
}

/** The plugin that makes the other files import it. */
export const fakerFile = {
  name: 'faker-file',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^${MODULE}$`) }, () => ({ path: `./${FILE}`, external: true }));
  },
};
