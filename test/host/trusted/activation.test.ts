import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../until';

const extension = vscode.extensions.getExtension('chainwright.chainwright');

describe('activation in a workspace with chains', () => {
  it('happens by itself', async () => {
    await until(() => extension?.isActive === true);
  });

  it('waits for nothing but chain files, JSON with comments, and links to it', () => {
    const manifest = extension?.packageJSON as { activationEvents: string[] };
    assert.deepEqual(manifest.activationEvents, [
      'workspaceContains:**/*.chain.json',
      'workspaceContains:**/*.authz.json',
      'onLanguage:jsonc',
      'onWebviewPanel:chainwright.results',
      'onWebviewPanel:chainwright.authz',
      'onWebviewPanel:chainwright.viewer',
      'onUri',
    ]);
  });

  it('exposes nothing to other extensions', () => {
    assert.equal(extension?.exports, undefined);
  });
});
