import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import * as vscode from 'vscode';
import { outlineChain } from '../../../src/core/files/outline';
import { duplicateChain, duplicateRequest, rename, showInText } from '../../../src/host/views/chainActions';
import { deleteTargets } from '../../../src/host/views/chainDeletion';
import { dropRequests, shiftRequests } from '../../../src/host/views/chainMoves';
import { fixOrder } from '../../../src/host/views/orderWarning';
import { targetFrom, type ChainsNode, type RequestNode } from '../../../src/host/views/chainNode';
import { ChainsDragAndDrop } from '../../../src/host/views/chainsDragAndDrop';
import { ChainsTree } from '../../../src/host/views/chainsView';
import { exists } from '../../../src/host/createFile';
import { until } from '../../until';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';
import { FakePerson, tidyEditors, viewServices, writeChain, type ViewServices } from '../viewFakes';

const orders = {
  formatVersion: 1,
  name: 'Orders',
  requests: [
    {
      id: 'create',
      name: 'Create order',
      method: 'POST',
      url: 'http://127.0.0.1:1/orders',
      extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
    },
    { id: 'read', method: 'GET', url: 'http://127.0.0.1:1/orders/{{orderId}}' },
    { id: 'off', method: 'GET', url: 'http://127.0.0.1:1/', disabled: true },
  ],
};
const login = {
  formatVersion: 1,
  name: 'Login',
  status: 'active',
  requests: [{ id: 'read', method: 'GET', url: 'http://127.0.0.1:1/profile' }],
};

