/** Specifications of other people against what a plain walk reads from them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { analyzeChain } from '../../../../../src/core/analysis/analyzeChain';
import { compareRequests } from '../../../../../src/core/analysis/openapiFindings';
import { createChainReader } from '../../../../../src/core/analysis/readSource';
import { readChain } from '../../../../../src/core/files/chainFile';
import { readEnvironment } from '../../../../../src/core/files/environmentFile';
import type { JsonObject } from '../../../../../src/core/json/json';
import { plainText } from '../../../../../src/core/prepare/template';
import { readDescription } from '../../../../../src/formats/contract/readDescription';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import {
  itemsOf,
  memberOf,
  scalarText,
  textOf,
} from '../../../../../src/formats/importers/shape/externalJson';
import type {
  ImportedCollection,
  ImportedRequest,
  ImportSource,
} from '../../../../../src/formats/importers/shape/imported';
import { readImportFile } from '../../../../../src/formats/importers/importers';
import { openSpec } from '../../../../../src/formats/importers/read/openapi/readOpenapi';
import { syncChains } from '../../../../../src/formats/sync/syncChains';
import { createSourceFiles } from '../../../../../src/node/files/openSource';
import { chainOf } from '../../../sync/api';
import { corpusFiles, corpusFolder, corpusText, expectedOf, hasCorpus } from '../../corpus';
import { remarkText } from '../../../../../src/formats/importers/shape/remark';

type Row = readonly [
  method: string,
  path: string,
  operationId: string | null,
  parameters: readonly string[],
  mediaTypes: readonly string[] | null,
  security: readonly (readonly string[])[] | null,
];

interface Table {
  readonly count: number;
  readonly webhooks: number;
  readonly table: readonly Row[];
}

const names = [...corpusFiles('openapi'), ...(hasCorpus ? ['multi-file/main.yaml'] : [])];

const sourceOf = (name: string, change = (text: string): string => text): ImportSource => ({
  name: path.basename(name),
  text: change(corpusText('openapi', name)),
  path: path.basename(name),
  files: createSourceFiles(path.dirname(path.join(corpusFolder('openapi'), name))),
});
const read = (name: string, change?: (text: string) => string): Promise<ImportedCollection> =>
  readImportFile(sourceOf(name, change), { keep: new Set() });

describe('the OpenAPI corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  for (const name of names) {
    describe(name, () => {
      let collection: ImportedCollection;
      let expected: Table;
      before(async () => {
        collection = await read(name);
        expected = expectedOf<Table>('openapi', name);
      });

      it('has every operation, and every webhook with the reason why it is none', () => {
        const requests = operationsOf(collection, name);
        assert.equal(requests.length, expected.count);
        const leftOut = collection.requests.filter(({ kind }) => kind === 'left-out');
        assert.equal(leftOut.length, expected.webhooks);
      });

      it('has every row of the table', () => {
        for (const [index, request] of operationsOf(collection, name).entries()) {
          const row = expected.table[index];
          assert.ok(row !== undefined && request.kind === 'kept');
          compareRow(request.request, request.remarks.map(remarkText), row, collection);
        }
      });

      it('becomes files that are valid, and the same ones again', async () => {
        const once = composeImport([{ source: name, collection }], { folders: 'tags' });
        const again = composeImport([{ source: name, collection: await read(name) }], { folders: 'tags' });
        assert.deepEqual(again, once);
        const split = composeImport([{ source: name, collection }], { folders: 'chains' });
        for (const { path: file, text } of [...once.files, ...split.files]) {
          const isChain = file.endsWith('.chain.json');
          assert.deepEqual((isChain ? readChain(text, file) : readEnvironment(text, file)).problems, []);
        }
      });

      it('has nothing that the description would warn of', async () => {
        const { files } = composeImport([{ source: name, collection }], { folders: 'tags' });
        const openapi = await readDescription(sourceOf(name, (text) => text.replace(/^\ufeff/, '')));
        const surroundings = { required: [], requiresFaults: [], isUnknown: true, openapi };
        for (const { path: file, text } of files.filter((one) => one.path.endsWith('.chain.json'))) {
          const source = createChainReader()(text, file);
          const compared = await compareRequests(source, surroundings);
          const { problems } = analyzeChain(source, surroundings, compared);
          const found = problems.filter(({ code }) => /^openapi-(?!reference)/.test(code));
          assert.deepEqual(
            found.map(({ request, message }) => `${request ?? ''}: ${message}`),
            [],
          );
        }
      });

      it('becomes chains in which a sync with the same description has nothing to do', async () => {
        const { files } = composeImport([{ source: name, collection }], { folders: 'tags' });
        const chains = files
          .filter(({ path: file }) => file.endsWith('.chain.json'))
          .map(({ path: file, text }) => ({ ...chainOf(text), file }));
        const newer = await openSpec(sourceOf(name, (text) => text.replace(/^\ufeff/, '')));
        for (const older of [{}, { older: newer }]) {
          const { operations, chains: synced } = syncChains(chains, { newer, ...older });
          assert.deepEqual(operations, []);
          assert.deepEqual(
            synced.flatMap(({ edits }) => edits),
            [],
          );
        }
      });

      it('reads the same with Windows line breaks and a byte order mark', async () => {
        const variant = (text: string): string =>
          `\ufeff${text.replace(/^\ufeff/, '').replace(/\r?\n/g, '\r\n')}`;
        assert.deepEqual(await read(name, variant), collection);
      });
    });
  }
});

/** The operations of `paths`; the table does not know those of `x-ms-paths`. */
function operationsOf({ requests }: ImportedCollection, name: string): readonly ImportedRequest[] {
  return name.includes('x-ms-paths') ? [] : requests.filter(({ kind }) => kind === 'kept');
}

