import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chainPlace } from '../../../src/host/chainDocument';
import { followRunsInLog } from '../../../src/host/running/executionLogChannel';
import { executeSettings } from '../../../src/host/settings';
import { until } from '../../until';
import { startServer, writeInWorkspace } from '../chainFiles';
import { ownService } from '../ownRuns';
import { nothingApproved } from '../../../src/core/permission/approval';

const SECRET = 's3cret-of-the-answer';

/** A channel that keeps what is written into it, by level. */
function keepingChannel() {
  const lines: string[] = [];
  const keep =
    (level: string) =>
    (text: string): number =>
      lines.push(`${level}: ${text}`);
  const levels = { error: keep('error'), warn: keep('warn'), info: keep('info') };
  const details = { debug: keep('debug'), trace: keep('trace') };
  return { lines, channel: { ...levels, ...details } as unknown as vscode.LogOutputChannel };
}

describe('the execution log in the output channel', () => {
  it('says what was resolved, sent, received and extracted, and why something was blocked, masked', async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ id: 7, access_token: SECRET }));
    });
    const chain = await writeInWorkspace('logged.chain.json', {
      formatVersion: 1,
      name: 'Logged',
      requests: [
        {
          id: 'login',
          method: 'POST',
          url: `${server.origin}/login`,
          extract: [
            { variable: 'token', from: 'body', path: '$.access_token' },
            { variable: 'id', from: 'body', path: '$.id' },
          ],
        },
        {
          id: 'read',
          method: 'GET',
          url: `${server.origin}/orders/{{id}}`,
          auth: { type: 'bearer', token: '{{token}}' },
        },
        { id: 'lost', method: 'GET', url: `${server.origin}/{{nowhere}}` },
      ],
    });
    const { lines, channel } = keepingChannel();
    const service = ownService();
    const following = followRunsInLog(service.runs, channel);
    try {
      await service.start({ place: chainPlace(chain), select: { kind: 'all' }, trigger: 'runAll' });
      await until(() => lines.some((line) => line.includes('lost')));
      const log = lines.join('\n');
      for (const said of [
        /^info: passed: login/m,
        /^debug: .*resolved \{\{id\}\}/m,
        /^debug: .*sent GET .*\/orders\/7/m,
        /^debug: .*received HTTP\/1\.1 200 OK/m,
        /^debug: .*extracted id from body/m,
        /blocked: lost.*/m,
        /nowhere/,
      ]) {
        assert.match(log, said);
      }
      assert.doesNotMatch(log, new RegExp(SECRET));
    } finally {
      vscode.Disposable.from(following, service.runs).dispose();
      await server.close();
      await vscode.workspace.fs.delete(chain);
    }
  });
});

describe('the network mode of a run', () => {
  const machine = {
    maskingKey: new Uint8Array(32),
    userAgent: 'test',
    stored: new Map(),
    approval: nothingApproved,
  };
  const settings = vscode.workspace.getConfiguration('chainwright');
  afterEach(() => settings.update('network.mode', undefined, vscode.ConfigurationTarget.Workspace));
  for (const [written, used] of [
    ['direct', 'direct'],
    ['vscode', 'vscode'],
    ['nonsense', 'auto'],
    [undefined, 'auto'],
  ] as const) {
    it(`is ${used} when the setting is ${String(written)}`, async () => {
      await settings.update('network.mode', written, vscode.ConfigurationTarget.Workspace);
      const { network } = executeSettings(vscode.Uri.file('/a.chain.json'), machine);
      assert.equal(network.mode, used);
    });
  }
});
