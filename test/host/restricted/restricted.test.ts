import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chainPlace } from '../../../src/host/chainDocument';
import { until } from '../../until';
import {
  resultsPanels,
  startServer,
  twoRequests,
  writeInWorkspace,
  type LoopbackServer,
} from '../chainFiles';
import { ownService } from '../ownRuns';

const extension = vscode.extensions.getExtension('chainwright.chainwright');

describe('in an untrusted workspace', () => {
  let server: LoopbackServer;
  let chain: vscode.Uri;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('is activated by a chain file that is opened', async () => {
    chain = await writeInWorkspace('found.chain.json', twoRequests(server.origin));
    await vscode.window.showTextDocument(chain);
    await until(() => extension?.isActive === true);
  });

  it('offers nothing that sends', async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      chain,
      100,
    );
    const titles = lenses.map(({ command }) => command?.title).sort();
    assert.deepEqual(titles, ['1 use', 'Auto Map', 'Chain Viewer', 'Open as Form', 'Preview', 'Preview']);
  });

  it('previews without reading secrets and files', async () => {
    const request = {
      id: 'upload',
      method: 'POST',
      url: server.origin,
      auth: { type: 'bearer', token: '{{$secret KEY}}' },
      body: { file: 'private.txt' },
    };
    await writeInWorkspace('private.txt', 'private');
    await writeInWorkspace('.env', 'KEY=s3cret-value');
    const file = { formatVersion: 1, name: 'Upload', requests: [request] };
    const uri = await writeInWorkspace('upload.chain.json', file);
    await vscode.commands.executeCommand('chainwright.preview', uri, 'upload');
    const shown = (): string =>
      vscode.workspace.textDocuments.find((one) => one.uri.scheme === 'chainwright-preview')?.getText() ?? '';
    await until(() => shown().includes('Authorization: Bearer {{$secret KEY}}'));
    assert.match(shown(), /\n‹contents of private\.txt›\n$/);
    assert.ok(!/s3cret/.test(shown()), shown());
    assert.deepEqual(server.requests, []);
  });

  const commands: readonly (readonly [name: string, id?: string])[] = [
    ['runAll'],
    ['execute'],
    ['runRequest', 'create'],
    ['runWithDependencies', 'create'],
    ['runFromHere', 'create'],
    ['runToHere', 'create'],
    ['rerunFailed'],
    ['repairChain'],
    ['rerunLast'],
    ['notify'],
    ['setUpNotification'],
    ['sendTestMessage'],
  ];
  for (const [name, ...args] of commands) {
    it(`refuses ${name} in code and sends nothing`, async () => {
      assert.equal(await vscode.commands.executeCommand(`chainwright.${name}`, chain, ...args), undefined);
      assert.deepEqual([server.requests, resultsPanels()], [[], []]);
    });
  }

  it('refuses to start a run for the Test Explorer, a results panel or anybody else', async () => {
    const service = ownService();
    const place = chainPlace(chain);
    await assert.rejects(service.start({ place, select: { kind: 'all' }, trigger: 'runAll' }), {
      name: 'UserError',
      what: 'This workspace is not trusted, so nothing is sent.',
    });
    service.runs.dispose();
    assert.deepEqual(server.requests, []);
  });

  it('takes settings that decide where data may go from the user alone', async () => {
    const settings = vscode.workspace.getConfiguration('chainwright');
    await settings.update('allowedHosts', ['https://evil.test'], vscode.ConfigurationTarget.Workspace);
    assert.deepEqual(vscode.workspace.getConfiguration('chainwright').get('allowedHosts'), []);
  });
});
