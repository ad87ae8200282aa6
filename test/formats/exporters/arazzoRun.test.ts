/** Exported Arazzo documents, run by Redocly's Respect against the sample API: every step and every criterion passes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEMO_SECRETS, PARTNER } from '../../../examples/orders-api/data/seed';
import { startOrdersApi, type Answered } from '../../../examples/orders-api/ordersApi';
import { readChain } from '../../../src/core/files/chainFile';
import { exportChain, exporters } from '../../../src/formats/exporters/exporters';
import { readExportFiles } from '../../../src/node/files/exportFiles';

interface Machinery {
  readonly respect: () => Promise<string>;
  readonly respectEnvironment: (home: string) => NodeJS.ProcessEnv;
}

describe("Redocly's Respect", function () {
  // The first time it is fetched, 82 MB.
  this.timeout(600_000);
  let machinery: Machinery;
  let program = '';
  let folder = '';

  before(async function () {
    machinery = (await import(pathToFileURL(path.resolve('scripts/respect.mjs')).href)) as Machinery;
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-respect-'));
    await cp('examples/workspace', folder, { recursive: true });
    // It reads a number beyond 2^53, of which Respect loses digits.
    await without('auth/login.chain.json', 'get-profile');
    await without('partner.chain.json', 'digest');
    // It compares an object.
    await without('orders.chain.json', 'get-order');
    try {
      program = await machinery.respect();
    } catch (error) {
      if (error instanceof Error && error.name === 'Unavailable') {
        process.stderr.write(`Respect is not at hand, so its tests are skipped. ${error.message}\n`);
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

  /** Exports a chain with the address of the API, and gives the path of the document. */
  async function written(name: string, origin: string): Promise<string> {
    const target = path.join(folder, 'exported', `${name}.arazzo.json`);
    const arazzo = exporters.find((one) => one.name === 'arazzo');
    assert.ok(arazzo);
    const file = path.join(folder, `${name}.chain.json`);
    const { text, others } = await exportChain(
      await readExportFiles({ file, workspace: folder }, target),
      arazzo,
    );
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
    for (const other of others) {
      await writeFile(
        path.join(path.dirname(target), other.name),
        other.text.replaceAll('http://127.0.0.1:4010', origin),
      );
    }
    return target;
  }

  /** Runs a chain; gives what the server answered. */
  async function run(name: string): Promise<readonly string[]> {
    const answered: Answered[] = [];
    const api = await startOrdersApi({ flaws: [], onAnswer: (answer) => answered.push(answer) });
    try {
      const inputs = {
        ...DEMO_SECRETS,
        basicCredentials: Buffer.from(`${PARTNER.name}:${PARTNER.password}`).toString('base64'),
      };
      const given = Object.entries(inputs).flatMap(([input, value]) => ['--input', `${input}=${value}`]);
      await respect(['respect', await written(name, api.origin), '--workflow', name, ...given]);
      return answered.map(({ method, status }) => `${method} ${status}`);
    } finally {
      await api.close();
    }
  }

  function respect(args: readonly string[]): Promise<void> {
    const env = machinery.respectEnvironment(folder);
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${code}: ${output}`))));
    });
  }

  const chains: [title: string, name: string, answers: readonly string[]][] = [
    [
      'a required chain, outputs, references in every place, and checks',
      'orders',
      [
        ...['POST 200', 'POST 201', 'PUT 200', 'PATCH 200', 'GET 200', 'GET 200', 'POST 200'],
        ...['DELETE 204', 'GET 404'],
      ],
    ],
    ['keys and passwords', 'partner', ['GET 200', 'GET 200', 'GET 200', 'GET 200', 'POST 200', 'GET 200']],
  ];
  for (const [title, name, answers] of chains) {
    it(`gets through a chain with ${title}`, async () => {
      assert.deepEqual(await run(name), answers);
    });
  }
});
