/** `.http` files for httpYac, run by the real one: a server sees what the chain sends, and the run stops where it should. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi, type Answered } from '../../../examples/orders-api/ordersApi';
import { exportChain, exporters } from '../../../src/formats/exporters/exporters';
import { readExportFiles } from '../../../src/node/files/exportFiles';
import { exported } from './exported';
import { authCases, bodyCases, placeCases } from './requestCases';
import { chainText, sentRequests, soundChain } from './sentRequests';
import { comparableReceived, comparableSent, startWire, type Wire } from './wire';

const FORMAT = 'http --dialect httpyac';

describe('the real httpYac', function () {
  // The first time it is fetched.
  this.timeout(600_000);
  let script = '';
  let folder = '';
  let wire: Wire;

  before(async function () {
    const { httpyac } = (await import(pathToFileURL(path.resolve('scripts/httpyac.mjs')).href)) as {
      httpyac: () => Promise<string>;
    };
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-httpyac-'));
    wire = await startWire();
    await cp('examples/workspace/files', path.join(folder, 'files'), { recursive: true });
    for (const name of ['files/note.txt', 'files/note.bin']) {
      await writeFile(path.join(folder, name), `content of ${name}`);
    }
    try {
      script = await httpyac();
    } catch (error) {
      if (error instanceof Error && error.name === 'Unavailable') {
        process.stderr.write(`httpYac is not at hand, so its tests are skipped. ${error.message}\n`);
        this.skip();
      }
      throw error;
    }
  });
  beforeEach(() => wire.answer([]));
  after(async () => {
    await wire?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a file; `secrets` are in the `.env` next to it. */
  async function run(
    text: string,
    secrets: Readonly<Record<string, string>>,
    variables: readonly string[] = [],
  ) {
    const lines = Object.entries(secrets).map(([name, value]) => `${name}='${value}'`);
    await writeFile(path.join(folder, '.env'), lines.join('\n'));
    await writeFile(path.join(folder, 'chain.http'), text);
    const given = variables.flatMap((one) => ['--var', one]);
    const child = spawn(process.execPath, [script, 'send', 'chain.http', '--all', ...given], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, USERPROFILE: folder },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, output };
  }

  /** Chains of the sample; what they are answered, in order. */
  const chains: [file: string, statuses: readonly number[]][] = [
    ['orders.chain.json', [200, 403, 201, 200, 200, 200, 200, 200, 200, 204, 404]],
    ['partner.chain.json', [200, 200, 200, 200, 401, 200, 200, 200]],
  ];
  for (const [file, statuses] of chains) {
    it(`gets through ${file} of the sample, but for an id beyond 2^53`, async () => {
      const workspace = path.resolve('examples/workspace');
      const answered: Answered[] = [];
      const api = await startOrdersApi({ flaws: [], onAnswer: (answer) => answered.push(answer) });
      try {
        const exporter = exporters.find(({ name }) => name === FORMAT);
        assert.ok(exporter);
        const place = { file: path.join(workspace, file), workspace };
        const files = await readExportFiles(place, path.join(workspace, 'chain.http'));
        const { text, report } = await exportChain(files, exporter);
        const { output } = await run(text.replaceAll('http://127.0.0.1:4010', api.origin), DEMO_SECRETS);
        assert.deepEqual(
          answered.map(({ status }) => status),
          statuses,
          output,
        );
        assert.ok(report.remarks.some((one) => /beyond 2\^53 they lose digits/.test(one)));
      } finally {
        await api.close();
      }
    });
  }

  it('sends what the chain sends, but for line ends between parts', async () => {
    const isElsewhere = /http:\/\/h\b|https:\/\/|"type":"(?:digest|awsSigV4)"|:8080/;
    const cases = [...placeCases, ...bodyCases, ...authCases].filter(
      ({ request, chain }) =>
        !isElsewhere.test(JSON.stringify(request)) && !JSON.stringify(chain ?? {}).includes('"auth"'),
    );
    const text = chainText(
      cases.map(({ request }) => request),
      { variables: { quantity: 2, flags: true } },
    );
    const { text: file } = await exported(FORMAT, text);
    const values = (name: string): string =>
      name === 'baseUrl' ? wire.origin : `value of ${name}, & 50% {}`;
    const variables = ['orderId', 'token', 'baseUrl', 'user'].map((name) => `${name}=${values(name)}`);
    const secrets = Object.fromEntries(['PASSWORD', 'KEY'].map((name) => [name, values(name)]));
    const { output } = await run(file.replaceAll('http://127.0.0.1:4010', wire.origin), secrets, variables);
    const chain = soundChain(text.replaceAll('http://127.0.0.1:4010', wire.origin));
    const wanted = await sentRequests(chain, values);
    assert.deepEqual(
      wire.received().map((request, index) => [cases[index]?.title, comparableReceived(request)]),
      wanted.map((request, index) => [cases[index]?.title, comparableSent(request, wire.origin)]),
      output.slice(-2000),
    );
  });

  it('keeps values with their types, encodes them for where they go, and fills in what depends on them', async () => {
    wire.answer([
      {
        headers: { ETag: '"v 1"', 'Content-Type': 'application/json' },
        body: JSON.stringify({ id: 'a/b "c" ä', n: 5, o: { a: [1] } }),
      },
    ]);
    const { text } = await exported(
      FORMAT,
      chainText(
        [
          {
            extract: [
              { variable: 'order.id', from: 'body', path: '$.id' },
              { variable: 'new', from: 'body', path: '$.n' },
              { variable: 'o', from: 'body', path: '$.o' },
              { variable: 'etag', from: 'header', name: 'ETag' },
              { variable: 'none', from: 'body', path: '$.none', optional: true },
            ],
          },
          {
            method: 'POST',
            url: 'http://127.0.0.1:4010/{{order.id}}',
            query: [{ name: 'q', value: '{{order.id}}' }],
            headers: [{ name: 'X', value: '{{late}} {{etag}}' }],
            body: { json: { id: '{{order.id}}', text: '<{{order.id}}>', n: '{{new}}', o: '{{o}}' } },
          },
        ],
        { variables: { late: 'n is {{inner}}', inner: '{{new}}' } },
      ),
    );
    const { code, output } = await run(text.replaceAll('http://127.0.0.1:4010', wire.origin), {});
    assert.equal(code, 0, output);
    const [, second] = wire.received();
    assert.equal(second?.target, '/a%2Fb%20%22c%22%20%C3%A4?q=a%2Fb%20%22c%22%20%C3%A4');
    assert.ok(second.headers.some(([name, value]) => name.toLowerCase() === 'x' && value === 'n is 5 "v 1"'));
    assert.deepEqual(JSON.parse(second.body), { id: 'a/b "c" ä', text: '<a/b "c" ä>', n: 5, o: { a: [1] } });
  });

  it('stops where a value is absent', async () => {
    wire.answer([{ headers: { 'Content-Type': 'application/json' }, body: '{}' }]);
    const { text } = await exported(
      FORMAT,
      chainText([
        { name: 'Create', extract: [{ variable: 'id', from: 'body', path: '$.id' }] },
        { headers: [{ name: 'X', value: '{{id}}' }] },
      ]),
    );
    const { code, output } = await run(text.replaceAll('http://127.0.0.1:4010', wire.origin), {});
    assert.notEqual(code, 0);
    assert.match(output, /Create: id was not found: the answer has no body \$\.id\./);
    assert.equal(wire.received().length, 1);
  });

  it('tells which check failed', async () => {
    wire.answer([{ status: 201, headers: { 'Content-Type': 'application/json' }, body: '{"n":1,"s":"x"}' }]);
    const checks = [
      { path: '$.n', equals: 1, lessThan: 2, type: 'integer' },
      { path: '$.s', contains: 'y', matches: '^x$' },
      { path: '$.none', exists: true },
    ];
    const { text } = await exported(FORMAT, chainText([{ expect: { status: 200, body: checks } }]));
    const { output } = await run(text.replaceAll('http://127.0.0.1:4010', wire.origin), {});
    const failed = ['status', '$.s contains', '$.none exists'];
    const passed = ['$.n equals', '$.n lessThan', '$.n type', '$.s matches'];
    for (const [mark, names] of [
      ['✖', failed],
      ['✓', passed],
    ] as const) {
      for (const name of names) {
        assert.ok(output.includes(`${mark} ${name}`), `${mark} ${name}\n${output}`);
      }
    }
  });
});
