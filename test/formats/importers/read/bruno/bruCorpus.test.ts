/** Collections of other people against what Bruno's own parser reads from their files. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readChain } from '../../../../../src/core/files/chainFile';
import { readEnvironment } from '../../../../../src/core/files/environmentFile';
import type { SourceFiles } from '../../../../../src/core/ports';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import { readBlocks } from '../../../../../src/formats/importers/read/bruno/bruBlocks';
import { readBruRequest } from '../../../../../src/formats/importers/read/bruno/bruRequest';
import type { BrunoBody } from '../../../../../src/formats/importers/read/bruno/brunoTree';
import type { ImportedCollection } from '../../../../../src/formats/importers/shape/imported';
import { readImportFolder } from '../../../../../src/formats/importers/readSources';
import { corpusText, expectedOf, hasCorpus } from '../../corpus';

interface Table {
  readonly format: string;
  readonly environments: number;
  readonly table: readonly (readonly [
    path: string,
    kind: string,
    method: string | null,
    url: string,
    body: string,
    headers: number,
    auth: string,
    seq: number,
    name: string,
  ])[];
}

const corpus = path.resolve('../shared/corpus/bruno');
const collections = ['generate-docs', 'script-errors', 'testbench', 'websockets'];

function pathsIn(folder: string): readonly string[] {
  return readdirSync(path.join(corpus, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(corpus, folder), path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
}

const filesOf = (folder: string, change: (text: string) => string = (text) => text): SourceFiles => ({
  paths: () => Promise.resolve(pathsIn(folder)),
  text: (name) => Promise.resolve(change(corpusText(`bruno/${folder}`, name))),
});

async function read(folder: string, change?: (text: string) => string): Promise<ImportedCollection> {
  const { sources, passedOver } = await readImportFolder(
    { name: folder, files: filesOf(folder, change) },
    { keep: new Set() },
  );
  assert.deepEqual(passedOver, []);
  const [only] = sources;
  assert.ok(only !== undefined && 'collection' in only && sources.length === 1);
  return only.collection;
}

/** What the table calls the kinds of bodies. */
function titleOf(body: BrunoBody | undefined): readonly string[] {
  if (body === undefined) {
    return ['none'];
  }
  switch (body.kind) {
    case 'text':
      return ['json', 'text', 'xml', 'sparql'];
    case 'form':
      return ['formUrlEncoded'];
    case 'multipart':
      return ['multipartForm'];
    case 'unknown':
      return [body.title];
    default:
      return [body.kind];
  }
}

describe('the Bruno corpus', () => {
  before(function () {
    if (!existsSync(corpus) || !hasCorpus) {
      this.skip();
    }
  });

  for (const folder of collections) {
    describe(folder, () => {
      it('has every row of the table', () => {
        const { table } = expectedOf<Table>('bruno', folder);
        for (const [file, kind, method, url, body, headers, auth, seq, name] of table) {
          const request = readBruRequest(readBlocks(corpusText(`bruno/${folder}`, file)), '');
          const enabled = request.headers.filter(({ isDisabled }) => !isDisabled).length;
          assert.deepEqual(
            [
              // The table names the kind of requests that are not HTTP, and gives them no method.
              request.type === 'graphql' ? 'http' : request.type,
              request.type === 'ws' ? null : request.method.toUpperCase(),
              request.url,
              enabled,
              request.auth?.type,
              request.seq,
              request.name,
            ],
            [kind, method, url, headers, auth, seq, name],
            file,
          );
          assert.ok(kind === 'ws' || titleOf(request.body).includes(body), file);
        }
      });

      it('has every request and environment of its files', async () => {
        const { table, environments } = expectedOf<Table>('bruno', folder);
        const collection = await read(folder);
        assert.deepEqual(
          collection.requests.map((request) => request.name).sort(),
          table.map((row) => row[8]).sort(),
        );
        assert.equal(collection.environments.length, environments);
        for (const request of collection.requests) {
          const isOther = table.find((row) => row[8] === request.name)?.[1] === 'ws';
          assert.equal(request.kind, isOther ? 'left-out' : 'kept', request.name);
        }
      });

      it('becomes chains and environments that are valid, and the same ones again', async () => {
        const collection = await read(folder);
        for (const folders of ['tags', 'chains'] as const) {
          const once = composeImport([{ source: folder, collection }], { folders });
          const again = composeImport([{ source: folder, collection: await read(folder) }], { folders });
          assert.deepEqual([again.files, again.reports], [once.files, once.reports]);
          for (const { path: file, text } of once.files) {
            const { problems } = file.endsWith('.environment.json')
              ? readEnvironment(text, file)
              : readChain(text, file);
            assert.deepEqual(problems, []);
          }
        }
      });

      it('reads the same with Windows line breaks', async () => {
        const changed = await read(folder, (text) => text.replace(/\r?\n/g, '\r\n'));
        assert.deepEqual(changed, await read(folder));
      });
    });
  }

  it('has the secrets of testbench/environments/Local.bru as secrets to be entered', async () => {
    const { environments, secrets } = await read('testbench');
    const local = environments.find(({ name }) => name === 'Local');
    const asked = local?.variables.filter(
      ({ value }) => typeof value === 'string' && value.startsWith('{{$secret'),
    );
    assert.deepEqual(
      asked?.map(({ name, value }) => `${name} ${typeof value === 'string' ? value : ''}`),
      [
        'github_client_secret {{$secret GITHUB_CLIENT_SECRET}}',
        'github_client_id {{$secret GITHUB_CLIENT_ID}}',
        'google_client_id {{$secret GOOGLE_CLIENT_ID}}',
        'google_client_secret {{$secret GOOGLE_CLIENT_SECRET}}',
        'github_authorization_code {{$secret GITHUB_AUTHORIZATION_CODE}}',
        'passwordCredentials_access_token {{$secret PASSWORD_CREDENTIALS_ACCESS_TOKEN}}',
        'client_credentials_access_token {{$secret CLIENT_CREDENTIALS_ACCESS_TOKEN}}',
        'authorization_code_access_token {{$secret AUTHORIZATION_CODE_ACCESS_TOKEN}}',
        'github_access_token {{$secret GITHUB_ACCESS_TOKEN}}',
      ],
    );
    assert.equal(secrets?.length, 9);
  });
});
