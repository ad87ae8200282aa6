import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { exportChainFile, exportResult } from '../../../src/host/export/exportChainFile';
import type { ExportQuestions } from '../../../src/host/export/exportQuestions';
import { createResultStore } from '../../../src/node/results/resultStore';
import { fakeRun } from '../../core/fakeRun';
import { answering } from '../answers';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';
import { tidyEditors, writeChain } from '../viewFakes';

const chain = {
  formatVersion: 1,
  name: 'Exported',
  requests: [
    {
      id: 'read',
      method: 'GET',
      url: '{{baseUrl}}/x/{{shelf}}',
      headers: [{ name: 'X-Key', value: '{{$secret MY_KEY}}' }],
      body: { file: 'files/a.txt' },
      retry: { times: 1 },
    },
  ],
};

/** A person with an answer to each question, and the proposals and messages. */
function person(format: string, file: string | undefined, press?: string) {
  const seen: {
    offered: readonly string[];
    proposed: string;
    replaced: readonly string[];
    message: string;
    actions: readonly string[];
  } = { offered: [], proposed: '', replaced: [], message: '', actions: [] };
  const ask: ExportQuestions = {
    format: (offered) => {
      seen.offered = offered.map(({ name }) => name);
      return Promise.resolve(format);
    },
    place: (proposed) => {
      seen.proposed = vscode.workspace.asRelativePath(proposed, false);
      return Promise.resolve(file === undefined ? undefined : inWorkspace(file));
    },
    replace: (names) => {
      seen.replaced = [...seen.replaced, names];
      return Promise.resolve(press === 'Replace');
    },
    done: (message, actions) => {
      seen.message = message;
      seen.actions = actions;
      return Promise.resolve(press);
    },
  };
  return { ask, seen };
}

const inWorkspace = (name: string): vscode.Uri => vscode.Uri.file(path.join(workspaceFolder(), name));
const read = (name: string): Promise<string> => readFile(inWorkspace(name).fsPath, 'utf8');
const environments = { nameFor: () => Promise.resolve('export') };
const version = '1.2.3';

