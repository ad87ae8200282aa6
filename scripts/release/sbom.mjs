/**
 * The software bill of materials (CycloneDX): what npm says of the lock file, and what packages carry inside.
 *
 * Two runs of one commit give the same text: times, serial numbers and versions of tools are left out, and so are
 * addresses of downloads, which differ from machine to machine.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../install.mjs';

/**
 * The document for a commit.
 *
 * @param {readonly import('../notices.mjs').NoticedPackage[]} packages those of `bundledPackages`
 */
export async function createSbom(packages) {
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const shipped = [
    ...Object.entries(dependencies),
    ...packages.filter(isBundled).map(({ name, version }) => [name, version]),
  ];
  return completeSbom(
    await npmSbom(),
    shipped.map((one) => one.join('@')),
    packages.filter((one) => !isBundled(one)),
  );
}

/**
 * What npm says of the lock file, the same for everybody: `shipped` (`name@version`) and the packages that are inside
 * of others. What a package asks for is left out where no bundle has it.
 */
function completeSbom(written, shipped, inlined) {
  const { serialNumber: _serial, metadata, components, dependencies, ...rest } = written;
  const { timestamp: _timestamp, tools: _tools, component, ...about } = metadata;
  const main = { ...withoutDownloads(component), type: 'application', name: nameIn(component.purl) };
  const needed = new Set(shipped);
  const kept = components.filter((one) => needed.has(one['bom-ref']));
  const inside = carriedBy(
    inlined,
    new Map(kept.map((one) => [nameIn(one.purl), one['bom-ref']])),
    main['bom-ref'],
  );
  return {
    ...rest,
    metadata: { ...about, component: main },
    components: sorted([...kept.map(withoutDownloads), ...inlined.map(componentOf)], 'bom-ref'),
    dependencies: sorted(
      [
        ...dependencies
          .filter(({ ref }) => ref === main['bom-ref'] || needed.has(ref))
          .map(({ ref, dependsOn = [] }) => ({
            ref,
            dependsOn: [...dependsOn.filter((one) => needed.has(one)), ...(inside.get(ref) ?? [])].sort(),
          })),
        ...inlined.map((one) => ({ ref: refOf(one), dependsOn: [] })),
      ],
      'ref',
    ),
  };
}

function isBundled({ inlinedBy }) {
  return inlinedBy.length === 0;
}

/** References of inlined packages by that of the package that carries them; those of our own files by `main`. */
function carriedBy(inlined, refsByName, main) {
  const inside = new Map();
  for (const one of inlined) {
    for (const carrier of one.inlinedBy) {
      const ref = refsByName.get(carrier) ?? main;
      inside.set(ref, [...(inside.get(ref) ?? []), refOf(one)]);
    }
  }
  return inside;
}

async function npmSbom() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  // npm is a script on Windows, which only a shell can start; the arguments are constants.
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: root,
    shell: process.platform === 'win32',
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout);
}

function withoutDownloads({ externalReferences = [], ...component }) {
  const kept = externalReferences.filter(({ type }) => type !== 'distribution');
  return { ...component, ...(kept.length === 0 ? {} : { externalReferences: kept }) };
}

/** A package that is part of another one's files, whose version is often not known. */
function componentOf({ name, version, licence, inlinedBy, isPackage = true }) {
  return {
    'bom-ref': refOf({ name }),
    type: 'library',
    name,
    ...(version === undefined ? {} : { version }),
    scope: 'required',
    ...(isPackage ? { purl: purlOf(name, version) } : {}),
    properties: inlinedBy.map((value) => ({ name: 'chainwright:partOf', value })),
    licenses: [{ license: { id: licence } }],
  };
}

function refOf({ name }) {
  return `inlined:${name}`;
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}${version === undefined ? '' : `@${version}`}`;
}

function nameIn(purl) {
  return decodeURIComponent(/^pkg:npm\/(.+)@/.exec(purl)?.[1] ?? '');
}

function sorted(list, key) {
  return list.toSorted((one, other) => (one[key] < other[key] ? -1 : Number(one[key] > other[key])));
}
