/** The npm package: the command line, its sample, the schemas and the types of its reports, in a folder that `npm pack` takes. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { fakerInstalled } from '../bundle/fakerFile.mjs';
import { root } from '../install.mjs';

const FOLDERS = ['examples/workspace', 'media/schemas'];
const TYPES = 'reports.d.ts';
const TEXTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE.md'];

/**
 * Copies what the package consists of from what was built.
 *
 * @param {string} folder absolute path, made if need be
 */
export async function stageNpmPackage(folder) {
  const files = [...(await programFiles()), ...FOLDERS, ...TEXTS];
  for (const file of files) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    const text = fakerInstalled(file);
    await (text === undefined
      ? cp(path.join(root, file), target, { recursive: true, filter: (source) => !isHidden(source) })
      : writeFile(target, text));
  }
  await writeFile(path.join(folder, TYPES), reportTypes());
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(npmManifest(manifest), null, 2)}\n`);
}

/** The types of the reports in one text that imports nothing. */
function reportTypes() {
  const [types] = generateDtsBundle([{ filePath: path.join(root, 'src/cli/reportTypes.ts') }], {
    preferredConfigPath: path.join(root, 'tsconfig.json'),
  });
  return types;
}

/** What npm needs to know. The bundles contain every package but faker, so nothing else is installed. */
function npmManifest({
  name,
  version,
  description,
  keywords,
  license,
  repository,
  bugs,
  homepage,
  engines,
  bin,
  dependencies,
}) {
  return {
    name,
    version,
    description,
    keywords,
    license,
    repository,
    bugs,
    homepage,
    type: 'module',
    bin,
    engines: { node: engines.node },
    peerDependencies: { '@faker-js/faker': `^${dependencies['@faker-js/faker']}` },
    peerDependenciesMeta: { '@faker-js/faker': { optional: true } },
    exports: {
      '.': { types: `./${TYPES}` },
      './schemas/*': './media/schemas/*',
      './package.json': './package.json',
    },
  };
}

/** The command line's file in `dist`, and every file there that it or one of them names. */
async function programFiles() {
  const built = new Set(await readdir(path.join(root, 'dist')));
  const files = new Set(['cli.js']);
  for (const file of files) {
    const text = await readFile(path.join(root, 'dist', file), 'utf8');
    for (const [, name] of text.matchAll(/["'`]\.?\/?([\w-]+\.js)["'`]/g)) {
      if (built.has(name)) {
        files.add(name);
      }
    }
  }
  return [...files].map((file) => `dist/${file}`);
}

/** What a run of the sample left. */
function isHidden(file) {
  return path.basename(file).startsWith('.');
}
