import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { statusOf } from '../../../src/host/environments/environmentStatus';
import { WorkspaceEnvironments } from '../../../src/host/environments/workspaceEnvironments';
import { answering } from '../answers';
import { startServer, workspaceFolder, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

/** Chooses an item of the environment list by the end of its label. */
const choose = (label: string) =>
  answering(
    { pick: (items) => items.filter((item) => item.label.endsWith(label)).map((item) => item.label) },
    () => command('selectEnvironment'),
  );

describe('environments', () => {
  const files: vscode.Uri[] = [];
  const write = async (name: string, content: object): Promise<vscode.Uri> => {
    const uri = await writeInWorkspace(name, content);
    files.push(uri);
    return uri;
  };
  afterEach(async () => {
    await choose("Use Each Chain's Environment");
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await Promise.all(files.splice(0).map(({ fsPath }) => rm(fsPath, { force: true })));
  });

  it('can be chosen for the workspace, and chains run in the chosen one', async () => {
    const [one, two] = await Promise.all([startServer(), startServer()]);
    const environment = (name: string, base: string) => ({ formatVersion: 1, name, variables: { base } });
    await write('one.environment.json', environment('one', one.origin));
    await write('two.environment.json', { ...environment('two', two.origin), protected: true });
    const chain = await write('choosing.chain.json', {
      formatVersion: 1,
      name: 'Choosing',
      environment: 'one',
      requests: [{ id: 'a', method: 'GET', url: '{{base}}/a' }],
    });
    await vscode.window.showTextDocument(chain);
    await command('runAll', chain);
    const [before] = await choose('two');
    await command('runAll', chain);
    assert.deepEqual([one.requests, two.requests], [['GET /a'], ['GET /a']]);
    assert.ok(before?.kind === 'pick');
    const shown = before.items.map(({ label, description = '' }) => `${label} ${description}`.trim());
    assert.equal(shown[0], "$(check) Use Each Chain's Environment one");
    assert.ok(shown.includes('one') && shown.includes('two protected'), shown.join());
    const [after] = await choose("Use Each Chain's Environment");
    assert.ok(after?.kind === 'pick');
    assert.ok(after.items.some(({ label }) => label === '$(check) two'));
    await Promise.all([one.close(), two.close()]);
  });

  it('are never replaced by another one', async () => {
    const server = await startServer();
    await write('gone.environment.json', { formatVersion: 1, name: 'gone', variables: {} });
    const chain = await write('missing.chain.json', {
      formatVersion: 1,
      name: 'Missing',
      requests: [{ id: 'a', method: 'GET', url: server.origin }],
    });
    await vscode.window.showTextDocument(chain);
    await choose('gone');
    await rm(`${workspaceFolder()}/gone.environment.json`);
    assert.equal(await command('runAll', chain), undefined);
    assert.deepEqual(server.requests, []);
    await server.close();
  });

  it('can be created next to the chain, and are chosen then', async () => {
    const chain = await write('making.chain.json', { formatVersion: 1, name: 'Making', requests: [] });
    await vscode.window.showTextDocument(chain);
    await answering(
      {
        pick: (items) =>
          items.filter(({ label }) => label.endsWith('New Environment…')).map(({ label }) => label),
        input: () => 'Made here',
      },
      () => command('selectEnvironment'),
    );
    const made = vscode.window.activeTextEditor?.document;
    assert.equal(made?.uri.fsPath, vscode.Uri.file(`${workspaceFolder()}/Made-here.environment.json`).fsPath);
    files.push(made.uri);
    assert.match(made.getText(), /"name": "Made here"/);
    const [list] = await choose("Use Each Chain's Environment");
    assert.ok(list?.kind === 'pick' && list.items.some(({ label }) => label === '$(check) Made here'));
  });

  for (const name of ['', '../up', 'a/b', 'con', '.hidden', 'x'.repeat(100)]) {
    it(`cannot be called "${name.slice(0, 20)}"`, async () => {
      let fault: unknown;
      await answering(
        {
          pick: (items) =>
            items.filter(({ label }) => label.endsWith('New Environment…')).map(({ label }) => label),
          input: (options) => {
            fault = options.validateInput?.(name);
            return undefined;
          },
        },
        () => command('selectEnvironment'),
      );
      assert.match(String(await fault), /^Start with a letter or digit/);
    });
  }
});

describe('the environment in the status bar', () => {
  const named: [file: string, name: string | undefined][] = [
    ['named.chain.json', 'local'],
    ['named.authz.json', 'local'],
    ['named.environment.json', undefined],
  ];
  for (const [name, expected] of named) {
    it(`is ${expected ?? 'none'} where ${name} names one`, async () => {
      const file = await writeInWorkspace(name, { name: 'x', environment: 'local' });
      const memory = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
      const changes = new vscode.EventEmitter<never>();
      const onDidChange = changes.event;
      const environments = new WorkspaceEnvironments({
        memory,
        files: { text: async (uri) => readFile(uri.fsPath, 'utf8'), onDidChange },
        secrets: { entries: [], onDidChange },
      });
      assert.equal(await environments.nameFor(file), expected);
      environments.dispose();
      await rm(file.fsPath);
    });
  }

  const summary = {
    name: 'prod',
    file: '/somewhere/prod.environment.json',
    protected: true,
    variables: 3,
    secrets: [
      { name: 'A', hasValue: true },
      { name: 'B', hasValue: false },
    ],
    origins: [],
  };

  it('shows its details, and warns of a protected one', () => {
    const { text, tooltip, warning } = statusOf('prod', [summary]);
    assert.deepEqual([text, warning], ['$(server-environment) prod', true]);
    assert.deepEqual(
      tooltip.split('\n').filter((_, index) => index !== 1),
      ['prod (protected)', 'Variables: 3', 'Secrets with a value: 1 of 2', 'Without a value: B'],
    );
  });

  it('says that there is none', () => {
    assert.deepEqual(statusOf(undefined, [summary]), {
      text: '$(server-environment) No Environment',
      tooltip: 'The chain names no environment, and none is chosen.',
      warning: false,
    });
  });

  it('warns of one that is not there', () => {
    const { text, warning } = statusOf('gone', [summary]);
    assert.deepEqual([text, warning], ['$(warning) gone', true]);
  });

  it('shows a hostile name as text', () => {
    const name = `$(trash)\n${'x'.repeat(100)}`;
    assert.match(statusOf(name, []).text, /^\$\(warning\) \$\u200b\(trash\) x{10,40}…$/);
  });
});
