import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ParametersTree } from '../../../src/host/views/parametersView';
import type { ParametersNode } from '../../../src/host/views/parameterItem';
import { until } from '../../until';
import { tidyEditors, viewServices, writeChain, type ViewServices } from '../viewFakes';

const chain = {
  formatVersion: 1,
  name: 'Parameters',
  variables: { quantity: 2, spare: 1 },
  requests: [
    {
      id: 'create',
      method: 'POST',
      url: 'http://127.0.0.1:1/orders',
      body: { json: { quantity: '{{quantity}}', coupon: '{{coupon}}' } },
      extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
    },
    { id: 'read', method: 'GET', url: 'http://127.0.0.1:1/orders/{{orderId}}' },
  ],
};

describe('the Parameter Dashboard', () => {
  let file: vscode.Uri;
  /** Was written long before it is deleted: VS Code tells nothing of a file that comes and goes at once. */
  let older: vscode.Uri;
  let services: ViewServices;
  let tree: ParametersTree;

  before(async () => {
    older = await writeChain('parameters-older', chain);
  });
  beforeEach(async () => {
    file = await writeChain('parameters', chain);
    services = viewServices(() => [file]);
    tree = new ParametersTree(services);
  });
  afterEach(async () => {
    tree.dispose();
    services.dispose();
    await tidyEditors();
  });

  function lines(node?: ParametersNode, indent = ''): readonly string[] {
    return tree.getChildren(node).flatMap((child) => {
      const { label, description } = tree.getTreeItem(child);
      const text = typeof label === 'string' ? label : (label?.label ?? '');
      return [`${indent}${text} | ${String(description ?? '')}`, ...lines(child, `${indent}  `)];
    });
  }

  it('groups variables and shows who gives them a value and who takes it', async () => {
    await tree.show(file);
    assert.deepEqual(lines(), [
      'Broken | 1',
      '  coupon | ',
      '    create | body /coupon · no value here',
      'Unused | 1',
      '  spare | 1',
      '    constant of the chain | ',
      'Healthy | 2',
      '  quantity | 2',
      '    constant of the chain | ',
      '    create | body /quantity',
      '  orderId | ',
      '    create | body $.id',
      '    read | path',
    ]);
  });

  it('shows the last value, in one line, and not all of a long one', async () => {
    services.last.setValue(file, 'orderId', `"a\nb${'x'.repeat(500)}"`);
    await tree.show(file);
    const values = lines().filter((line) => line.startsWith('  orderId'));
    assert.deepEqual(values, [`  orderId | "a b${'x'.repeat(55)}…`]);
  });

  it('says what is wrong, as plain text', async () => {
    await tree.show(file);
    const node = tree.find('coupon');
    assert.ok(node !== undefined);
    const { tooltip, accessibilityInformation } = tree.getTreeItem(node);
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.equal(tooltip.isTrusted, undefined);
    assert.match(tooltip.value, /coupon/);
    assert.match(accessibilityInformation?.label ?? '', /^Variable coupon, Broken, no value yet, /);
  });

  it('gives every line a label for screen readers', async () => {
    await tree.show(file);
    const all = (node?: ParametersNode): readonly ParametersNode[] =>
      tree.getChildren(node).flatMap((child) => [child, ...all(child)]);
    assert.ok(all().every((node) => (tree.getTreeItem(node).accessibilityInformation?.label ?? '') !== ''));
  });

  it('knows the way up from every line', async () => {
    await tree.show(file);
    const node = tree.find('orderId');
    assert.ok(node !== undefined);
    assert.equal(tree.getParent(node)?.kind, 'group');
    assert.equal(tree.find('constructor'), undefined);
  });

  it('follows what is typed', async () => {
    await tree.show(file);
    const document = await vscode.workspace.openTextDocument(file);
    const at = document.getText().indexOf('{{coupon}}');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(file, new vscode.Range(document.positionAt(at), document.positionAt(at + 10)), 'none');
    await vscode.workspace.applyEdit(edit);
    await until(() => tree.groups[0]?.health === 'unused');
  });

  it('follows the editor, and stays with a chain that is pinned', async () => {
    const other = await writeChain('parameters-other', { ...chain, variables: {} });
    await vscode.window.showTextDocument(file);
    await tree.followEditor();
    await tree.pin(true);
    await vscode.window.showTextDocument(other);
    await tree.followEditor();
    assert.equal(tree.chain?.toString(), file.toString());
    await tree.pin(false);
    assert.equal(tree.chain?.toString(), other.toString());
  });

  it('is empty for a file that is gone', async () => {
    await tree.show(vscode.Uri.joinPath(file, '../gone.chain.json'));
    assert.deepEqual(lines(), []);
  });

  it('lets go of a file that goes, pinned or not', async () => {
    file = older;
    await tree.show(file);
    await tree.pin(true);
    await vscode.workspace.fs.delete(file);
    await until(() => tree.chain === undefined);
    assert.deepEqual([lines(), tree.pinned], [[], false]);
  });

  for (const [title, content] of [
    ['broken JSON', '{ "requests": ['],
    ['a file that is not an object', '[]'],
    ['names every object inherits', '{ "variables": { "__proto__": 1 }, "requests": [] }'],
  ] as const) {
    it(`copes with ${title}`, async () => {
      await tree.show(await writeChain('parameters-odd', content));
      assert.ok(Array.isArray(lines()));
    });
  }
});
