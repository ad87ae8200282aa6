import assert from 'node:assert/strict';
import path from 'node:path';
import { remedies } from '../../../src/cli/remedies';
import {
  environmentNamedIn,
  summarizeEnvironments,
  type EnvironmentSummary,
} from '../../../src/node/files/environmentList';
import { createWorkspace, type Workspace } from '../workspace';

describe('summarizeEnvironments', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  function list(file: string): Promise<readonly EnvironmentSummary[]> {
    return summarizeEnvironments(
      { file: path.join(workspace.folder, file), workspace: workspace.folder },
      {
        remedies,
        secrets: {
          stored: new Map([['STORED', { value: '', origins: [] }]]),
          environment: { CHAINWRIGHT_SECRET_SET: 'x', UNGRANTED: 'y' },
          granted: [],
          bindings: new Map(),
        },
      },
    );
  }

  it('tells what people choose by', async () => {
    await workspace.write({
      'prod.environment.json': {
        formatVersion: 1,
        name: 'prod',
        variables: { base: 'https://API.test:443/v1', n: 7, other: 'no url' },
        secrets: ['STORED', 'SET', 'DOTENV', 'UNGRANTED'],
        protected: true,
      },
      '.env': 'DOTENV=z\n',
    });
    assert.deepEqual(await list('a.chain.json'), [
      {
        name: 'prod',
        file: path.join(workspace.folder, 'prod.environment.json'),
        protected: true,
        variables: 3,
        secrets: [
          { name: 'STORED', hasValue: true },
          { name: 'SET', hasValue: true },
          { name: 'DOTENV', hasValue: true },
          { name: 'UNGRANTED', hasValue: false },
        ],
        origins: ['https://api.test'],
      },
    ]);
  });

  it('lists each name once, from the nearest folder, those of other tools too', async () => {
    const environment = (name: string, variables: object = {}) => ({ formatVersion: 1, name, variables });
    await workspace.write({
      'folder/near.environment.json': environment('local', { near: 1 }),
      'local.environment.json': environment('local'),
      'far.environment.json': environment('far'),
      'http-client.env.json': { dev: { host: 'https://dev.test' } },
      'broken.environment.json': '{ "name": ',
      'other/unseen.environment.json': environment('unseen'),
    });
    assert.deepEqual(
      (await list('folder/a.chain.json')).map(({ name, file }) => `${name} ${path.basename(file)}`),
      ['local near.environment.json', 'far far.environment.json', 'dev http-client.env.json'],
    );
  });

  it('counts the texts of a private file as secrets that have a value', async () => {
    await workspace.write({
      'http-client.env.json': { dev: { host: 'https://dev.test' } },
      'http-client.private.env.json': { dev: { token: 'pr1vate-t0ken' } },
    });
    const [dev] = await list('a.chain.json');
    assert.deepEqual(
      [dev?.variables, dev?.secrets, dev?.origins],
      [2, [{ name: 'token', hasValue: true }], ['https://dev.test']],
    );
  });

  it('lists none where there are none', async () => {
    assert.deepEqual(await list('a.chain.json'), []);
  });
});

describe('environmentNamedIn', () => {
  const cases: [text: string, name: string | undefined][] = [
    ['{ "environment": "local" }', 'local'],
    ['// hello\n{ "environment": "local", "requests": [', 'local'],
    ['{ "environment": "a", "environment": "b" }', 'b'],
    ['{ "environment": 7 }', undefined],
    ['{ "requests": [{ "environment": "no" }] }', undefined],
    ['["environment"]', undefined],
    ['', undefined],
  ];
  for (const [text, name] of cases) {
    it(`reads ${name ?? 'nothing'} in ${JSON.stringify(text)}`, () => {
      assert.equal(environmentNamedIn(text), name);
    });
  }
});
