import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { readChain } from '../../../src/core/files/chainFile';
import type { Chain } from '../../../src/core/model';
import { ImportCancelled, startImport } from '../../../src/host/import/backgroundImport';
import { droppedSources } from '../../../src/host/import/droppedSources';
import { storeImported } from '../../../src/host/import/importedSecrets';
import { importRequests } from '../../../src/host/import/importRequests';
import { answering, type Answers, type Asked } from '../answers';
import { workspaceFolder } from '../chainFiles';
import { command } from '../commands';
import { until } from '../../until';
import { importPorts, picking, postmanCollection, recording, withExample } from '../importing';
import { tidyEditors } from '../viewFakes';

/** A folder for each test: unsaved texts of deleted files stay in the window. */
let folder = 'imports-0';
let tests = 0;

const inFolder = (name: string): string => path.join(workspaceFolder(), folder, name);

async function write(name: string, content: string | object): Promise<vscode.Uri> {
  const file = inFolder(name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return vscode.Uri.file(file);
}

async function chainIn(name: string): Promise<Chain> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(inFolder(name)));
  const { chain, problems } = readChain(document.getText(), name);
  assert.deepEqual(problems, []);
  return chain ?? assert.fail(`${name} is a chain`);
}

/** Imports with the arguments of the command. */
async function importing(
  answers: Answers,
  args: readonly unknown[],
  chains: readonly vscode.Uri[] = [],
): Promise<{
  readonly asked: readonly Asked[];
  readonly shown: vscode.Uri | undefined;
  readonly report: string;
}> {
  const { ports } = importPorts(chains);
  let shown: vscode.Uri | undefined;
  const asked = await answering(answers, async () => {
    shown = await importRequests(ports, args);
  });
  return { asked, shown, report: [...ports.reports.values()].join('\n') };
}

