import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { environmentNames } from '../../../src/core/analysis/environmentSource';
import { createChainReader } from '../../../src/core/analysis/readSource';
import type { Surroundings } from '../../../src/core/analysis/analysis';
import { analyzeFile } from '../../../src/node/analyzeFile';
import { createResultStore } from '../../../src/node/results/resultStore';
import { readSurroundings, type ChainPlace } from '../../../src/node/files/surroundings';
import {
  readWorkspaceText,
  unsavedFirst,
  workspacePath,
  type ReadText,
} from '../../../src/node/files/workspaceText';
import { fakeRun } from '../../core/fakeRun';
import { chainOf, createWorkspace, type Workspace } from '../workspace';

const get = (id: string, url: string, more: object = {}) => ({ id, method: 'GET', url, ...more });

describe('readSurroundings', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createWorkspace();
  });
  after(() => workspace.dispose());

  /** The surroundings of a chain of the workspace. */
  async function around(
    name: string,
    more: Partial<ChainPlace> = {},
    text: ReadText = readWorkspaceText,
  ): Promise<Surroundings> {
    const file = path.join(workspace.folder, name);
    const source = createChainReader()(
      await text(file, workspace.folder),
      workspacePath(file, workspace.folder),
    );
    return readSurroundings(
      source,
      { file, workspace: workspace.folder, ...more },
      { text, chain: createChainReader() },
    );
  }
  const files = ({ required }: Surroundings) => required.map(({ file }) => file);

  it('names the workspace itself by its whole path', async () => {
    const { folder } = workspace;
    assert.equal(workspacePath(folder, folder), folder.split(path.sep).join('/'));
    assert.equal(workspacePath(path.join(folder, 'a', 'b.json'), folder), 'a/b.json');
    await assert.rejects(readWorkspaceText(folder, folder), /^UserError: \S.* is not an ordinary file/);
  });

  it('reads a text that PowerShell wrote', async () => {
    const file = path.join(workspace.folder, '.env');
    await writeFile(file, Buffer.from('\ufeffA=1\r\n', 'utf16le'));
    assert.equal(await readWorkspaceText(file, workspace.folder), '\ufeffA=1\r\n');
  });

  it('reads the rows of data, or says why there are none', async () => {
    const rows = { formatVersion: 2, name: 'Rows', requests: [] };
    await workspace.write({
      'data/users.csv': 'user\nada\n',
      'data/broken.csv': 'user\nada,1\n',
      'data/rows.chain.json': { ...rows, data: 'users.csv' },
      'data/broken.chain.json': { ...rows, data: 'broken.csv' },
      'data/outside.chain.json': { ...rows, data: '../../users.csv' },
      'data/requiring.chain.json': { ...rows, requires: ['rows.chain.json'] },
    });
    const { data } = await around('data/rows.chain.json');
    assert.equal(data?.file, 'data/users.csv');
    assert.deepEqual(data.table.columns, ['user']);
    assert.equal(
      (await around('data/broken.chain.json')).dataFault,
      'data/broken.csv:2: This row has 2 cells instead of 1. Correct it; a cell with a comma needs quotes.',
    );
    assert.match(
      (await around('data/outside.chain.json')).dataFault ?? '',
      /outside the workspace|does not exist/,
    );
    assert.deepEqual((await around('data/requiring.chain.json')).requiresFaults, [
      {
        index: 0,
        message:
          'data/rows.chain.json has rows of data, so it cannot be required. Move "data" to this chain, or remove it there.',
      },
    ]);
  });

  it('reads required chains in the order they run, and the environment', async () => {
    await workspace.write({
      'one/main.chain.json': chainOf([], {
        requires: ['b.chain.json', '../a.chain.json'],
        environment: 'local',
      }),
      'one/b.chain.json': chainOf([], { requires: ['../c.chain.json'] }),
      'a.chain.json': chainOf([], { requires: ['c.chain.json'] }),
      'c.chain.json': chainOf([]),
      'local.environment.json': { formatVersion: 1, name: 'local', variables: { baseUrl: 'http://h' } },
    });
    const surroundings = await around('one/main.chain.json');
    assert.deepEqual(files(surroundings), ['c.chain.json', 'one/b.chain.json', 'a.chain.json']);
    assert.deepEqual(surroundings.requiresFaults, []);
    assert.equal(surroundings.environment?.file, 'local.environment.json');
    assert.deepEqual([...surroundings.environment.values], [['baseUrl', 'http://h']]);
  });

  it('knows what a private file adds to an environment, and reveals none of its values', async () => {
    await workspace.write({
      'jet/main.chain.json': chainOf([], { environment: 'dev' }),
      'jet/http-client.env.json': { dev: { host: 'http://h', token: 'public' } },
      'jet/http-client.private.env.json': { dev: { token: 't0p-secret' }, other: { pin: 'x' } },
    });
    const { environment } = await around('jet/main.chain.json');
    assert.deepEqual([...(environment?.values ?? [])], [['host', 'http://h']]);
    assert.equal(environment?.privatePart?.file, 'jet/http-client.private.env.json');
    assert.deepEqual(environmentNames(environment), ['host', 'token', 'token']);
    const other = await around('jet/main.chain.json', { environment: 'other' });
    assert.deepEqual([environmentNames(other.environment), other.environment?.values.size], [['pin'], 0]);
  });

  it('knows what both files share with an environment', async () => {
    await workspace.write({
      'pair/main.chain.json': chainOf([], { environment: 'dev' }),
      'pair/http-client.env.json': { $shared: { host: 'http://h' }, dev: { user: 'u' } },
      'pair/http-client.private.env.json': { $shared: { token: 't', user: 'x' }, own: { pin: 'p' } },
    });
    const dev = (await around('pair/main.chain.json')).environment;
    assert.deepEqual([environmentNames(dev), dev?.values.get('user')], [['host', 'user', 'token'], 'u']);
    const own = (await around('pair/main.chain.json', { environment: 'own' })).environment;
    assert.deepEqual(
      [environmentNames(own), own?.privatePart?.file],
      [['host', 'token', 'user', 'pin'], 'pair/http-client.private.env.json'],
    );
  });

  it('reads unsaved texts first', async () => {
    await workspace.write({
      'unsaved/main.chain.json': chainOf([], { requires: ['a.chain.json'], environment: 'draft' }),
      'unsaved/a.chain.json': chainOf([]),
      'unsaved/x.environment.json': { formatVersion: 1, name: 'saved' },
    });
    const unsaved = new Map([
      ['unsaved/a.chain.json', JSON.stringify(chainOf([get('new', '/')]))],
      ['unsaved/x.environment.json', '{ "formatVersion": 1, "name": "draft" }'],
    ]);
    const text = unsavedFirst((file) => unsaved.get(path.relative(workspace.folder, file)));
    const { required, environment } = await around('unsaved/main.chain.json', {}, text);
    assert.deepEqual(
      required.map(({ requests }) => requests.map(({ id }) => id)),
      [['new']],
    );
    assert.equal(environment?.name, 'draft');
  });

  it('prefers the chosen environment to the one the chain names, and reads http-client.env.json', async () => {
    await workspace.write({
      'chosen/main.chain.json': chainOf([], { environment: 'local' }),
      'chosen/http-client.env.json': { $shared: { a: '1' }, dev: { b: '2' } },
    });
    const { environment } = await around('chosen/main.chain.json', { environment: 'dev' });
    assert.deepEqual(
      environment?.variables.map(({ name }) => name),
      ['a', 'b'],
    );
  });

  it('knows no environment where none is named', async () => {
    await workspace.write({ 'none/main.chain.json': chainOf([]) });
    assert.deepEqual(await around('none/main.chain.json'), { required: [], requiresFaults: [] });
  });

  it('passes on the last run', async () => {
    const lastRun = new Map();
    assert.equal((await around('none/main.chain.json', { lastRun })).lastRun, lastRun);
  });

  const faults: [title: string, files: Record<string, string | object>, message: RegExp][] = [
    [
      'is missing',
      {},
      /^fault\/x\.chain\.json does not exist\. Correct "requires"; its paths are relative to this file\.$/,
    ],
    [
      'is not a chain',
      { 'fault/x.chain.json': '{' },
      /^fault\/x\.chain\.json cannot be run\. Fix it first: The object that begins in line 1 is not closed\./,
    ],
    [
      'is a folder',
      { 'fault/x.chain.json/y': '' },
      /^fault\/x\.chain\.json is not an ordinary file\. Correct "requires"/,
    ],
    [
      'requires the chain itself',
      { 'fault/x.chain.json': chainOf([], { requires: ['main.chain.json'] }) },
      /^fault\/x\.chain\.json: The chains require each other in a circle: fault\/main\.chain\.json → fault\/x\.chain\.json → fault\/main\.chain\.json\. Take one of them out of "requires"\.$/,
    ],
    [
      'requires one that is missing',
      { 'fault/x.chain.json': chainOf([], { requires: ['y.chain.json'] }) },
      /^fault\/x\.chain\.json: fault\/y\.chain\.json does not exist\./,
    ],
  ];
  for (const [title, around_, message] of faults) {
    it(`tells of a required chain that ${title}, and reads the others`, async () => {
      const folder = await createWorkspace();
      await folder.write({
        'fault/main.chain.json': chainOf([], { requires: ['ok.chain.json', 'x.chain.json'] }),
        'fault/ok.chain.json': chainOf([]),
        ...around_,
      });
      const file = path.join(folder.folder, 'fault/main.chain.json');
      const source = createChainReader()(
        await readWorkspaceText(file, folder.folder),
        'fault/main.chain.json',
      );
      const readers = { text: readWorkspaceText, chain: createChainReader() };
      const { required, requiresFaults } = await readSurroundings(
        source,
        { file, workspace: folder.folder },
        readers,
      );
      await folder.dispose();
      assert.ok(required.some(({ file: name }) => name === 'fault/ok.chain.json'));
      assert.deepEqual(
        requiresFaults.map(({ index }) => index),
        [1],
      );
      assert.match(requiresFaults[0]?.message ?? '', message);
    });
  }

  it('reads nothing outside the workspace, not even unsaved', async () => {
    const outside = await createWorkspace();
    await outside.write({
      'x.chain.json': chainOf([]),
      'x.environment.json': { formatVersion: 1, name: 'x' },
    });
    const away = path.relative(path.join(workspace.folder, 'out'), outside.folder).split(path.sep).join('/');
    await workspace.write({
      'out/main.chain.json': chainOf([], {
        requires: [`${away}/x.chain.json`, '/etc/hosts', 'link.chain.json', 'a\u0000b.chain.json', ''],
        environment: 'x',
      }),
    });
    await symlink(
      path.join(outside.folder, 'x.chain.json'),
      path.join(workspace.folder, 'out/link.chain.json'),
    );
    await symlink(
      path.join(outside.folder, 'x.environment.json'),
      path.join(workspace.folder, 'out/x.environment.json'),
    );
    const text = unsavedFirst((file) =>
      file.endsWith('main.chain.json') ? undefined : file.startsWith(outside.folder) ? '{}' : undefined,
    );
    const found = await around('out/main.chain.json', {}, text);
    await outside.dispose();
    assert.deepEqual(files(found), []);
    assert.deepEqual(
      found.requiresFaults.map(({ index }) => index),
      [0, 1, 2, 3, 4],
    );
    assert.equal(found.environment, undefined);
    assert.match(found.environmentFault ?? '', /lies outside the workspace/);
  });

  it('tells which environments there are when there is none of that name', async () => {
    await workspace.write({
      'env/main.chain.json': chainOf([], { environment: 'loca' }),
      'env/x.environment.json': { formatVersion: 1, name: 'local2' },
    });
    const { environmentFault = '' } = await around('env/main.chain.json');
    assert.match(
      environmentFault,
      /^The environment "loca" of env\/main\.chain\.json does not exist\. Found were local2, /,
    );
  });

  it('copes with a chain whose folder is not there yet', async () => {
    const file = path.join(workspace.folder, 'nowhere/new.chain.json');
    const source = createChainReader()(
      '{ "environment": "local", "requires": ["a.chain.json"] }',
      'nowhere/new.chain.json',
    );
    const readers = { text: readWorkspaceText, chain: createChainReader() };
    const found = await readSurroundings(source, { file, workspace: workspace.folder }, readers);
    assert.equal(found.environment?.name, 'local');
    assert.equal(found.requiresFaults.length, 1);
  });
});

