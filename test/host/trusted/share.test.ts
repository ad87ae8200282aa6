import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { defined } from '../../../src/core/defined';
import type { ExecutionResult } from '../../../src/core/result/result';
import type { ChainRun } from '../../../src/host/chainRuns';
import { matrixPlace } from '../../../src/host/authz/matrixDocument';
import { ResultHistory } from '../../../src/host/results/resultHistory';
import { MatrixHistory } from '../../../src/host/authz/matrixHistory';
import { MatrixRuns } from '../../../src/host/authz/matrixRuns';
import { shareMatrix, shareResult } from '../../../src/host/sharing/share';
import { writeAuthzResult } from '../../../src/node/authz/authzStore';
import { createResultStore } from '../../../src/node/results/resultStore';
import { passedAuthz, sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import { orderLifecycle } from '../../formats/reporters/sampleReport';
import { answering } from '../answers';
import { openPanels, startServer, twoRequests, workspaceFolder, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';
import { sharer, type Sharing } from '../sharing';
import { tidyEditors, writeChain } from '../viewFakes';
import { until } from '../../until';

const history = new ResultHistory({ warn: () => undefined } as unknown as vscode.LogOutputChannel);
const inWorkspace = (name: string): string => path.join(workspaceFolder(), name);
const read = (name: string): Promise<string> => readFile(inWorkspace(name), 'utf8');

/** A chain with a result on the disk. */
async function ran(
  result: ExecutionResult = orderLifecycle,
): Promise<{ chain: vscode.Uri; file: vscode.Uri }> {
  const chain = await writeChain('share', twoRequests('http://127.0.0.1:1'));
  const store = createResultStore(workspaceFolder(), 10);
  const slot = await store.slot(vscode.workspace.asRelativePath(chain, false), new Date(0));
  await store.save(slot, result, 'runAll');
  return { chain, file: vscode.Uri.file(slot.file) };
}

async function share(uri: vscode.Uri, sharing: Sharing, run?: ChainRun, request?: string) {
  const { ports, seen } = sharer(sharing);
  const subject = { uri, ...defined({ request }) };
  await shareResult(subject, { ...ports, history, shown: { runOf: () => run } });
  return seen;
}

describe('Share…', () => {
  before(() => mkdir(inWorkspace('shared'), { recursive: true }));
  after(async () => {
    history.dispose();
    await rm(inWorkspace('shared'), { recursive: true, force: true });
  });
  afterEach(tidyEditors);

  it('offers every form of a result, and links', async () => {
    const { chain, file } = await ran();
    const ways = ['HTML Report…', 'Markdown Summary', 'JUnit…', 'HAR…'];
    const links = ['Link to This Result', 'Link to This Chain'];
    assert.deepEqual((await share(chain, {})).offered, [...ways, ...links]);
    assert.deepEqual((await share(file, {})).offered, [...ways, ...links]);
    assert.deepEqual((await share(chain, {}, undefined, 'read')).offered, [
      ...ways,
      'Link to This Result',
      'Link to This Request',
      'Link to This Chain',
    ]);
  });

  for (const [way, ending, begins] of [
    ['HTML Report…', 'html', /^<!doctype html>/],
    ['JUnit…', 'xml', /^<\?xml/],
    ['HAR…', 'har', /^\{\s*"log"/],
  ] as const) {
    it(`saves exactly what was shown: ${way}`, async () => {
      const { chain } = await ran();
      const seen = await share(chain, { way, file: `shared/a.${ending}` });
      assert.equal(seen.proposed, `${path.basename(chain.fsPath, '.chain.json')}.${ending}`);
      const text = await read(`shared/a.${ending}`);
      assert.match(text, begins);
      const [shown] = seen.views[0]?.texts ?? [];
      assert.equal(shown?.size, Buffer.byteLength(text));
      assert.ok(text.startsWith(shown.text.slice(0, -1)));
      assert.equal(shown.readable?.startsWith('Order lifecycle'), ending === 'html' ? true : undefined);
      assert.deepEqual(seen.messages, [`Saved to shared/a.${ending}.`]);
    });
  }

  it('copies exactly what was shown', async () => {
    const { file } = await ran();
    const seen = await share(file, { way: 'Markdown Summary' });
    assert.equal(await vscode.env.clipboard.readText(), seen.views[0]?.texts[0]?.text);
    assert.match(await vscode.env.clipboard.readText(), /^# Order lifecycle/);
    assert.equal(seen.views[0]?.destination, 'the clipboard');
  });

  it('leaves out what the person leaves out', async () => {
    const { chain } = await ran();
    const omissions = { bodies: true, exchanges: [0] };
    await share(chain, { way: 'HAR…', file: 'shared/b.har', omissions });
    const text = await read('shared/b.har');
    assert.doesNotMatch(text, /alice@example\.com|"text": "\{/);
    assert.match(text, /Left out before this was shared: bodies, 1 request\./);
  });

  it('lets nothing go that was not approved, and asks for no place then', async () => {
    const { chain } = await ran();
    await vscode.env.clipboard.writeText('before');
    const saved = await share(chain, { way: 'HTML Report…', approves: false, file: 'shared/c.html' });
    const copied = await share(chain, { way: 'Markdown Summary', approves: false });
    assert.deepEqual([saved.proposed, saved.messages, copied.messages], ['', [], []]);
    assert.equal(await vscode.env.clipboard.readText(), 'before');
    await assert.rejects(read('shared/c.html'), { code: 'ENOENT' });
  });

  it('writes nothing when the person chooses no place', async () => {
    const { chain } = await ran();
    assert.deepEqual((await share(chain, { way: 'HTML Report…' })).messages, []);
  });

  it('says why a file cannot be written', async () => {
    const { chain } = await ran();
    await assert.rejects(share(chain, { way: 'HAR…', file: 'not/there/a.har' }), {
      name: 'UserError',
      message: /"not\/there\/a\.har" cannot be written: ENOENT/,
    });
  });

  it('offers a chain that never ran as a link only', async () => {
    const chain = await writeChain('share', twoRequests('http://127.0.0.1:1'));
    const seen = await share(chain, { way: 'Link to This Chain' });
    assert.deepEqual(seen.offered, ['Link to This Chain']);
    const name = vscode.workspace.asRelativePath(chain, false);
    const link = `${vscode.env.uriScheme}://chainwright.chainwright/open?chain=${name}`;
    assert.equal(await vscode.env.clipboard.readText(), link);
    assert.match(seen.messages[0] ?? '', /runs nothing/);
  });

  it('does not share half a run', async () => {
    const { chain } = await ran();
    const run = { view: { outcome: 'running' } } as ChainRun;
    await assert.rejects(share(chain, {}, run), { message: /is being run/ });
  });

  it('shares the run of this window although it was not kept', async () => {
    const { chain } = await ran();
    const view = { ...orderLifecycle, startedAt: '2026-05-05T05:05:05.000Z' };
    const run = { view, results: new Map([[0, orderLifecycle.requests[0]]]) } as unknown as ChainRun;
    const seen = await share(chain, { way: 'Markdown Summary' }, run);
    assert.deepEqual(seen.offered.slice(-1), ['Link to This Chain']);
    assert.match(seen.views[0]?.texts[0]?.text ?? '', /1 passed/);
  });

  it('asks in the window, for the chain of a line, a result, or the editor', async () => {
    const { chain, file } = await ran();
    const offered: (readonly string[])[] = [];
    const pick = (items: readonly vscode.QuickPickItem[]): readonly string[] => {
      offered.push(items.map(({ label }) => label));
      return [];
    };
    for (const argument of [chain, { chain }, { chain, requestId: 'read' }, file]) {
      await answering({ pick }, () => command('share', argument));
    }
    await answering({ pick }, () => command('share', { kind: 'result', chain, file: file.fsPath }));
    await vscode.window.showTextDocument(chain);
    await answering({ pick }, () => command('share'));
    assert.equal(offered.length, 6);
    assert.ok(offered.every((labels) => labels.includes('HTML Report…')));
  });

  it('shows what leaves in a view of its own, and lets nothing go when that is closed', async () => {
    const { chain } = await ran();
    await vscode.env.clipboard.writeText('before');
    const sharing = answering({ pick: () => ['Markdown Summary'] }, () => command('share', chain));
    await until(() => openPanels('chainwright.egress').length === 1);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sharing;
    assert.equal(await vscode.env.clipboard.readText(), 'before');
  });

  it('asks nothing for what names no chain, no matrix and no result', async () => {
    for (const name of ['share', 'shareMatrix']) {
      for (const argument of ['/etc/passwd', { chain: '/etc/passwd' }, vscode.Uri.file('/etc/passwd'), 7]) {
        assert.deepEqual(await answering({}, () => command(name, argument)), []);
      }
    }
  });
});

const SHARED = { result: sampleAuthz, earlier: undefined };

describe('Share… of an authorization run', () => {
  let matrix: vscode.Uri;
  before(async () => {
    await mkdir(inWorkspace('shared'), { recursive: true });
    matrix = await writeInWorkspace('shared.authz.json', '{}');
  });
  after(async () => {
    await rm(matrix.fsPath, { force: true });
    await rm(inWorkspace('shared'), { recursive: true, force: true });
  });

  it('offers its forms, SARIF among them, and saves what was shown', async () => {
    const { ports, seen } = sharer({ way: 'SARIF…', file: 'shared/a.sarif' });
    await shareMatrix(matrixPlace(matrix), SHARED, ports);
    assert.deepEqual(seen.offered, [
      'HTML Report…',
      'Markdown Summary',
      'JUnit…',
      'SARIF…',
      'Link to This Matrix',
    ]);
    assert.equal(seen.proposed, 'shared-authz.sarif');
    assert.match(await read('shared/a.sarif'), /"version": ?"2\.1\.0"/);
  });

  it('says which operations of the API no cell tested', async () => {
    const { ports, seen } = sharer({ way: 'Markdown Summary' });
    const coverage = { of: 'api.yaml', total: 3, untested: ['HEAD /orders'] };
    await shareMatrix(matrixPlace(matrix), { ...SHARED, coverage }, ports);
    assert.match(seen.views[0]?.texts[0]?.text ?? '', /No cell tested 1 of 3 operations of api/);
  });

  it('leaves out what the person leaves out', async () => {
    const { ports } = sharer({ way: 'HTML Report…', file: 'shared/a.html', omissions: { headers: true } });
    await shareMatrix(matrixPlace(matrix), SHARED, ports);
    const text = await read('shared/a.html');
    assert.match(text, /Left out before this was shared: headers\./);
    assert.doesNotMatch(text, /<td>Authorization<\/td>/);
  });

  it('says what is new since the run before, and what is gone', async () => {
    const earlier = { ...passedAuthz, cells: sampleAuthz.cells.slice(1), startedAt: '2026-01-02T03:04:05Z' };
    const { ports, seen } = sharer({ way: 'Markdown Summary' });
    await shareMatrix(matrixPlace(matrix), { result: sampleAuthz, earlier }, ports);
    const [cell] = sampleAuthz.cells;
    // Markdown's escapes are of no interest here.
    const text = (seen.views[0]?.texts[0]?.text ?? '').replaceAll('\\', '');
    assert.match(text, /## Since the run of 2026-01-02T03:04:05Z/);
    const [, rows = ''] = text.split('## Since');
    assert.match(
      rows.split('\n## ')[0] ?? '',
      new RegExp(`\\| (?:new|added) \\| .*${cell?.cell.operation ?? ''}`),
    );
  });

  it('compares with the whole run before it in the same environment, of earlier windows, too', async () => {
    const log = { warn: (text: string) => assert.fail(text) } as unknown as vscode.LogOutputChannel;
    const runs = new MatrixRuns(new MatrixHistory(log));
    const place = matrixPlace(matrix);
    const at = (minute: number, changes: Partial<AuthzResult> = {}): AuthzResult => ({
      ...sampleAuthz,
      matrix: { file: 'shared.authz.json', name: 'Shared' },
      startedAt: new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString(),
      ...changes,
    });
    const others: readonly Partial<AuthzResult>[] = [
      { environment: 'elsewhere' },
      { outcome: 'cancelled' },
      { unselected: ['0'.repeat(16)] },
    ];
    const kept = [at(0), at(1), ...others.map((changes, index) => at(2 + index, changes)), at(9)];
    for (const result of kept) {
      await writeAuthzResult(place.root, result, 50);
    }
    const found = await runs.earlier({ place, result: at(9), before: at(2, others[0]) });
    assert.equal(found?.startedAt, at(1).startedAt);
    const whole = at(5);
    assert.equal(await runs.earlier({ place, result: at(9), before: whole }), whole);
    runs.dispose();
    await rm(inWorkspace('.chainwright/authz/shared'), { recursive: true, force: true });
  });

  it('offers a matrix that never ran as a link only', async () => {
    const { ports, seen } = sharer({ way: 'Link to This Matrix' });
    await shareMatrix(matrixPlace(matrix), undefined, ports);
    assert.deepEqual(seen.offered, ['Link to This Matrix']);
    const link = `${vscode.env.uriScheme}://chainwright.chainwright/open?matrix=shared.authz.json`;
    assert.equal(await vscode.env.clipboard.readText(), link);
  });

  it('asks in the window', async () => {
    const offered: (readonly string[])[] = [];
    const pick = (items: readonly vscode.QuickPickItem[]): readonly string[] => {
      offered.push(items.map(({ label }) => label));
      return [];
    };
    await answering({ pick }, () => command('shareMatrix', matrix));
    assert.deepEqual(offered, [['Link to This Matrix']]);
  });
});

describe('Share… after a run', () => {
  it('finds the result that the run left', async () => {
    const server = await startServer();
    const chain = await writeChain('share', twoRequests(server.origin));
    await command('runAll', chain);
    const seen = await share(chain, { way: 'Markdown Summary' });
    assert.match(seen.views[0]?.texts[0]?.text ?? '', /2 passed/);
    assert.ok(seen.offered.includes('Link to This Result'));
    await server.close();
    await tidyEditors();
  });
});
