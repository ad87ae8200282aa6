/**
 * Exported load tests, run by the real Artillery against the sample API: every virtual user gets through, and the
 * server sees what the chain sends.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi, type Answered } from '../../../examples/orders-api/ordersApi';
import { readChain } from '../../../src/core/files/chainFile';
import { exportChain, exporters } from '../../../src/formats/exporters/exporters';
import { readExportFiles } from '../../../src/node/files/exportFiles';
import { loopedAnswers, loopedChain, loopedRequests } from './flowCases';
import { pagedAnswers, pagedChain, pagedRequests } from './pages';
import { chainText } from './sentRequests';
import { startWire, type WireAnswer } from './wire';

/** What Artillery counted. */
type Counters = Readonly<Record<string, number>>;

interface Machinery {
  readonly artillery: () => Promise<{ readonly node: string; readonly script: string }>;
  readonly artilleryEnvironment: (home: string, more: Readonly<Record<string, string>>) => NodeJS.ProcessEnv;
}

/** Chains of the sample in one. */
const ALL = {
  formatVersion: 1,
  name: 'All',
  environment: 'local',
  requires: ['orders.chain.json', 'attachments.chain.json', 'partner.chain.json'],
  requests: [],
};

/** Virtual users of one test; few, because this is not a load test. */
const USERS = 2;