describe('analyzeFile', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await workspace.write({ 'login.chain.json': chainOf([get('login', '/', takes('token', '$.token'))]) });
  });
  afterEach(() => workspace.dispose());

  const takes = (variable: string, path_: string) => ({ extract: [{ variable, from: 'body', path: path_ }] });
  const chain = {
    requests: [get('make', 'http://api.test/', takes('id', '$.id')), get('use', 'http://api.test/{{id}}')],
  };
  const analyze = () =>
    analyzeFile({ file: path.join(workspace.folder, 'main.chain.json'), workspace: workspace.folder });

  it('analyzes a chain with what it requires', async () => {
    await workspace.write({
      'main.chain.json': chainOf([get('use', '/{{token}}')], { requires: ['login.chain.json'] }),
    });
    assert.deepEqual((await analyze()).problems, []);
  });

  it('uses the newest result in the same environment', async () => {
    await workspace.write({ 'main.chain.json': chainOf(chain.requests) });
    const { result } = await fakeRun({ chain, answer: () => ({ body: {} }) });
    const store = createResultStore(workspace.folder, 5);
    await store.save(await store.slot('main.chain.json', new Date(0)), result, 'runAll');
    assert.deepEqual(
      (await analyze()).problems.map(({ code, variable }) => [code, variable]),
      [['broken-producer', 'id']],
    );
    const elsewhere = { ...result, environment: 'another' };
    await store.save(
      await store.slot('main.chain.json', new Date(1)),
      { ...elsewhere, requests: [] },
      'runAll',
    );
    assert.equal((await analyze()).problems.length, 1);
  });

  it('does without a result that is none', async () => {
    await workspace.write({
      'main.chain.json': chainOf(chain.requests),
      '.chainwright/results/main/2026-11-21T06-00-00.000Z.json': 'no result',
    });
    assert.deepEqual((await analyze()).problems, []);
  });

  it('rejects for a chain that is not there', async () => {
    await assert.rejects(analyze(), /main\.chain\.json does not exist\. Check the path\./);
  });
});
