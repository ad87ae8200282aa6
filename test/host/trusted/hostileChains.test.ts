import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { until } from '../../until';
import { writeInWorkspace } from '../chainFiles';

const START = new vscode.Position(0, 5);
const TOP = new vscode.Range(0, 0, 10, 0);
/** What the editor asks about a text that it shows. */
const QUESTIONS: readonly (readonly [command: string, ...args: unknown[]])[] = [
  ['vscode.executeCodeLensProvider', 100],
  ['vscode.executeDocumentSymbolProvider'],
  ['vscode.executeHoverProvider', START],
  ['vscode.executeCompletionItemProvider', START],
  ['vscode.executeDefinitionProvider', START],
  ['vscode.executeReferenceProvider', START],
  ['vscode.executeDocumentHighlights', START],
  ['vscode.executeInlayHintProvider', TOP],
  ['vscode.executeCodeActionProvider', TOP],
  ['vscode.executeLinkProvider', 10],
];

const RESERVED = 'This name is reserved in JavaScript and is refused. Choose another one.';
const TOO_DEEP =
  'Objects and lists are nested more than 512 deep here. Flatten the value, or put it into a file of its own.';
const TOO_LONG =
  'This chain is too long to be checked while it is written; it can be run. Split it into several chains linked by `requires`.';

const chainOf = (...requests: readonly object[]): string =>
  JSON.stringify({ formatVersion: 1, name: 'Hostile', requests });
const request = { id: 'a', method: 'GET', url: 'http://127.0.0.1:1' };

describe('a hostile chain in an editor', () => {
  const open: vscode.Uri[] = [];
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await Promise.all(open.splice(0).map(({ fsPath }) => rm(fsPath, { force: true })));
  });

  /** Opens a text and asks about it what the editor asks; rejects when something throws. */
  async function lookedAt(name: string, text: string): Promise<vscode.Uri> {
    const uri = await writeInWorkspace(`hostile-${name}.chain.json`, text);
    open.push(uri);
    await vscode.window.showTextDocument(uri);
    for (const [command, ...args] of QUESTIONS) {
      await vscode.commands.executeCommand(command, uri, ...args);
    }
    return uri;
  }

  async function problemOf(uri: vscode.Uri, code: string): Promise<vscode.Diagnostic | undefined> {
    const find = () =>
      vscode.languages
        .getDiagnostics(uri)
        .find(({ code: given }) => typeof given === 'object' && given.value === code);
    await until(() => find() !== undefined);
    return find();
  }

  const texts: [title: string, text: string, message: string][] = [
    ['cut off in a text', '{ "formatVersion": 1, "requests": [{ "id": "a', 'Unexpected end of string.'],
    ['a list', '[]', 'Incorrect type. Expected "object".'],
    [
      'of the wrong types',
      '{"formatVersion":"x","name":7,"variables":[1],"requires":{"a":1},"auth":7,"requests":{"id":[]}}',
      'Incorrect type. Expected "array".',
    ],
    [
      'of wrong items',
      '{"formatVersion":1,"name":"x","requests":[null,7,"x",[],{}]}',
      'Missing property "id".',
    ],
    [
      'of reserved names',
      '{"formatVersion":1,"name":"x","variables":{"__proto__":"a","constructor":"b"},"requests":[]}',
      RESERVED,
    ],
    ['of nothing but brackets', '['.repeat(100_000), TOO_DEEP],
    [
      'with a body deeper than any stack',
      chainOf({ ...request, body: { json: 0 } }).replace('"json":0', `"json":${'{"a":'.repeat(50_000)}`),
      TOO_DEEP,
    ],
    [
      'with line ends and marks of direction in its names',
      chainOf({ ...request, id: 'ok', url: '{{a}}', name: '\u202e\r\n', extract: [{ variable: 'b\r\nc' }] }),
      'b c',
    ],
  ];
  for (const [index, [title, text, message]] of texts.entries()) {
    it(`${title} is answered with a problem on one line`, async () => {
      const uri = await lookedAt(String(index), text);
      const messages = () => vscode.languages.getDiagnostics(uri).map((diagnostic) => diagnostic.message);
      await until(() => messages().some((text) => text.includes(message)));
      assert.deepEqual(
        messages().filter((text) => /[\r\n\u202e]/.test(text)),
        [],
      );
    });
  }

  it('of more characters than anybody writes is reported in one line, and can be run by the lenses above it', async () => {
    const uri = await lookedAt('long', chainOf({ ...request, body: { text: 'x'.repeat(5_000_000) } }));
    const problem = await problemOf(uri, 'too-long');
    assert.equal(problem?.message, TOO_LONG);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
      100,
    );
    assert.deepEqual(lenses.map(({ command }) => command?.command).toSorted(), [
      'chainwright.autoMap',
      'chainwright.execute',
      'chainwright.openForm',
      'chainwright.openViewer',
      'chainwright.runAll',
    ]);
  });

  it('that names files elsewhere does not tell whether they are there', async () => {
    const requires = ['../../../../../../etc/hostname.chain.json', '../../../../../../etc/none.chain.json'];
    const uri = await lookedAt(
      'elsewhere',
      JSON.stringify({ formatVersion: 1, name: 'x', requires, requests: [] }),
    );
    await problemOf(uri, 'requires');
    const diagnostics = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'chainwright');
    assert.deepEqual(
      diagnostics.map(({ message }) => / lies outside the workspace\./.test(message)),
      [true, true],
    );
  });
});