describe('the real Artillery', function () {
  // The first time it is fetched, 460 MB.
  this.timeout(600_000);
  let machinery: Machinery;
  let program: Awaited<ReturnType<Machinery['artillery']>>;
  let folder = '';

  before(async function () {
    machinery = (await import(pathToFileURL(path.resolve('scripts/artillery.mjs')).href)) as Machinery;
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-artillery-'));
    await cp('examples/workspace', folder, { recursive: true });
    // It reads a number beyond 2^53, of which Artillery loses digits.
    await without('auth/login.chain.json', 'get-profile');
    await without('partner.chain.json', 'digest');
    await writeFile(path.join(folder, 'all.chain.json'), JSON.stringify(ALL));
    try {
      program = await machinery.artillery();
    } catch (error) {
      if (error instanceof Error && error.name === 'Unavailable') {
        process.stderr.write(`Artillery is not at hand, so its tests are skipped. ${error.message}\n`);
        this.skip();
      }
      throw error;
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Takes a request out of a chain of the folder, by its id. */
  async function without(file: string, id: string): Promise<void> {
    const place = path.join(folder, file);
    const text = await readFile(place, 'utf8');
    const range = readChain(text, file).positions.requestRange(id);
    assert.ok(range);
    const before = text.slice(0, range.start).replace(/,\s*$/, '');
    await writeFile(place, before + text.slice(range.end));
  }

  async function written(file: string, origin: string): Promise<string> {
    const target = path.join(folder, 'exported', `${path.basename(file, '.chain.json')}.json`);
    const artillery = exporters.find(({ name }) => name === 'artillery');
    assert.ok(artillery);
    const files = await readExportFiles({ file: path.join(folder, file), workspace: folder }, target);
    const { text, others } = await exportChain(files, artillery);
    await mkdir(path.dirname(target), { recursive: true });
    for (const other of others) {
      await writeFile(path.join(path.dirname(target), other.name), other.text);
    }
    await writeFile(target, text.replaceAll('http://127.0.0.1:4010', origin));
    return target;
  }

  /** Runs a chain as a load test; gives what Artillery counted, and what the server answered. */
  async function run(file: string): Promise<{ counters: Counters; answered: readonly Answered[] }> {
    const answered: Answered[] = [];
    const api = await startOrdersApi({ flaws: [], onAnswer: (answer) => answered.push(answer) });
    try {
      const script = await written(file, api.origin);
      const report = `${script}.report`;
      const phases = [{ duration: 1, arrivalCount: USERS }];
      await runArtillery([
        'run',
        '--quiet',
        '--overrides',
        JSON.stringify({ config: { phases } }),
        '-o',
        report,
        script,
      ]);
      const { aggregate } = JSON.parse(await readFile(report, 'utf8')) as {
        aggregate: { counters: Counters };
      };
      return { counters: aggregate.counters, answered };
    } finally {
      await api.close();
    }
  }

  function runArtillery(args: readonly string[]): Promise<void> {
    const env = machinery.artilleryEnvironment(folder, DEMO_SECRETS);
    const child = spawn(program.node, [program.script, ...args], { cwd: folder, env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${code}: ${output}`))));
    });
  }

  const again = { retry: { times: 2, delayMs: 10, until: { path: '$.s', equals: 'done' } } };
  const scripted: [
    title: string,
    chain: string,
    answers: readonly WireAnswer[],
    requests: readonly string[],
  ][] = [
    ['pages, which become lists', pagedChain, pagedAnswers, pagedRequests],
    ['items, which become lists', loopedChain, loopedAnswers, loopedRequests],
    [
      'a request that is sent again, for each item too',
      chainText(
        [
          { ...again, url: 'http://127.0.0.1:4010/a' },
          { ...again, url: 'http://127.0.0.1:4010/{{n}}/{{$index}}', forEach: { in: '{{list}}', as: 'n' } },
        ],
        { variables: { list: ['x', 'y'] } },
      ),
      [{ status: 500 }, { body: '{"s":"done"}' }, {}, { body: '{"s":"done"}' }, { body: '{"s":"done"}' }],
      ['/a', '/a', '/x/0', '/x/0', '/y/1'],
    ],
  ];
  for (const [title, chain, answers, requests] of scripted) {
    it(`sends ${title}`, async () => {
      await writeFile(path.join(folder, 'scripted.chain.json'), chain);
      const wire = await startWire();
      try {
        wire.answer(answers);
        const script = await written('scripted.chain.json', wire.origin);
        const phases = [{ duration: 1, arrivalCount: 1 }];
        await runArtillery(['run', '--quiet', '--overrides', JSON.stringify({ config: { phases } }), script]);
        assert.deepEqual(
          wire.received().map(({ target, body }) => `${target} ${body}`.trim()),
          requests,
        );
      } finally {
        await wire.close();
      }
    });
  }

  /** Chains of the sample; what each user is answered, in order. */
  const chains: [title: string, file: string, answers: readonly string[]][] = [
    [
      'tokens, captures, parts with a file, and every authentication that Artillery has',
      'all.chain.json',
      [
        ...['POST 200', 'POST 201', 'GET 200', 'PUT 200', 'PATCH 200', 'GET 200', 'GET 200', 'POST 200'],
        ...['DELETE 204', 'GET 404'],
        ...['POST 201', 'POST 201', 'GET 200', 'GET 200'],
        ...['GET 200', 'GET 200', 'GET 200', 'GET 200', 'POST 200', 'GET 200'],
      ],
    ],
    [
      'cookies, forms, elements of pages, and redirects that are not followed',
      'session.chain.json',
      ['GET 200', 'POST 303', 'GET 200', 'POST 201', 'GET 200', 'POST 200', 'POST 303', 'GET 401'],
    ],
  ];
  for (const [title, file, answers] of chains) {
    it(`gets through a chain with ${title}`, async () => {
      const { counters, answered } = await run(file);
      assert.deepEqual(
        [counters['vusers.created'], counters['vusers.completed'], counters['vusers.failed']],
        [USERS, USERS, 0],
        JSON.stringify(counters),
      );
      assert.equal(counters['plugins.expect.failed'] ?? 0, 0, JSON.stringify(counters));
      const wanted = [...answers, ...answers].sort();
      assert.deepEqual(answered.map(({ method, status }) => `${method} ${status}`).sort(), wanted);
    });
  }

  it('gives each user the next row of a CSV file, cells as texts', async () => {
    const requests = [
      { id: 'get', method: 'GET', url: '{{baseUrl}}/{{user}}/{{order.no}}', expect: { status: 404 } },
    ];
    const variables = { baseUrl: 'http://127.0.0.1:4010' };
    const chain = { formatVersion: 2, name: 'Rows', variables, data: 'users.csv', requests };
    await writeFile(path.join(folder, 'rows.chain.json'), JSON.stringify(chain));
    await writeFile(path.join(folder, 'users.csv'), 'user,order.no\n"a,da",007\nbob,1e3\n');
    const { counters, answered } = await run('rows.chain.json');
    assert.equal(counters['vusers.failed'], 0, JSON.stringify(counters));
    const targets = ['/a,da/007', '/bob/1e3'];
    assert.deepEqual(
      answered.map(({ target }) => decodeURIComponent(target)).sort(),
      Array.from({ length: USERS }, (_, user) => targets[user % 2]).sort(),
    );
  });

  it('sends what conditions let through, and a request for each item', async () => {
    const order = { value: '{{order.sku}}', equals: 'B-2' };
    const requests = [
      {
        url: '{{baseUrl}}/a',
        when: { value: '{{plan}}', equals: 'free' },
        extract: [{ variable: 'a', from: 'body' }],
      },
      { url: '{{baseUrl}}/b/{{a}}' },
      { url: '{{baseUrl}}/c', when: { value: '{{a}}', exists: false }, delayMs: 10 },
      { url: '{{baseUrl}}/d', when: { value: '{{a}}', exists: true } },
      {
        url: '{{baseUrl}}/{{order.sku}}/{{$index}}',
        forEach: { in: '{{orders}}', as: 'order', when: order },
      },
      { url: '{{baseUrl}}/e/{{item}}', forEach: { in: '{{items}}', as: 'item' } },
    ].map((request, index) => ({
      id: `request-${index}`,
      method: 'GET',
      expect: { status: 404 },
      ...request,
    }));
    const variables = {
      baseUrl: 'http://127.0.0.1:4010',
      plan: 'pro',
      orders: [{ sku: 'A-1' }, { sku: 'B-2' }],
      items: ['x', 'y'],
    };
    const chain = { formatVersion: 2, name: 'Flow', variables, requests };
    await writeFile(path.join(folder, 'flow.chain.json'), JSON.stringify(chain));
    const { counters, answered } = await run('flow.chain.json');
    assert.equal(counters['vusers.failed'], 0, JSON.stringify(counters));
    assert.deepEqual(
      answered.map(({ target }) => target).sort(),
      ['/B-2/1', '/c', '/e/x', '/e/y'].flatMap((target) => Array<string>(USERS).fill(target)),
    );
  });
});
