/**
 * `npm run release`: what a version is published as, in the folder `release`: the VSIX, the npm package, the recorder
 * for the stores of browsers, and the software bill of materials. With `--pre-release` the VSIX is one.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { bundleMetafiles } = await import('../esbuild.mjs');
const { buildRecorder, zipRecorder } = await import('./bundle/recorderFolder.mjs');
const { bundledPackages, renderNotices } = await import('./notices.mjs');
const { packNpmPackage } = await import('./release/npmPackage.mjs');
const { createSbom } = await import('./release/sbom.mjs');

const { name, version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const folder = path.join(root, 'release');
const packages = await bundledPackages(await bundleMetafiles());
if ((await readFile(path.join(root, 'NOTICE.md'), 'utf8')) !== renderNotices(packages)) {
  console.error('NOTICE.md is not up to date. Run npm run notices and commit it.');
  process.exit(1);
}
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

const channel = process.argv.includes('--pre-release') ? ['--pre-release'] : [];
makeVsix();
await packNpmPackage(folder);
const recorder = await zipRecorder(await buildRecorder(path.join(root, 'dist/recorder')));
await writeFile(path.join(folder, `${name}-recorder-${version}.zip`), recorder);
const sbom = `${JSON.stringify(await createSbom(packages), null, 2)}\n`;
await writeFile(path.join(folder, `${name}-${version}.cdx.json`), sbom);
console.log(`Everything to publish is in ${path.relative(process.cwd(), folder) || '.'}.`);

function makeVsix() {
  // npm is a script on Windows, which only a shell can start; the name and the version are ours.
  const shell = process.platform === 'win32';
  const args = ['run', 'package', '--', '--out', `release/${name}-${version}.vsix`, ...channel];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell });
  if (status !== 0) {
    console.error('The VSIX was not made. Read what npm says above.');
    process.exit(1);
  }
}
