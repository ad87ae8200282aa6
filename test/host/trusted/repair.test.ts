/** Run and Repair: what is asked and sent, what it finds, and that only the person changes the chain. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { nothingApproved } from '../../../src/core/permission/approval';
import { ChainRepair, type RepairPorts } from '../../../src/host/mapping/repair/chainRepair';
import { analyzeFile } from '../../../src/node/analyzeFile';
import type { DoneRepair } from '../../../src/protocol/repairContract';
import { until } from '../../until';
import { answering, type Asked } from '../answers';
import {
  openPanels,
  startServer,
  workspaceFolder,
  writeInWorkspace,
  type LoopbackServer,
} from '../chainFiles';
import { command } from '../commands';
import { shownMessages } from '../shownMessages';

/** A shop whose users and baskets are counted apart; the recording had one id for both. */
const SHOP: Readonly<Record<string, readonly [status: number, answer: object]>> = {
  'POST /users': [201, { user: { id: 5 } }],
  'POST /baskets': [201, { basket: { id: 9 } }],
  'GET /baskets/9/items': [200, { items: [] }],
};
const SENT = ['POST /users', 'POST /baskets', 'GET /baskets/5/items', 'GET /baskets/9/items'];

function call(line: string, status: number, answer: object) {
  const [method, url] = line.split(' ');
  const content = { mimeType: 'application/json', text: JSON.stringify(answer) };
  return {
    request: { method, url: `http://shop.test${url ?? ''}`, headers: [] },
    response: { status, headers: [{ name: 'content-type', value: 'application/json' }], content },
  };
}

const RECORDING = {
  log: {
    entries: [
      call('POST /users', 201, { user: { id: 41 } }),
      call('POST /baskets', 201, { basket: { id: 41 } }),
      call('GET /baskets/41/items', 200, { items: [] }),
    ],
  },
};

/** The chain of the recording; its last request takes the id of the user for the one of the basket. */
const brokenChain = (variable = 'userId') => ({
  formatVersion: 1,
  name: 'Shop',
  status: 'draft',
  environment: 'shop',
  requests: [
    {
      id: 'sign-up',
      name: 'Sign up',
      method: 'POST',
      url: '{{baseUrl}}/users',
      extract: [{ variable: 'userId', from: 'body', path: '$.user.id' }],
    },
    {
      id: 'create',
      name: 'Create basket',
      method: 'POST',
      url: '{{baseUrl}}/baskets',
      ...(variable === 'userId'
        ? {}
        : { extract: [{ variable: 'basketId', from: 'body', path: '$.basket.id' }] }),
    },
    { id: 'items', name: 'List items', method: 'GET', url: `{{baseUrl}}/baskets/{{${variable}}}/items` },
  ],
});

