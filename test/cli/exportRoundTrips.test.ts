/**
 * Chains exported, imported again and run: a server sees the same requests, and what differs has a cause that is known.
 */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { authCases, bodyCases, placeCases } from '../formats/exporters/requestCases';
import { chainText } from '../formats/exporters/sentRequests';
import { comparableReceived, startWire, type Comparable, type Wire } from '../formats/exporters/wire';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start } from './program';

const isElsewhere = /http:\/\/h\b|https:\/\/|"type":"(?:digest|awsSigV4)"|:8080/;
const cases = [...placeCases, ...bodyCases, ...authCases].filter(
  ({ request, chain }) =>
    !isElsewhere.test(JSON.stringify(request)) && !JSON.stringify(chain ?? {}).includes('"auth"'),
);

function headersOf(request: { readonly headers?: readonly object[] }): readonly object[] {
  return request.headers ?? [];
}

function isCase(index: number): (request: Comparable) => boolean {
  return ({ headers }) => headers.includes(`x-case: ${index}`);
}

/** Why a request comes back changed, by what is in it. */
interface Cause {
  readonly because: string;
  readonly requests: RegExp;
}

const MASKED: Cause = {
  because: 'a recording has marks in place of credentials',
  requests: /\{\{token\}\}|\$secret|"auth"/,
};

const formats: readonly (readonly [format: string, file: string, causes: readonly Cause[]])[] = [
  ['postman', 'again.postman_collection.json', []],
  ['http', 'again.http', []],
  ['curl', 'again.sh', []],
  ['har', 'again.har', [MASKED]],
];

describe('a chain that was exported, imported and run', function () {
  this.timeout(120_000);
  let workspace: Workspace;
  let wire: Wire;
  let wanted: readonly Comparable[] = [];

  const values: Readonly<Record<string, string>> = {
    orderId: 'order 1/2',
    token: 'token-1',
    user: 'ann',
    PASSWORD: 'secret-password',
    KEY: 'secret-key',
  };

  before(async () => {
    workspace = await createWorkspace();
    wire = await startWire();
    const text = chainText(
      cases.map(({ request }, index) => ({
        ...request,
        headers: [...headersOf(request), { name: 'X-Case', value: String(index) }],
      })),
      { variables: { quantity: 2, flags: true } },
    ).replaceAll('http://127.0.0.1:4010', wire.origin);
    for (const [format] of formats) {
      await workspace.write({
        [`${format}/original.chain.json`]: text,
        [`${format}/files/note.txt`]: 'content of files/note.txt',
        [`${format}/files/note.bin`]: 'content of files/note.bin',
      });
    }
    wanted = await sentBy('har/original.chain.json', '--reporter', 'json=report.json');
    assert.equal(wanted.length, cases.length);
  });
  after(async () => {
    await wire?.close();
    await workspace?.dispose();
  });

  /** The requests of a run; variables have their values under every name that a format gives them. */
  async function sentBy(file: string, ...more: readonly string[]): Promise<readonly Comparable[]> {
    wire.answer([]);
    const given = Object.entries({ ...values, baseUrl: wire.origin }).flatMap(([name, value]) =>
      [name, `VAR_${shellName(name)}`, `SECRET_${shellName(name)}`].flatMap((one) => [
        '--var',
        `${one}=${value}`,
      ]),
    );
    const hosts = ['PASSWORD', 'KEY'].flatMap((name) => ['--secret-host', `${name}=${wire.origin}`]);
    const secrets = { CHAINWRIGHT_SECRET_PASSWORD: 'secret-password', CHAINWRIGHT_SECRET_KEY: 'secret-key' };
    const args = ['run', file, '--include-drafts', ...given, ...hosts, ...more];
    const { stdout, stderr } = await ended(start(args, workspace.folder, secrets));
    const sent = wire.received().map(comparableReceived);
    assert.ok(sent.length > 0, stdout + stderr);
    return sent;
  }

  function shellName(name: string): string {
    return name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  }

  for (const [format, file, causes] of formats) {
    const but = causes.map(({ because }) => `, but ${because}`).join('');
    it(`sends the same from ${format}${but}`, async () => {
      const source = format === 'har' ? 'report.json' : `${format}/original.chain.json`;
      const place = `${format}/${file}`;
      const exported = await ended(start(['export', source, '--to', format, '-o', place], workspace.folder));
      assert.equal(exported.code, 0, exported.stderr);
      const options = ['-o', format, ...(format === 'har' ? ['--keep', 'duplicates'] : [])];
      const imported = await ended(start(['import', place, ...options], workspace.folder));
      assert.equal(imported.code, 0, imported.stderr);
      const names = await readdir(path.join(workspace.folder, format));
      const chain = names.find((name) => /^(?!original).*\.chain\.json$/.test(name));
      assert.ok(chain, names.join());
      const sent = await sentBy(`${format}/${chain}`);
      const pairs = cases.map((one, index) => ({
        ...one,
        sent: sent.find(isCase(index)),
        wanted: wanted.find(isCase(index)),
      }));
      const hasCause = ({ request }: { readonly request: object }): boolean =>
        causes.some(({ requests }) => requests.test(JSON.stringify(request)));
      const same = pairs.filter((one) => !hasCause(one));
      assert.deepEqual(
        same.map(({ title, sent: found }) => [title, found]),
        same.map(({ title, wanted: original }) => [title, original]),
      );
      for (const { title, sent: found, wanted: original } of pairs.filter(hasCause)) {
        assert.notDeepEqual(found, original, title);
      }
    });
  }
});