describe('an earlier version of a chain, as a diff shows it', () => {
  it('has an outline and hovers, but nothing that runs, changes or is wrong with it', async () => {
    const text = JSON.stringify({
      formatVersion: 1,
      name: 'Earlier',
      variables: { size: '1' },
      requests: [
        { ...request, url: 'http://127.0.0.1:1/{{size}}/{{nobody}}', query: [{ name: 'a', value: 'b' }] },
      ],
    });
    const versions = vscode.workspace.registerTextDocumentContentProvider('earlier-version', {
      provideTextDocumentContent: () => text,
    });
    try {
      const file = await writeInWorkspace('diffed.chain.json', text);
      const earlier = file.with({ scheme: 'earlier-version', query: '{"ref":"HEAD"}' });
      await vscode.commands.executeCommand('vscode.diff', earlier, file);
      const offersToInsert = async (uri: vscode.Uri): Promise<boolean> => {
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
          'vscode.executeHoverProvider',
          uri,
          at('"b"'),
        );
        return hovers
          .flatMap(({ contents }) => contents)
          .some(
            (content) => content instanceof vscode.MarkdownString && content.value.includes('insertVariable'),
          );
      };
      const ask = async (uri: vscode.Uri, command: string, ...args: unknown[]): Promise<number> => {
        const answer = await vscode.commands.executeCommand<unknown[] | undefined>(command, uri, ...args);
        return answer?.length ?? 0;
      };
      const at = (word: string): vscode.Position => new vscode.Position(0, text.indexOf(word) + 1);
      const counts = async (uri: vscode.Uri): Promise<readonly boolean[]> => [
        (await ask(uri, 'vscode.executeDocumentSymbolProvider')) > 0,
        (await ask(uri, 'vscode.executeHoverProvider', at('size}}'))) > 0,
        await offersToInsert(uri),
        (await ask(uri, 'vscode.executeCodeLensProvider')) > 0,
        (await ask(uri, 'vscode.executeInlayHintProvider', TOP)) > 0,
        vscode.languages.getDiagnostics(uri).some(({ source }) => source === 'chainwright'),
      ];
      await until(() => vscode.languages.getDiagnostics(file).some(({ source }) => source === 'chainwright'));
      assert.deepEqual(await counts(file), [true, true, true, true, true, true]);
      assert.deepEqual(await counts(earlier), [true, true, false, false, false, false]);
      await rm(file.fsPath, { force: true });
    } finally {
      versions.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
