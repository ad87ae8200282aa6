/** The npm package: the command line, its sample, the schemas and the types of its reports, in a folder that `npm pack` takes. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { bundleMetafiles } from '../../esbuild.mjs';
import { fakerInstalled } from '../bundle/fakerFile.mjs';
import { root } from '../install.mjs';
import { bundledPackages, renderNotices } from '../notices.mjs';

const EXAMPLES = 'examples/workspace';
const SCHEMAS = 'media/schemas';
const TYPES = 'reports.d.ts';
const TEXTS = ['README.md', 'CHANGELOG.md', 'LICENSE'];

/**
 * Copies what the package consists of from what was built.
 *
 * @param {string} folder absolute path, made if need be
 */
export async function stageNpmPackage(folder) {
  const schemas = (await readdir(path.join(root, SCHEMAS))).map((name) => `${SCHEMAS}/${name}`);
  const program = await programFiles();
  const names = plainNames(program);
  const files = [...program, EXAMPLES, ...schemas, ...TEXTS];
  for (const file of files) {
    const target = path.join(folder, withNames(file, names));
    await mkdir(path.dirname(target), { recursive: true });
    const text = fakerInstalled(file) ?? (await smallerText(file, names));
    await (text === undefined
      ? cp(path.join(root, file), target, { recursive: true, filter: (source) => !isHidden(source) })
      : writeFile(target, text));
  }
  await writeFile(path.join(folder, 'NOTICE.md'), renderNotices(await programPackages()));
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

/** Names of the program's files without the digests of their content, which cannot be compressed: some 5 kB in all. */
function plainNames(files) {
  const taken = new Set(files);
  return new Map(
    files.flatMap((file) => {
      const [, stem] = /^dist\/(.+)-[A-Z0-9]{8}\.js$/.exec(file) ?? [];
      if (stem === undefined) {
        return [];
      }
      const plain = [`dist/${stem}.js`, ...files.map((_file, index) => `dist/${stem}-${index}.js`)].find(
        (name) => !taken.has(name),
      );
      taken.add(plain);
      return [[path.basename(file), path.basename(plain)]];
    }),
  );
}

/** A text with the plain names of files. */
function withNames(text, names) {
  return text.replace(/[\w-]+-[A-Z0-9]{8}\.js/g, (name) => names.get(name) ?? name);
}

/** A file without what nobody reads in a package: spaces of a schema, the name of a source map that is not there. */
async function smallerText(file, names) {
  const read = () => readFile(path.join(root, file), 'utf8');
  if (file.startsWith(SCHEMAS)) {
    return JSON.stringify(JSON.parse(await read()));
  }
  return file.startsWith('dist/')
    ? withNames((await read()).replace(/\/\/# sourceMappingURL=\S+\s*$/, ''), names)
    : undefined;
}

/** What the command line contains of others: the pages and the rest of the extension are not in this package. */
async function programPackages() {
  const [{ outputs }] = await bundleMetafiles();
  const [start] = Object.entries(outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith('src/cli/main.ts'),
  );
  const files = new Set([start]);
  for (const file of files) {
    // Iterating a Set also visits members added during the iteration.
    outputs[file].imports.filter((one) => one.path in outputs).forEach((one) => files.add(one.path));
  }
  return bundledPackages([...files].map((file) => outputs[file]));
}

/** What a run of the sample left. */
function isHidden(file) {
  return path.basename(file).startsWith('.');
}