function compareRow(
  request: JsonObject,
  remarks: readonly string[],
  [method, template, , parameters, mediaTypes, security]: Row,
  { auth: common }: ImportedCollection,
): void {
  assert.equal(request['method'], method);
  const url = textOf(request['url']) ?? '';
  const places = (text: string): string => text.replace(/\{+[^{}]+\}+/g, '{}');
  assert.ok(places(url).endsWith(places(template)), `${url} is not ${template}`);
  const left = parameters.filter((one) =>
    remarks.some((sentence) => sentence.includes(`"${one.slice(one.indexOf(':') + 1)}"`)),
  );
  assert.deepEqual(
    [...parametersOf(request, template), ...left].sort(),
    [...parameters].filter((one) => !one.startsWith('body:')).sort(),
  );
  compareBody(request, remarks, mediaTypes);
  compareSecurity(request['auth'] ?? common, security ?? []);
}

/** Rows other than those that a body or an authentication brought. */
function parametersOf(request: JsonObject, template: string): readonly string[] {
  const named = (member: string, place: string): readonly string[] =>
    itemsOf(request[member]).map((row) => `${place}:${scalarText(memberOf(row, 'name')) ?? ''}`);
  const path = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => `path:${name}`);
  const ofBody = 'header:Content-Type';
  const rows = [...named('query', 'query'), ...named('headers', 'header').filter((name) => name !== ofBody)];
  return [...new Set([...rows, ...path])];
}