describe('Run and Repair', () => {
  let server: LoopbackServer;
  let chain: vscode.Uri;
  let compared: string | undefined;
  let mayRun = true;

  before(async () => {
    server = await startServer(({ method, url }, response) => {
      const [status, answer] = SHOP[`${method ?? ''} ${url ?? ''}`] ?? [404, { error: 'not found' }];
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
    await writeInWorkspace('repair.har', RECORDING);
  });
  after(() => server.close());
  beforeEach(async () => {
    compared = undefined;
    mayRun = true;
    await environment({});
    chain = await writeInWorkspace('repaired.chain.json', brokenChain());
    await vscode.window.showTextDocument(chain);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const environment = (more: object) =>
    writeInWorkspace('shop.environment.json', {
      formatVersion: 1,
      name: 'shop',
      variables: { baseUrl: server.origin },
      ...more,
    });

  function repairOf(more: Partial<RepairPorts> = {}): ChainRepair {
    return new ChainRepair(chain, {
      runs: { latest: () => undefined, wholeBody: (_chain, body) => Promise.resolve(body) },
      history: {
        list: () => Promise.resolve([]),
        read: () => Promise.reject(new Error('there is no result')),
        bodies: () => Promise.reject(new Error('there is no result')),
      },
      analyses: { of: ({ fsPath }) => analyzeFile({ file: fsPath, workspace: workspaceFolder() }) },
      environments: { nameFor: () => Promise.resolve('shop') },
      machine: () =>
        Promise.resolve({
          maskingKey: new Uint8Array(32),
          userAgent: 'test',
          stored: new Map(),
          approval: nothingApproved,
        }),
      beforeRun: () => Promise.resolve(mayRun),
      documents: {
        compare: (_chain, proposed) => {
          compared = proposed;
          return Promise.resolve();
        },
      },
      show: () => undefined,
      changed: () => undefined,
      ...more,
    });
  }

  /** Repairs by the recording; gives what was asked and sent. */
  async function repairing(
    repair: ChainRepair,
    answer: (question: string) => string | undefined = () => 'Run Without Repeating',
  ): Promise<{ readonly asked: readonly Asked[]; readonly sent: readonly string[] }> {
    const { showOpenDialog } = vscode.window;
    const before = server.requests.length;
    const chosen = [vscode.Uri.file(path.join(workspaceFolder(), 'repair.har'))];
    Object.assign(vscode.window, { showOpenDialog: () => Promise.resolve(chosen) });
    const press = (message: string) =>
      message.startsWith('No run') ? 'Choose a Recording…' : answer(message);
    try {
      const asked = await answering({ press }, () => repair.run());
      return { asked, sent: server.requests.slice(before) };
    } finally {
      Object.assign(vscode.window, { showOpenDialog });
    }
  }

  async function doneOf(repair: ChainRepair): Promise<DoneRepair> {
    const view = await repair.view();
    assert.ok(view?.kind === 'done');
    return view;
  }

  const textOf = async (): Promise<string> => (await vscode.workspace.openTextDocument(chain)).getText();

  it('says what it sends and repeats, and proposes the change with its reason', async () => {
    const repair = repairOf();
    const before = await textOf();
    const { asked, sent } = await repairing(repair);
    const [, question] = asked;
    assert.ok(question?.kind === 'message');
    assert.equal(question.message, 'Run and repair "repaired"?');
    assert.match(
      question.detail,
      new RegExp(`^The first run sends up to 3 requests to ${server.origin}\\. `),
    );
    assert.match(question.detail, /each time they are sent: POST Sign up, POST Create basket\./);
    assert.deepEqual(question.buttons, ['Run Without Repeating', 'Run and Repeat']);
    assert.deepEqual(sent, SENT);
    assert.deepEqual(await repair.view(), {
      kind: 'done',
      outcome: 'green',
      comparedWith: { kind: 'file', name: 'repair.har' },
      chain: 'before',
      trials: 1,
      changes: [
        {
          request: { id: 'items', name: 'List items' },
          place: 'path segment 2',
          takes: 'basketId, body $.basket.id of Create basket',
          why: 'before: answered with 404 instead of 200',
          before: '{{baseUrl}}/baskets/{{userId}}/items',
          after: '{{baseUrl}}/baskets/{{basketId}}/items',
        },
      ],
      decisions: [],
      remarks: [],
      stale: [],
      unexplained: [],
    });
    assert.equal(await textOf(), before, 'nothing is changed');
    await repair.compare();
    assert.match(compared ?? '', /\{\{basketId\}\}/);
  });

  it('applies the changes in one step, which Undo takes back', async () => {
    const repair = repairOf();
    const before = await textOf();
    await repairing(repair);
    await repair.apply();
    assert.match(await textOf(), /\/baskets\/\{\{basketId\}\}\/items/);
    assert.equal((await doneOf(repair)).chain, 'applied');
    await vscode.window.showTextDocument(chain);
    await vscode.commands.executeCommand('undo');
    await until(async () => (await textOf()) === before);
    assert.equal((await doneOf(repair)).chain, 'before');
  });

  it('applies nothing to a chain that has changed meanwhile', async () => {
    const repair = repairOf();
    await repairing(repair);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(chain, new vscode.Position(0, 1), ' ');
    await vscode.workspace.applyEdit(edit);
    const changed = await textOf();
    await assert.rejects(repair.apply(), /The chain has changed since it was repaired/);
    assert.equal(await textOf(), changed);
    assert.equal((await doneOf(repair)).chain, 'changed');
  });

  it('says of a chain that was deleted meanwhile that it cannot be opened', async () => {
    const repair = repairOf();
    await repairing(repair);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(chain);
    await assert.rejects(repair.apply(), /cannot be opened\. It may have been renamed or deleted\./);
  });

  it('sends nothing when the person says no, to this question or to those of any run', async () => {
    const repair = repairOf();
    assert.deepEqual((await repairing(repair, () => undefined)).sent, []);
    mayRun = false;
    const { asked, sent } = await repairing(repair);
    assert.equal(asked.length, 1, 'only the recording is asked for');
    assert.deepEqual(sent, []);
    assert.equal(await repair.view(), undefined);
  });

  it('sends nothing to a protected environment, and names what to do', async () => {
    await environment({ protected: true });
    await assert.rejects(repairing(repairOf()), {
      name: 'UserError',
      message: /^The environment shop is protected: .*\n?.*Select another environment/s,
    });
  });

  it('sends nothing to another machine that no setting names', async () => {
    await environment({ variables: { baseUrl: 'https://shop.example.test' } });
    await assert.rejects(repairing(repairOf()), {
      name: 'UserError',
      message: /^https:\/\/shop\.example\.test is not this machine: .*chainwright\.allowedHosts/s,
    });
  });

  it('sends nothing without an environment that says where to', async () => {
    await writeInWorkspace('repaired.chain.json', { ...brokenChain(), environment: undefined });
    const environments = { nameFor: () => Promise.resolve(undefined) };
    const before = server.requests.length;
    const settings = vscode.workspace.getConfiguration('chainwright', chain);
    await settings.update('allowedHosts', ['https://shop.example.test'], vscode.ConfigurationTarget.Global);
    try {
      await assert.rejects(repairing(repairOf({ environments })), /Select the environment that says where/);
    } finally {
      await settings.update('allowedHosts', undefined, vscode.ConfigurationTarget.Global);
    }
    assert.equal(server.requests.length, before);
  });

  it('is stopped without an outcome, and shows its trials meanwhile, each on one line', async () => {
    const { requests, ...rest } = brokenChain();
    const named = requests.map((one) => ({ ...one, name: one.name.replace(' ', '\n') }));
    await writeInWorkspace('repaired.chain.json', { ...rest, requests: named });
    await until(async () => (await textOf()).includes('List\\nitems'));
    const seen: unknown[] = [];
    const repair: ChainRepair = repairOf({
      changed: () =>
        void repair.view().then((view) => {
          seen.push(view);
          if (view?.kind === 'running' && view.trial !== undefined) {
            repair.cancel();
          }
        }),
    });
    await repairing(repair);
    assert.equal(await repair.view(), undefined);
    assert.deepEqual(seen.slice(0, 2), [
      { kind: 'running' },
      {
        kind: 'running',
        trial: {
          number: 1,
          words: 'List items, path segment 2 takes basketId, body $.basket.id of Create basket',
        },
      },
    ]);
  });

  it('compares with the last run that passed, and opens its outcome in the review', async () => {
    chain = await writeInWorkspace('repaired.chain.json', brokenChain('basketId'));
    assert.equal(await command('runAll', chain), 'passed');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    chain = await writeInWorkspace('repaired.chain.json', brokenChain());
    const press = () => 'Run Without Repeating';
    const asked = await answering({ press }, () => command('repairChain', chain));
    assert.equal(asked.length, 1);
    await until(() => openPanels('chainwright.mapping').length > 0);
    assert.deepEqual(openPanels('chainwright.mapping'), ['Auto Map: repaired']);
  });

  for (const argument of ['repaired.chain.json', 1, {}, vscode.Uri.file('/etc/hosts')]) {
    it(`does nothing for ${JSON.stringify(argument)}`, async () => {
      const before = server.requests.length;
      const messages = await shownMessages(() => command('repairChain', argument));
      assert.equal(messages.length, 1);
      assert.equal(server.requests.length, before);
    });
  }
});
