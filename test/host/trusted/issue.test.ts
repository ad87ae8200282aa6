import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ExecutionResult } from '../../../src/core/result';
import { ResultHistory } from '../../../src/host/results/resultHistory';
import { EgressReview } from '../../../src/host/sharing/egressReview';
import { raiseIssue } from '../../../src/host/sharing/issues/raiseIssue';
import type { IssuePorts } from '../../../src/host/sharing/issues/raiseIssue';
import { raisedIssue } from '../../../src/host/sharing/issues/raisedIssues';
import type { Machine } from '../../../src/host/settings';
import type { EgressView } from '../../../src/protocol/egressContract';
import { createResultStore } from '../../../src/node/resultStore';
import { orderLifecycle } from '../../formats/reporters/sampleReport';
import { TOKEN } from '../../sharing/issues/issueApi';
import { startIssueServer } from '../../sharing/issues/issueServer';
import type { IssueServer } from '../../sharing/issues/issueServer';
import { twoRequests, workspaceFolder } from '../chainFiles';
import { tidyEditors, writeChain } from '../viewFakes';

const history = new ResultHistory({ warn: () => undefined } as unknown as vscode.LogOutputChannel);
const issuesFile = (): string => path.join(workspaceFolder(), '.chainwright/issues.json');

/** What a person answers, one after the other: positions, lines, and the title that they give the issue. */
interface Person {
  readonly chooses?: readonly (number | undefined)[];
  readonly enters?: readonly (string | undefined)[];
  readonly title?: string;
  readonly approves?: boolean;
  /** What happens while they read. */
  readonly meanwhile?: () => void;
}

/** What they saw. */
interface Seen {
  readonly asked: string[];
  readonly offered: string[][];
  readonly views: EgressView[];
  readonly opened: string[];
}

describe('Raise Issue…', () => {
  let server: IssueServer;
  let chain: vscode.Uri;
  const kept = new Map<string, string>();
  const state = new Map<string, unknown>();
  const index = orderLifecycle.requests.findIndex(({ outcome }) => outcome === 'failed');

  before(async () => {
    server = await startIssueServer('github');
    await setServers({ github: server.origin });
  });
  after(async () => {
    await setServers(undefined);
    await server.close();
    history.dispose();
    await rm(issuesFile(), { force: true });
    assert.deepEqual(server.faulty, []);
  });
  beforeEach(async () => {
    chain = await ran(orderLifecycle);
    server.issues.length = 0;
    server.asked.length = 0;
    kept.clear();
    state.clear();
    await rm(issuesFile(), { force: true });
  });
  afterEach(tidyEditors);

  async function setServers(value: object | undefined): Promise<void> {
    const settings = vscode.workspace.getConfiguration('chainwright');
    await settings.update('issues.servers', value, vscode.ConfigurationTarget.Global);
  }

  async function ran(result: ExecutionResult): Promise<vscode.Uri> {
    const file = await writeChain('issue', twoRequests('http://127.0.0.1:1'));
    const store = createResultStore(workspaceFolder(), 10);
    const slot = await store.slot(vscode.workspace.asRelativePath(file, false), new Date(0));
    await store.save(slot, result, 'runAll');
    return file;
  }

  function portsOf({ chooses = [0], enters = [], title, approves = true, meanwhile }: Person): {
    ports: IssuePorts;
    seen: Seen;
  } {
    const seen: Seen = { asked: [], offered: [], views: [], opened: [] };
    const [choices, lines] = [[...chooses], [...enters]];
    const memory = {
      secrets: {
        get: (name: string) => Promise.resolve(kept.get(name)),
        store: (name: string, value: string) => Promise.resolve(void kept.set(name, value)),
        delete: (name: string) => Promise.resolve(void kept.delete(name)),
      },
      workspaceState: {
        get: (name: string) => state.get(name),
        update: (name: string, value: unknown) => Promise.resolve(void state.set(name, value)),
      },
    } as unknown as IssuePorts['memory'];
    const machine = {
      maskingKey: new Uint8Array(32),
      stored: new Map(),
      userAgent: 'chainwright/test',
      approval: 'all',
    };
    const ports: IssuePorts = {
      version: '1.2.3',
      memory,
      machine: () => Promise.resolve(machine as unknown as Machine),
      review: async (egress) => {
        const review = new EgressReview(egress);
        const first = await review.view();
        const values = first.choice.values.map((field) =>
          field.id === 'title' && title !== undefined ? { ...field, value: title } : field,
        );
        const view = await review.choose({ ...first.choice, values });
        seen.views.push(view);
        meanwhile?.();
        return approves ? review.approved(view.revision) : undefined;
      },
      ask: {
        choose: (question, offered) => {
          seen.asked.push(question);
          seen.offered.push(offered.map(({ label }) => label));
          return Promise.resolve(choices.shift());
        },
        enter: ({ prompt }) => {
          seen.asked.push(prompt);
          return Promise.resolve(lines.shift());
        },
        signIn: () => Promise.resolve(undefined),
        tell: () => Promise.resolve(undefined),
        open: (url) => Promise.resolve(void seen.opened.push(url)),
      },
      shown: { runOf: () => undefined },
      history,
    };
    return { ports, seen };
  }

  async function raise(person: Person) {
    const { ports, seen } = portsOf(person);
    return { link: await raiseIssue({ uri: chain, index }, ports), seen };
  }

  it('asks where and with which token once, shows what leaves, makes it, and finds it the second time', async () => {
    const first = await raise({ enters: ['acme/shop', TOKEN], title: 'My own words' });
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

  it('sends nothing that was not agreed to', async () => {
    const { link, seen } = await raise({ enters: ['acme/shop', TOKEN], approves: false });
    assert.deepEqual([link, seen.views.length, server.issues.length], [undefined, 1, 0]);
    assert.ok(server.asked.every(({ method }) => method === 'GET'));
  });

  it('keeps what was written when it is not taken, for the next time', async () => {
    const refuse = (): void => void server.faults.push({ status: 403 });
    await assert.rejects(
      raise({ enters: ['acme/shop', TOKEN], title: 'My own words', meanwhile: refuse }),
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
    assert.equal(kept.size, 0);
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
