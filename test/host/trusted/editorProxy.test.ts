/** Requests in network mode "vscode", which go through the proxy that the editor is set to use. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

describe('the proxy of the editor', () => {
  const asked: string[] = [];
  const proxy = http.createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('from the proxy');
  });
  const { Global } = vscode.ConfigurationTarget;
  const editor = vscode.workspace.getConfiguration('http');
  const ours = vscode.workspace.getConfiguration('chainwright');
  let chain: vscode.Uri;

  before(async () => {
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    const { port } = proxy.address() as AddressInfo;
    await editor.update('proxy', `http://127.0.0.1:${port}`, Global);
    await editor.update('proxySupport', 'override', Global);
    await ours.update('network.mode', 'vscode', Global);
    // Another address of this machine: the editor asks no proxy for 127.0.0.1, and nobody listens at this one.
    chain = await writeInWorkspace('editor-proxy.chain.json', {
      formatVersion: 1,
      name: 'Editor proxy',
      requests: [
        { id: 'a', method: 'GET', url: 'http://127.0.0.2:9/x', expect: { status: [200] }, timeoutMs: 5000 },
      ],
    });
  });
  after(async () => {
    proxy.close();
    await editor.update('proxy', undefined, Global);
    await editor.update('proxySupport', undefined, Global);
    await ours.update('network.mode', undefined, Global);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(chain.fsPath, { force: true });
  });

  it('gets the requests of chains', async () => {
    assert.equal(await command('runAll', chain), 'passed');
    assert.deepEqual(asked, ['GET http://127.0.0.2:9/x']);
  });
});
