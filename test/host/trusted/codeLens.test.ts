import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RequestResult } from '../../../src/core/result/result';
import { outcomeTitle } from '../../../src/host/providers/outcomeTitle';
import { eventually } from '../../until';
import { startServer, twoRequests, writeInWorkspace } from '../chainFiles';

/** The lenses of a document from top to bottom; those that are worked out late come last in their line. */
async function lensesOf(uri: vscode.Uri): Promise<readonly vscode.CodeLens[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    100,
  );
  return lenses.sort((one, other) => one.range.start.line - other.range.start.line);
}

/** Lines (from 1) and titles of the lenses of a document. */
async function titlesOf(uri: vscode.Uri): Promise<readonly string[]> {
  return (await lensesOf(uri)).map(
    ({ command, range }) => `${range.start.line + 1}: ${command?.title ?? ''}`,
  );
}

async function open(name: string, content: string | object): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(await writeInWorkspace(name, content));
}

/** Carries out `work` with a value of the setting. */
async function withLenses(names: readonly string[], work: () => Promise<void>): Promise<void> {
  const settings = vscode.workspace.getConfiguration('chainwright');
  await settings.update('codeLens', names, vscode.ConfigurationTarget.Workspace);
  try {
    await work();
  } finally {
    await settings.update('codeLens', undefined, vscode.ConfigurationTarget.Workspace);
  }
}

const RUN = ['$(play) Run', 'Run with dependencies', 'Preview'];

describe('CodeLens', () => {
  it('offers what can be done with the file and with each request', async () => {
    const { uri } = await open('lenses.chain.json', twoRequests('http://127.0.0.1:1'));
    assert.deepEqual(await titlesOf(uri), [
      '1: $(run-all) Run All',
      '1: Execute',
      '1: Chain Viewer',
      '1: Open as Form',
      '1: Auto Map',
      ...[...RUN, '1 use'].map((title) => `5: ${title}`),
      ...RUN.map((title) => `17: ${title}`),
    ]);
  });

  it('counts the ids that no request gives', async () => {
    const url = 'http://127.0.0.1:1/orders';
    const ids = ['8f3a91c2-5d0e-4a7b-9c21-0d0e8f6a1b2c', '0c2f4b7e-9a1d-4e3b-8f60-7d5c2b1a0e9f'];
    const reads = ids.map((id, index) => ({ id: `read${index}`, method: 'GET', url: `${url}/${id}` }));
    const titleWith = async (count: number): Promise<string | undefined> => {
      const requests = [{ id: 'list', method: 'GET', url }, ...reads.slice(0, count)];
      const { uri } = await open(`fixed${count}.chain.json`, { formatVersion: 1, name: 'Fixed', requests });
      return (await titlesOf(uri)).find((title) => title.startsWith('1: Auto Map'));
    };
    assert.deepEqual(
      [await titleWith(0), await titleWith(1), await titleWith(2)],
      ['1: Auto Map', '1: Auto Map · 1 fixed id', '1: Auto Map · 2 fixed ids'],
    );
  });

  it('covers the whole request and names it', async () => {
    const document = await open('lenses-again.chain.json', twoRequests('http://127.0.0.1:1'));
    const read = (await lensesOf(document.uri)).at(-1);
    assert.equal((JSON.parse(document.getText(read?.range)) as { id: string }).id, 'read');
    assert.equal(read?.command?.arguments?.[1], 'read');
  });

  it('counts the uses of what a request extracts, in other chains too', async () => {
    // Under a name of its own: environments that other tests leave may name theirs.
    const chain = JSON.stringify(twoRequests('http://127.0.0.1:1')).replaceAll('orderId', 'countedId');
    const { uri } = await open('counted.chain.json', chain);
    await writeInWorkspace('user-of-counted.chain.json', {
      formatVersion: 1,
      name: 'Other',
      requires: ['counted.chain.json'],
      requests: [{ id: 'a', method: 'GET', url: '/{{countedId}}' }],
    });
    const uses = await eventually(async () => {
      const commands = (await lensesOf(uri)).flatMap(({ command }) => command ?? []);
      return commands.find(({ command, title }) => command === 'chainwright.showUses' && title === '2 uses');
    });
    assert.deepEqual(uses.arguments, [uri, 'create']);
  });

  it('tells how the last run of a request ended', async () => {
    const server = await startServer();
    try {
      const { uri } = await open('outcomes.chain.json', twoRequests(server.origin));
      await vscode.commands.executeCommand('chainwright.runAll', uri);
      const outcomes = (await lensesOf(uri)).filter(
        ({ command }) => command?.command === 'chainwright.showLastResult',
      );
      assert.deepEqual(
        outcomes.map(({ command }) => command?.title.replace(/\d+ ms/, 'n ms')),
        ['$(check) 201 · n ms', '$(check) 201 · n ms'],
      );
      assert.deepEqual(outcomes[1]?.command?.arguments, [uri, 'read']);
    } finally {
      await server.close();
    }
  });

  it('says how long a request took as the results panel and the views do, retries included', () => {
    const result: RequestResult = {
      request: { chain: 'a.chain.json', id: 'a' },
      name: 'a',
      method: 'GET',
      outcome: 'passed',
      reasons: [],
      attempts: 2,
      exchange: {
        request: { method: 'GET', url: 'http://127.0.0.1:9/', headers: [] },
        redirects: [],
        timings: { totalMs: 4 },
      },
      substitutions: [],
      extractions: [],
      expectations: [],
      startedAt: '2026-11-21T14:02:00.000Z',
      durationMs: 1234,
    };
    assert.equal(outcomeTitle(result), '$(check) 1.2 s');
  });

  it('follows what is typed, complete or not', async () => {
    const { uri } = await open('typing.chain.json', '{ "requests": [\n{ "id": "a" },\n{ "id": "b", ');
    assert.deepEqual(await titlesOf(uri), [
      '1: $(run-all) Run All',
      '1: Execute',
      '1: Chain Viewer',
      '1: Open as Form',
      '1: Auto Map',
      ...RUN.map((title) => `2: ${title}`),
      ...RUN.map((title) => `3: ${title}`),
    ]);
  });

  it('offers the ways to a first request in a chain without any', async () => {
    const { uri } = await open('empty.chain.json', { formatVersion: 1, name: 'Empty', requests: [] });
    assert.deepEqual(await titlesOf(uri), ['1: Add Request', '1: Import…', '1: Open as Form']);
  });

  it('leaves other JSON files alone', async () => {
    const { uri } = await open('other.json', twoRequests('http://127.0.0.1:1'));
    assert.deepEqual(await titlesOf(uri), []);
  });

  it('shows only those that are wanted', async () => {
    const { uri } = await open('lenses-again.chain.json', twoRequests('http://127.0.0.1:1'));
    await withLenses(['preview', 'execute'], async () => {
      assert.deepEqual(await titlesOf(uri), ['1: Execute', '5: Preview', '17: Preview']);
    });
    await withLenses([], async () => assert.deepEqual(await titlesOf(uri), []));
  });

  it('opens chains as JSON with comments', async () => {
    const document = await open('comments.chain.json', '// a chain\n{}');
    assert.equal(document.languageId, 'jsonc');
  });
});
