import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { defined } from '../../../src/core/defined';
import type { ExecutionResult } from '../../../src/core/result/result';
import type { MatrixRun } from '../../../src/host/authz/matrixRuns';
import { ResultHistory } from '../../../src/host/results/resultHistory';
import type { IssueSubject } from '../../../src/host/sharing/issues/fault';
import { raiseIssue } from '../../../src/host/sharing/issues/raiseIssue';
import { createResultStore } from '../../../src/node/results/resultStore';
import { resultWith } from '../../core/masking/redactSamples';
import { sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import { orderLifecycle } from '../../formats/reporters/sampleReport';
import { TOKEN } from '../../sharing/issues/issueApi';
import { startIssueServer, type IssueServer } from '../../sharing/issues/issueServer';
import { assertNone, chainWithCredentials, echoing, PIECE, SPELLINGS, STORED, UNKNOWN } from '../canaries';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';
import { emptyMemory, raiser, setTrackerServers, type Person } from '../issueRaiser';
import { tidyEditors, writeChain } from '../viewFakes';

const history = new ResultHistory({ warn: () => undefined } as unknown as vscode.LogOutputChannel);
const issuesFile = (): string => path.join(workspaceFolder(), '.chainwright/issues.json');

describe('what an issue tells', () => {
  let server: IssueServer;
  let matrix: vscode.Uri;
  const files: vscode.Uri[] = [];

  before(async () => {
    matrix = await writeInWorkspace('issue-canary.authz.json', '{}');
    files.push(matrix);
  });
  beforeEach(async () => {
    server = await startIssueServer('github');
    await setTrackerServers({ github: server.origin });
  });
  afterEach(async () => {
    await setTrackerServers(undefined);
    await server.close();
    await rm(issuesFile(), { force: true });
  });
  after(async () => {
    history.dispose();
    await Promise.all(files.map(({ fsPath }) => rm(fsPath, { force: true })));
    await tidyEditors();
  });

  /** Raises an issue that is refused, raises it, and comments on it: everything that left, was shown or is kept. */
  async function everythingOf(
    subject: IssueSubject,
    { result, words }: { readonly result?: AuthzResult; readonly words?: Person['words'] } = {},
  ): Promise<string> {
    const memory = emptyMemory();
    const kept: unknown[] = [];
    const shown: unknown[] = [];
    const recall = () => Promise.resolve({ view: { outcome: 'finished' }, result } as unknown as MatrixRun);
    const raise = async (person: Person): Promise<void> => {
      const { ports, seen } = raiser({ ...person, ...defined({ words }) }, memory, {
        KEY: STORED,
      });
      const link = raiseIssue(subject, { ...ports, recall, history });
      shown.push(await link.catch(String), seen);
      kept.push(...memory.state.values());
    };
    const refuse = (): void => void server.faults.push('echo');
    await raise({ enters: ['acme/shop', TOKEN], meanwhile: refuse });
    await raise({ meanwhile: refuse });
    await raise({});
    await raise({ chooses: [0, 0], meanwhile: refuse });
    await raise({ chooses: [0, 0] });
    assert.deepEqual([server.issues.length, server.issues[0]?.comments.length], [1, 1]);
    assert.ok(kept.some((draft) => JSON.stringify(draft ?? '').includes('fingerprint')));
    const left = server.asked.flatMap(({ target, text }) => [target, decodeURIComponent(target), text]);
    return [...left, JSON.stringify([kept, shown]), await readFile(issuesFile(), 'utf8')].join('\n');
  }

  async function ran(result: ExecutionResult, chainText: object): Promise<vscode.Uri> {
    const chain = await writeChain('issue-canary', chainText);
    files.push(chain);
    const store = createResultStore(workspaceFolder(), 10);
    const slot = await store.slot(vscode.workspace.asRelativePath(chain, false), new Date(0));
    await store.save(slot, result, 'runAll');
    return vscode.Uri.file(slot.file);
  }

  const EMPTY = { formatVersion: 1, name: 'Canary', requests: [] };

  for (const [spelling, spell] of Object.entries(SPELLINGS)) {
    it(`holds no stored secret: ${spelling}, in every place of a result`, async () => {
      const uri = await ran({ ...resultWith(spell(STORED)), kind: 'run' }, EMPTY);
      const text = await everythingOf({ uri });
      assertNone(text, [PIECE, TOKEN]);
      assert.match(text, /‹secret:[0-9a-f]{4}›/);
    });

    it(`holds no stored secret: ${spelling}, in an authorization run`, async () => {
      const { exchange } = resultWith(spell(STORED)).requests[0] ?? assert.fail();
      const exchanges = sampleAuthz.exchanges.map((one) => ({ ...one, exchange: exchange ?? assert.fail() }));
      const cells = sampleAuthz.cells.map((cell) => ({ ...cell, reasons: [spell(STORED)] }));
      const result = { ...sampleAuthz, environment: spell(STORED), exchanges, cells };
      const cell = sampleAuthz.cells.find(({ class: outcome }) => outcome === 'FLAW_READ')?.cell.id ?? '';
      const text = await everythingOf({ uri: matrix, cell }, { result });
      assertNone(text, [PIECE, TOKEN]);
      assert.match(text, /‹secret:[0-9a-f]{4}›/);
    });
  }

  it('holds nothing that stood in a credential’s place, also where an answer of 500 repeats it', async () => {
    const uri = await ran({ ...orderLifecycle, requests: echoing }, EMPTY);
    const text = await everythingOf({ uri });
    assertNone(text, [UNKNOWN, TOKEN]);
    assert.match(text, /api_key=‹secret:/);
  });

  it('holds no credential that somebody wrote into the chain', async () => {
    const [request] = echoing;
    assert.ok(request);
    const chain = vscode.workspace.asRelativePath(await writeChain('issue-canary', EMPTY), false);
    files.push(await writeInWorkspace(chain, chainWithCredentials));
    const requests = [{ ...request, request: { chain, id: 'sign-in' } }];
    const text = await everythingOf({ uri: await ran({ ...orderLifecycle, requests }, EMPTY) });
    assert.match(text, /## In the chain/);
    assert.match(text, /\{\{baseUrl\}\}\/orders\?api_key=‹secret›/);
    assertNone(text, [UNKNOWN, TOKEN]);
  });

  it('holds no stored secret in what the person writes', async () => {
    const uri = await ran({ ...orderLifecycle, requests: echoing }, EMPTY);
    const words = { title: `Broken with ${STORED}`, labels: `bug, ${STORED}`, body: `It is ${STORED}.` };
    const text = await everythingOf({ uri }, { words });
    const [view] = server.issues;
    assert.match(view?.title ?? '', /^Broken with ‹secret:/);
    const sent = server.asked.map(({ target, text: json }) => `${target}\n${json}`).join('\n');
    assertNone(sent, [PIECE]);
    assert.match(text, /It is ‹secret:/);
  });
});
