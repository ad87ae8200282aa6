import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { analyzeFile } from '../../../src/node/analyzeFile';
import { loadDescription } from '../../../src/node/files/loadDescription';
import { createWorkspace, type Workspace } from '../workspace';

const info = { title: 'Orders', version: '1' };
const sound = { openapi: '3.1.0', info, paths: {} };
const referring = ($ref: string) => ({
  ...sound,
  paths: { '/orders': { get: { responses: { 200: { $ref } } } } },
});

describe('loadDescription', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  /** The problems of a chain in `api/` with these members. */
  async function problems(members: object): Promise<readonly (readonly [code: string, message: string])[]> {
    await workspace.write({ 'api/a.chain.json': { formatVersion: 1, name: 'A', ...members, requests: [] } });
    const file = path.join(workspace.folder, 'api/a.chain.json');
    const found = await analyzeFile({ file, workspace: workspace.folder });
    return found.problems.map(({ code, message }) => [code, message]);
  }

  it('reads OpenAPI and Swagger, as JSON and YAML, and the files that they refer to', async () => {
    await workspace.write({
      'three.json': { ...referring('shared/answers.yaml#/ok') },
      'shared/answers.yaml': 'ok:\n  description: Fine\n',
      'three.yaml': 'openapi: 3.2.0\ninfo: { title: Orders }\npaths: {}\n',
      'two.json': { swagger: '2.0', info, paths: {} },
    });
    for (const name of ['three.json', 'three.yaml', 'two.json']) {
      assert.deepEqual(await problems({ openapi: `../${name}` }), [], name);
    }
  });

  it('takes that of the environment for a chain that names none', async () => {
    await workspace.write({
      'local.environment.json': { formatVersion: 1, name: 'local', openapi: 'gone.yaml' },
      'api/openapi.json': sound,
    });
    const todo = 'Create it, or correct the path; it is relative to the file that names it.';
    assert.deepEqual(await problems({ environment: 'local' }), [
      ['openapi', `local.environment.json: The file "gone.yaml" does not exist. ${todo}`],
    ]);
    assert.deepEqual(await problems({ environment: 'local', openapi: 'openapi.json' }), []);
  });

  it('says what is wrong with a file that is no description', async () => {
    await workspace.write({
      'api/list.json': [1],
      'api/broken.yaml': 'a: [',
      'api/old.json': { openapi: '4.0' },
    });
    for (const name of ['list.json', 'broken.yaml', 'old.json']) {
      const [[code, message] = []] = await problems({ openapi: name });
      assert.equal(code, 'openapi');
      assert.match(
        message ?? '',
        new RegExp(`^api/${name} is no OpenAPI description that can be used\\. \\S`),
      );
    }
  });

  it('reads nothing outside of the workspace, behind a link neither', async () => {
    const other = await createWorkspace();
    try {
      await other.write({ 'openapi.json': sound });
      await symlink(path.join(other.folder, 'openapi.json'), path.join(workspace.folder, 'link.json'));
      await workspace.write({ 'api/to-link.json': referring('../link.json') });
      const [[code, message] = []] = await problems({ openapi: '../link.json' });
      assert.deepEqual([code, message?.includes('lies outside the workspace')], ['openapi', true]);
      assert.match(String(await problems({ openapi: '../../openapi.json' })), /^openapi,The file/);
      const through = await problems({ openapi: 'to-link.json' });
      assert.match(String(through), /^openapi-reference,.* "link.json" lies outside the workspace/);
    } finally {
      await other.dispose();
    }
  });

  it('warns of references that lead out of the workspace or to the network', async () => {
    for (const $ref of ['https://api.test/answers.json', '../../answers.json', 'file:///etc/answers.json']) {
      await workspace.write({ 'api/openapi.json': referring($ref) });
      const [[code, message] = []] = await problems({ openapi: 'openapi.json' });
      assert.equal(code, 'openapi-reference', $ref);
      assert.match(message ?? '', /^api\/openapi\.json is not complete\. The file .* is missing\.$/);
    }
  });

  it('reads a description again only when one of its files was written', async () => {
    const named = { name: 'openapi.json', from: 'a.chain.json' };
    await workspace.write({ 'openapi.json': referring('answers.json') });
    const first = await loadDescription(named, workspace.folder);
    assert.equal(await loadDescription(named, workspace.folder), first);
    await workspace.write({ 'answers.json': { description: 'Fine' } });
    const second = await loadDescription(named, workspace.folder);
    assert.deepEqual([first.remarks.length, second.remarks.length], [1, 0]);
    assert.deepEqual(first.files, ['openapi.json', 'answers.json']);
  });
});
