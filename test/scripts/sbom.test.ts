/** The software bill of materials that a release comes with. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface NoticedPackage {
  readonly name: string;
  readonly version?: string;
  readonly licence: string;
  readonly inlinedBy: readonly string[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly { readonly license: { readonly id: string } }[];
}

interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const load = (file: string): Promise<never> =>
  import(pathToFileURL(path.resolve(file)).href) as Promise<never>;

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

describe('the software bill of materials', () => {
  let packages: readonly NoticedPackage[];
  let sbom: Sbom;
  let createSbom: (packages: readonly NoticedPackage[]) => Promise<Sbom>;
  before(async function () {
    const { bundleMetafiles }: { bundleMetafiles: () => Promise<unknown> } = await load('esbuild.mjs');
    const {
      bundledPackages,
    }: { bundledPackages: (metafiles: unknown) => Promise<readonly NoticedPackage[]> } =
      await load('scripts/notices.mjs');
    packages = await bundledPackages(await bundleMetafiles());
    ({ createSbom } = await load('scripts/release/sbom.mjs'));
    sbom = await createSbom(packages);
  });

  it('is a CycloneDX document about this version', () => {
    const { bomFormat, specVersion, metadata } = sbom;
    assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.5']);
    assert.equal(metadata.component.name, 'chainwright');
    assert.equal(metadata.component.version, manifest.version);
  });

  it('has every dependency with version, licence and package URL', () => {
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      const component = sbom.components.find((one) => one['bom-ref'] === `${name}@${version}`);
      assert.ok(component, name);
      assert.equal(component.version, version);
      assert.equal(component.purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
      assert.match(component.licenses?.[0]?.license.id ?? '', /^[\w.-]+$/);
    }
  });

  it('has what packages carry inside, as a part of those', () => {
    for (const { name, licence, inlinedBy } of packages.filter((one) => one.inlinedBy.length > 0)) {
      const component = sbom.components.find((one) => one['bom-ref'] === `inlined:${name}`);
      assert.equal(component?.licenses?.[0]?.license.id, licence, name);
      const carriers = sbom.dependencies.filter(({ dependsOn }) => dependsOn.includes(`inlined:${name}`));
      assert.equal(carriers.length, inlinedBy.length, name);
    }
  });

  it('has everything that is in a bundle, and no tool of ours', () => {
    const refs = new Set(sbom.components.map((one) => one['bom-ref']));
    const missing = packages.filter(
      ({ name, version = '', inlinedBy }) => inlinedBy.length === 0 && !refs.has(`${name}@${version}`),
    );
    assert.deepEqual(missing, []);
    const tools = Object.entries(manifest.devDependencies).filter(([name, version]) =>
      refs.has(`${name}@${version}`),
    );
    assert.deepEqual(tools, []);
  });

  it('refers to nothing that it does not have', () => {
    const refs = new Set([
      sbom.metadata.component['bom-ref'],
      ...sbom.components.map((one) => one['bom-ref']),
    ]);
    assert.deepEqual(
      sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
      [],
    );
    assert.equal(refs.size, sbom.components.length + 1);
  });

  it('says nothing of when it was made, and from which server', async () => {
    assert.equal(JSON.stringify(await createSbom(packages)), JSON.stringify(sbom));
    assert.deepEqual([sbom.serialNumber, sbom.metadata.timestamp], [undefined, undefined]);
    const text = JSON.stringify(sbom);
    assert.doesNotMatch(text, /"distribution"|\.tgz/);
  });
});
