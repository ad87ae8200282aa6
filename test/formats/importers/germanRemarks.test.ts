/** What importers say, in the languages of the editor: a sentence that was put together may not be recognised. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inEnglish, type Say } from '../../../src/core/say';
import { textSource } from '../../../src/formats/importers/importers';
import { readSources } from '../../../src/formats/importers/readSources';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import {
  renderImportReport,
  type ImportedSource,
  type SourceReport,
} from '../../../src/formats/importers/write/importReport';
import { translateBy } from '../../../src/protocol/engineTexts';
import { openSource } from '../../../src/node/files/openSource';
import { corpusFiles, corpusFolder, hasCorpus } from './corpus';
import { createDraw, mutateText } from './mutate';
import { rulesHere } from './rulesHere';
import { samples } from './samples';

const GERMAN = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8')) as Readonly<
  Record<string, string>
>;
const translate = translateBy(GERMAN);
/** As the editor does it. */
const sayGerman: Say = (text, ...args) => {
  const known = GERMAN[text] ?? text;
  return args.length === 0 ? translate(known) : inEnglish(known, ...args);
};

const FILES = [
  'test/fixtures/authz/openapi.json',
  'test/fixtures/descriptions/shop.yaml',
  'examples/workspace/orders.openapi.yaml',
  'bench/mapping/applications/serverest/a.har',
  'bench/mapping/applications/mediawiki/a.har',
];

/** Files with much that a chain does not have. */
const RICH = [
  JSON.stringify({
    info: { name: 'Shop' },
    event: [
      script('test', "pm.test('x', () => pm.response.to.have.status(200)); pm.test.skip('y', () => {})"),
    ],
    variable: [{ key: 'off', value: '1', disabled: true }],
    item: [
      {
        name: 'Orders',
        description: 'All orders',
        event: [
          script('prerequest', "pm.environment.set('t', pm.response.json().t); pm.expect(1).to.equal(1)"),
          script('test', "pm.environment.set('t', pm.response.json().t)"),
        ],
        auth: { type: 'hawk', hawk: [] },
        item: [
          postman('list', { url: 'https://a.test/:shop/x?a={{b{{c}}}}', body: { mode: 'raw', raw: 'x' } }),
          postman('create', {
            method: 'POST',
            url: 'https://u:p@a.test/x',
            auth: { type: 'oauth2', oauth2: [{ key: 'grant_type', value: 'device' }] },
            body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file' }, { value: 'x' }] },
          }),
          postman('read', { url: '', header: [{ key: 'Host', value: 'b' }, { value: 'x' }] }, [
            script('test', "postman.setNextRequest('list'); pm.environment.set('v', Math.random())"),
            script('prerequest', 'if (', true),
            script('prerequest', 'if ('),
          ]),
        ],
      },
    ],
  }),
  'curl \'http://a.test/[1-2]\' --insecure -u a:b -d "$(date)" | jq .\nls\n',
  '@a = {{$prompt x}}\n@b = {{$datetime "DD" 1 h}}\n### One\nPOST http://a.test/{{unknown fn}}\n\n< ./body.json\n\n> ./after.js\n?? body exists\n\n### Two\nGRPC a.test/x\n',
];

function script(listen: string, exec: string, disabled = false) {
  return { listen, disabled, script: { exec: [exec] } };
}

function postman(name: string, request: object, event: readonly object[] = []) {
  return {
    name,
    event,
    protocolProfileBehavior: { maxRedirects: 2 },
    request: { method: 'GET', ...request },
  };
}

async function reportsOf(
  sources: readonly { readonly name: string; readonly open: () => ReturnType<typeof openSource> }[],
): Promise<readonly SourceReport[]> {
  const read = await readSources(sources, { keep: new Set(), rules: rulesHere });
  const sound = read.filter((one) => 'collection' in one);
  const { reports } = composeImport(sound, { folders: 'chains' });
  return [...reports, ...read.filter((one) => 'reason' in one)];
}

const fileOf = (file: string) => ({
  name: path.basename(file),
  open: () => openSource(file, path.basename(file)),
});
const textOf = (text: string, at: number) => ({
  name: `sample-${at}`,
  open: () => Promise.resolve(textSource(`sample-${at}`, text)),
});

