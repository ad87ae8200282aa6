/** What a person sees around an import: what each request loses, the report, and the steps to a run. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../../until';
import { answering, type Asked } from '../answers';
import { startServer, workspaceFolder, type LoopbackServer } from '../chainFiles';
import { command } from '../commands';
import { picking } from '../importing';
import { tidyEditors } from '../viewFakes';

/** A request of a Postman collection. */
interface Item {
  readonly name: string;
  readonly url: string;
  readonly description?: string;
  readonly body?: object;
  /** Scripts, by when they run. */
  readonly scripts?: Readonly<Record<string, readonly string[]>>;
}

const collectionOf = (name: string, items: readonly Item[]): object => ({
  info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: items.map(({ name: title, url, description, body, scripts = {} }) => ({
    name: title,
    request: { method: 'GET', url, description, body },
    event: Object.entries(scripts).map(([listen, exec]) => ({ listen, script: { exec } })),
  })),
});

const environmentOf = (name: string, values: Readonly<Record<string, string>>): object => ({
  name,
  values: Object.entries(values).map(([key, value]) => ({ key, value, enabled: true })),
  _postman_variable_scope: 'environment',
});

/** A message of an import with its buttons. */
interface Offer {
  readonly message: string;
  readonly buttons: readonly string[];
}

/** Does something while the messages with buttons are answered by one of them, in this order and then by none. */
async function pressing(presses: readonly string[], work: () => Promise<void>): Promise<readonly Offer[]> {
  const { showInformationMessage } = vscode.window;
  const offers: Offer[] = [];
  const show = (message: string, ...buttons: readonly string[]): Promise<string | undefined> => {
    offers.push({ message, buttons });
    return Promise.resolve(presses[offers.length - 1]);
  };
  Object.assign(vscode.window, { showInformationMessage: show });
  try {
    await work();
    await until(() => offers.length > 0);
    return offers;
  } finally {
    Object.assign(vscode.window, { showInformationMessage });
  }
}

/** What a person does after an import. */
interface Course {
  /** Buttons of messages, one after the other. */
  readonly presses: readonly string[];
  readonly until: () => boolean;
  /** Answers lists that are not of the import itself. */
  readonly pick: (items: readonly vscode.QuickPickItem[]) => readonly string[];
}

