/** Sizes of what is shipped: the bundles as they are and gzipped, and the VSIX. 1 KB is 1,000 bytes. */
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runNode } from '../process/runProcess.mjs';
import { judged } from '../table.mjs';

const BUDGETS = new Map([
  ['extension.js', { most: 150, text: '≤ 150 KB' }],
  ['engine.js', { most: 800, text: '≤ 800 KB' }],
]);
const WEBVIEW = { most: 250, text: '≤ 250 KB' };
const VSIX = { most: 2000, text: '≤ 2 MB' };

/** Sizes of all bundles; those without a budget are told as well. */
export async function measureBundles({ root }) {
  const dist = path.join(root, 'dist');
  const files = await readdir(dist, { recursive: true });
  const names = files.filter((file) => file.endsWith('.js')).map((file) => file.split(path.sep).join('/'));
  return Promise.all(names.sort().map((name) => bundleRow(dist, name)));
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

async function bundleRow(dist, name) {
  const bytes = await readFile(path.join(dist, name));
  const kilobytes = bytes.length / 1000;
  const gzipped = gzipSync(bytes, { level: 9 }).length / 1000;
  const what = `dist/${name}`;
  const budget = name.startsWith('webview/') ? WEBVIEW : BUDGETS.get(name);
  const figure = `${formatSize(kilobytes)}, gzipped ${formatSize(gzipped)}`;
  return budget === undefined ? { what, figure } : judged({ what, figure, value: kilobytes }, budget);
}

function formatSize(kilobytes) {
  return `${kilobytes.toFixed(1)} KB`;
}