function compareBody(
  request: JsonObject,
  remarks: readonly string[],
  mediaTypes: readonly string[] | null,
): void {
  const body = request['body'];
  if (mediaTypes === null || mediaTypes.length === 0) {
    assert.equal(body, undefined);
    return;
  }
  const others = /it can also be (.+)\.$/.exec(remarks.find((one) => one.startsWith('Its body is')) ?? '');
  const declared = mediaTypes.filter((type) => type !== '(none declared)');
  const used = declared.filter((type) => !(others?.[1]?.split(', ') ?? []).includes(type));
  assert.ok(used.length <= 1, `none of ${mediaTypes.join()} is chosen`);
  const kinds: [pattern: RegExp, kind: string][] = [
    [/json|\(none/, 'json'],
    [/urlencoded/, 'form'],
    [/multipart/, 'multipart'],
    [/octet-stream/, 'file'],
  ];
  const kind = kinds.find(([pattern]) => pattern.test(used[0] ?? '(none'))?.[1] ?? 'text';
  assert.ok(memberOf(body, kind) !== undefined, `${JSON.stringify(body)} is not ${used.join()}`);
}

function compareSecurity(
  auth: JsonObject[string] | undefined,
  security: readonly (readonly string[])[],
): void {
  const needed = security.filter((schemes) => schemes.length > 0);
  const type = textOf(memberOf(auth, 'type')) ?? 'none';
  assert.equal(type === 'none', needed.length === 0, `${type} for ${JSON.stringify(security)}`);
}

describe('traps of the OpenAPI corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  const requestsOf = async (name: string): Promise<readonly JsonObject[]> =>
    (await read(name)).requests.flatMap((one) => (one.kind === 'kept' ? [one.request] : []));
  const urlsOf = async (name: string): Promise<readonly string[]> =>
    (await requestsOf(name)).map((request) => textOf(request['url']) ?? '');
  const valuesOf = ({ environments }: ImportedCollection): unknown =>
    environments.map(({ variables }) => variables.map(({ name, value }) => `${name}=${plainText(value)}`));

  for (const name of [
    'restler-circular-path-swagger2.json',
    'restler-multi-circular-swagger2.json',
    'vercel-3_1.json',
  ]) {
    it(`ends where schemas contain themselves: ${name}`, async () => {
      const sizes = (await requestsOf(name)).map((request) => JSON.stringify(request).length);
      assert.ok(Math.max(...sizes) < 20_000);
    });
  }

  it('has variables of servers: insomnia-server-variables.yaml', async () => {
    assert.deepEqual(valuesOf(await read('insomnia-server-variables.yaml')), [
      [
        'baseUrl={{protocol}}://{{host}}:{{port}}/{{basePath}}',
        'protocol=https',
        'port=8080',
        'host=localhost',
        'basePath=filemanagement',
      ],
    ]);
  });

  it('says that a server is missing: insomnia-no-servers.yaml', async () => {
    const { environments } = await read('insomnia-no-servers.yaml');
    assert.match(remarkText(environments[0]?.remarks[0] ?? ''), /does not say on which server/);
  });

  it('does without operationIds: insomnia-endpoint-security.yaml', async () => {
    const { requests } = await read('insomnia-endpoint-security.yaml');
    assert.deepEqual(
      requests.slice(0, 2).map(({ name }) => name),
      ['GET /none', 'GET /none/basic'],
    );
  });

  it('has parameters of a path in each of its operations: crapi.json', async () => {
    const urls = await urlsOf('crapi.json');
    assert.equal(urls.filter((url) => url.endsWith('/videos/{{video_id}}')).length, 4);
  });

  it('follows references into other files: multi-file/main.yaml', async () => {
    const [list, create] = await requestsOf('multi-file/main.yaml');
    assert.deepEqual(list?.['extract'], [{ variable: 'user_id', from: 'body', path: '$[0].user_id' }]);
    assert.deepEqual(create?.['headers'], [{ name: 'Prefer', value: 'return=representation' }]);
  });

  it('imports operations of x-ms-paths alone: restler-x-ms-paths-swagger2.json', async () => {
    assert.deepEqual(await urlsOf('restler-x-ms-paths-swagger2.json'), [
      '{{baseUrl}}/?operation=list',
      '{{baseUrl}}/{{resourceName}}?type=folder',
      '{{baseUrl}}/{{resourceName}}?type=file',
      '{{baseUrl}}/{{resourceName}}?type=file&operation={{operationId}}',
      '{{baseUrl}}/{{resourceName}}/{{itemName}}',
      '{{baseUrl}}/{{resourceName}}/{{itemName}}',
    ]);
  });

  it('leaves out webhooks: listennotes-3_1.json', async () => {
    const { requests } = await read('listennotes-3_1.json');
    assert.deepEqual(
      requests.filter(({ kind }) => kind === 'left-out').map(({ name }) => name),
      ['POST podcastDeleted', 'POST podcastsSubmitAccepted', 'POST podcastsSubmitRejected'],
    );
  });

  it('has one line for a summary of several: bruno-newline-in-name.yaml', async () => {
    const { requests } = await read('bruno-newline-in-name.yaml');
    assert.deepEqual(
      requests.map(({ name }) => name),
      ['Get users with newline', 'Create user with multiple newlines'],
    );
  });

  it('keeps names apart that differ by case: restler-inconsistent-casing-swagger2.json', async () => {
    const urls = await urlsOf('restler-inconsistent-casing-swagger2.json');
    assert.equal(new Set(urls).size, urls.length);
  });

  it('keeps names apart that contain each other: restler-path-param-substrings.json', async () => {
    assert.deepEqual(await urlsOf('restler-path-param-substrings.json'), [
      '{{baseUrl}}/vm:stop{{id}}',
      '{{baseUrl}}/vm/{{param}}:cancel',
      '{{baseUrl}}/vm:delete({{vmName}})/activate',
      '{{baseUrl}}/vm/hello{{vmId}}/start/{{startId}}goodbye',
      '{{baseUrl}}/vm{{vmId}}:cancel{{startId}}/pause',
    ]);
  });

  it('takes escapes of references for what they are: restler-escape-characters.json', async () => {
    const { remarks } = await read('restler-escape-characters.json');
    assert.deepEqual(
      remarks.filter((sentence) => remarkText(sentence).includes('leads to nothing')),
      [],
    );
  });

  it('follows links: restler-links.json', async () => {
    const [remove, readDeleted] = await requestsOf('restler-links.json');
    assert.equal(remove?.['url'], '{{baseUrl}}/configurationStores/{{configStoreName}}');
    assert.equal(readDeleted?.['url'], '{{baseUrl}}/deletedConfigurationStores/{{configStoreName}}');
  });
});
