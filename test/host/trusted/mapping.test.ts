import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { readHarText } from '../../../src/formats/importers/read/har/harSession';
import { ChainMapping } from '../../../src/host/mapping/chainMapping';
import { chainUsers } from '../../../src/host/mapping/chainUsers';
import { RejectedMappings } from '../../../src/host/mapping/rejectedMappings';
import { analyzeFile } from '../../../src/node/analyzeFile';
import { until } from '../../until';
import { openPanels, twoRequests, workspaceFolder, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

const reviews = (): readonly string[] => openPanels('chainwright.mapping');

describe('Auto Map', () => {
  let chain: vscode.Uri;
  before(async () => {
    chain = await writeInWorkspace('mapped.chain.json', twoRequests('http://127.0.0.1:1'));
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens next to the editor, once for each chain', async () => {
    await command('autoMap', chain);
    await command('autoMap', chain);
    await until(() => reviews().length > 0);
    assert.deepEqual(reviews(), ['Auto Map: mapped']);
  });

  it('says in its title in which folder a chain is', async () => {
    await mkdir(path.join(workspaceFolder(), 'titled'), { recursive: true });
    await command(
      'autoMap',
      await writeInWorkspace('titled/mapped.chain.json', twoRequests('http://127.0.0.1:1')),
    );
    await until(() => reviews().length > 0);
    assert.deepEqual(reviews(), ['Auto Map: mapped · titled']);
  });

  it('opens for the chain in the editor and for a line of the Chains view', async () => {
    await vscode.window.showTextDocument(chain);
    await command('autoMap');
    await until(() => reviews().length === 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await command('autoMap', { kind: 'chain', chain });
    await until(() => reviews().length === 1);
  });

  for (const argument of ['mapped.chain.json', 1, {}, vscode.Uri.file('/etc/hosts')]) {
    it(`does not open for ${JSON.stringify(argument)}`, async () => {
      await command('autoMap', argument);
      assert.deepEqual(reviews(), []);
    });
  }
});

describe('a mapping that is held against a second recording', () => {
  const CREATED = 'b7c1d0aa-3f5e-4a7b-9c21-5d0e8f6a1b2c';
  const call = (method: string, url: string, id: string) => ({
    request: { method, url, headers: [] },
    response: {
      status: 200,
      headers: [],
      content: { mimeType: 'application/json', text: JSON.stringify({ id }) },
    },
  });
  const recordingOf = (id: string) => ({
    log: {
      entries: [call('POST', 'http://api.test/cards', id), call('GET', `http://api.test/cards/${id}`, id)],
    },
  });
  let mapping: ChainMapping;

  before(async () => {
    const chain = await writeInWorkspace('verified.chain.json', {
      formatVersion: 1,
      name: 'Cards',
      requests: [
        { id: 'create', method: 'POST', url: 'http://api.test/cards' },
        { id: 'read', method: 'GET', url: `http://api.test/cards/${CREATED}` },
      ],
    });
    const steps = readHarText(JSON.stringify(recordingOf(CREATED)), 'first.har');
    const ids = ['create', 'read'];
    mapping = new ChainMapping(chain, {
      lastSession: () =>
        Promise.resolve({
          source: 'recorded',
          startedAt: '2026-11-21T14:02:00.000Z',
          steps,
          ids: new Map(ids.map((id, entry) => [entry, id])),
        }),
      lastRun: () => undefined,
      analyses: { of: ({ fsPath }) => analyzeFile({ file: fsPath, workspace: workspaceFolder() }) },
      rejected: { of: () => new Set() },
      users: () => Promise.resolve([]),
    });
  });
  after(() => mapping.dispose());

  const seen = async () => {
    const view = await mapping.view();
    assert.equal(view.kind, 'review');
    return {
      verification: view.verification,
      verdicts: view.things.flatMap(({ groups }) =>
        groups.flatMap(({ uses }) => uses.map(({ verdict }) => verdict?.kind)),
      ),
    };
  };

  it('shows the evidence of a recording, and forgets it again', async () => {
    assert.deepEqual(await seen(), { verification: undefined, verdicts: [undefined] });
    mapping.verifyBy(
      await writeInWorkspace('second.har', recordingOf('0c2f4b7e-9a1d-4e3b-8f60-7d5c2b1a0e9f')),
    );
    assert.deepEqual(await seen(), {
      verification: { recording: 'second.har', summary: '1 confirmed' },
      verdicts: ['confirmed'],
    });
    mapping.verifyBy(undefined);
    assert.deepEqual(await seen(), { verification: undefined, verdicts: [undefined] });
  });

  it('says why a recording cannot be read', async () => {
    mapping.verifyBy(await writeInWorkspace('none.har', {}));
    await assert.rejects(mapping.view(), /This file is not a HAR recording/);
  });
});

describe('the users of a chain', () => {
  it('are those that require it or run it as a step', async () => {
    await mkdir(path.join(workspaceFolder(), 'used'), { recursive: true });
    const chainOf = (more: object) => ({ formatVersion: 2, name: 'Users', requests: [], ...more });
    const step = { id: 'pay', chain: '../used/pay.chain.json' };
    const used = await writeInWorkspace('used/pay.chain.json', chainOf({}));
    const others = [
      await writeInWorkspace('used/requiring.chain.json', chainOf({ requires: ['pay.chain.json'] })),
      await writeInWorkspace('used/running.chain.json', chainOf({ requests: [step] })),
      await writeInWorkspace('used/mentioning.chain.json', chainOf({ description: 'pay.chain.json' })),
    ];
    const gone = vscode.Uri.file(path.join(workspaceFolder(), 'gone.chain.json'));
    const found = await chainUsers(used, {
      files: {
        list: () => Promise.resolve([used, ...others, gone]),
        text: (uri) => readFile(uri.fsPath, 'utf8'),
      },
      analyses: { of: ({ fsPath }) => analyzeFile({ file: fsPath, workspace: workspaceFolder() }) },
    });
    assert.deepEqual(found, ['used/requiring.chain.json', 'used/running.chain.json']);
  });
});

describe('a chain without responses', () => {
  it('tells a run that nothing answered from a chain that was never run', async () => {
    const chain = await writeInWorkspace('offline.chain.json', twoRequests('http://127.0.0.1:9'));
    const step = { entry: 0, method: 'GET', url: 'http://127.0.0.1:9/', headers: [] };
    for (const source of ['run', 'recorded'] as const) {
      const session = { source, startedAt: '', steps: [step], ids: new Map([[0, 'a']]) };
      const mapping = new ChainMapping(chain, {
        lastSession: () => Promise.resolve(session),
        lastRun: () => undefined,
        analyses: { of: ({ fsPath }) => analyzeFile({ file: fsPath, workspace: workspaceFolder() }) },
        rejected: { of: () => new Set() },
        users: () => Promise.resolve([]),
      });
      const view = await mapping.view();
      assert.deepEqual(view.kind === 'no-result' && view.isRun, source === 'run');
    }
  });

  it('gets suggestions by names, and extracts what the person ticks', async () => {
    const chain = await writeInWorkspace('guessed.chain.json', {
      formatVersion: 1,
      name: 'Orders',
      requests: [
        { id: 'create', name: 'Create order', method: 'POST', url: 'http://api.test/orders' },
        { id: 'read', method: 'GET', url: 'http://api.test/orders/{{orderId}}' },
      ],
    });
    const mapping = new ChainMapping(chain, {
      lastSession: () => Promise.resolve(undefined),
      lastRun: () => undefined,
      analyses: { of: ({ fsPath }) => analyzeFile({ file: fsPath, workspace: workspaceFolder() }) },
      rejected: { of: () => new Set() },
      users: () => Promise.resolve([]),
    });
    const view = await mapping.view();
    assert.ok(view.kind === 'no-result');
    assert.equal(view.isRun, false);
    assert.deepEqual(view.guesses, [
      {
        variable: 'orderId',
        source: { id: 'create', name: 'Create order' },
        extraction: '{"variable":"orderId","from":"body","path":"$.id"}',
        confidence: 0.7,
        reason: 'the request creates such a thing; no response was seen',
      },
    ]);
    await assert.rejects(mapping.applyGuesses(['other']), /The chain has changed since/);
    assert.equal(await mapping.applyGuesses(['orderId']), 1);
    const document = await vscode.workspace.openTextDocument(chain);
    assert.match(
      document.getText(),
      /"extract": \[\s*\{ "variable": "orderId", "from": "body", "path": "\$\.id" \}/,
    );
    await vscode.commands.executeCommand('workbench.action.files.revert');
    mapping.dispose();
  });
});

describe('what was rejected', () => {
  const one = vscode.Uri.file('/one.chain.json');
  const other = vscode.Uri.file('/other.chain.json');

  /** Rejections in a workspace that keeps `kept`. */
  function rejections(kept?: unknown) {
    let state = kept;
    const memento = {
      get: <T>(): T | undefined => state as T | undefined,
      update: (_key: string, value: unknown) => {
        state = value;
        return Promise.resolve();
      },
    };
    return { rejected: new RejectedMappings(memento), kept: () => state };
  }

  it('stays rejected in its chain until it is brought back', async () => {
    const { rejected, kept } = rejections();
    await rejected.add(one, ['a', 'b']);
    await rejected.add(one, ['a']);
    assert.deepEqual([...rejected.of(one)], ['a', 'b']);
    assert.deepEqual([...rejected.of(other)], []);
    await rejected.remove(one, ['a', 'c']);
    assert.deepEqual([...rejected.of(one)], ['b']);
    await rejected.remove(one, ['b']);
    assert.deepEqual(kept(), {});
  });

  it('keeps the newest of very many', async () => {
    const { rejected } = rejections();
    await rejected.add(
      one,
      Array.from({ length: 2001 }, (_, index) => String(index)),
    );
    assert.deepEqual([rejected.of(one).size, rejected.of(one).has('0')], [2000, false]);
  });

  for (const kept of [null, 'x', [], { [one.toString()]: 7 }, { [one.toString()]: [7, null] }]) {
    it(`is nothing where the workspace keeps ${JSON.stringify(kept)}`, () => {
      assert.deepEqual([...rejections(kept).rejected.of(one)], []);
    });
  }
});
