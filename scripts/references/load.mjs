/** Definitions in the sources, for what is generated from them. */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../install.mjs';

/** What modules of `src` export together. */
export async function loadSources(...modules) {
  const folder = await mkdtemp(path.join(root, 'node_modules/.source-'));
  try {
    const outfile = path.join(folder, 'source.mjs');
    await build({
      stdin: {
        contents: modules.map((name) => `export * from './src/${name}';`).join('\n'),
        resolveDir: root,
      },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'error',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