describe('Export Chain…', () => {
  before(async () => {
    await mkdir(inWorkspace('exported').fsPath, { recursive: true });
    await writeInWorkspace('export.environment.json', {
      formatVersion: 1,
      name: 'export',
      variables: { baseUrl: 'http://127.0.0.1:4010' },
    });
  });
  afterEach(tidyEditors);

  it('offers every format, proposes a place, and says what has to be given along', async () => {
    const uri = await writeChain('export', chain);
    const { ask, seen } = person('http', 'exported/a.http', 'Open');
    const target = await exportChainFile(uri, { environments, version, ask });
    assert.equal(target?.fsPath, inWorkspace('exported/a.http').fsPath);
    assert.deepEqual(seen.offered, [
      'postman',
      'curl',
      'curl --script',
      'http',
      'http --dialect rest-client',
      'http --dialect httpyac',
      'http --dialect jetbrains',
      'markdown',
      'artillery',
      'k6',
      'arazzo',
      'har',
    ]);
    assert.match(seen.proposed, /^export-\d+\.http$/);
    assert.match(
      seen.message,
      /exported\/a\.http: 1 request, 1 not complete\. Required to run: MY_KEY, shelf\./,
    );
    assert.match(await read('exported/a.http'), /^@baseUrl = http:\/\/127\.0\.0\.1:4010$/m);
    assert.match(await read('exported/a.http'), /^< \.\.\/files\/a\.txt$/m);
    assert.equal(vscode.window.activeTextEditor?.document.fileName, target?.fsPath);
  });

  it('exports what the editor shows, saved or not', async () => {
    const uri = await writeChain('export', chain);
    const editor = await vscode.window.showTextDocument(uri);
    const at = editor.document.getText().indexOf('Exported');
    await editor.edit((edit) => edit.insert(editor.document.positionAt(at), 'Unsaved '));
    const { ask } = person('markdown', 'exported/b.md');
    await exportChainFile(uri, { environments, version, ask });
    assert.match(await read('exported/b.md'), /^# Unsaved Exported$/m);
  });

  it('shows what could not be carried over', async () => {
    const uri = await writeChain('export', chain);
    const { ask, seen } = person('postman', 'exported/c.json', 'What Is Missing');
    await exportChainFile(uri, { environments, version, ask });
    assert.deepEqual(seen.actions, ['Open', 'What Is Missing']);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /until a condition holds/);
  });

  it('writes nothing when the person gives up', async () => {
    const uri = await writeChain('export', chain);
    const gone = { environments, version };
    assert.equal(await exportChainFile(uri, { ...gone, ask: person('', 'x').ask }), undefined);
    assert.equal(await exportChainFile(uri, { ...gone, ask: person('curl', undefined).ask }), undefined);
    await assert.rejects(read('x'), { code: 'ENOENT' });
  });

  it('asks before it writes over a file that nobody chose, unless that has the same content', async () => {
    const uri = await writeChain('export', chain);
    const exportTo = async (press?: string) => {
      const { ask, seen } = person('arazzo', 'exported/two.json', press);
      const target = await exportChainFile(uri, { environments, version, ask });
      return [target !== undefined, seen.replaced];
    };
    assert.deepEqual(await exportTo(), [true, []]);
    const written = await read('exported/two.openapi.json');
    assert.deepEqual(await exportTo(), [true, []], 'nothing is lost');
    await writeInWorkspace('exported/two.openapi.json', 'mine');
    await writeInWorkspace('exported/two.json', 'chosen');
    assert.deepEqual(await exportTo(), [false, ['exported/two.openapi.json']]);
    const kept = await Promise.all(['two.openapi.json', 'two.json'].map((name) => read(`exported/${name}`)));
    assert.deepEqual(kept, ['mine', 'chosen'], 'nothing is written');
    assert.deepEqual(await exportTo('Replace'), [true, ['exported/two.openapi.json']]);
    assert.equal(await read('exported/two.openapi.json'), written);
  });

  it('says why a file cannot be written', async () => {
    const uri = await writeChain('export', chain);
    const { ask } = person('curl', 'not/there/d.sh');
    await assert.rejects(exportChainFile(uri, { environments, version, ask }), {
      name: 'UserError',
      message: /"not\/there\/d\.sh" cannot be written: ENOENT\. Make sure/,
    });
  });

  it('says what is wrong with a chain that has errors', async () => {
    const uri = await writeChain('export', '{ "formatVersion": 1');
    const { ask } = person('curl', 'exported/e.sh');
    await assert.rejects(exportChainFile(uri, { environments, version, ask }), { name: 'UserError' });
  });

  it('writes the newest result of a chain as HAR, or one that is chosen', async () => {
    const uri = await writeChain('export', chain);
    const none = person('har', 'exported/f.har');
    await assert.rejects(exportChainFile(uri, { environments, version, ask: none.ask }), {
      message: /has no recorded result/,
    });
    const { result } = await fakeRun({
      chain: { requests: [{ id: 'a', method: 'GET', url: 'http://api.test/recorded' }] },
      answer: () => 200,
    });
    const store = createResultStore(workspaceFolder(), 10);
    const slot = await store.slot(vscode.workspace.asRelativePath(uri, false), new Date(0));
    await store.save(slot, result, 'runAll');
    await exportChainFile(uri, { environments, version, ask: none.ask });
    assert.match(await read('exported/f.har'), /"url": "http:\/\/api\.test\/recorded"/);
    assert.match(await read('exported/f.har'), /"version": "1\.2\.3"/);
    const chosen = person('', 'exported/g.har');
    await exportResult(vscode.Uri.file(slot.file), { version, ask: chosen.ask });
    assert.equal(await read('exported/g.har').then((text) => JSON.parse(text) !== undefined), true);
    assert.match(chosen.seen.message, /exported\/g\.har/);
    const linked = person('', 'exported/[h](command:x).har');
    await exportResult(vscode.Uri.file(slot.file), { version, ask: linked.ask });
    assert.doesNotMatch(linked.seen.message, /\]\(/);
  });

  it('asks in the window, for the chain of a line, of the Explorer, or of the editor', async () => {
    const uri = await writeChain('export', chain);
    const { showSaveDialog, showInformationMessage } = vscode.window;
    const places: string[] = [];
    Object.assign(vscode.window, {
      showSaveDialog: ({ defaultUri }: vscode.SaveDialogOptions) => {
        places.push(path.posix.basename(defaultUri?.path ?? ''));
        return Promise.resolve(inWorkspace('exported/h.json'));
      },
      showInformationMessage: () => Promise.resolve(undefined),
    });
    try {
      const pick = (): readonly string[] => ['Artillery load test'];
      await answering({ pick }, () => command('exportChain', uri));
      await answering({ pick }, () => command('exportChain', { chain: uri }));
      await vscode.window.showTextDocument(uri);
      await answering({ pick }, () => command('exportChain'));
    } finally {
      Object.assign(vscode.window, { showSaveDialog, showInformationMessage });
    }
    const name = path.posix.basename(uri.path, '.chain.json');
    assert.deepEqual(places, Array(3).fill(`${name}.artillery.json`));
    assert.match(await read('exported/h.json'), /"scenarios"/);
  });

  it('asks nothing for what names no chain or no result', async () => {
    for (const [name, argument] of [
      ['exportChain', { chain: '/etc/passwd' }],
      ['exportChain', vscode.Uri.file('/etc/passwd')],
      ['exportResult', undefined],
      ['exportResult', { kind: 'result', file: '/etc/passwd' }],
      ['exportResult', vscode.Uri.file('/etc/passwd')],
    ] as const) {
      const asked = await answering({}, async () => assert.equal(await command(name, argument), undefined));
      assert.deepEqual(asked, []);
    }
  });
});
