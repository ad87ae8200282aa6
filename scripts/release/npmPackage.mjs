/** The npm package: the command line, its sample, the schemas, two pages for models, and the types of its reports. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import { generateDtsBundle } from 'dts-bundle-generator';
import mapValues from 'lodash/mapValues.js';
import omit from 'lodash/omit.js';
import { buildProgram } from '../../esbuild.mjs';
import { buildForInstalled } from '../bundle/ownFiles.mjs';
import { root } from '../install.mjs';
import { NAMED } from '../schemaTexts.mjs';
import { bundledPackages, renderNotices } from '../notices.mjs';

const EXAMPLES = 'examples/workspace';
const SCHEMAS = 'media/schemas';
const TYPES = 'reports.d.ts';
/** Installed by those who need them. */
const PEERS = ['@faker-js/faker', '@modelcontextprotocol/sdk'];
const TEXTS = ['README.md', 'LICENSE', 'docs/chains.md', 'docs/environments.md'];

/**
 * Packs what was built, as it is published. Zopfli makes the tarball 4 % smaller than npm does.
 *
 * @param {string} folder absolute path; what the package consists of stays in its folder `npm`
 * @returns {Promise<string>} absolute path of the tarball
 */
export async function packNpmPackage(folder) {
  await stageNpmPackage(path.join(folder, 'npm'));
  // npm is a script on Windows, which only a shell can start; the command is a constant.
  const shell = process.platform === 'win32';
  const { stdout } = await promisify(execFile)('npm', ['pack', './npm', '--silent'], { cwd: folder, shell });
  const tarball = path.join(folder, stdout.trim());
  // With as many blocks as are worth it. Otherwise thousands of bytes depend on the order of the files.
  const options = { numiterations: 15, blocksplittingmax: 0 };
  await writeFile(tarball, await gzipAsync(gunzipSync(await readFile(tarball)), options));
  return tarball;
}

/** Builds and copies what the package consists of; makes the folder if need be. */
async function stageNpmPackage(folder) {
  const program = path.join(folder, 'dist');
  const metafile = await buildProgram(program);
  await buildForInstalled(program);
  for (const file of [EXAMPLES, ...TEXTS]) {
    await cp(path.join(root, file), path.join(folder, file), {
      recursive: true,
      filter: (source) => !isHidden(source),
    });
  }
  await copySchemas(path.join(folder, SCHEMAS));
  await writeFile(
    path.join(folder, 'NOTICE.md'),
    renderNotices(await bundledPackages(Object.values(metafile.outputs))),
  );
  await writeFile(path.join(folder, TYPES), reportTypes());
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(npmManifest(manifest), null, 2)}\n`);
}

/** Words of schemas that VS Code makes use of; our extension brings schemas of its own. */
const FOR_VSCODE = [
  'defaultSnippets',
  'enumDescriptions',
  'errorMessage',
  'examples',
  'markdownDescription',
  'patternErrorMessage',
];

/** The English schemas without what is for VS Code, and without spaces, which nobody reads in a package. */
async function copySchemas(folder) {
  await mkdir(folder, { recursive: true });
  const names = await readdir(path.join(root, SCHEMAS));
  for (const name of names.filter((file) => file.endsWith('.json'))) {
    const schema = JSON.parse(await readFile(path.join(root, SCHEMAS, name), 'utf8'));
    // Nobody writes a result by hand, and its types say what its members are.
    const words = name.endsWith('result.schema.json') ? [...FOR_VSCODE, 'description'] : FOR_VSCODE;
    await writeFile(path.join(folder, name), JSON.stringify(forOtherEditors(schema, words)));
  }
}

function forOtherEditors(schema, left) {
  const shorter = (inside) => forOtherEditors(inside, left);
  if (Array.isArray(schema)) {
    return schema.map(shorter);
  }
  const isObject = schema !== null && typeof schema === 'object';
  return isObject
    ? mapValues(omit(schema, left), (member, name) =>
        NAMED.includes(name) ? mapValues(member, shorter) : shorter(member),
      )
    : schema;
}

/** The types of the reports in one text that imports nothing. */
function reportTypes() {
  const [types] = generateDtsBundle([{ filePath: path.join(root, 'src/cli/reportTypes.ts') }], {
    preferredConfigPath: path.join(root, 'tsconfig.json'),
  });
  return types;
}

/** What npm needs to know. The bundles contain every package but two, so nothing else is installed. */
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
    peerDependencies: Object.fromEntries(PEERS.map((peer) => [peer, `^${dependencies[peer]}`])),
    peerDependenciesMeta: Object.fromEntries(PEERS.map((peer) => [peer, { optional: true }])),
    exports: {
      '.': { types: `./${TYPES}` },
      './schemas/*': './media/schemas/*',
      './package.json': './package.json',
    },
  };
}

/** What a run of the sample left. */
function isHidden(file) {
  return path.basename(file).startsWith('.');
}
