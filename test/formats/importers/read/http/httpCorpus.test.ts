/** `.http` files of other people against what httpYac's own parser reads from them. */
import assert from 'node:assert/strict';
import { readChain } from '../../../../../src/core/files/chainFile';
import type { JsonObject } from '../../../../../src/core/json/json';
import type { SourceFiles } from '../../../../../src/core/ports';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import { itemsOf, memberOf, textOf } from '../../../../../src/formats/importers/shape/externalJson';
import type { ImportedCollection } from '../../../../../src/formats/importers/shape/imported';
import { readImportFile } from '../../../../../src/formats/importers/importers';
import { corpusFiles, corpusText, expectedOf, hasCorpus } from '../../corpus';

interface Table {
  readonly table: readonly (readonly [string, string, number])[];
  readonly detail: readonly {
    readonly name: string | null;
    readonly title: string | null;
    readonly headers: readonly (readonly [string, string])[];
  }[];
}

const filesOf = (folder: string): SourceFiles => ({
  paths: () => Promise.resolve(corpusFiles(folder)),
  text: (path) => Promise.resolve(corpusText(folder, path)),
});

const read = (folder: string, name: string, text = corpusText(folder, name)): Promise<ImportedCollection> =>
  readImportFile({ name, text, path: name, files: filesOf(folder) }, { keep: new Set() });

/** What the tools write in another way than a chain does, and why. */
const MADE: readonly (readonly [written: RegExp, made: string])[] = [
  // A chain has one word for a new id, and none for words of letters.
  [/\{\{\$(?:random\.)?uuid\}\}|\{\{\$random\.(?:alphabetic|hexadecimal)\(\d+\)\}\}/g, '{{$guid}}'],
  // The upper bound of JetBrains is not made, that of a chain is.
  [/\{\{\$random\.integer\(2, 8\)\}\}/g, '{{$randomInt 2 7}}'],
  [/\{\{\$random\.float\(2, 8\)\}\}/g, '{{$randomInt 2 7}}.{{$randomInt 0 9}}'],
  [/\{\{\$random\.email\}\}/g, '{{$randomEmail}}'],
  [/\{\{\$randomInt -50 -100\}\}/g, '{{$randomInt -100 -50}}'],
  [/\$localDatetime/g, '$datetime'],
  [/\{\{process\.env\.(\w+)\}\}/g, '{{$processEnv $1}}'],
];

const all = ['http', 'http/import-chain'].flatMap((folder) =>
  corpusFiles(folder).map((name) => [folder, name] as const),
);

describe('the .http corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  for (const [folder, name] of all) {
    describe(name, () => {
      it('has every row of the table', async () => {
        const { requests } = await read(folder, name);
        const { table, detail } = expectedOf<Table>(folder, name);
        // Requests from imported files are in a folder with the name of the file.
        const own = requests.filter((request) => request.folders.length === 0);
        assert.deepEqual(
          own.map((request, index) =>
            request.kind === 'kept'
              ? rowOf(request.request, saysType(detail[index]?.headers))
              : request.reason,
          ),
          table.map(([method, url, headers]) => [method, expectedUrl(url), headers]),
        );
        detail.forEach((one, index) => {
          assert.equal(one.title ?? one.name ?? own[index]?.name, own[index]?.name);
        });
      });

      it('becomes chains that are valid, and the same ones again', async () => {
        const collection = await read(folder, name);
        const once = composeImport([{ source: name, collection }], { folders: 'tags' });
        const again = composeImport([{ source: name, collection: await read(folder, name) }], {
          folders: 'tags',
        });
        assert.deepEqual(again.files, once.files);
        assert.deepEqual(again.reports, once.reports);
        for (const { path, text } of once.files) {
          assert.deepEqual(readChain(text, path).problems, []);
        }
      });

      it('reads the same with Windows line breaks and a byte order mark', async () => {
        const text = corpusText(folder, name).replace(/\r?\n/g, '\r\n');
        assert.deepEqual(await read(folder, name, `\ufeff${text}`), await read(folder, name));
      });
    });
  }

  it('keeps the responses that httpyac-httpbin-inline-responses.http has below its requests', async () => {
    const { requests } = await read('http', 'httpyac-httpbin-inline-responses.http');
    const answered = requests.filter((request) => request.kind === 'kept' && request.recorded !== undefined);
    const written = corpusText('http', 'httpyac-httpbin-inline-responses.http').match(/^HTTP\/1\.1 2/gm);
    assert.equal(answered.length, written?.length);
  });

  it('brings along what import-chain/c.http needs of the files that it imports', async () => {
    const { requests, variables } = await read('http/import-chain', 'c.http');
    assert.deepEqual(variables, []);
    assert.deepEqual(
      requests.map((request) =>
        request.kind === 'kept'
          ? [request.name, request.folders, request.request['headers'], request.request['extract'] ?? []]
          : [],
      ),
      [
        [
          'getHttpbinA',
          ['a.http'],
          [{ name: 'X-Foo', value: 'barA' }],
          [{ variable: 'getHttpbinA_X-Foo', from: 'body', path: "$.headers['X-Foo']" }],
        ],
        [
          'getHttpbinB',
          ['b.http'],
          [{ name: 'X-Foo', value: 'barB-{{getHttpbinA_X-Foo}}' }],
          [{ variable: 'getHttpbinB_X-Foo', from: 'body', path: "$.headers['X-Foo']" }],
        ],
        ['getHttpbinC', [], [{ name: 'X-Foo', value: 'barC-{{getHttpbinB_X-Foo}}' }], []],
      ],
    );
  });
});

/**
 * What a row of the table says, of a request of a chain. JSON that is written without a type is sent with one:
 * the tools send none, which servers take for whatever they like.
 */
function rowOf(request: JsonObject, isTyped: boolean): readonly unknown[] {
  const query = itemsOf(request['query']).map((row) => `${text(row, 'name')}=${text(row, 'value')}`);
  const url = `${textOf(request['url']) ?? ''}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const headers = itemsOf(request['headers']).map((row) => text(row, 'name').toLowerCase());
  // These two are said in another place where that is possible.
  const auth = request['auth'] === undefined ? 0 : 1;
  const type = isTyped && !headers.includes('content-type') ? 1 : 0;
  assert.ok(type === 0 || request['body'] !== undefined);
  return [request['method'], url, headers.length + auth + type];
}

function saysType(headers: Table['detail'][number]['headers'] = []): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'content-type');
}

function text(row: Parameters<typeof memberOf>[0], name: string): string {
  return textOf(memberOf(row, name)) ?? '';
}

/** An address without server belongs to the variable that httpYac looks for. */
function expectedUrl(url: string): string {
  const made = MADE.reduce((changed, [written, replacement]) => changed.replace(written, replacement), url);
  return made.startsWith('/') ? `{{host}}${made}` : made;
}
