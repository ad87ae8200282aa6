/** `chainwright import` as scripts see it. */
import assert from 'node:assert/strict';
import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../examples/orders-api/ordersApi';
import { createWorkspace } from '../node/workspace';
import type { Workspace } from '../node/workspace';
import { ended, start } from './program';
import type { Ended } from './program';

let workspace: Workspace;

const collection = {
  info: { name: 'Orders', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Log in',
      event: [
        { listen: 'test', script: { exec: ["pm.environment.set('token', pm.response.json().token)"] } },
      ],
      request: {
        method: 'POST',
        url: '{{baseUrl}}/login',
        body: {
          mode: 'raw',
          raw: '{"email":"alice@example.com","password":"hunter22xyz"}',
          options: { raw: { language: 'json' } },
        },
      },
    },
    {
      name: 'Orders',
      request: {
        method: 'GET',
        url: '{{baseUrl}}/api/orders',
        auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      },
    },
    { name: 'Nothing', request: { method: 'GET', url: '' } },
  ],
};
const environment = {
  name: 'Local',
  values: [{ key: 'baseUrl', value: 'http://127.0.0.1:4010', enabled: true }],
  _postman_variable_scope: 'environment',
};

const chainwright = (...args: readonly string[]): Promise<Ended> => ended(start(args, workspace.folder));
const files = async (folder: string): Promise<readonly string[]> =>
  (await readdir(path.join(workspace.folder, folder))).sort();

describe('chainwright import', () => {
  before(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'orders.json': JSON.stringify(collection),
      'local.json': JSON.stringify(environment),
      'bad.json': '{ "a": ',
    });
  });
  after(() => workspace.dispose());

  it('writes a chain and its environment that the analysis finds nothing wrong with', async () => {
    const { code, stderr, stdout } = await chainwright('import', 'orders.json', 'local.json', '-o', 'one');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /orders\.json: Postman collection 2\.1: 2 requests, 1 left out/);
    assert.match(stderr, /Enter these secrets before a run: PASSWORD\./);
    assert.deepEqual(await files('one'), ['local.environment.json', 'orders.chain.json']);
    const analysis = await chainwright('analyze', 'one/orders.chain.json');
    assert.equal(analysis.code, 0, analysis.stdout);
    assert.match(analysis.stdout, /token +log-in → orders/);
  });

  it('names the variables that nothing defines', async () => {
    const { stderr } = await chainwright('import', 'orders.json', '-o', 'alone');
    assert.match(stderr, /Define these variables in an environment: baseUrl\./);
  });

  it('writes the same bytes again, and only with --force over what is there', async () => {
    const before = await readFile(path.join(workspace.folder, 'one/orders.chain.json'));
    const refused = await chainwright('import', 'orders.json', 'local.json', '-o', 'one');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /orders\.chain\.json, local\.environment\.json are there already/);
    const forced = await chainwright('import', 'orders.json', 'local.json', '-o', 'one', '--force');
    assert.equal(forced.code, 0);
    assert.deepEqual(await readFile(path.join(workspace.folder, 'one/orders.chain.json')), before);
  });

  it('writes nothing at all when one of its files is there', async () => {
    await workspace.write({ 'half/local.environment.json': '{}' });
    assert.equal((await chainwright('import', 'orders.json', 'local.json', '-o', 'half')).code, 2);
    assert.deepEqual(await files('half'), ['local.environment.json']);
  });

  it('does not write through a symbolic link that somebody put into the folder', async () => {
    await workspace.write({ 'elsewhere.txt': 'kept', 'linked/keep': '' });
    await symlink('../elsewhere.txt', path.join(workspace.folder, 'linked/orders.chain.json'));
    assert.equal((await chainwright('import', 'orders.json', '-o', 'linked')).code, 2);
    assert.equal((await chainwright('import', 'orders.json', '-o', 'linked', '--force')).code, 0);
    assert.equal(await readFile(path.join(workspace.folder, 'elsewhere.txt'), 'utf8'), 'kept');
  });

  it('refuses what it cannot read, with a reason and without a file', async () => {
    const { code, stderr } = await chainwright('import', 'bad.json', 'missing.json', '.', '-o', 'none');
    assert.equal(code, 2);
    assert.match(stderr, /bad\.json: not imported\. The file is not sound JSON: .* at line 1/);
    assert.match(stderr, /missing\.json: not imported\. missing\.json cannot be read/);
    assert.match(stderr, /\.: not imported\. \. is a folder/);
    await assert.rejects(files('none'));
  });

  it('reports every request to a file and as JSON', async () => {
    const { code, stdout } = await chainwright(
      'import',
      'orders.json',
      'bad.json',
      '-o',
      'two',
      '--report',
      'two/report.txt',
      '--json',
    );
    assert.equal(code, 0);
    const { sources } = JSON.parse(stdout) as {
      sources: readonly { kind: string; requests?: readonly unknown[] }[];
    };
    assert.deepEqual(
      sources.map(({ kind }) => kind),
      ['imported', 'refused'],
    );
    assert.deepEqual(sources[0]?.requests, [
      { name: 'Log in', file: 'orders.chain.json', id: 'log-in', secrets: ['PASSWORD'], remarks: [] },
      { name: 'Orders', file: 'orders.chain.json', id: 'orders', secrets: [], remarks: [] },
      { name: 'Nothing', leftOut: 'It has no URL.' },
    ]);
    const report = await readFile(path.join(workspace.folder, 'two/report.txt'), 'utf8');
    assert.match(report, /Log in -> orders\.chain\.json#log-in\n {4}secrets: PASSWORD/);
  });

  it('takes in of a recording what --keep names', async () => {
    const call = { request: { method: 'GET', url: 'http://127.0.0.1/logo.png', headers: [] } };
    await workspace.write({ 'page.har': { log: { version: '1.2', entries: [call] } } });
    const without = await chainwright('import', 'page.har', '-o', 'page');
    assert.equal(without.code, 2, 'nothing is left to import');
    assert.match(without.stderr, /page\.har: HAR 1\.2 recording: 0 requests, 1 left out/);
    assert.equal((await chainwright('import', 'page.har', '-o', 'page', '--keep', 'fonts,images')).code, 0);
    const unknown = await chainwright('import', 'page.har', '--keep', 'pictures');
    assert.match(unknown.stderr, /--keep pictures is not known\. Known are preflights, .* and all\./);
  });

  it('is not loaded for other commands', async () => {
    const [main] = [await readFile('dist/cli.js', 'utf8')];
    assert.doesNotMatch(main, /getpostman/);
  });

  it('runs what it imported against a real server', async () => {
    const api = await startOrdersApi();
    try {
      await workspace.write({
        'real.json': { ...environment, name: 'Local', values: [{ key: 'baseUrl', value: api.origin }] },
      });
      await chainwright('import', 'orders.json', 'real.json', '-o', 'real');
      const run = start(['run', 'real/orders.chain.json', '--include-drafts'], workspace.folder, {
        CHAINWRIGHT_SECRET_PASSWORD: DEMO_SECRETS.ALICE_PASSWORD,
      });
      const { code, stdout } = await ended(run);
      assert.equal(code, 0, stdout);
    } finally {
      await api.close();
    }
  });
});
