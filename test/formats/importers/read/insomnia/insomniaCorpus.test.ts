/** Exports of Insomnia that other people made against what a plain walk reads from them. */
import assert from 'node:assert/strict';
import { readChain } from '../../../../../src/core/files/chainFile';
import { readEnvironment } from '../../../../../src/core/files/environmentFile';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import { itemsOf, memberOf, textOf } from '../../../../../src/formats/importers/shape/externalJson';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { withScheme } from '../../../../../src/formats/importers/shape/urlTexts';
import { corpusFiles, corpusText, expectedOf, hasCorpus } from '../../corpus';

type Row = readonly [
  kind: string,
  method: string,
  url: string,
  mimeType: string | null,
  enabledHeaders: number,
  auth: string | null,
  folders: string,
  name: string,
  id: string,
  sortKey: number,
];

interface Table {
  readonly version: string;
  readonly count: number;
  readonly environments: number;
  readonly table: readonly Row[];
}

const read = (name: string): Promise<ImportedCollection> => readImport(name, corpusText('insomnia', name));

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');

describe('the Insomnia corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  for (const name of corpusFiles('insomnia')) {
    describe(name, () => {
      let collection: ImportedCollection;
      let expected: Table;
      before(async () => {
        collection = await read(name);
        expected = expectedOf<Table>('insomnia', name);
      });

      it('has every row of the table', () => {
        const rows = kept(collection).map(({ name: title, folders, request }) => {
          const headers = itemsOf(request['headers']).filter((row) => memberOf(row, 'disabled') !== true);
          const auth = textOf(memberOf(request['auth'] ?? collection.auth, 'type')) ?? null;
          return [
            request['method'],
            request['url'],
            headers.length,
            auth === 'none' ? null : auth,
            folders.join(' / '),
            title,
          ];
        });
        const wanted = expected.table.map(([, method, url, , headers, auth, folders, title]) => [
          method,
          withScheme(url.replace(/\{\{ (?:_\.)?(\w+) \}\}/g, '{{$1}}')),
          headers,
          auth,
          withoutWorkspace(folders, collection.name),
          title,
        ]);
        assert.deepEqual(rows.map(byTitle).sort(), wanted.map(byTitle).sort());
      });

      it('has a body of the kind that the table names', () => {
        for (const [, , , mimeType, , , , title] of expected.table) {
          const request = kept(collection).find((one) => one.name === title);
          const body = Object.keys(request?.request['body'] ?? {});
          assert.deepEqual(
            body,
            mimeType === null ? [] : [mimeType === 'application/graphql' ? 'graphql' : 'json'],
          );
        }
      });

      it('has the requests of a folder by their sort keys, and all environments', () => {
        const keys = new Map(expected.table.map((row) => [row[7], row[9]]));
        const requests = kept(collection);
        for (const folder of new Set(requests.map(({ folders }) => folders.join('/')))) {
          const inside = requests.filter(({ folders }) => folders.join('/') === folder);
          const order = inside.map((request) => keys.get(request.name) ?? 0);
          assert.deepEqual(
            order,
            [...order].sort((one, other) => one - other),
          );
        }
        assert.equal(collection.environments.length, expected.environments);
      });

      it('becomes files that are valid, and the same ones again', async () => {
        const once = composeImport([{ source: name, collection }], { folders: 'tags' });
        const again = composeImport([{ source: name, collection: await read(name) }], { folders: 'tags' });
        assert.deepEqual(again, once);
        const split = composeImport([{ source: name, collection }], { folders: 'chains' });
        for (const { path, text } of [...once.files, ...split.files]) {
          const isChain = path.endsWith('.chain.json');
          assert.deepEqual((isChain ? readChain(text, path) : readEnvironment(text, path)).problems, []);
        }
      });

      it('reads the same with Windows line breaks and a byte order mark', async () => {
        const text = corpusText('insomnia', name);
        assert.deepEqual(await readImport(name, `\ufeff${text.replace(/\r?\n/g, '\r\n')}`), collection);
      });
    });
  }
});

describe('traps of the Insomnia corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  const find = async (file: string, title: string): Promise<KeptRequest> =>
    kept(await read(file)).find(({ name }) => name === title) ?? assert.fail(title);

  it('takes dates and numbers for the texts that are sent: bruno-v5-dates.yaml', async () => {
    const { request } = await find('bruno-v5-dates.yaml', 'Date Request');
    const values = itemsOf(request['query']).map((row) => memberOf(row, 'value'));
    assert.deepEqual(values, ['2024-01-01', 'false', '0', '2.0', '42']);
    const { environments } = await read('bruno-v5-dates.yaml');
    assert.equal(environments[0]?.variables[0]?.value, '2024-12-31');
  });

  it('keeps a disabled header in addition to authentication: insomnia-smoke-v4.yaml', async () => {
    const { request } = await find('insomnia-smoke-v4.yaml', 'sends request with basic authentication');
    assert.deepEqual(request['headers'], [
      { name: 'Authorization', value: 'Basic dXNlcjpwYXNz', disabled: true },
    ]);
    assert.deepEqual(request['auth'] ?? (await read('insomnia-smoke-v4.yaml')).auth, {
      type: 'basic',
      username: 'user',
      password: 'pass',
    });
  });

  it('reads scripts before requests, and variables of folders: insomnia-smoke-v4.yaml', async () => {
    const { variables } = await read('insomnia-smoke-v4.yaml');
    assert.deepEqual(
      variables.map(({ name, value }) => [name, value]),
      [
        ['FolderWithEnv_customValue', 'fromFolder'],
        ['my-pre-request-header', 'some-value'],
      ],
    );
  });

  it('reads GraphQL variables that are a text with a template: insomnia-graphql-v4.yaml', async () => {
    const { request } = await find('insomnia-graphql-v4.yaml', 'GraphQL request with number');
    assert.deepEqual(memberOf(memberOf(request['body'], 'graphql'), 'variables'), { inputVar: '{{intVar}}' });
    assert.equal(request['url'], 'http://localhost:4010/graphql');
    assert.deepEqual((await read('insomnia-graphql-v4.yaml')).typedVariables, ['intVar']);
  });

  it('overlays environments on their base: bruno-v4-envs.json', async () => {
    const { environments } = await read('bruno-v4-envs.json');
    assert.deepEqual(
      environments.map(({ name, variables }) => [
        name,
        variables.find((one) => one.name === 'baseUrl')?.value,
      ]),
      [
        ['Base Environment', 'https://api.example.com'],
        ['Staging', 'https://staging-api.example.com'],
        ['Development', 'https://dev-api.example.com'],
      ],
    );
  });
});

function byTitle(row: readonly unknown[]): string {
  return JSON.stringify(row);
}

/** Version 4 has the workspace as outermost folder. */
function withoutWorkspace(folders: string, workspace: string): string {
  return folders === workspace ? '' : folders.replace(`${workspace} / `, '');
}