/** All sentences of reports. */
function sentencesOf(reports: readonly SourceReport[]): readonly string[] {
  const ofImported = ({ remarks, requests }: ImportedSource): readonly string[] => [
    ...remarks.map(({ text }) => text),
    ...requests.flatMap((one) => ('id' in one ? one.remarks.map(({ text }) => text) : one.leftOut)),
  ];
  const all = reports.flatMap((one) =>
    one.kind === 'imported' ? ofImported(one) : one.kind === 'refused' ? one.reason : [],
  );
  return [...new Set(all)];
}

/** What is quoted: texts, code, options of commands, names of formats, and what a reader of YAML says. */
const QUOTED =
  /"(?:[^"\\]|\\.)*"|`[^`]*`|\{\{.*?\}\}|(?<=(?:, Zeile \d+: [^:]+|übernommen|Bekannt sind|unverändert): ).*|(?<=fehlerhaft: ).*(?=, in Zeile)/gs;
const ENGLISH =
  /(?<![\w-])(?:is|are|not|the|of|its?|which|carried|has|have|with|from|and|this|that|requests?|left)(?![\w-])/i;

function assertGerman(sentences: readonly string[]): void {
  const english = sentences
    .map((text) => ({ text, german: translate(text) }))
    .filter(({ text, german }) => german === text || ENGLISH.test(german.replace(QUOTED, '…')));
  assert.deepEqual(english, []);
}

describe('remarks of importers in German', () => {
  it('are German for files of all formats', async function () {
    this.timeout(30_000);
    const reports = await reportsOf([...FILES.map(fileOf), ...[...RICH, ...samples].map(textOf)]);
    const sentences = sentencesOf(reports);
    assert.ok(sentences.length > 40, String(sentences.length));
    assertGerman(sentences);
  });

  it('are German for files that are nearly right', async function () {
    this.timeout(60_000);
    const sources = [...RICH, ...samples];
    const mutated = Array.from({ length: 600 }, (_, seed) => {
      const draw = createDraw(seed);
      return mutateText(sources[draw(sources.length)] ?? '', draw);
    });
    assertGerman(sentencesOf(await reportsOf(mutated.map(textOf))));
  });

  it('are German for what is refused', async () => {
    const refused = ['{', '{"item":{}}', 'swagger: "1.2"', 'openapi: 3.0.0\ninfo: {title: a}', 'plain text'];
    const sentences = sentencesOf(await reportsOf(refused.map(textOf)));
    assert.equal(sentences.length, refused.length);
    assertGerman(sentences);
  });

  for (const folder of ['postman', 'har', 'curl', 'http', 'openapi', 'insomnia', 'negative', 'bruno']) {
    it(`are German for the corpus of ${folder}`, async function () {
      this.timeout(60_000);
      if (!hasCorpus) {
        this.skip();
      }
      const files = corpusFiles(folder).map((name) => path.join(corpusFolder(folder), name));
      assertGerman(sentencesOf(await reportsOf(files.map(fileOf))));
    });
  }

  it('are in a report whose other words are German, too', async () => {
    const [rich = ''] = RICH;
    const text = renderImportReport(
      { formatVersion: 1, sources: await reportsOf([textOf(rich, 0)]) },
      sayGerman,
    );
    const remarks = text.split('\n').filter((line) => line.startsWith('    !'));
    assert.ok(
      remarks.includes('    ! Einstellungen von Postman werden nicht übernommen: maxRedirects. (2 Anfragen)'),
      text,
    );
    assert.deepEqual(
      text.split('\n').filter((line) => !line.startsWith('    !')),
      [
        'sample-0: Postman collection 2.1, 2 Anfragen, 1 weggelassen, 2 unvollständig',
        '  in einer Umgebung zu definierende Variablen: c',
        '  einzugebende Geheimnisse: PASSWORD',
        '  Nicht importiert:',
        '    Orders / read: weggelassen. Sie hat keine URL.',
        '  Ändert, was gesendet wird:',
        '  Eine Prüfung ging verloren:',
        '  Nur Dokumentation:',
        '  Anfragen:',
        '    Orders / list -> orders.chain.json#list',
        '    Orders / create -> orders.chain.json#create',
        '      Geheimnisse: PASSWORD',
        '',
      ],
    );
  });
});