describe('the Chains view', () => {
  let ordersFile: vscode.Uri;
  let loginFile: vscode.Uri;
  let services: ViewServices;
  let tree: ChainsTree;

  beforeEach(async () => {
    ordersFile = await writeChain('view-orders', orders);
    loginFile = await writeChain('view-login', login);
    services = viewServices(() => [loginFile, ordersFile]);
    tree = new ChainsTree(services);
  });
  afterEach(async () => {
    tree.dispose();
    services.dispose();
    await tidyEditors();
  });

  /** Label and description of every line, requests indented. */
  async function lines(): Promise<readonly string[]> {
    const chains = await tree.getChildren();
    const parts = await Promise.all(
      chains.map(async (chain) => [chain, ...(await tree.getChildren(chain))] as const),
    );
    return parts.flat().map((node) => {
      const { label, description } = tree.getTreeItem(node);
      const indent = node.kind === 'request' ? '  ' : '';
      return `${indent}${labelText(label)} | ${unnumbered(String(description))}`;
    });
  }

  async function requestsOf(chain: vscode.Uri): Promise<readonly RequestNode[]> {
    await tree.getChildren();
    const nodes = await tree.getChildren({ kind: 'chain', chain });
    return nodes.filter((node) => node.kind === 'request');
  }

  async function idsIn(chain: vscode.Uri): Promise<readonly string[]> {
    const document = await vscode.workspace.openTextDocument(chain);
    return outlineChain(document.getText()).requests.map(({ id }) => id);
  }

  function moves(person: FakePerson) {
    return {
      files: services.files,
      analyses: services.analyses,
      dialogs: person,
      failed: (error: unknown) => assert.fail(String(error)),
      importTo: () => assert.fail('nothing is imported'),
    };
  }

  it('shows chains by name and file, and requests by name, method and path', async () => {
    assert.deepEqual(await lines(), [
      'Login | view-login.chain.json',
      '  read | GET /profile',
      'Orders | draft · view-orders.chain.json',
      '  Create order | POST /orders',
      '  read | GET /orders/{{orderId}}',
      '  off | GET / · switched off',
    ]);
  });

  it('shows a chain by its file until it was read, and one that cannot be read says so', async () => {
    const gone = vscode.Uri.joinPath(ordersFile, '../gone.chain.json');
    assert.equal(labelText(tree.getTreeItem({ kind: 'chain', chain: gone }).label), 'gone');
    assert.deepEqual(await tree.getChildren({ kind: 'chain', chain: gone }), []);
    assert.match(String(tree.getTreeItem({ kind: 'chain', chain: gone }).description), /^cannot be read/);
  });

  it('shows what can be read of a broken file, and ids that are given twice', async () => {
    const broken = await writeChain('view-broken', '{ "requests": [{"id":"a"},{"id":"a"},{"id":');
    const nodes = await tree.getChildren({ kind: 'chain', chain: broken });
    assert.deepEqual(new Set(nodes.map((node) => tree.getTreeItem(node).id)).size, 2);
  });

  it('orders chains by name within their folders, and again when a name is typed', async () => {
    const named = (name: string, chain: string) => writeChain(name, { ...login, name: chain });
    await mkdir(join(workspaceFolder(), 'view-folder'), { recursive: true });
    const inFolder = await named('view-folder/a', 'A first one');
    const chains = [inFolder, await named('view-z', 'step 10'), await named('view-y', 'Step 9')];
    const sorted = new ChainsTree({
      ...services,
      files: { ...services.files, list: () => Promise.resolve(chains) },
    });
    const labels = async (): Promise<readonly string[]> => {
      const nodes = await sorted.getChildren();
      return nodes.map((node) => labelText(sorted.getTreeItem(node).label));
    };
    try {
      await labels();
      await new Promise<void>((resolve) => sorted.onDidChangeTreeData(() => resolve()));
      assert.deepEqual(await labels(), ['Step 9', 'step 10', 'A first one']);
      let isTold = false;
      sorted.onDidChangeTreeData((node) => (isTold ||= node === undefined));
      await rename(new FakePerson({ text: 'Step 11' }), { chain: chains[2] ?? ordersFile });
      await until(() => isTold);
      assert.deepEqual(await labels(), ['step 10', 'Step 11', 'A first one']);
    } finally {
      sorted.dispose();
    }
  });

  it('reads none of thousands of files until they are opened, and a few hundred a few at a time', async () => {
    const chains = Array.from({ length: 3000 }, (_, index) =>
      vscode.Uri.joinPath(ordersFile, `../many-${index}.chain.json`),
    );
    const state = { reads: 0, atOnce: 0, most: 0 };
    const files = {
      ...services.files,
      text: async () => {
        state.reads += 1;
        state.atOnce += 1;
        state.most = Math.max(state.most, state.atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        state.atOnce -= 1;
        return '{}';
      },
    };
    const many = new ChainsTree({ ...services, files: { ...files, list: () => Promise.resolve(chains) } });
    const few = new ChainsTree({
      ...services,
      files: { ...files, list: () => Promise.resolve(chains.slice(0, 300)) },
    });
    try {
      const nodes = await many.getChildren();
      nodes.forEach((node) => many.getTreeItem(node));
      assert.deepEqual([nodes.length, state.reads], [3000, 0]);
      const last = nodes.at(-1);
      assert.ok(last !== undefined);
      await many.getChildren(last);
      assert.equal(state.reads, 1);
      await few.getChildren();
      await until(() => state.reads === 301 && state.atOnce === 0);
      assert.ok(state.most <= 8);
    } finally {
      many.dispose();
      few.dispose();
    }
  });

  it('shows how requests ended last, and the worst outcome at the chain', async () => {
    await lines();
    services.last.set(ordersFile, 'create', 'passed');
    services.last.set(ordersFile, 'read', 'failed');
    const icons = [{ kind: 'chain', chain: ordersFile } as const, ...(await requestsOf(ordersFile))].map(
      (node) => (tree.getTreeItem(node).iconPath as vscode.ThemeIcon).id,
    );
    assert.deepEqual(icons, ['error', 'pass', 'error', 'circle-slash']);
  });

  it('shows a chain as a step by its file, with an icon of its own until it was run', async () => {
    const chain = await writeChain('calling', {
      formatVersion: 2,
      name: 'Calling',
      requests: [{ id: 'pay', chain: 'billing/pay.chain.json' }],
    });
    const [step] = await requestsOf(chain);
    assert.ok(step !== undefined);
    const { description, contextValue, iconPath } = tree.getTreeItem(step);
    assert.deepEqual(
      [description, contextValue, (iconPath as vscode.ThemeIcon).id],
      ['CALL billing/pay.chain.json', 'step', 'type-hierarchy-sub'],
    );
    services.last.set(chain, 'pay', 'passed');
    assert.equal((tree.getTreeItem(step).iconPath as vscode.ThemeIcon).id, 'pass');
  });

  it('says everything to a screen reader', async () => {
    await lines();
    services.last.set(ordersFile, 'create', 'passed');
    const nodes: readonly ChainsNode[] = [...(await tree.getChildren()), ...(await requestsOf(ordersFile))];
    assert.deepEqual(
      nodes.map((node) => unnumbered(tree.getTreeItem(node).accessibilityInformation?.label ?? '')),
      [
        'Chain Login, view-login.chain.json, not run yet',
        'Chain Orders, draft, view-orders.chain.json, passed',
        'Request Create order, POST /orders, passed',
        'Request read, GET /orders/{{orderId}}, not run yet',
        'Request off, GET /, switched off, not run yet',
      ],
    );
  });

  it('tells more about a request when one points at it, as plain text', async () => {
    const evil = structuredClone(orders);
    Object.assign(evil.requests[0] ?? {}, { name: '[x](command:workbench.action.quit) <img src=x>' });
    ordersFile = await writeChain('view-evil', evil);
    services.last.set(ordersFile, 'create', 'failed');
    const [node] = await requestsOf(ordersFile);
    assert.ok(node !== undefined);
    const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(node), node);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.equal(tooltip.isTrusted, undefined);
    const text = tooltip.value.replaceAll('&nbsp;', ' ');
    assert.match(text, /^\\\[x\\\]\\\(command/);
    assert.match(text, /Needed by: read/);
    assert.match(text, /Last run: failed · 34 ms/);
    assert.match(text, /status is 500/);
  });

  it('follows what is typed', async () => {
    await requestsOf(ordersFile);
    let shown: string | undefined;
    let asked = 0;
    const listening = tree.onDidChangeTreeData(() => {
      asked += 1;
      const turn = asked;
      void requestsOf(ordersFile).then(([first]) => {
        // On a busy machine an earlier answer can come after the last one.
        shown = turn === asked ? first?.request.name : shown;
      });
    });
    const document = await vscode.workspace.openTextDocument(ordersFile);
    const at = document.positionAt(document.getText().indexOf('Create order'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, at, 'Typed: ');
    await vscode.workspace.applyEdit(edit);
    await until(() => shown === 'Typed: Create order');
    listening.dispose();
  });

  it('leads from a request to its chain, and from a place in the text to its line', async () => {
    const [, read] = await requestsOf(ordersFile);
    assert.ok(read !== undefined);
    assert.deepEqual(tree.getParent(read), { kind: 'chain', chain: ordersFile });
    assert.deepEqual(await tree.requestNode({ chain: ordersFile, requestId: 'read', index: 1 }), read);
    assert.equal(await tree.requestNode({ chain: ordersFile, requestId: 'no' }), undefined);
  });

  it('shows a request in its file and keeps the focus', async () => {
    await showInText({ chain: ordersFile, requestId: 'read' });
    const editor = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === ordersFile.toString(),
    );
    assert.match(
      editor?.document.getText(editor.document.lineAt(editor.selection.active.line + 1).range) ?? '',
      /"read"/,
    );
  });

  describe('moving requests', () => {
    it('moves up and down, and says nothing when nothing breaks', async () => {
      const person = new FakePerson();
      await shiftRequests(moves(person), [{ chain: ordersFile, requestId: 'off' }], -1);
      assert.deepEqual(await idsIn(ordersFile), ['create', 'off', 'read']);
      assert.deepEqual(person.questions, []);
    });

    it('stops at the ends', async () => {
      await shiftRequests(moves(new FakePerson()), [{ chain: ordersFile, requestId: 'create' }], -1);
      assert.deepEqual(await idsIn(ordersFile), ['create', 'read', 'off']);
    });

    it('says which values are missing then, and takes the move back', async () => {
      const person = new FakePerson({ action: 'Undo' });
      await shiftRequests(moves(person), [{ chain: ordersFile, requestId: 'create' }], 1);
      await until(() => person.questions.length > 0);
      assert.deepEqual(person.questions, [
        'These requests run before the values they need are available: "read" has no {{orderId}}. [Undo, Fix Order]',
      ]);
      const document = await vscode.workspace.openTextDocument(ordersFile);
      await until(() => document.getText() === JSON.stringify(orders, undefined, 2));
    });

    it('changes nothing in a text that somebody else changes while it is looked through', async () => {
      const typed = `\n${JSON.stringify(orders, undefined, 2)}`;
      const analyses = {
        of: async (chain: vscode.Uri) => {
          const analysis = await services.analyses.of(chain);
          const edit = new vscode.WorkspaceEdit();
          edit.insert(chain, new vscode.Position(0, 0), '\n');
          await vscode.workspace.applyEdit(edit);
          return analysis;
        },
      };
      const ports = { ...moves(new FakePerson()), analyses };
      const target = { chain: ordersFile, requestId: 'create' };
      await assert.rejects(shiftRequests(ports, [target], 1), /text has changed meanwhile/);
      const document = await vscode.workspace.openTextDocument(ordersFile);
      assert.equal(document.getText(), typed);
    });

    it('fixes no order that somebody else changes meanwhile', async () => {
      await shiftRequests(moves(new FakePerson()), [{ chain: ordersFile, requestId: 'create' }], 1);
      const stale = await services.analyses.of(ordersFile);
      await shiftRequests(moves(new FakePerson()), [{ chain: ordersFile, requestId: 'off' }], -1);
      const before = await idsIn(ordersFile);
      const analyses = { of: () => Promise.resolve(stale) };
      await assert.rejects(fixOrder(analyses, ordersFile), /text has changed meanwhile/);
      assert.deepEqual(await idsIn(ordersFile), before);
    });

    it('fixes the order with the fewest moves', async () => {
      const person = new FakePerson({ action: 'Fix Order' });
      const onto = { chain: ordersFile };
      await dropRequests(moves(person), [{ chain: ordersFile, requestId: 'create' }], onto);
      const document = await vscode.workspace.openTextDocument(ordersFile);
      await until(() => outlineChain(document.getText()).requests[1]?.id !== 'off');
      const ids = await idsIn(ordersFile);
      assert.ok(ids.indexOf('create') < ids.indexOf('read'), ids.join());
    });

    it('takes several to where they are dropped', async () => {
      const dropped = ['off', 'create'].map((requestId) => ({ chain: ordersFile, requestId }));
      await dropRequests(moves(new FakePerson()), dropped, { chain: ordersFile, requestId: 'read' });
      assert.deepEqual(await idsIn(ordersFile), ['read', 'create', 'off']);
    });

    it('takes requests into another chain, with a new id where theirs is taken, in one step', async () => {
      const person = new FakePerson();
      await dropRequests(moves(person), [{ chain: ordersFile, requestId: 'read' }], { chain: loginFile });
      assert.deepEqual(
        [await idsIn(ordersFile), await idsIn(loginFile)],
        [
          ['create', 'off'],
          ['read', 'read-2'],
        ],
      );
      await until(() => person.questions.length > 0);
      assert.match(
        person.questions[0] ?? '',
        /The id "read" was taken in that chain: the request is now "read-2"\./,
      );
      assert.match(person.questions[0] ?? '', /"read-2" has no \{\{orderId\}\}/);
    });

    it('takes along what matrices say about requests that go to another chain, and takes it back', async () => {
      const [from, to] = [ordersFile, loginFile].map(({ path }) => posix.basename(path));
      const names = (chain: string | undefined, id: string) =>
        `{ // of orders\n  "operations": { "order.read": { "request": "${chain}#${id}" }, "me": { "request": "${to}#read" } } }`;
      const matrix = await writeInWorkspace('moved.authz.json', names(from, 'read'));
      const document = await vscode.workspace.openTextDocument(matrix);
      const person = new FakePerson({ action: 'Undo' });
      const seen: string[] = [];
      const listening = vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === document && event.contentChanges.length > 0) {
          seen.push(document.getText());
        }
      });
      await dropRequests(moves(person), [{ chain: ordersFile, requestId: 'read' }], { chain: loginFile });
      await until(() => seen.length === 2);
      listening.dispose();
      assert.deepEqual(seen, [names(to, 'read-2'), names(from, 'read')]);
      assert.match(person.questions[0] ?? '', /moved\.authz\.json names moved requests, and was changed/);
    });

    it('changes nothing when a request is gone or a file is broken', async () => {
      await assert.rejects(
        dropRequests(moves(new FakePerson()), [{ chain: ordersFile, requestId: 'gone' }], {
          chain: loginFile,
        }),
        /The file no longer has a request "gone"\./,
      );
      const broken = await writeChain('view-broken', '{ "requests": [');
      await assert.rejects(
        dropRequests(moves(new FakePerson()), [{ chain: ordersFile, requestId: 'read' }], { chain: broken }),
        /not valid JSON/,
      );
      assert.deepEqual(await idsIn(ordersFile), ['create', 'read', 'off']);
    });

    it('is carried by drag and drop, and believes nothing else that is dropped', async () => {
      const controller = new ChainsDragAndDrop(moves(new FakePerson()));
      const data = new vscode.DataTransfer();
      const [create, read] = await requestsOf(ordersFile);
      assert.ok(create !== undefined && read !== undefined);
      controller.handleDrag([create], data);
      await controller.handleDrop(read, data);
      assert.deepEqual(await idsIn(ordersFile), ['read', 'create', 'off']);
      for (const text of [
        '',
        '{',
        '{"chain":1}',
        '[null,7,{"chain":"file:///x.txt","requestId":"a"}]',
        '[[]]',
      ]) {
        const hostile = new vscode.DataTransfer();
        hostile.set('application/vnd.code.tree.chainwright.chains', new vscode.DataTransferItem(text));
        await controller.handleDrop(read, hostile);
      }
      assert.deepEqual(await idsIn(ordersFile), ['read', 'create', 'off']);
    });

    it('lets chains be dragged out to be opened', () => {
      const data = new vscode.DataTransfer();
      new ChainsDragAndDrop(moves(new FakePerson())).handleDrag([{ kind: 'chain', chain: loginFile }], data);
      assert.equal(data.get('text/uri-list')?.value, loginFile.toString());
    });
  });

  describe('changing requests and chains', () => {
    it('duplicates a request under a new id', async () => {
      await duplicateRequest({ chain: ordersFile, requestId: 'create' });
      const [, copy] = await requestsOf(ordersFile);
      assert.deepEqual([copy?.requestId, copy?.request.name], ['create-2', 'Create order (copy)']);
    });

    it('duplicates a chain in its folder, never over another file', async () => {
      const chain = await writeChain('view-copied', login);
      await duplicateChain({ chain });
      await duplicateChain({ chain });
      const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(chain, '..'));
      assert.equal(entries.filter(([name]) => name.startsWith('view-copied-')).length, 3);
    });

    it('renames a request and a chain', async () => {
      const person = new FakePerson({ text: ' New ' });
      await rename(person, { chain: ordersFile, requestId: 'read' });
      await rename(person, { chain: ordersFile });
      assert.deepEqual(person.questions, [
        'Its id stays "read", for other files may refer to it. []',
        'Its file keeps its name. [Orders]',
      ]);
      const { name, requests } = outlineChain(
        (await vscode.workspace.openTextDocument(ordersFile)).getText(),
      );
      assert.deepEqual([name, requests[1]?.name, requests[1]?.id], ['New', 'New', 'read']);
    });

    it('renames nothing when the person gives up', async () => {
      await rename(new FakePerson(), { chain: ordersFile });
      assert.equal((await vscode.workspace.openTextDocument(ordersFile)).isDirty, false);
    });

    it('deletes requests after asking, as an edit that can be undone', async () => {
      const targets = ['read', 'off'].map((requestId) => ({ chain: ordersFile, requestId }));
      await deleteTargets(moves(new FakePerson()), targets);
      assert.deepEqual(await idsIn(ordersFile), ['create', 'read', 'off']);
      const person = new FakePerson({ agrees: true });
      await deleteTargets(moves(person), targets);
      assert.deepEqual(person.questions, ['Delete 2 requests?']);
      assert.deepEqual(await idsIn(ordersFile), ['create']);
      assert.equal((await vscode.workspace.openTextDocument(ordersFile)).isDirty, true);
    });

    it('deletes a chain once, even if its items were selected as well', async () => {
      const person = new FakePerson({ agrees: true });
      await deleteTargets(moves(person), [{ chain: loginFile }, { chain: loginFile, requestId: 'read' }]);
      assert.equal(unnumbered(person.questions[0] ?? ''), 'Delete the chain "view-login.chain.json"?');
      assert.equal(await exists(loginFile), false);
    });
  });
});

describe('what commands of the Chains view are given', () => {
  const file = (): vscode.Uri => vscode.Uri.file(`${workspaceFolder()}/a.chain.json`);
  it('is a chain, a request, or nothing', () => {
    const chain = file();
    assert.deepEqual(targetFrom(chain), { chain });
    assert.deepEqual(targetFrom({ chain, other: 1 }), { chain });
    assert.deepEqual(targetFrom({ chain, requestId: 'a', index: 2 }), { chain, requestId: 'a', index: 2 });
    assert.deepEqual(targetFrom({ chain, requestId: 7, index: '2' }), { chain });
    for (const hostile of [
      undefined,
      null,
      7,
      'a.chain.json',
      [],
      {},
      { chain: 'x' },
      vscode.Uri.file('/a.txt'),
    ]) {
      assert.equal(targetFrom(hostile), undefined);
    }
  });
});

/** Names of files without the number that each test has of its own. */
function unnumbered(text: string): string {
  return text.replace(/-\d+(?=\.chain)/g, '');
}

function labelText(label: vscode.TreeItem['label']): string {
  return typeof label === 'string' ? label : (label?.label ?? '');
}
