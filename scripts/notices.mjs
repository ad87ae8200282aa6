/**
 * `npm run notices`: writes NOTICE.md, the licences of everything that the bundles contain. What a bundle
 * contains is what esbuild says went into it, not what happens to be installed.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/** Packages in esbuild's metafiles: name, version, licence and its text, sorted by name. */
export async function bundledPackages(metafiles) {
  const folders = new Set();
  for (const { inputs } of metafiles) {
    for (const file of Object.keys(inputs)) {
      const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
      if (folder !== undefined) {
        folders.add(folder);
      }
    }
  }
  const packages = await Promise.all([...folders].sort().map(readPackage));
  return packages.sort((one, other) => one.name.localeCompare(other.name));
}

/** The text of NOTICE.md. */
export function renderNotices(packages) {
  const entries = packages.map(
    ({ name, version, licence, text }) =>
      `## ${name} ${version}\n\n${licence}\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`,
  );
  return [
    '# Third-party notices\n\nThe bundles of this extension contain these packages.\n',
    ...entries,
  ].join('\n');
}

async function readPackage(folder) {
  const absolute = path.join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(path.join(absolute, 'package.json'), 'utf8'));
  const file = (await readdir(absolute)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text =
    file === undefined
      ? 'The package has no licence file.'
      : await readFile(path.join(absolute, file), 'utf8');
  return { name, version, licence: license ?? 'unknown', text: text.replaceAll('```', "'''") };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { buildBundles } = await import('../esbuild.mjs');
  const packages = await bundledPackages(Object.values(await buildBundles()));
  await writeFile(path.join(root, 'NOTICE.md'), renderNotices(packages));
}
