/**
 * Packages in files of their own in `dist/`: each would make the npm package too large, for the few people who need it.
 * The VSIX contains the files; those in the npm package take the packages from where npm installed them.
 */
import { build } from 'esbuild';
import { mcpParts } from './mcpParts.mjs';

/** What is in them: modules that only pass packages on, by the names of the files. */
const FILES = {
  // Random data that looks real.
  faker: 'src/node/run/faker.ts',
  // The Model Context Protocol.
  mcpSdk: 'src/cli/mcp/mcpSdk.ts',
};

/** Options for esbuild that make the files, from those of everything else. */
export function ownFileOptions(shared) {
  return { ...shared, entryPoints: FILES, splitting: false, plugins: [mcpParts] };
}

/** Writes the files of the npm package into a folder (absolute path). */
export async function buildForInstalled(outdir) {
  await build({
    entryPoints: FILES,
    outdir,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
  });
}

/** The plugin that makes the other files import them. */
export const ownFiles = {
  name: 'own-files',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./(?:${Object.keys(FILES).join('|')})$`) }, ({ path: file }) => ({
      path: `${file}.js`,
      external: true,
    }));
  },
};