describe('Import…', () => {
  beforeEach(() => {
    tests += 1;
    folder = `imports-${tests}`;
  });
  afterEach(async () => {
    await tidyEditors();
    await rm(inFolder(''), { recursive: true, force: true });
  });

  it('writes a chain next to a file, and shows it with what was not carried over', async () => {
    const source = await write('shop.json', postmanCollection);
    const asked = await answering({ pick: picking('$(new-file)', 'Tags') }, async () => {
      const shown = await command('import', source, [source]);
      assert.ok(shown instanceof vscode.Uri);
      assert.equal(vscode.workspace.asRelativePath(shown, false), `${folder}/shop.chain.json`);
    });
    const [parts] = asked.map((one) => (one.kind === 'pick' ? one.items : []));
    assert.deepEqual(
      parts?.map(({ label, description = '' }) => [label, description]),
      [
        [`${folder}/shop.json / Users`, ''],
        ['Log in', 'POST http://127.0.0.1:4010/login'],
        [`${folder}/shop.json / Orders`, ''],
        ['List orders', 'GET http://127.0.0.1:4010/orders'],
      ],
    );
    assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /shop\.chain\.json$/);
    const { requests } = await chainIn('shop.chain.json');
    assert.deepEqual(
      requests.map(({ id, tags, extract }) => [id, tags, extract.map(({ variable }) => variable)]),
      [
        ['log-in', ['Users'], ['token']],
        ['list-orders', ['Orders'], []],
      ],
    );
    const report = vscode.workspace.textDocuments.findLast(({ uri }) => uri.scheme === 'chainwright-import');
    assert.match(report?.getText() ?? '', /Orders \/ No address: left out\. It has no URL\./);
    assert.match(report?.getText() ?? '', /secrets to be entered: PASSWORD/);
    assert.equal(report?.languageId, 'chainwright-report', 'it is not JSON, whatever its source is');
  });

  it('makes a chain of each folder, of the requests that were chosen', async () => {
    const source = await write('shop.json', postmanCollection);
    await importing({ pick: picking('$(new-file)', 'Chains of') }, [source]);
    assert.deepEqual((await readdir(inFolder(''))).sort(), [
      'orders.chain.json',
      'shop.json',
      'users.chain.json',
    ]);
    const { asked, report } = await importing({ pick: picking('$(new-file)', 'List orders') }, [source]);
    assert.equal(asked.length, 2, 'one folder is left, so nobody asks what folders become');
    const { requests } = await chainIn('shop.chain.json');
    assert.deepEqual(
      requests.map(({ id }) => id),
      ['list-orders'],
    );
    assert.match(report, /Log in: left out\. It was not chosen\./);
  });

  it('writes over nothing that is there', async () => {
    const source = await write('shop.json', postmanCollection);
    await write('Shop.chain.json', 'mine');
    const { shown } = await importing({ pick: picking('$(new-file)', 'Tags') }, [source]);
    assert.match(shown?.path ?? '', /shop-2\.chain\.json$/);
    assert.equal(await readFile(inFolder('Shop.chain.json'), 'utf8'), 'mine');
  });

  it('takes in what a rule of recordings set aside', async () => {
    const source = await write('page.har', recording);
    const { asked } = await importing({ pick: picking('$(new-file)', '$(warning) GET /api', '1 images') }, [
      source,
    ]);
    assert.match(JSON.stringify(asked), /1 images.*set aside: choose it/);
    const { requests } = await chainIn('page.chain.json');
    assert.deepEqual(
      requests.map(({ url }) => url.slice(21)),
      ['/api/orders', '/logo.png'],
    );
  });

  const places: [label: string, expected: readonly string[]][] = [
    ['At the End', ['one', 'two', 'list-orders']],
    ['At the Beginning', ['list-orders', 'one', 'two']],
    ['After one', ['one', 'list-orders', 'two']],
  ];
  for (const [label, expected] of places) {
    it(`brings requests into a chain: ${label}`, async () => {
      const source = await write('shop.json', postmanCollection);
      const chain = await write('mine.chain.json', {
        formatVersion: 1,
        name: 'Mine',
        requests: ['one', 'two'].map((id) => ({ id, method: 'GET', url: '/' })),
      });
      await importing({ pick: picking('List orders', 'mine.chain', label) }, [source], [chain]);
      assert.deepEqual(
        (await chainIn('mine.chain.json')).requests.map(({ id }) => id),
        expected,
      );
      assert.ok(vscode.window.activeTextEditor?.document.isDirty, 'it can be undone');
    });
  }

  it('calls the folder of a chain by its path in the workspace, the workspace by its name', async () => {
    const source = await write('shop.json', postmanCollection);
    const chains = [
      vscode.Uri.file(path.join(workspaceFolder(), 'top.chain.json')),
      vscode.Uri.file(inFolder('in.chain.json')),
    ];
    const onlyParts = (items: readonly vscode.QuickPickItem[]): readonly string[] => picking('Log in')(items);
    const { asked } = await importing({ pick: onlyParts }, [source], chains);
    const listed = asked.flatMap((one) => (one.kind === 'pick' ? one.items : []));
    const folders = ['top.chain.json', 'in.chain.json'].map(
      (name) => listed.find(({ label }) => label === name)?.description,
    );
    assert.deepEqual(folders, [vscode.workspace.workspaceFolders?.[0]?.name, folder]);
  });

  it('brings what is dropped on a request behind it, without asking where', async () => {
    const chain = await write('mine.chain.json', {
      formatVersion: 1,
      name: 'Mine',
      requests: ['one', 'two'].map((id) => ({ id, method: 'GET', url: '/' })),
    });
    const text = { name: 'clipboard', text: JSON.stringify(recording) };
    const { asked } = await importing({}, [[text], { chain, requestId: 'one', index: 0 }]);
    assert.equal(asked.length, 1, 'what to import');
    const picked = { pick: picking() };
    await importing(picked, [[text], { chain, requestId: 'one', index: 0 }]);
    assert.deepEqual(
      (await chainIn('mine.chain.json')).requests.map(({ id }) => id),
      ['one', 'get-api-orders', 'two'],
    );
  });

  it('writes environments next to it, and an environment alone without asking for a chain', async () => {
    const values = [{ key: 'baseUrl', value: 'http://127.0.0.1:4010', enabled: true }];
    const environment = { name: 'Local', values, _postman_variable_scope: 'environment' };
    const source = await write('local.json', environment);
    const { asked, shown } = await importing({}, [source]);
    assert.deepEqual(asked, []);
    assert.match(shown?.path ?? '', /\/local\.environment\.json$/);
  });

  it('reads a folder, and says which files are in no format', async () => {
    await write('all/shop.json', postmanCollection);
    await write('all/notes.txt', 'Ask Ada.');
    const all = vscode.Uri.file(inFolder('all'));
    const { report } = await importing({ pick: picking('$(new-file)', 'Tags') }, [all]);
    assert.equal((await chainIn('shop.chain.json')).requests.length, 2);
    assert.match(report, /1 other file in no format that can be imported\n {2}notes\.txt/);
  });

  const refused: [title: string, content: string, reason: RegExp][] = [
    ['is broken', '{ "item": [', /nothing to import.*not sound JSON/],
    ['is of another kind', 'hello', /no format that can be imported/],
    ['holds no requests of a known version', '{"info":{},"item":1}', /is not a list/],
  ];
  for (const [title, content, reason] of refused) {
    it(`refuses a file that ${title}, and makes nothing`, async () => {
      const source = await write('bad.json', content);
      await assert.rejects(importing({}, [source]), reason);
      assert.deepEqual(await readdir(inFolder('')), ['bad.json']);
    });
  }

  it('asks where requests come from when its arguments say nothing of use', async () => {
    for (const args of [
      [],
      [null, 5],
      [{ chain: 'x' }],
      [{}, [{}, 'x']],
      [vscode.Uri.file('/x.chain.json')],
    ]) {
      const { asked, shown } = await importing({}, args);
      assert.deepEqual([asked.length, shown], [1, undefined]);
    }
  });

  it('reads what is in the clipboard', async () => {
    const chain = await write('mine.chain.json', { formatVersion: 1, name: 'Mine', requests: [] });
    const target = { chain };
    await vscode.env.clipboard.writeText('   ');
    await assert.rejects(
      importing({ pick: picking('$(clippy)') }, [target]),
      /The clipboard contains no text\./,
    );
    await vscode.env.clipboard.writeText(JSON.stringify(recording));
    await importing({ pick: picking('$(clippy)') }, [target]);
    assert.deepEqual(
      (await chainIn('mine.chain.json')).requests.map(({ id }) => id),
      ['get-api-orders'],
    );
  });
});

