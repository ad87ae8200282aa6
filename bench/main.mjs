/**
 * `npm run bench`: how fast, how large and how hungry Chainwright is, held against its budgets. Fewer
 * rounds with `-- --quick`, a part with `-- --only imports`. `-- --only wire --sources <folder>` also compares the public files
 * of wire/sources.json, which lie below `owner+name/` in that folder; `--file vampi` looks at files of that name only.
 *
 * Figures depend on the machine, so they decide nothing: a figure over its budget is reported and the exit
 * code stays 0. It is 1 when something did not run; a peer that cannot be installed is skipped.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from '../scripts/install.mjs';

ensureInstalled();
const { buildBundles } = await import('../esbuild.mjs');
const { measureActivation } = await import('./measure/activation.mjs');
const { measureAnalysis } = await import('./measure/analysis.mjs');
const { measureAuthz } = await import('./measure/authz.mjs');
const { measureAuthzParallel } = await import('./measure/authzParallel.mjs');
const { measureChainSpeed } = await import('./measure/chainSpeed.mjs');
const { measureFirstRequest } = await import('./measure/firstRequest.mjs');
const { measureFormPreview } = await import('./measure/formPreview.mjs');
const { measureImports } = await import('./measure/imports.mjs');
const { measureKeystroke } = await import('./measure/keystroke.mjs');
const { measureLongResponse } = await import('./measure/longResponse.mjs');
const { measureMappedApplications } = await import('./measure/mappedApplications.mjs');
const { measureMapping } = await import('./measure/mapping.mjs');
const { measureMemory } = await import('./measure/memory.mjs');
const { measureOpenChains } = await import('./measure/openChains.mjs');
const { measureOpenViews } = await import('./measure/openViews.mjs');
const { measureRows } = await import('./measure/rows.mjs');
const { measureBundles, measureVsix } = await import('./measure/sizes.mjs');
const { measureWire } = await import('./measure/wire.mjs');
const { measureViewer } = await import('./measure/viewer.mjs');
const { measureWalk } = await import('./measure/walk.mjs');
const { renderTable } = await import('./table.mjs');

const BENCHMARKS = [
  ['chain of 501 requests', measureChainSpeed],
  ['time to first request', measureFirstRequest],
  ['extension activation', measureActivation],
  ['analysis of a long chain', measureAnalysis],
  ['keystroke in a long chain', measureKeystroke],
  ['keystroke in a form', measureFormPreview],
  ['Chain Viewer', measureViewer],
  ['long responses', measureLongResponse],
  ['memory of views', measureOpenViews],
  ['imports', measureImports],
  ['walk of an import', measureWalk],
  ['wire: imported requests', measureWire],
  ['Auto Mapping', measureMapping],
  ['Auto Mapping of recorded applications', measureMappedApplications],
  ['memory of open chains', measureOpenChains],
  ['memory of long runs', measureMemory],
  ['rows of data', measureRows],
  ['authz: applications of others', measureAuthz],
  ['authz: cells at a time', measureAuthzParallel],
  ['bundles', measureBundles],
  ['VSIX', measureVsix],
];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    sources: { type: 'string' },
    file: { type: 'string' },
  },
});
const rounds = options.quick === true ? 2 : 5;
const chosen = BENCHMARKS.filter(([title]) =>
  title.toLowerCase().includes(options.only?.toLowerCase() ?? ''),
);
const folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-bench-'));
process.once('SIGINT', () => void cleanUp().then(() => process.exit(130)));

const rows = [];
const details = [];
try {
  const metafiles = await buildBundles();
  for (const [title, measure] of chosen) {
    console.error(`Measuring ${title}…`);
    rows.push(...(await measured(title, measure, metafiles)));
  }
} finally {
  await cleanUp();
}
console.log(`\n${machine()}, ${rounds} rounds: median (least–most)\n\n${renderTable(rows)}`);
for (const text of details) console.log(`\n${text}`);
process.exitCode = rows.some(({ verdict }) => verdict === 'did not run') ? 1 : 0;

/** The rows of one benchmark, which adds to `details` what does not fit in them; the others go on when it fails. */
async function measured(title, measure, metafiles) {
  try {
    return await measure({
      ...{ root, folder, rounds, metafiles, details, sources: options.sources, file: options.file },
      cli: path.join(root, 'dist/cli.js'),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ what: title, figure: reason, verdict: 'did not run' }];
  }
}

function machine() {
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${os.availableParallelism()} cores`;
}

function cleanUp() {
  return rm(folder, { recursive: true, force: true });
}
