/** Modules of the sources, built as they ship, for processes that measure them by themselves. */
import { build } from 'esbuild';
import path from 'node:path';

const MODULES = [
  'core/analysis/analyzeChain',
  'core/analysis/readSource',
  'core/form/draftedChain',
  'node/preview/previewSegments',
  'node/results/bodyStore',
  'protocol/chainForm',
  'protocol/chainView',
];

/**
 * Builds them below a folder.
 *
 * @returns {Promise<string>} where they are: `core/analysis/analyzeChain.mjs` and so on
 */
export async function buildSources({ root, folder }) {
  const outdir = path.join(folder, 'sources');
  await build({
    absWorkingDir: root,
    entryPoints: MODULES.map((module) => ({ in: `src/${module}.ts`, out: module })),
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return outdir;
}
