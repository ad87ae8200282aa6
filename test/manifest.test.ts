import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Command {
  readonly command: string;
  readonly title?: string;
  readonly category?: string;
  readonly icon?: string;
  readonly enablement?: string;
}

interface MenuItem {
  readonly command: string;
  readonly group: string;
  readonly when: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly menus: {
      readonly commandPalette: readonly { readonly command: string; readonly when?: string }[];
      readonly 'view/item/context': readonly MenuItem[];
    };
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
    readonly languageModelTools: readonly { readonly name: string; readonly when: string }[];
    readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly description?: string; readonly default?: unknown }>
      >;
    };
  };
}

const manifestText = readFileSync('package.json', 'utf8');
const { contributes } = JSON.parse(manifestText) as Manifest;
const hostSources = sourcesIn('src/host');

function sourcesIn(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
}

function sortedUnique(texts: Iterable<string | undefined>): readonly (string | undefined)[] {
  return [...new Set(texts)].sort();
}

function membersOf(file: string): readonly string[] {
  return Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object).sort();
}

describe('what the extension contributes', () => {
  it('has its texts in package.nls.json, all of them used', () => {
    const used = sortedUnique([...manifestText.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key));
    assert.deepEqual(used, membersOf('package.nls.json'));
  });

  it('gives every command a title, a category, an icon, and a condition for the palette', () => {
    const { commandPalette } = contributes.menus;
    for (const { command, title, category, icon, enablement } of contributes.commands) {
      const condition = enablement ?? commandPalette.find((item) => item.command === command)?.when;
      assert.equal(category, 'Chainwright');
      assert.ok(
        [title, icon, condition].every((text) => text !== undefined),
        command,
      );
    }
  });

  it('asks for the active file in the palette and keys, and for the file of the menu elsewhere', () => {
    const { commandPalette, ...menus } = contributes.menus;
    const anywhere = JSON.stringify([commandPalette, contributes.keybindings, contributes.commands]);
    assert.doesNotMatch(anywhere, /resourceFilename/);
    assert.doesNotMatch(JSON.stringify(menus), /chainwright\.activeFile/);
  });

  it('registers every command that it contributes, and no other', () => {
    const registered = [...hostSources.matchAll(/\bregister\('(\w+)'/g)].map(
      ([, name]) => `chainwright.${name}`,
    );
    assert.deepEqual(registered.sort(), contributes.commands.map(({ command }) => command).sort());
  });

  it('has what a button of a line does in the menu of the line, which the keyboard opens', () => {
    const items = contributes.menus['view/item/context'];
    const [inline, inMenu] = [true, false].map((wanted) =>
      items.filter(({ group }) => group.startsWith('inline') === wanted),
    );
    const viewOf = ({ when }: MenuItem) => /view == (\S+)/.exec(when)?.[1];
    assert.ok(inline !== undefined && inline.length > 0);
    for (const button of inline) {
      assert.ok(
        inMenu?.some((item) => item.command === button.command && viewOf(item) === viewOf(button)),
        `${button.command} is in the menu of ${viewOf(button) ?? 'no view'}`,
      );
    }
  });

  it('offers tools to a model only in a folder that the person trusts', () => {
    assert.ok(contributes.languageModelTools.length > 0);
    for (const { name, when } of contributes.languageModelTools) {
      assert.equal(
        when,
        'isWorkspaceTrusted && workspaceFolderCount > 0 && !config.chainwright.mcpServer',
        name,
      );
    }
  });

  it('listens to keys only where chains are', () => {
    for (const { command, when } of contributes.keybindings) {
      assert.match(when ?? '', /chainwright\.activeFile == chain|focusedView == chainwright\./, command);
    }
  });

  it('gives every setting a default and a description', () => {
    for (const [name, setting] of Object.entries(contributes.configuration.properties)) {
      assert.ok(setting.default !== undefined && setting.description !== undefined, name);
    }
  });

  it('reads every setting that it contributes', () => {
    for (const name of Object.keys(contributes.configuration.properties)) {
      assert.ok(hostSources.includes(`'${name.replace('chainwright.', '')}'`), name);
    }
  });
});

describe('an empty view', () => {
  const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
  const ours = new Set(contributes.commands.map(({ command }) => command));
  const focus = new Set(contributes.viewsWelcome.map(({ view }) => `${view}.focus`));

  for (const { view, contents } of contributes.viewsWelcome) {
    it(`of ${view} leads on with ${contents}`, () => {
      const text = texts[contents.replaceAll('%', '')] ?? '';
      const commands = [...text.matchAll(/\]\(command:([\w.]+)\)/g)].map(([, command = '']) => command);
      assert.notEqual(commands.length, 0, text);
      const unknown = commands.filter((command) => command.startsWith('chainwright.') && !ours.has(command));
      assert.deepEqual(
        unknown.filter((command) => !focus.has(command)),
        [],
      );
    });
  }
});

describe('the reference of the editor', () => {
  const reference = readFileSync('docs/editor-reference.md', 'utf8');

  it('names every setting', () => {
    const names = Object.keys(contributes.configuration.properties);
    const missing = names.filter((name) => !reference.includes(`\`${name}\``));
    assert.deepEqual(missing, []);
  });

  it('names every command of the palette', () => {
    const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
    const hidden = new Set(
      contributes.menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command),
    );
    const missing = contributes.commands
      .filter(({ command }) => !hidden.has(command))
      .map(({ title = '' }) => texts[title.replaceAll('%', '')] ?? title)
      .filter((title) => !reference.includes(`| ${title} `));
    assert.deepEqual(missing, []);
  });
});

describe('texts of the editor part', () => {
  it('are all in the bundle for translators', async () => {
    const { translatableTexts } = (await import(pathToFileURL(path.resolve('scripts/l10n.mjs')).href)) as {
      translatableTexts: () => string;
    };
    const bundle = readFileSync('l10n/bundle.l10n.json', 'utf8');
    assert.equal(bundle, translatableTexts(), 'Run npm run l10n and commit the bundle.');
  });

  it('offers in the palette what is about the request under the cursor, where there is a cursor', () => {
    const { commandPalette } = contributes.menus;
    const atCursor =
      /\.(?:run(?:Request|WithDependencies|FromHere|ToHere)|moveRequest\w+|preview|showUses|insertVariable)$/;
    const conditions = commandPalette.filter(({ command }) => atCursor.test(command)).map(({ when }) => when);
    const inText = 'chainwright.activeFile == chain && activeCustomEditorId != chainwright.form';
    assert.deepEqual(conditions, Array(9).fill(inText));
  });
});
