import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { GrantChoice } from '../../../src/protocol/policyContract';
import type { PolicyView } from '../../../src/protocol/policyView';
import { until } from '../../until';
import { positionOf, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';
import { ownPolicies, type OpenPolicy, type Policies } from '../policyPage';
import { tidyEditors, writeChain } from '../viewFakes';

const ORDERS = {
  formatVersion: 1,
  name: 'Orders',
  requests: [{ id: 'read', method: 'GET', url: '{{baseUrl}}/orders/{{orderId}}' }],
};

const matrixText = (chain: string): string => `{
  "formatVersion": 1,
  "name": "Orders",
  "users": { "alice": { "role": "customer" } },
  "operations": { "order.read": { "request": "${chain}#read" } },
  "policy": {
    "customer": {
      "order.*": "own" // theirs
    }
  }
}
`;

const NONE: GrantChoice = { role: 'customer', operation: 'order.read', before: null, scope: '"none"' };
const ADDED = '"order.*": "own", // theirs\n      "order.read": "none"\n';

const ownGrant = ({ rows }: PolicyView): string | undefined => rows[0]?.grants[0]?.own;

let written = 0;

describe('the policy of a matrix as a grid', () => {
  let policies: Policies;
  let policy: OpenPolicy;
  let chain: vscode.Uri;
  let text: string;

  beforeEach(async () => {
    policies = ownPolicies();
    chain = await writeChain('policy', ORDERS);
    text = matrixText(chain.path.split('/').at(-1) ?? '');
    written += 1;
    policy = await policies.open(await writeInWorkspace(`policy-${written}.authz.json`, text));
  });
  afterEach(async () => {
    policies.dispose();
    await tidyEditors();
  });

  async function type(before: string, after: string, document = policy.document): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const start = positionOf(document, before);
    const end = document.positionAt(document.offsetAt(start) + before.length);
    edit.replace(document.uri, new vscode.Range(start, end), after);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  it('shows operations with the method and the path of their requests', async () => {
    const { rows, file } = await policy.whenShown(() => true);
    assert.equal(file, policy.document.uri.path.split('/').at(-1));
    assert.deepEqual(
      rows.map(({ operation, method, path, grants }) => [operation, method, path, grants]),
      [['order.read', 'GET', '/orders/{{orderId}}', [{ pattern: 'order.*', patternScope: '"own"' }]]],
    );
  });

  it('writes a choice in one step that can be undone, comments kept', async () => {
    assert.equal(await policy.call('grant', NONE), 'done');
    const after = text.replace('"order.*": "own" // theirs\n', ADDED);
    assert.equal(policy.document.getText(), after);
    await policy.whenShown((view) => ownGrant(view) === '"none"');
    await vscode.window.showTextDocument(policy.document);
    await vscode.commands.executeCommand('undo');
    assert.equal(policy.document.getText(), text);
    await policy.whenShown((view) => ownGrant(view) === undefined);
  });

  it('makes choices one after the other, however quickly they come', async () => {
    const scopes = [null, '"none"', '"any"', '"own"', null] as const;
    const answers = await Promise.all(
      scopes
        .slice(1)
        .map((scope, at) => policy.call('grant', { ...NONE, before: scopes[at] ?? null, scope })),
    );
    assert.deepEqual(answers, ['done', 'done', 'done', 'done']);
    assert.equal(policy.document.getText(), text);
  });

  it('does not overwrite what was typed in the text, and shows that', async () => {
    await type('"own"', '"own", "order.read": "any"');
    assert.equal(await policy.call('grant', NONE), 'stale');
    await policy.whenShown((view) => ownGrant(view) === '"any"');
  });

  it('makes an operation public', async () => {
    await policy.call('setPublic', 'order.read', true);
    const { rows } = await policy.whenShown((view) => view.rows[0]?.public.isNamed === true);
    assert.equal(rows.length, 1);
    assert.ok(policy.document.getText().includes('"public": ["order.read"]'));
  });

  it('follows the chains that the matrix names', async () => {
    const document = await vscode.workspace.openTextDocument(chain);
    await type('"GET"', '"POST"', document);
    await policy.whenShown(({ rows }) => rows[0]?.method === 'POST');
    await type('"read"', '"other"', document);
    await policy.whenShown(({ rows }) => rows[0]?.method === undefined);
  });

  it('keeps the last grid of a text that cannot be read', async () => {
    await type('"own" //', '"own //');
    const { broken, rows } = await policy.whenShown((view) => view.broken !== undefined);
    assert.deepEqual([broken?.line, rows.length], [8, 1]);
    await assert.rejects(policy.call('grant', NONE), /not valid JSON/);
    await policy.call('revealText');
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 7);
    await type('"own //', '"own" //');
    await policy.whenShown((view) => view.broken === undefined);
  });

  it('leads to the line that decides, else to the operation', async () => {
    const at = async (name: 'revealGrant' | 'revealOperation', role: string | null): Promise<string> => {
      await (name === 'revealGrant'
        ? policy.call('revealGrant', role, 'order.read')
        : policy.call('revealOperation', 'order.read'));
      const { activeTextEditor } = vscode.window;
      assert.equal(activeTextEditor?.document, policy.document);
      const start = policy.document.offsetAt(activeTextEditor.selection.start);
      return policy.document.getText().slice(start, start + 10);
    };
    assert.equal(await at('revealGrant', 'customer'), '"order.*":');
    assert.equal(await at('revealGrant', 'agent'), '"order.rea');
    await policy.call('setPublic', 'order.read', true);
    assert.equal(await at('revealGrant', null), '"order.rea');
    assert.equal(vscode.window.activeTextEditor?.selection.start.line, 9);
    assert.equal(await at('revealOperation', null), '"order.rea');
    assert.equal(vscode.window.activeTextEditor?.selection.start.line, 4);
  });

  it('says nothing to a page that is hidden', async () => {
    policy.fake.isVisible = false;
    await type('"own"', '"any"');
    policy.fake.isVisible = true;
    await type('"any"', '"none"');
    await policy.whenShown(({ rows }) => rows[0]?.grants[0]?.patternScope === '"none"');
  });
});

describe('the commands of the policy grid', () => {
  const activeTab = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  afterEach(tidyEditors);

  it('open a matrix as a grid and as text again', async () => {
    const matrix = await writeInWorkspace('policy-opened.authz.json', matrixText('gone.chain.json'));
    await vscode.window.showTextDocument(matrix);
    await command('openPolicyGrid');
    await until(() => {
      const tab = activeTab();
      return tab instanceof vscode.TabInputCustom && tab.viewType === 'chainwright.policy';
    });
    await command('openText');
    await until(() => activeTab() instanceof vscode.TabInputText);
  });

  it('do not open what is not a matrix', async () => {
    for (const argument of ['a.authz.json', 1, {}, vscode.Uri.file('/etc/hosts')]) {
      await command('openPolicyGrid', argument);
    }
    assert.ok(!(activeTab() instanceof vscode.TabInputCustom));
  });
});
