/**
 * `npm run notices`: writes NOTICE.md, the licences of everything that the bundles contain. What a bundle
 * contains is what esbuild says went into it, not what happens to be installed, and what those files contain
 * of other packages.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';
import { KNOWN_LICENCES, REVIEWED, namedInComments } from './notices/inlined.mjs';

/**
 * What is in a bundle of ours.
 *
 * @typedef {object} NoticedPackage
 * @property {string} name
 * @property {string} [version] absent where nothing says which version another package took in
 * @property {string} licence
 * @property {string} text
 * @property {readonly string[]} inlinedBy names of packages that carry it inside; none for one that is bundled itself
 * @property {boolean} [isPackage] false for code that is in no package registry under this name
 * @property {boolean} [isBundle] whether its author publishes files that a bundler made
 */

/** Packages in esbuild's metafiles, and those that their files carry inside: sorted by name. */
export async function bundledPackages(metafiles) {
  const files = new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs)));
  const folders = new Set([...files].flatMap((file) => packageFolder(file) ?? []));
  const bundled = await Promise.all([...folders].sort().map(readPackage));
  const inlined = await inlinedPackages([...files], bundled);
  return [...bundled, ...inlined].sort(
    (one, other) =>
      one.name.localeCompare(other.name) || (one.version ?? '').localeCompare(other.version ?? ''),
  );
}

/** The text of NOTICE.md. */
export function renderNotices(packages) {
  const entries = packages.map(
    ({ name, version, licence, text, inlinedBy }) =>
      `## ${[name, version].filter((part) => part !== undefined).join(' ')}\n\n${licence}\n` +
      (inlinedBy.length === 0 ? '' : `\nPart of ${inlinedBy.join(', ')}.\n`) +
      `\n\`\`\`text\n${text.trim()}\n\`\`\`\n`,
  );
  return [
    '# Third-party notices\n\nThe bundles of this extension contain these packages.\n',
    ...entries,
  ].join('\n');
}

/** The folder of the package that a file belongs to; absent for a file of ours. */
function packageFolder(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/** Packages inside of bundled files, by the comments that bundlers leave and by what people found. */
async function inlinedPackages(files, bundled) {
  const carriers = new Map();
  const add = ({ name, version }, by) => {
    const known = carriers.get(name) ?? { name, version, inlinedBy: new Set() };
    known.inlinedBy.add(by);
    carriers.set(name, known);
  };
  for (const file of files.filter((name) => /\.[cm]?js$/.test(name))) {
    const own = packageFolder(file)?.replace(/^.*node_modules\//, '');
    for (const one of namedInComments(await readFile(path.join(root, file), 'utf8'))) {
      if (one.name !== own) {
        add(one, own ?? path.posix.dirname(file));
      }
    }
  }
  for (const { name } of bundled) {
    (REVIEWED[name]?.inlines ?? []).forEach((inlined) => add({ name: inlined }, name));
  }
  return Promise.all([...carriers.values()].map(inlinedPackage));
}

/** What our own build takes in is what is installed; which version others took in, few comments say. */
async function inlinedPackage({ name, version, inlinedBy }) {
  const isOurs = [...inlinedBy].some((carrier) => carrier.startsWith('src/'));
  const { licence, text, isPackage, ...installed } =
    KNOWN_LICENCES[name] ?? (await readPackage(`node_modules/${name}`));
  const taken = isOurs ? installed.version : version;
  return {
    name,
    ...(taken === undefined ? {} : { version: taken }),
    licence,
    text,
    inlinedBy: [...inlinedBy].sort(),
    ...(isPackage === undefined ? {} : { isPackage }),
  };
}

/** Tools that make one file of many, and may take dependencies in with them. */
const BUNDLERS = /^(?:esbuild|microbundle|ncc|parcel|rolldown|rollup|tsdown|tsup|vite|webpack)$/;

async function readPackage(folder) {
  const absolute = path.join(root, folder);
  const {
    name,
    version,
    license,
    devDependencies = {},
  } = JSON.parse(
    await readFile(path.join(absolute, 'package.json'), 'utf8').catch(() => {
      throw new Error(
        `${folder} is not installed: add its licence to KNOWN_LICENCES in scripts/notices/inlined.mjs.`,
      );
    }),
  );
  const isBundle = Object.keys(devDependencies).some((tool) => BUNDLERS.test(tool));
  const file = (await readdir(absolute)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const text =
    file === undefined ? KNOWN_LICENCES[name]?.text : await readFile(path.join(absolute, file), 'utf8');
  if (text === undefined) {
    throw new Error(
      `${name} has no licence file: add its licence to KNOWN_LICENCES in scripts/notices/inlined.mjs.`,
    );
  }
  return {
    name,
    version,
    licence: license ?? 'unknown',
    text: text.replaceAll('```', "'''"),
    inlinedBy: [],
    isBundle,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { bundleMetafiles } = await import('../esbuild.mjs');
  await writeFile(
    path.join(root, 'NOTICE.md'),
    renderNotices(await bundledPackages(await bundleMetafiles())),
  );
}
