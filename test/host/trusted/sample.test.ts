import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { writeOrigin } from '../../../src/host/views/sampleCommands';
import { SampleServer } from '../../../src/host/views/sampleServer';
import { copySample, openSampleFolder, rememberSample } from '../../../src/host/views/sampleWorkspace';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

/** The memory of the extension, for one test. */
function memory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <Value>(key: string, fallback?: Value) =>
      (values.get(key) as Value | undefined) ?? (fallback as Value),
    update: (key, value) => {
      values.set(key, value);
      return Promise.resolve();
    },
  };
}

describe('the sample workspace', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chainwright-copy-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is copied into a new folder each time, over nothing', async () => {
    const sample = vscode.Uri.file(workspaceFolder());
    const parent = vscode.Uri.file(folder);
    const first = await copySample(sample, parent);
    await writeFile(path.join(first.fsPath, 'orders.chain.json'), 'mine');
    const second = await copySample(sample, parent);
    assert.deepEqual(
      [first, second].map(({ fsPath }) => path.basename(fsPath)),
      ['chainwright-sample', 'chainwright-sample-2'],
    );
    assert.equal(await readFile(path.join(first.fsPath, 'orders.chain.json'), 'utf8'), 'mine');
    assert.match(await readFile(path.join(second.fsPath, 'orders.chain.json'), 'utf8'), /Order lifecycle/);
  });

  it('is known again only when this extension made it', async () => {
    const kept = memory();
    assert.equal(openSampleFolder(kept), undefined);
    await rememberSample(kept, vscode.Uri.file(folder));
    assert.equal(openSampleFolder(kept), undefined);
    await rememberSample(kept, vscode.Uri.file(workspaceFolder()));
    assert.equal(openSampleFolder(kept)?.fsPath, workspaceFolder());
  });

  it('remembers the newest twenty', async () => {
    const kept = memory();
    await rememberSample(kept, vscode.Uri.file(workspaceFolder()));
    for (let number = 0; number < 20; number += 1) {
      await rememberSample(kept, vscode.Uri.file(path.join(folder, String(number))));
    }
    assert.equal(openSampleFolder(kept), undefined);
  });
});

describe('the sample API', () => {
  it('answers inside the extension host until it is stopped', async () => {
    const server = new SampleServer();
    try {
      const origin = await server.start(0);
      assert.equal(await server.start(0), origin);
      const login = { email: 'alice@example.com', password: 'wrong' };
      const answer = await fetch(`${origin}/login`, { method: 'POST', body: JSON.stringify(login) });
      assert.ok(answer.status >= 400 && answer.status < 500);
      await server.stop();
      assert.equal(server.origin, undefined);
      await assert.rejects(fetch(origin));
    } finally {
      server.dispose();
    }
  });

  it('is started and stopped by commands', async () => {
    const origin = await command<string>('startSampleApi');
    assert.ok(origin !== undefined);
    assert.ok((await fetch(`${origin}/login`, { method: 'POST', body: '{}' })).status < 500);
    await command('stopSampleApi');
    await assert.rejects(fetch(origin));
    assert.equal(await command('stopSampleApi'), undefined, 'nothing is left to stop');
  });

  it('takes a free port when the one it should have is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const server = new SampleServer();
    try {
      const origin = await server.start(port);
      assert.notEqual(new URL(origin).port, String(port));
    } finally {
      server.dispose();
      other.close();
    }
  });

  it('can be named by the environment, whose remarks stay', async () => {
    const text = '{\n  // Where it listens.\n  "variables": { "baseUrl": "http://127.0.0.1:4010" }\n}\n';
    const file = await writeInWorkspace('sample-test.environment.json', text);
    await writeOrigin(file, 'http://127.0.0.1:5000');
    assert.equal(await readFile(file.fsPath, 'utf8'), text.replace('4010', '5000'));
    await rm(file.fsPath);
  });
});
