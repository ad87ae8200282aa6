import assert from 'node:assert/strict';
import { mkdir, readFile, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ExecutionResult } from '../../../src/core/result/result';
import { ResultHistory } from '../../../src/host/results/resultHistory';
import { raiseIssue } from '../../../src/host/sharing/issues/raiseIssue';
import { raisedIssue } from '../../../src/host/sharing/issues/raisedIssues';
import { createResultStore } from '../../../src/node/results/resultStore';
import { orderLifecycle } from '../../formats/reporters/sampleReport';
import { TOKEN } from '../../sharing/issues/issueApi';
import { startIssueServer, type IssueServer } from '../../sharing/issues/issueServer';
import { until } from '../../until';
import { twoRequests, workspaceFolder } from '../chainFiles';
import { emptyMemory, raiser, setTrackerServers, type Person } from '../issueRaiser';
import { tidyEditors, writeChain } from '../viewFakes';

const history = new ResultHistory({ warn: () => undefined } as unknown as vscode.LogOutputChannel);
const issuesFile = (): string => path.join(workspaceFolder(), '.chainwright/issues.json');

describe('Raise Issue…', () => {
  let server: IssueServer;
  let chain: vscode.Uri;
  const memory = emptyMemory();
  const index = orderLifecycle.requests.findIndex(({ outcome }) => outcome === 'failed');

  before(async () => {
    server = await startIssueServer('github');
    await setTrackerServers({ github: server.origin });
  });
  after(async () => {
    await setTrackerServers(undefined);
    await server.close();
    history.dispose();
    await rm(issuesFile(), { force: true });
    assert.deepEqual(server.faulty, []);
  });
  beforeEach(async () => {
    chain = await ran(orderLifecycle);
    server.issues.length = 0;
    server.asked.length = 0;
    memory.secrets.clear();
    memory.state.clear();
    await rm(issuesFile(), { force: true });
  });
  afterEach(tidyEditors);

  async function ran(result: ExecutionResult): Promise<vscode.Uri> {
    const file = await writeChain('issue', twoRequests('http://127.0.0.1:1'));
    const store = createResultStore(workspaceFolder(), 10);
    const slot = await store.slot(vscode.workspace.asRelativePath(file, false), new Date(0));
    await store.save(slot, result, 'runAll');
    return file;
  }

  async function raise(person: Person) {
    const { ports, seen } = raiser(person, memory);
    return { link: await raiseIssue({ uri: chain, index }, { ...ports, history }), seen };
  }

  it('asks where and with which token once, shows what leaves, makes it, and finds it the second time', async () => {
    const first = await raise({ enters: ['acme/shop', TOKEN], words: { title: 'My own words' } });
    assert.equal(first.link?.url, `${server.origin}/acme/shop/issues/1`);
    assert.equal(server.issues[0]?.title, 'My own words');
    const [view] = first.seen.views;
    assert.match(view?.destination ?? '', /^GitHub, acme\/shop at http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(view?.texts[0]?.text, `My own words\nbug\n\n${String(server.issues[0]?.body)}`);
    const second = await raise({ chooses: [0, 0] });
    assert.deepEqual(second.seen.offered, [
      ['acme/shop', 'GitHub…', 'GitLab…', 'Jira…', 'Jira Data Center…'],
      ['Comment on #1', 'Create Anyway'],
    ]);
    assert.deepEqual([server.issues.length, server.issues[0]?.comments.length], [1, 1]);
    const third = await raise({ chooses: [0, 1] });
    assert.deepEqual([third.link?.name, server.issues.length], ['#2', 2]);
  });

  it('remembers the issue with the fault, and leads to it', async () => {
    await raise({ enters: ['acme/shop', TOKEN] });
    const request = orderLifecycle.requests[index];
    assert.ok(request);
    assert.equal((await raisedIssue(chain, request))?.url, `${server.origin}/acme/shop/issues/1`);
    assert.doesNotMatch(await readFile(issuesFile(), 'utf8'), new RegExp(TOKEN));
    const passed = orderLifecycle.requests.find(({ outcome }) => outcome === 'passed');
    assert.ok(passed);
    assert.equal(await raisedIssue(chain, passed), undefined);
  });

  it('says where the issue is when it cannot be remembered', async () => {
    await mkdir(issuesFile(), { recursive: true });
    try {
      const { link, seen } = await raise({ enters: ['acme/shop', TOKEN], presses: ['Open Issue'] });
      assert.deepEqual([link?.name, server.issues.length], ['#1', 1]);
      assert.deepEqual(seen.opened, [`${server.origin}/acme/shop/issues/1`]);
      assert.equal(seen.messages[0], 'Added to issue #1.');
      assert.match(
        seen.messages[1] ?? '',
        /^Issue #1 was created, but results will not link to it, because it could not be saved\. .+$/,
      );
    } finally {
      await rm(issuesFile(), { recursive: true });
    }
  });

  it('comments in a short note that can be edited, and keeps it when it is not taken', async () => {
    await raise({ enters: ['acme/shop', TOKEN] });
    const refuse = (): void => void server.faults.push({ status: 403 });
    await assert.rejects(
      raise({ chooses: [0, 0], words: { body: 'Still there.' }, meanwhile: refuse }),
      /403/,
    );
    const { seen } = await raise({ chooses: [0, 0] });
    const [view] = seen.views;
    assert.deepEqual(
      view?.fields.map(({ id }) => id),
      ['body'],
    );
    assert.equal(view.texts[0]?.text, 'Still there.');
    assert.deepEqual(server.issues[0]?.comments, ['Still there.']);
    const again = await raise({ chooses: [0, 0] });
    const note = again.seen.views[0]?.texts[0]?.text ?? '';
    assert.match(note, /^Seen again: /);
    assert.match(note, /What was sent and what came is as the issue says\./);
    assert.equal(server.issues[0].comments.at(-1), note);
  });

  describe('that is cancelled while it is sent', () => {
    const look = 'Look for It';

    /** Cancels once the tracker has got the request that is to change something, which it never answers. */
    async function cancelled(person: Person, fault: 'silence' | 'unheard') {
      const cancel = new AbortController();
      const posts = (): number => server.asked.filter(({ method }) => method === 'POST').length;
      const before = posts();
      const meanwhile = (): void => void server.faults.push(fault);
      const raising = raise({ ...person, cancel, meanwhile });
      await until(() => posts() > before);
      cancel.abort();
      return raising;
    }

    it('is reported as possibly created, and its draft is kept', async () => {
      const person = { enters: ['acme/shop', TOKEN], words: { title: 'My own words' } };
      const { link, seen } = await cancelled(person, 'silence');
      assert.equal(link, undefined);
      assert.match(
        seen.messages[0] ?? '',
        /GitHub may have taken it: .*cancelled.*by its fingerprint.*What you wrote is kept\.$/,
      );
      assert.deepEqual(seen.shown, ['Looking for an issue about this in acme/shop', 'Sending to GitHub']);
      const again = await raise({});
      assert.deepEqual([again.link?.name, server.issues[0]?.title], ['#1', 'My own words']);
    });

    it('is found by its fingerprint when the tracker took it all the same, and is not made twice', async () => {
      const { link } = await cancelled({ enters: ['acme/shop', TOKEN], presses: [look] }, 'unheard');
      assert.deepEqual([link?.name, server.issues.length, state()], ['#1', 1, 'forgotten']);
      const request = orderLifecycle.requests[index];
      assert.ok(request);
      assert.equal((await raisedIssue(chain, request))?.name, '#1');
    });

    it('is not mistaken for one that was there before', async () => {
      await raise({ enters: ['acme/shop', TOKEN] });
      const again = { chooses: [0, 1], presses: [look] };
      const { link, seen } = await cancelled(again, 'silence');
      assert.equal(link, undefined);
      assert.match(seen.messages[1] ?? '', /No matching issue found yet\. Your draft is kept\./);
      assert.equal((await cancelled(again, 'unheard')).link?.name, '#2');
    });

    it('is said not to be there when it is not found', async () => {
      const { link, seen } = await cancelled({ enters: ['acme/shop', TOKEN], presses: [look] }, 'silence');
      assert.equal(link, undefined);
      assert.match(seen.messages[1] ?? '', /No matching issue found yet\. Your draft is kept\./);
      assert.equal(state(), 'kept');
    });

    it('leads to the issue when it is a comment', async () => {
      await raise({ enters: ['acme/shop', TOKEN] });
      const { link, seen } = await cancelled({ chooses: [0, 0], presses: ['Open Issue'] }, 'unheard');
      assert.equal(link, undefined);
      assert.match(seen.messages[0] ?? '', /may have taken it.*Look at the issue before/);
      assert.deepEqual(seen.opened, [`${server.origin}/acme/shop/issues/1`]);
      assert.equal(state(), 'kept');
    });

    const state = (): string => (memory.state.get('issues.unsent') === undefined ? 'forgotten' : 'kept');
  });

  it('sends nothing that was not agreed to', async () => {
    const { link, seen } = await raise({ enters: ['acme/shop', TOKEN], approves: false });
    assert.deepEqual([link, seen.views.length, server.issues.length], [undefined, 1, 0]);
    assert.ok(server.asked.every(({ method }) => method === 'GET'));
  });

  it('keeps what was written when it is not taken, for the next time', async () => {
    const refuse = (): void => void server.faults.push({ status: 403 });
    await assert.rejects(
      raise({ enters: ['acme/shop', TOKEN], words: { title: 'My own words' }, meanwhile: refuse }),
      /403/,
    );
    assert.equal(server.issues.length, 0);
    const again = await raise({});
    assert.equal(again.link?.name, '#1');
    assert.equal(server.issues[0]?.title, 'My own words');
    const other = await raise({ chooses: [0, 1] });
    assert.notEqual(other.seen.views[0]?.choice.values[0]?.value, 'My own words');
  });

  it('opens the page of a new issue without a token', async () => {
    const { seen } = await raise({ enters: ['acme/shop', ''] });
    assert.equal(server.asked.length, 0);
    assert.match(seen.opened[0] ?? '', /^http:\/\/127\.0\.0\.1:\d+\/acme\/shop\/issues\/new\?title=/);
  });

  it('asks for the token again once it is not accepted', async () => {
    await assert.rejects(raise({ enters: ['acme/shop', 'wrong-token'] }), /401.*token is not accepted/);
    assert.equal(memory.secrets.size, 0);
    assert.equal((await raise({ chooses: [0], enters: [TOKEN] })).link?.name, '#1');
  });

  it('takes no server from a workspace, and follows no address of a stranger’s file', async () => {
    const inspected = vscode.workspace.getConfiguration('chainwright').inspect('issues.servers');
    assert.equal(inspected?.workspaceValue, undefined);
    await raise({ enters: ['acme/shop', TOKEN] });
    const text = await readFile(issuesFile(), 'utf8');
    const request = orderLifecycle.requests[index];
    assert.ok(request);
    for (const hostile of [
      'javascript:alert(1)',
      'http://evil.example.com',
      'command:workbench.action.quit',
    ]) {
      await vscode.workspace.fs.writeFile(
        vscode.Uri.file(issuesFile()),
        new TextEncoder().encode(text.replace(server.origin, hostile)),
      );
      assert.equal(await raisedIssue(chain, request), undefined);
    }
  });
});
