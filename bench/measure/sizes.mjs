/**
 * Sizes of what is shipped: the bundles as they are and gzipped, and the VSIX. 1 KB is 1,000 bytes. A bundle
 * counts with every file that loading it loads; files that bundles share count for each of them.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runNode } from '../process/runProcess.mjs';
import { judged } from '../table.mjs';

const BUDGETS = new Map([
  ['dist/extension.js', { most: 150, text: '≤ 150 KB' }],
  ['dist/cli.js', { most: 150, text: '≤ 150 KB' }],
  // Cytoscape is the largest part.
  ['dist/webview/viewer.js', { most: 500, text: '≤ 500 KB' }],
]);
const WEBVIEW = { most: 250, text: '≤ 250 KB' };
const VSIX = { most: 2000, text: '≤ 2 MB' };

/** Sizes of all bundles; those without a budget are reported as well. */
export async function measureBundles({ root, metafiles }) {
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  const entries = Object.keys(outputs).filter((file) => isBundle(file, outputs));
  return Promise.all(entries.sort().map((entry) => bundleRow(root, entry, loadedWith(entry, outputs))));
}

/** Whether a file is the way into a bundle: not a part that others import, at once or later. */
function isBundle(file, outputs) {
  const { entryPoint } = outputs[file];
  const isPart = Object.values(outputs).some(({ imports }) =>
    imports.some(({ path: part }) => part === file),
  );
  return file.endsWith('.js') && entryPoint !== undefined && !isPart;
}

/** The file and those that it imports at once, and so on. */
function loadedWith(entry, outputs) {
  const files = new Set([entry]);
  for (const file of files) {
    const atOnce = outputs[file].imports.filter(
      ({ kind, external }) => kind === 'import-statement' && !external,
    );
    atOnce.forEach(({ path: part }) => files.add(part));
  }
  return [...files];
}

/** Size of the VSIX, packaged into a temporary folder; this builds once more, as packaging always does. */
export async function measureVsix({ root, folder }) {
  const file = path.join(folder, 'chainwright.vsix');
  const vsce = path.join(root, 'node_modules/@vscode/vsce/vsce');
  await runNode([vsce, 'package', '--no-dependencies', '--out', file], {
    cwd: root,
    outputFile: path.join(folder, 'vsce.txt'),
  });
  const kilobytes = (await stat(file)).size / 1000;
  return [judged({ what: 'VSIX', figure: formatSize(kilobytes), value: kilobytes }, VSIX)];
}

async function bundleRow(root, what, files) {
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  const bytes = Buffer.concat(contents);
  const kilobytes = bytes.length / 1000;
  const gzipped = gzipSync(bytes, { level: 9 }).length / 1000;
  const budget = BUDGETS.get(what) ?? (what.startsWith('dist/webview/') ? WEBVIEW : undefined);
  const parts = files.length === 1 ? '' : ` in ${files.length} files`;
  const figure = `${formatSize(kilobytes)}, gzipped ${formatSize(gzipped)}${parts}`;
  return budget === undefined ? { what, figure } : judged({ what, figure, value: kilobytes }, budget);
}

function formatSize(kilobytes) {
  return `${kilobytes.toFixed(1)} KB`;
}
