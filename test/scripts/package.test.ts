/** What the package promises to those who install it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.resolve(file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  engines: { vscode: string };
  contributes: {
    commands: { command: string; title: string; category: string; enablement?: string }[];
    keybindings: { key: string; when?: string }[];
    configuration: { properties: Record<string, { default?: unknown; description?: string }> };
  };
};
const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<
    string,
    { version?: string; resolved?: string; hasInstallScript?: boolean; dev?: boolean }
  >;
};

/** Versions below these have known vulnerabilities. */
const FLOORS: Readonly<Record<string, string>> = {
  axios: '1.18.0',
  preact: '10.28.2',
  'form-data': '4.0.6',
  'follow-redirects': '1.15.6',
  'tough-cookie': '4.1.3',
};

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}

describe('package.json', () => {
  it('names exact versions, @types/vscode apart', () => {
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    assert.deepEqual(
      all.filter(([, version]) => !/^(?:npm:typescript@)?\d+\.\d+\.\d+$/.test(version)),
      [],
    );
  });

  it('asks for no newer editor than its types describe', () => {
    assert.equal(manifest.engines.vscode, '^1.101.0');
    assert.match(manifest.devDependencies['@types/vscode'] ?? '', /^1\.101\./);
  });

  it('gives every command a title, the category and a text', () => {
    for (const { title, category } of manifest.contributes.commands) {
      assert.equal(category, 'Chainwright');
      assert.notEqual(texts[title.replaceAll('%', '')] ?? '', '', title);
    }
  });

  it('gives every setting a default and a description', () => {
    for (const [name, { default: value, description = '' }] of Object.entries(
      manifest.contributes.configuration.properties,
    )) {
      assert.notEqual(value, undefined, name);
      assert.notEqual(texts[description.replaceAll('%', '')] ?? '', '', name);
    }
  });

  it('takes keys only in chain files and in its own views', () => {
    for (const { key, when = '' } of manifest.contributes.keybindings) {
      assert.match(when, /chainwright\.activeFile == chain|focusedView == chainwright\./, key);
    }
  });
});

describe('package-lock.json', () => {
  it('names no download addresses', () => {
    assert.deepEqual(
      Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined),
      [],
    );
  });

  for (const [name, floor] of Object.entries(FLOORS)) {
    it(`has ${name} ${floor} or newer`, () => {
      const versions = Object.entries(lock.packages)
        .filter(([folder]) => folder.endsWith(`node_modules/${name}`))
        .map(([, { version = '' }]) => version);
      assert.ok(
        versions.every((version) => isAtLeast(version, floor)),
        versions.join(', '),
      );
    });
  }

  it('brings no install script into the product', () => {
    assert.deepEqual(
      Object.entries(lock.packages).filter(
        ([, { hasInstallScript, dev }]) => hasInstallScript === true && dev !== true,
      ),
      [],
    );
  });
});

describe('NOTICE.md', () => {
  it('names every package of the product in its version', () => {
    const notices = read('NOTICE.md');
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      assert.ok(notices.includes(`## ${name} ${version}\n`), `${name} ${version}: run npm run notices`);
    }
  });

  // MPL-2.0 asks for the source of its own files alone, here a public list.
  it('holds only licences that go together with MIT', () => {
    const licences = [...read('NOTICE.md').matchAll(/^## .*\n\n(.*)\n/gm)].map(([, licence]) => licence);
    const accepted = [
      'MIT',
      'ISC',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Apache-2.0',
      '0BSD',
      'CC-BY-4.0',
      'MPL-2.0',
    ];
    assert.deepEqual(
      licences.filter((licence) => !accepted.includes(licence ?? '')),
      [],
    );
  });
});