describe('an import up to its first run', () => {
  let server: LoopbackServer;
  let folder = '';
  let tests = 0;

  beforeEach(async () => {
    server = await startServer();
    tests += 1;
    folder = path.join(workspaceFolder(), `import-steps-${tests}`);
    await mkdir(folder);
  });
  afterEach(async () => {
    const pick = picking("Use Each Chain's Environment", "$(check) Use Each Chain's Environment");
    await answering({ pick }, () => command('selectEnvironment'));
    await tidyEditors();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function write(name: string, content: object): Promise<vscode.Uri> {
    const file = path.join(folder, name);
    await writeFile(file, JSON.stringify(content));
    return vscode.Uri.file(file);
  }

  /** Imports sources into new chains, presses buttons, and waits for what these lead to. */
  async function importing(
    sources: readonly vscode.Uri[],
    { presses = [], until: isDone = () => true, pick = picking() }: Partial<Course> = {},
  ): Promise<{ readonly offers: readonly Offer[]; readonly asked: readonly Asked[] }> {
    let offers: readonly Offer[] = [];
    const pickAll = (items: readonly vscode.QuickPickItem[]): readonly string[] => {
      const ofImport = picking('$(new-file)', 'Tags')(items);
      return ofImport.length > 0 ? ofImport : pick(items);
    };
    const asked = await answering({ pick: pickAll }, async () => {
      offers = await pressing(presses, async () => {
        await command('import', sources[0], sources);
        await until(isDone);
      });
    });
    return { offers, asked };
  }

  const reportShown = (): vscode.TextDocument | undefined =>
    vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'chainwright-import')
      ?.document;

  const computed = ['const at = later(pm.info.requestName);', "pm.environment.set('at', at.join('-'));"];
  const uncheckable = ["pm.test('x', () => pm.expect(limitOf(pm.response)).to.be.below(7));"];

  it('lists what each request loses, but not documentation, and reports it in this order', async () => {
    const source = await write(
      'lossy.json',
      collectionOf('Lossy', [
        { name: 'Whole', url: server.origin },
        { name: 'Described', url: server.origin, body: { mode: 'raw', raw: '', disabled: true } },
        { name: 'Computed', url: server.origin, scripts: { prerequest: computed, test: uncheckable } },
        { name: 'Checked', url: server.origin, scripts: { test: uncheckable } },
      ]),
    );
    const { asked } = await importing([source]);
    const [list] = asked.flatMap((one) => (one.kind === 'pick' ? [one.items] : []));
    assert.deepEqual(
      list?.slice(1).map(({ label, detail = '' }) => [label, detail]),
      [
        ['Whole', ''],
        ['Described', ''],
        ['$(warning) Computed', 'changes what is sent: 2 · checks lost: 1'],
        ['Checked', 'checks lost: 1'],
      ],
    );
    const text = reportShown()?.getText() ?? '';
    const places = ['Changes what is sent:', '! Computed: ', 'A check was lost:'].map((one) =>
      text.indexOf(one),
    );
    assert.ok(
      places.every((place, at) => place > (places[at - 1] ?? 0)),
      text,
    );
    assert.equal(reportShown()?.languageId, 'chainwright-report');
  });

  it('shows the report by itself only when it needs a look', async () => {
    const source = await write('plain.json', collectionOf('Plain', [{ name: 'A', url: server.origin }]));
    const { offers } = await importing([source]);
    assert.equal(reportShown(), undefined);
    assert.deepEqual(offers, [{ message: 'Imported: 1 request.', buttons: ['Show Report', 'Run'] }]);
    await importing([source], { presses: ['Show Report'], until: () => reportShown() !== undefined });
  });

  it('leads to the first variable without a value, and offers the run again', async () => {
    const url = '{{baseUrl}}/x/{{id}}';
    const source = await write('open.json', collectionOf('Open', [{ name: 'A', url }]));
    const environment = 'open.environment.json';
    const { offers } = await importing([source], {
      presses: ['Fill In Variables'],
      until: () => vscode.window.activeTextEditor?.document.fileName.endsWith(environment) === true,
    });
    const editor = vscode.window.activeTextEditor ?? assert.fail('the environment is shown');
    const { text } = editor.document.lineAt(editor.selection.active);
    assert.equal(text.slice(editor.selection.active.character), '// "baseUrl": "",');
    await until(() => offers.length === 2);
    assert.deepEqual(offers, [
      {
        message: 'Imported: 1 request, 1 environment. Variables without a value: baseUrl, id.',
        buttons: ['Fill In Variables', 'Show Report', 'Run'],
      },
      {
        message: 'Remove the // in front of each variable, give it a value, and save the file.',
        buttons: ['Show Report', 'Run'],
      },
    ]);
  });

  it('runs a draft in the environment that was imported with it', async () => {
    const sources = [
      await write('shop.json', collectionOf('Shop', [{ name: 'A', url: '{{baseUrl}}/orders' }])),
      await write('shop.env.json', environmentOf('Shop test', { baseUrl: server.origin })),
    ];
    const { offers } = await importing(sources, {
      presses: ['Run'],
      until: () => server.requests.length > 0,
    });
    assert.deepEqual(server.requests, ['GET /orders']);
    assert.equal(offers.length, 1, 'nothing is offered after the run');
  });

  it('asks for the environment when several were imported, and does not run without an answer', async () => {
    const sources = [
      await write('many.json', collectionOf('Many', [{ name: 'A', url: '{{baseUrl}}/orders' }])),
      await write('one.env.json', environmentOf('Many one', { baseUrl: 'http://127.0.0.1:9' })),
      await write('two.env.json', environmentOf('Many two', { baseUrl: server.origin })),
    ];
    let isAsked = false;
    const choosing = (name: string) => (items: readonly vscode.QuickPickItem[]) => {
      isAsked = true;
      return items.filter(({ label }) => label === name).map(({ label }) => label);
    };
    await importing(sources, { presses: ['Run'], until: () => isAsked, pick: choosing('none of them') });
    assert.deepEqual(server.requests, []);
    await importing(sources, {
      presses: ['Run'],
      until: () => server.requests.length > 0,
      pick: choosing('Many two 2'),
    });
    assert.deepEqual(server.requests, ['GET /orders']);
  });

  it('shows and runs the chain that requires another one', async () => {
    const token =
      "pm.sendRequest(pm.variables.get('host') + '/token', (e, r) => { pm.environment.set('token', r.json().id) })";
    const source = await write(
      'signed.json',
      collectionOf('Signed', [
        { name: 'A', url: '{{host}}/orders?of={{token}}', scripts: { prerequest: [token] } },
      ]),
    );
    const environment = await write('signed.env.json', environmentOf('Signed', { host: server.origin }));
    await importing([source, environment], { presses: ['Run'], until: () => server.requests.length > 1 });
    assert.match(vscode.window.activeTextEditor?.document.fileName ?? 'signed', /signed/);
    assert.deepEqual(server.requests, ['GET /token', 'GET /orders?of=9007199254740993']);
  });
});
