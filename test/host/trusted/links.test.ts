import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { registerUris } from '../../../src/host/uriHandler';
import { createResultStore } from '../../../src/node/results/resultStore';
import { orderLifecycle } from '../../formats/reporters/sampleReport';
import { until } from '../../until';
import { answering } from '../answers';
import { openPanels, startServer, twoRequests, workspaceFolder, writeInWorkspace } from '../chainFiles';
import { followLink } from '../commands';
import { shownMessages } from '../shownMessages';
import { tidyEditors } from '../viewFakes';

const inWorkspace = (name: string): string => path.join(workspaceFolder(), name);
const active = (): string | undefined => vscode.window.activeTextEditor?.document.uri.fsPath;

describe('a link that somebody shared', () => {
  let requests: readonly string[];
  let close: () => Promise<void>;
  before(async () => {
    const server = await startServer();
    ({ requests, close } = server);
    await mkdir(inWorkspace('linked/a b'), { recursive: true });
    await writeInWorkspace('linked/a b/c&d.chain.json', twoRequests(server.origin));
    await writeInWorkspace('linked/who.authz.json', '{}');
    await writeInWorkspace('linked/.env', 'KEY=1');
    await symlink('.env', inWorkspace('linked/env.chain.json'));
    await symlink(path.resolve('/etc/hosts'), inWorkspace('linked/hosts.chain.json'));
    await symlink(path.resolve('/etc'), inWorkspace('linked/etc'));
  });
  after(async () => {
    assert.deepEqual(requests, [], 'following links sends nothing');
    await close();
    await rm(inWorkspace('linked'), { recursive: true, force: true });
  });
  afterEach(tidyEditors);

  it('opens a chain', async () => {
    await followLink('chain=linked/a~20b/c~26d.chain.json');
    assert.equal(active(), inWorkspace('linked/a b/c&d.chain.json'));
  });

  it('opens a chain at a request', async () => {
    await followLink('chain=linked/a%20b/c~26d.chain.json&request=read');
    const editor = vscode.window.activeTextEditor;
    assert.match(editor?.document.lineAt(editor.selection.active.line + 1).text ?? '', /"id": "read"/);
  });

  it('opens a chain whose request is gone', async () => {
    await followLink('chain=linked/a%20b/c~26d.chain.json&request=gone');
    assert.equal(active(), inWorkspace('linked/a b/c&d.chain.json'));
  });

  it('opens a matrix, whatever folder the link names', async () => {
    await followLink('matrix=linked/who.authz.json&folder=elsewhere');
    assert.equal(active(), inWorkspace('linked/who.authz.json'));
  });

  it('opens a result', async () => {
    await writeInWorkspace('linked-result.chain.json', twoRequests('http://127.0.0.1:1'));
    const store = createResultStore(workspaceFolder(), 10);
    const slot = await store.slot('linked-result.chain.json', new Date(0));
    await store.save(slot, orderLifecycle, 'runAll');
    await followLink(`result=${vscode.workspace.asRelativePath(slot.file, false)}`);
    await until(() => openPanels('chainwright.results').length === 1);
    assert.match(openPanels('chainwright.results')[0] ?? '', /^Results: linked-result, /);
  });

  it('offers the chain of a result that is not here', async () => {
    await writeInWorkspace('linked-other.chain.json', twoRequests('http://127.0.0.1:1'));
    const { showInformationMessage } = vscode.window;
    const messages: unknown[] = [];
    Object.assign(vscode.window, {
      showInformationMessage: (message: string, button: string) => {
        messages.push(message);
        return Promise.resolve(button);
      },
    });
    try {
      await followLink('result=.chainwright/results/linked-other/2026-01-02.json');
      await until(() => active() === inWorkspace('linked-other.chain.json'));
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.match(String(messages[0]), /results stay on the machine that made them/);
  });

  for (const [query, why] of [
    ['chain=linked/none.chain.json', /No folder that is open here has "linked\/none\.chain\.json"/],
    ['chain=linked/none.chain.json&folder=shop', /has "linked\/none\.chain\.json" \(shop\)/],
    ['chain=linked/hosts.chain.json', /No folder/],
    ['chain=linked/env.chain.json', /No folder/],
    ['chain=linked/etc/x.chain.json', /No folder/],
    ['chain=linked/a~20b', /does not name/],
    ['chain=../x.chain.json', /does not name/],
    ['chain=%2e%2e/x.chain.json', /does not name/],
    ['chain=/etc/x.chain.json', /does not name/],
    ['chain=//server/share/x.chain.json', /does not name/],
    ['chain=~5c~5cserver~5cx.chain.json', /does not name/],
    ['chain=file:///etc/x.chain.json', /does not name/],
    ['chain=vscode://x/y.chain.json', /does not name/],
    ['command=workbench.action.terminal.new', /does not name/],
    ['chain=linked/none.chain.json&run=1', /does not name/],
    ['result=.chainwright/results/none/2026.json', /No folder/],
    [`chain=${'x'.repeat(1_000_000)}.chain.json`, /does not name/],
    ['', /does not name/],
  ] as const) {
    it(`to ${JSON.stringify(query.slice(0, 60))} opens nothing and says why`, async () => {
      await assert.rejects(followLink(query), { name: 'UserError', message: why });
      assert.equal(active(), undefined);
    });
  }

  it('is distinguished from the redirect of a sign-in, and asks nothing', async () => {
    const { registerUriHandler } = vscode.window;
    let handler: vscode.UriHandler | undefined;
    Object.assign(vscode.window, {
      registerUriHandler: (given: vscode.UriHandler) => {
        handler = given;
        return new vscode.Disposable(() => undefined);
      },
    });
    const signIns: string[] = [];
    try {
      registerUris({
        signIn: { handleUri: ({ query }) => void signIns.push(query) },
        openResult: () => assert.fail('no link names a result'),
        log: { warn: () => undefined } as unknown as vscode.LogOutputChannel,
      });
    } finally {
      Object.assign(vscode.window, { registerUriHandler });
    }
    const follow = (text: string) => handler?.handleUri(vscode.Uri.parse(text));
    const messages: string[] = [];
    const asked = await answering({}, async () => {
      messages.push(
        ...(await shownMessages(async () => {
          await follow('vscode://chainwright.chainwright/oauth?code=1');
          await follow('vscode://chainwright.chainwright/open?chain=..%2Fx.chain.json');
          await follow('vscode://chainwright.chainwright/open?matrix=linked/who.authz.json');
        })),
      );
    });
    assert.deepEqual([asked, signIns], [[], ['code=1']]);
    assert.match(messages.join(), /^This link does not name[^,]*, a matrix or a result of a workspace\. Ask/);
    assert.equal(active(), inWorkspace('linked/who.authz.json'));
  });
});