describe('responses of an import', () => {
  const token = 'tok-93u4hf93hq';
  beforeEach(() => {
    tests += 1;
    folder = `imports-${tests}`;
  });
  afterEach(async () => {
    await tidyEditors();
    await rm(inFolder(''), { recursive: true, force: true });
    await rm(resultsOf(''), { recursive: true, force: true });
  });

  const resultsOf = (chain: string): string =>
    path.join(workspaceFolder(), '.chainwright', 'results', folder, chain);

  async function kept(chain: string): Promise<string> {
    const names = await readdir(resultsOf(chain), { recursive: true, withFileTypes: true });
    const files = names.filter((one) => one.isFile() && one.name.endsWith('.json'));
    const texts = files.map((one) => readFile(path.join(one.parentPath, one.name), 'utf8'));
    return (await Promise.all(texts)).join('\n');
  }

  it('are kept as a recorded result, masked', async () => {
    const source = await write('shop.json', withExample(token));
    await importing({ pick: picking('$(new-file)', 'Tags') }, [source]);
    const text = await kept('shop');
    assert.match(text, /"kind":\s*"recorded"/);
    assert.match(text, /u-7/);
    assert.doesNotMatch(text, new RegExp(token));
  });

  it('are kept of what goes into a chain that is there, under the ids that it has there', async () => {
    const chain = await write('mine.chain.json', {
      formatVersion: 1,
      name: 'Mine',
      requests: [{ id: 'log-in', method: 'GET', url: '/' }],
    });
    const source = await write('shop.json', withExample(token));
    await importing({ pick: picking('Log in', 'mine.chain', 'At the End') }, [source], [chain]);
    assert.match(await kept('mine'), /"id":\s*"log-in-2"/);
  });

  it('are not kept by those who want no results, which the report says', async () => {
    const results = vscode.workspace.getConfiguration('chainwright');
    await results.update('results.keep', 0, vscode.ConfigurationTarget.Workspace);
    try {
      const source = await write('shop.json', withExample(token));
      const { report } = await importing({ pick: picking('$(new-file)', 'Tags') }, [source]);
      assert.match(report, /Responses to its requests are not carried over/);
      await assert.rejects(kept('shop'), /ENOENT/);
    } finally {
      await results.update('results.keep', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('are there for completion and hover before anything was run', async () => {
    const item = {
      name: 'Read',
      event: [
        { listen: 'test', script: { exec: ["pm.environment.set('shopId', pm.response.json().shop)"] } },
      ],
      request: { method: 'GET', url: 'http://127.0.0.1:4010/shop' },
      response: [{ name: 'Example', code: 200, header: [], body: '{"shop":"northern","open":true}' }],
    };
    const later = { name: 'Use', request: { method: 'GET', url: 'http://127.0.0.1:4010/{{shopId}}' } };
    const source = await write('shop.json', { ...postmanCollection, item: [item, later] });
    let chain: vscode.Uri | undefined;
    await answering({ pick: picking('$(new-file)') }, async () => {
      const shown = await command('import', source, [source]);
      chain = shown instanceof vscode.Uri ? shown : undefined;
    });
    const uri = chain ?? assert.fail('a chain is shown');
    const document = await vscode.workspace.openTextDocument(uri);
    const text = document.getText();
    await until(async () => {
      const at = document.positionAt(text.indexOf('{{shopId}}') + 4);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        uri,
        at,
      );
      return hovers.some(({ contents }) =>
        contents.some((one) => typeof one !== 'string' && one.value.includes('northern')),
      );
    });
    const inPath = document.positionAt(text.indexOf('$.shop') + 2);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      inPath,
    );
    const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('.open'), labels.join(', '));
  });
});

describe('the thread of an import', () => {
  const sources = [{ name: 'shop.json', text: JSON.stringify(postmanCollection) }];

  it('answers what can be chosen, and ends when it is cancelled', async () => {
    const background = startImport();
    const { sound } = await background.calls.read({ sources, keep: new Set() });
    assert.deepEqual(
      sound[0]?.requests.map((request) => (request.kind === 'kept' ? request.name : request.kind)),
      ['Log in', 'List orders', 'left-out'],
    );
    const again = background.calls.read({ sources, keep: new Set() });
    background.end();
    await assert.rejects(again, ImportCancelled);
    await assert.rejects(background.calls.read({ sources, keep: new Set() }), ImportCancelled);
  });

  it('says what the user can fix, and shows internal errors as thrown', async () => {
    const background = startImport();
    try {
      await background.calls.read({ sources, keep: new Set() });
      const chosen = [{ requests: new Set([0]), environments: new Set<number>() }];
      const options = { chosen, taken: [], known: new Map<string, string>(), responses: false };
      const into = { text: '[]', file: 'x.chain.json', before: 0 };
      await assert.rejects(background.calls.compose({ ...options, into }), { name: 'UserError' });
    } finally {
      background.end();
    }
  });
});

describe('the credentials of an import', () => {
  const secrets = [
    { name: 'PASSWORD', value: 'hunter22xyz', origins: ['http://127.0.0.1:4010'] },
    { name: 'API_KEY', value: 'k-93u4hf93h', origins: [] },
  ];

  it('are kept when the person says so, each for the origins of its requests', async () => {
    const { ports, kept } = importPorts();
    await answering({ pick: picking('http://127.0.0.1:4010') }, () => storeImported(ports, secrets));
    assert.deepEqual(
      [...kept],
      [
        ['PASSWORD', { value: 'hunter22xyz', origins: ['http://127.0.0.1:4010'] }],
        ['API_KEY', { value: 'k-93u4hf93h', origins: ['http://127.0.0.1:4010'] }],
      ],
    );
  });

  it('are not kept when the person gives up', async () => {
    const { ports, kept } = importPorts();
    await answering({}, () => storeImported(ports, secrets));
    assert.equal(kept.size, 0);
  });

  it('go by the name that they are kept under', async () => {
    const { ports, kept } = importPorts();
    kept.set('MY_PASSWORD', { value: 'hunter22xyz', origins: [] });
    const source = await write('shop.json', postmanCollection);
    await answering({ pick: picking('$(new-file)', 'Tags') }, () => importRequests(ports, [source]));
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(inFolder('shop.chain.json')));
    assert.match(document.getText(), /\{\{\$secret MY_PASSWORD\}\}/);
    await tidyEditors();
    await rm(inFolder(''), { recursive: true, force: true });
  });
});

describe('a drop on the Chains view', () => {
  const uri = vscode.Uri.file('/tmp/shop.json');
  const drop = (mime: string, value: string): vscode.DataTransfer => {
    const data = new vscode.DataTransfer();
    data.set(mime, new vscode.DataTransferItem(value));
    return data;
  };

  it('brings the files of a list, but no chains', async () => {
    const list = `# from elsewhere\r\n${uri.toString()}\r\nfile:///tmp/own.chain.json\r\n\r\n`;
    const dropped = await droppedSources(drop('text/uri-list', list));
    assert.deepEqual(dropped.map(String), [uri.toString()]);
  });

  it('ignores what is not a file', async () => {
    assert.deepEqual(await droppedSources(drop('text/plain', 'hello')), []);
    assert.deepEqual(await droppedSources(new vscode.DataTransfer()), []);
  });
});
