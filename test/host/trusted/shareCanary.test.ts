import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import type { ExecutionResult } from '../../../src/core/result/result';
import { matrixPlace } from '../../../src/host/authz/matrixDocument';
import { ResultHistory } from '../../../src/host/results/resultHistory';
import { shareMatrix, shareResult } from '../../../src/host/sharing/share';
import { createResultStore } from '../../../src/node/results/resultStore';
import { resultWith } from '../../core/masking/redactSamples';
import { exchange, orderLifecycle, requestResult } from '../../formats/reporters/sampleReport';
import { sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import { assertNone, echoing, PIECE, SPELLINGS, STORED, UNKNOWN } from '../canaries';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';
import { sharer } from '../sharing';
import { tidyEditors, writeChain } from '../viewFakes';

const history = new ResultHistory({ warn: () => undefined } as unknown as vscode.LogOutputChannel);
const FILE = 'canary/shared.txt';

/** Every text that is sent, and everything that the page about it receives. */
async function everythingOf(result: ExecutionResult): Promise<string> {
  const chain = await writeChain('canary', { formatVersion: 1, name: 'Canary', requests: [] });
  const store = createResultStore(workspaceFolder(), 10);
  const slot = await store.slot(vscode.workspace.asRelativePath(chain, false), new Date(0));
  await store.save(slot, result, 'runAll');
  const texts: string[] = [];
  for (const way of ['HTML Report…', 'Markdown Summary', 'JUnit…', 'HAR…', 'Link to This Result']) {
    const { ports, seen } = sharer({ way, file: FILE }, { KEY: STORED });
    const shown = { runOf: () => undefined };
    await shareResult({ uri: vscode.Uri.file(slot.file) }, { ...ports, history, shown });
    texts.push(await left(way), JSON.stringify(seen));
  }
  return texts.join('\n');
}

async function everythingOfAuthz(result: AuthzResult, matrix: vscode.Uri): Promise<string> {
  const texts: string[] = [];
  for (const way of ['HTML Report…', 'Markdown Summary', 'JUnit…', 'SARIF…', 'Link to This Matrix']) {
    const { ports, seen } = sharer({ way, file: FILE }, { KEY: STORED });
    await shareMatrix(matrixPlace(matrix), { result, earlier: result }, ports);
    texts.push(await left(way), JSON.stringify(seen));
  }
  return texts.join('\n');
}

const left = async (way: string): Promise<string> =>
  /^(?:Markdown|Link)/.test(way)
    ? vscode.env.clipboard.readText()
    : readFile(path.join(workspaceFolder(), FILE), 'utf8');

describe('what is shared', () => {
  let matrix: vscode.Uri;
  before(async () => {
    await mkdir(path.join(workspaceFolder(), 'canary'), { recursive: true });
    matrix = await writeInWorkspace('canary.authz.json', '{}');
  });
  after(async () => {
    history.dispose();
    await rm(path.join(workspaceFolder(), 'canary'), { recursive: true, force: true });
    await rm(matrix.fsPath, { force: true });
    await tidyEditors();
  });

  for (const [spelling, spell] of Object.entries(SPELLINGS)) {
    it(`holds no stored secret: ${spelling}, in every place of a result`, async () => {
      const text = await everythingOf({ ...resultWith(spell(STORED)), kind: 'run' });
      assertNone(text, [PIECE]);
      assert.match(text, /‹secret:[0-9a-f]{4}›/);
    });

    it(`holds no stored secret: ${spelling}, in an authorization run`, async () => {
      const { exchange: hostile } = resultWith(spell(STORED)).requests[0] ?? assert.fail();
      const exchanges = sampleAuthz.exchanges.map((one) => ({ ...one, exchange: hostile ?? assert.fail() }));
      const notes = [...sampleAuthz.notes, spell(STORED)];
      assertNone(await everythingOfAuthz({ ...sampleAuthz, exchanges, notes }, matrix), [PIECE]);
    });
  }

  it('holds nothing that stood in a credential’s place, also where an answer of 500 repeats it', async () => {
    const text = await everythingOf({ ...orderLifecycle, requests: echoing });
    assertNone(text, [UNKNOWN]);
    assert.match(text, /api_key=‹secret:/);
  });

  it('contains what is not a secret', async () => {
    const plain = requestResult({ name: 'Read', exchange: exchange('GET', '/plain/7f3a', 200) });
    assert.match(await everythingOf({ ...orderLifecycle, requests: [plain] }), /plain\/7f3a/);
  });
});
