import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { answering } from '../answers';
import { resultsPanels, startServer, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

describe('permission to run', () => {
  const files: vscode.Uri[] = [];
  const write = async (name: string, content: object): Promise<vscode.Uri> => {
    const uri = await writeInWorkspace(name, content);
    files.push(uri);
    return uri;
  };
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await command('forgetAllowedOrigins');
    await Promise.all(files.splice(0).map(({ fsPath }) => rm(fsPath, { force: true })));
  });

  it('is asked for once for an origin, and taken back by a command', async () => {
    const chain = await write('new-origin.chain.json', {
      formatVersion: 1,
      name: 'New origin',
      requests: [{ id: 'a', method: 'GET', url: 'https://api.invalid/x', timeoutMs: 2000 }],
    });
    // Once allowed, everything goes to a port of this machine where nobody listens: no name is looked up.
    const settings = vscode.workspace.getConfiguration('chainwright');
    await settings.update('network.proxy', 'http://127.0.0.1:1', vscode.ConfigurationTarget.Workspace);
    let outcome: unknown;
    const run = async (): Promise<void> => {
      outcome = await command('runAll', chain);
    };
    const refused = await answering({}, run);
    assert.equal(outcome, undefined);
    assert.deepEqual(resultsPanels(), []);
    const [question] = refused;
    assert.ok(question?.kind === 'message');
    assert.match(question.detail, /^https:\/\/api\.invalid without any secret\n/);
    assert.deepEqual(question.buttons, ['Allow and Run']);

    assert.equal((await answering({ press: () => 'Allow and Run' }, run)).length, 1);
    assert.equal(outcome, 'failed');
    assert.deepEqual(await answering({}, run), []);
    assert.equal(outcome, 'failed');
    await command('forgetAllowedOrigins');
    assert.equal((await answering({}, run)).length, 1);
    await settings.update('network.proxy', undefined, vscode.ConfigurationTarget.Workspace);
  });

  it('is asked for once for a certificate authority, and again when its file is another', async () => {
    const server = await startServer();
    const authority = await write('asked-ca.pem', { not: 'read as a certificate by plain HTTP' });
    await write('asked.environment.json', { formatVersion: 1, name: 'asked', tls: { ca: 'asked-ca.pem' } });
    const chain = await write('asked.chain.json', {
      formatVersion: 1,
      name: 'Asked',
      environment: 'asked',
      requests: [{ id: 'a', method: 'GET', url: server.origin }],
    });
    const run = () => command('runAll', chain);
    const [question] = await answering({}, run);
    assert.ok(question?.kind === 'message');
    assert.equal(question.message, 'May the chains of this workspace be run this way?');
    assert.match(question.detail, /^Anyone with the key of the certificate authority asked-ca\.pem, /);
    assert.deepEqual(server.requests, []);
    assert.equal((await answering({ press: () => 'Allow and Run' }, run)).length, 1);
    assert.deepEqual(await answering({}, run), []);
    assert.deepEqual(server.requests, ['GET /', 'GET /']);
    await writeFile(authority.fsPath, 'another');
    assert.equal((await answering({}, run)).length, 1);
    assert.deepEqual(server.requests, ['GET /', 'GET /']);
    await server.close();
  });

  it('is not needed for this machine', async () => {
    const server = await startServer();
    const chain = await write('loopback.chain.json', {
      formatVersion: 1,
      name: 'Loopback',
      requests: [{ id: 'a', method: 'GET', url: server.origin }],
    });
    assert.deepEqual(await answering({}, () => command('runAll', chain)), []);
    assert.deepEqual(server.requests, ['GET /']);
    await server.close();
  });

  it('is needed to change something in a protected environment', async () => {
    const server = await startServer();
    await write('guarded.environment.json', {
      formatVersion: 1,
      name: 'guarded',
      variables: { base: server.origin },
      protected: true,
    });
    const chain = await write('guarded.chain.json', {
      formatVersion: 1,
      name: 'Guarded',
      environment: 'guarded',
      requests: [
        { id: 'read', method: 'GET', url: '{{base}}/a' },
        { id: 'change', method: 'DELETE', url: '{{base}}/b' },
      ],
    });
    const run = () => command('runAll', chain);
    const [question] = await answering({}, run);
    assert.ok(question?.kind === 'message');
    assert.equal(
      question.message,
      'The environment guarded is protected, and one request may change something there. Run it?',
    );
    assert.equal(question.detail, `They go to ${server.origin}.`);
    assert.deepEqual(server.requests, []);
    assert.deepEqual(await answering({}, () => command('runRequest', chain, 'read')), []);
    assert.deepEqual(server.requests, ['GET /a']);
    const always = (): string => 'Run and Do Not Ask Again for This Chain';
    assert.equal((await answering({ press: always }, run)).length, 1);
    assert.deepEqual(await answering({}, run), []);
    assert.deepEqual(server.requests, ['GET /a', 'GET /a', 'DELETE /b', 'GET /a', 'DELETE /b']);
    await server.close();
  });

  it('speaks of secrets without a value, and lets them be set first', async () => {
    const server = await startServer();
    const chain = await write('lacking.chain.json', {
      formatVersion: 1,
      name: 'Lacking',
      requests: [
        {
          id: 'a',
          method: 'GET',
          url: server.origin,
          headers: [{ name: 'X', value: '{{$secret LACKING_KEY}}' }],
        },
      ],
    });
    const asked = await answering(
      {
        press: (message) => (message.startsWith('Secrets') ? 'Set Secret…' : 'Delete'),
        input: () => 'l4cking-value',
        pick: (items) => items.filter(({ picked }) => picked).map(({ label }) => label),
      },
      async () => {
        assert.equal(await command('runAll', chain), 'passed');
        await command('deleteSecret', 'LACKING_KEY');
      },
    );
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ['message', 'input', 'pick', 'message'],
    );
    assert.deepEqual(server.requests, ['GET /']);
    await server.close();
  });
});
