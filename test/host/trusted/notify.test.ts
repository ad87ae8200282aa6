import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { Notifications } from '../../../src/host/notify/notifications';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import type { MatrixRun } from '../../../src/host/authz/matrixRuns';
import type { RunService } from '../../../src/host/running/runService';
import { ShownRuns } from '../../../src/host/results/shownRuns';
import type { ResultHistory } from '../../../src/host/results/resultHistory';
import { chainPlace } from '../../../src/host/chainDocument';
import type { Egress, ReviewEgress } from '../../../src/sharing/egress';
import { nothingOmitted } from '../../../src/core/result/omissions';
import { passedAuthz, sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import { startChat, type ChatServer } from '../../sharing/chatServer';
import { until } from '../../until';
import { answering } from '../answers';
import { assertNone, PIECE, STORED } from '../canaries';
import { startServer, workspaceFolder, writeInWorkspace, type LoopbackServer } from '../chainFiles';
import { command } from '../commands';
import { startOrders } from '../ordersMatrix';
import { ownService } from '../ownRuns';

/** Memory of an editor that a test can look into. */
class FakeMemory implements vscode.Memento {
  readonly values = new Map<string, unknown>();
  readonly keys = (): readonly string[] => [...this.values.keys()];
  get<T>(key: string, otherwise?: T): T {
    return (this.values.get(key) ?? otherwise) as T;
  }
  update(key: string, value: unknown): Thenable<void> {
    this.values.set(key, JSON.parse(JSON.stringify(value)));
    return Promise.resolve();
  }
}

/** Messages that are shown, and the buttons that a test presses. */
interface Shown {
  readonly texts: string[];
  press: (text: string) => string | undefined;
}

const WINDOW = { ...vscode.window };

describe('notifications', () => {
  let chat: ChatServer;
  let answers: number[];
  let posts: string[];
  let api: LoopbackServer;
  let status: number;
  const logged: string[] = [];
  const reviewed: Egress[] = [];
  const shown: Shown = { texts: [], press: () => undefined };
  let agrees: boolean;
  let globalState: FakeMemory;
  let workspaceState: FakeMemory;
  let secrets: Map<string, string>;
  let service: RunService;
  let notifications: Notifications;
  let chain: vscode.Uri;
  let ended: Promise<void>;
  /** What is on the disk of a matrix. */
  let kept: { readonly result: AuthzResult; readonly before: AuthzResult } | undefined;

  beforeEach(async () => {
    [logged, reviewed, shown.texts].forEach((list) => (list.length = 0));
    agrees = true;
    kept = undefined;
    status = 200;
    shown.press = (text) => (text.includes('first message to') ? 'Show Message' : undefined);
    chat = await startChat();
    ({ answers, posts } = chat);
    api = await startServer((_request, response) => response.writeHead(status).end('{}'));
    chain = await writeInWorkspace('notified.chain.json', {
      formatVersion: 1,
      name: 'Notified',
      requests: [{ id: 'only', method: 'GET', url: `${api.origin}/health` }],
    });
    Object.assign(vscode.window, { showInformationMessage: note, showWarningMessage: note });
    begin();
    await setRules([{ service: 'slack', secret: 'TEAM' }]);
    secrets.set('webhook/TEAM', chat.address);
    await globalState.update('notify.webhooks', [{ name: 'TEAM', service: 'slack' }]);
  });

  afterEach(async () => {
    const { showInformationMessage, showWarningMessage } = WINDOW;
    Object.assign(vscode.window, { showInformationMessage, showWarningMessage });
    service.runs.dispose();
    await setRules(undefined);
    await Promise.all([chat.close(), api.close()]);
  });

  function note(text: string): Promise<string | undefined> {
    shown.texts.push(text);
    return Promise.resolve(shown.press(text));
  }

  /** Notifications of a window of their own. */
  function begin(): void {
    globalState = new FakeMemory();
    workspaceState = new FakeMemory();
    secrets = new Map();
    service = ownService();
    const keychain = {
      get: (key: string) => Promise.resolve(secrets.get(key)),
      store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
      delete: (key: string) => Promise.resolve(void secrets.delete(key)),
    };
    const write = (text: unknown): void => void logged.push(String(text));
    const review: ReviewEgress = async (egress) => {
      reviewed.push(egress);
      const texts = await egress.render(nothingOmitted, new Map());
      return agrees ? { texts, omissions: nothingOmitted, values: new Map() } : undefined;
    };
    notifications = new Notifications({
      context: {
        secrets: keychain,
        globalState,
        workspaceState,
        extension: { id: 'chainwright.chainwright', packageJSON: { version: '1.2.3' } },
      } as unknown as vscode.ExtensionContext,
      runs: service.runs,
      shown: new ShownRuns(service.runs, { list: () => Promise.resolve([]) } as unknown as ResultHistory),
      recall: () => Promise.resolve(kept as unknown as MatrixRun | undefined),
      machine: () =>
        Promise.resolve({
          maskingKey: new Uint8Array(32),
          stored: new Map([['KEY', { value: STORED, origins: [] }]]),
        }),
      review,
      log: { info: write, warn: write, error: write } as unknown as vscode.LogOutputChannel,
    });
    ended = Promise.resolve();
    service.runs.onDidChange((change) => {
      if (change.type === 'updated' && change.update.type === 'run-finished') {
        ended = notifications.chainEnded(change.run);
      }
    });
  }

  async function setRules(rules: unknown): Promise<void> {
    await vscode.workspace
      .getConfiguration('chainwright')
      .update('notifications', rules, vscode.ConfigurationTarget.Global);
  }

  /** Runs the chain against an API that answers so, and waits until chats were notified. */
  async function run(answer: number, trigger: 'runAll' | 'part' = 'runAll'): Promise<void> {
    status = answer;
    await service.start({ place: chainPlace(chain), select: { kind: 'all' }, trigger });
    await ended;
  }

  it('show the first message before it leaves, and send later ones by themselves', async () => {
    await run(500);
    assert.equal(posts.length, 1);
    const [egress] = reviewed;
    assert.ok(egress !== undefined);
    const [text] = await egress.render(nothingOmitted, new Map());
    assert.deepEqual(JSON.parse(text?.text ?? ''), JSON.parse(posts[0] ?? ''));
    assert.match(egress.destination, /^Slack, at the address that is stored as TEAM$/);
    await run(500);
    assert.equal(posts.length, 1, 'it continues, and is no news');
    await run(200);
    assert.equal(posts.length, 2);
    assert.match(posts[1] ?? '', /Notified passed again/);
    assert.equal(reviewed.length, 1);
  });

  it('lead to the request that failed, or to the chain, and so do messages about matrices', async () => {
    await setRules([{ service: 'slack', secret: 'TEAM', when: 'always' }]);
    await run(500);
    await run(200);
    const file = vscode.Uri.joinPath(chain, '../notified.authz.json');
    const place = { uri: file, file: file.fsPath, root: workspaceFolder() };
    await notifications.matrixEnded({ place, result: sampleAuthz, before: undefined, isPart: false });
    const elsewhere = vscode.Uri.file('/elsewhere/notified.authz.json');
    const outside = { uri: elsewhere, file: elsewhere.fsPath, root: '/elsewhere' };
    await notifications.matrixEnded({
      place: outside,
      result: sampleAuthz,
      before: undefined,
      isPart: false,
    });
    const base = `${vscode.env.uriScheme}://chainwright.chainwright/open`;
    assert.deepEqual(
      posts.map((post) => /"url":"(.*?)","text":"(.*?)"/.exec(post)?.slice(1)),
      [
        [`${base}?chain=notified.chain.json&request=only`, 'Open the request in VS Code'],
        [`${base}?chain=notified.chain.json`, 'Open the chain in VS Code'],
        [`${base}?matrix=notified.authz.json`, 'Open the matrix in VS Code'],
        undefined,
      ],
    );
  });

  it('send nothing that the person did not agree to, and ask again the next time', async () => {
    agrees = false;
    await run(500);
    assert.deepEqual([posts.length, reviewed.length], [0, 1]);
    shown.press = () => undefined;
    await run(200);
    assert.deepEqual([posts.length, reviewed.length], [0, 1]);
    agrees = true;
    shown.press = () => 'Show Message';
    await run(500);
    assert.deepEqual([posts.length, reviewed.length], [1, 2]);
  });

  it('tell of new flaws of a matrix, and of none that the run before had', async () => {
    await setRules([{ service: 'slack', secret: 'TEAM', when: 'flaw', chains: ['*.authz.json'] }]);
    const file = vscode.Uri.joinPath(chain, '../notified.authz.json');
    const place = { uri: file, file: file.fsPath, root: workspaceFolder() };
    const known = { before: sampleAuthz, isPart: false };
    await notifications.matrixEnded({ place, result: sampleAuthz, ...known });
    assert.equal(posts.length, 0);
    const later = { ...sampleAuthz, startedAt: '2026-03-04T05:06:07.000Z' };
    await notifications.matrixEnded({ place, result: later, before: passedAuthz, isPart: false });
    assert.equal(posts.length, 1);
    assert.match(posts[0] ?? '', /Orders: who may do what found \d+ flaws/);
    const elsewhere = { ...passedAuthz, environment: 'elsewhere' };
    const another = { ...sampleAuthz, startedAt: '2026-03-04T05:06:08.000Z' };
    await notifications.matrixEnded({ place, result: another, before: elsewhere, isPart: false });
    assert.equal(posts.length, 2, 'another environment knows nothing of this one');
  });

  it('leave runs of some requests alone', async () => {
    await run(500, 'part');
    assert.equal(posts.length, 0);
  });

  it('leave a run unchanged when a chat cannot be reached, and try again when the person wants', async () => {
    await run(500);
    answers.push(404);
    await run(200);
    const [message = ''] = shown.texts.filter((text) => text.includes('404'));
    assert.match(
      message,
      /Slack was not notified: it answered with 404\. The webhook or its channel is gone/,
    );
    assert.equal(posts.length, 2);
    answers.push(404);
    shown.press = (text) => (text.includes('404') ? 'Try Again' : undefined);
    await run(500);
    await until(() => posts.length === 4);
    assert.deepEqual(posts[2], posts[3]);
    const said = [...shown.texts, ...logged].join('\n');
    assert.doesNotMatch(said, /kept-to-ourselves/);
  });

  it('go the way of the person’s own settings, where a workspace cannot lead them', async () => {
    const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('chainwright');
    const { Global, Workspace } = vscode.ConfigurationTarget;
    const seen: string[] = [];
    const proxy = await startServer(({ url = '' }, response) => {
      seen.push(url);
      response.end('ok');
    });
    try {
      await settings().update('network.proxy', proxy.origin, Workspace);
      await notifications.sendTestMessage('TEAM');
      assert.deepEqual([posts.length, seen], [1, []]);
      await settings().update('network.proxy', proxy.origin, Global);
      await notifications.sendTestMessage('TEAM');
      assert.deepEqual([posts.length, seen], [1, [chat.address]]);
    } finally {
      await settings().update('network.proxy', undefined, Workspace);
      await settings().update('network.proxy', undefined, Global);
      await proxy.close();
    }
  });

  it('say what to do when no address is stored on this machine', async () => {
    secrets.clear();
    await run(500);
    assert.equal(posts.length, 0);
    assert.match(shown.texts.join('\n'), /Slack \(TEAM\) was not notified: no webhook URL is stored/);
  });

  it('name an entry of the setting that is wrong, once, and go on with the others', async () => {
    await setRules([
      { service: 'mail', secret: 'TEAM' },
      { service: 'slack', secret: 'TEAM' },
    ]);
    await run(500);
    await run(200);
    assert.equal(posts.length, 2);
    assert.equal(shown.texts.filter((text) => text.includes('entry 1: "service" must be')).length, 1);
  });

  it('post a result to a chat when a person wants it, and say when it was posted already', async () => {
    await setRules([]);
    await run(500);
    const pick = () => ['TEAM'];
    await answering({ pick }, () => notifications.notify(chain));
    assert.deepEqual([posts.length, reviewed.length], [1, 1]);
    const asked = await answering({ pick, press: () => undefined }, () => notifications.notify(chain));
    assert.ok(
      asked.some((one) => one.kind === 'message' && one.message.includes('already notified of this run')),
    );
    assert.equal(posts.length, 1);
    await answering({ pick, press: () => 'Send Again' }, () => notifications.notify(chain));
    assert.equal(posts.length, 2);
  });

  it('hold no secret that was stored after the run', async () => {
    const requests = [{ id: 'only', name: `Health ${STORED}`, method: 'GET', url: `${api.origin}/health` }];
    await writeInWorkspace('notified.chain.json', { formatVersion: 1, name: `Notified ${STORED}`, requests });
    await run(500);
    await answering({ pick: () => ['TEAM'], press: () => 'Send Again' }, () => notifications.notify(chain));
    assert.equal(posts.length, 2);
    for (const post of posts) {
      assertNone(post, [PIECE]);
      assert.match(post, /Notified ‹secret:[0-9a-f]{4}›/);
    }
  });

  it('hold no secret of a matrix, and compare it with the run before as if there were none', async () => {
    await setRules([{ service: 'slack', secret: 'TEAM', when: 'flaw', chains: ['*.authz.json'] }]);
    const matrix = { ...sampleAuthz.matrix, name: `Orders ${STORED}` };
    const cells = sampleAuthz.cells.map((one) => ({ ...one, fingerprint: `${one.fingerprint} ${STORED}` }));
    const result = { ...sampleAuthz, matrix, cells };
    const file = vscode.Uri.joinPath(chain, '../notified.authz.json');
    const place = { uri: file, file: file.fsPath, root: workspaceFolder() };
    await notifications.matrixEnded({ place, result, before: result, isPart: false });
    assert.equal(posts.length, 0, 'all flaws are known');
    kept = { result, before: result };
    await answering({ pick: () => ['TEAM'] }, () => notifications.notify(file));
    assert.equal(posts.length, 1);
    assertNone(posts[0] ?? '', [PIECE]);
    assert.match(posts[0] ?? '', /Orders ‹secret:[0-9a-f]{4}›/);
  });

  it('refuse to tell of a chain that was not run', async () => {
    const other = await writeInWorkspace('never-run.chain.json', {
      formatVersion: 1,
      name: 'N',
      requests: [],
    });
    await assert.rejects(notifications.notify(other), /This chain has no result/);
  });

  it('keep an address that is set up where secrets are kept, and nowhere else', async () => {
    await setRules([]);
    const input = ({ password }: vscode.InputBoxOptions) => (password === true ? chat.address : 'OTHER_TEAM');
    const pick = (items: readonly vscode.QuickPickItem[]) =>
      items.some(({ label }) => label === 'Slack') ? ['Slack'] : ['Every run that failed'];
    await answering({ input, pick }, () => notifications.setUpNotification());
    assert.equal(secrets.get('webhook/OTHER_TEAM'), chat.address);
    const own = vscode.workspace.getConfiguration('chainwright').inspect('notifications')?.globalValue;
    assert.deepEqual(own, [{ service: 'slack', secret: 'OTHER_TEAM', when: ['failure'] }]);
    const elsewhere = JSON.stringify([
      own,
      [...globalState.values],
      [...workspaceState.values],
      logged,
      shown,
    ]);
    assert.doesNotMatch(elsewhere, /kept-to-ourselves/);
  });

  it('try a chat with a message that says nothing of any run', async () => {
    await notifications.sendTestMessage('TEAM');
    assert.match(posts[0] ?? '', /Test message of Chainwright/);
    assert.equal(reviewed.length, 1);
    assert.ok(shown.texts.includes('Slack (TEAM) was notified.'));
    await run(500);
    assert.equal(reviewed.length, 2, 'the first message about a run is shown all the same');
  });

  it('forget an address', async () => {
    await answering({ pick: () => ['Forget TEAM'] }, () => notifications.setUpNotification());
    assert.deepEqual([...secrets], []);
    assert.deepEqual(globalState.values.get('notify.webhooks'), []);
  });
});

describe('notifications of this window', () => {
  const texts: string[] = [];
  const { showWarningMessage } = vscode.window;
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('chainwright');

  beforeEach(async () => {
    texts.length = 0;
    Object.assign(vscode.window, {
      showWarningMessage: (text: string) => Promise.resolve(void texts.push(text)),
    });
    const rule = { service: 'slack', secret: 'NOT_STORED', when: ['failure', 'flaw'] };
    await settings().update('notifications', [rule], vscode.ConfigurationTarget.Global);
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    await settings().update('notifications', undefined, vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const wasAbout = (): boolean =>
    texts.some((text) => text.startsWith('Slack (NOT_STORED) was not notified'));

  it('are about runs of chains', async () => {
    const api = await startServer((_request, response) => response.writeHead(500).end());
    const requests = [{ id: 'only', method: 'GET', url: `${api.origin}/health` }];
    const chain = await writeInWorkspace('heard.chain.json', { formatVersion: 1, name: 'Heard', requests });
    assert.equal(await command('runAll', chain), 'failed');
    await until(wasAbout);
    await api.close();
  });

  it('are about runs of matrices, and not about results that are read again', async () => {
    const { server, matrix, chain } = await startOrders('heard-matrix', { mutate: false });
    const ran = await answering({ press: () => 'Run' }, () => command('runMatrix', matrix));
    assert.ok(Array.isArray(ran));
    await command('showAuthzResults', matrix);
    await until(wasAbout);
    assert.equal(texts.filter((text) => text.includes('NOT_STORED')).length, 1);
    await server.close();
    await Promise.all([matrix, chain].map(({ fsPath }) => rm(fsPath)));
    await rm(path.join(workspaceFolder(), '.chainwright/authz'), { recursive: true, force: true });
  });
});

describe('the setting of notifications', () => {
  it('cannot be made by a workspace', async () => {
    const settings = vscode.workspace.getConfiguration('chainwright');
    await assert.rejects(async () =>
      settings.update('notifications', [], vscode.ConfigurationTarget.Workspace),
    );
  });
});
