import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { readRaisedIssues, rememberIssue } from '../../../src/node/results/issueStore';
import { createWorkspace, type Workspace } from '../workspace';

const ISSUE = {
  fingerprint: 'chainwright:fp-1',
  tracker: 'github',
  server: 'https://github.com',
  project: 'a/b',
  key: '1',
};

describe('issues that were raised', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  it('are remembered, the newest last, one for each fingerprint and project', async () => {
    const other = { ...ISSUE, project: 'a/c' };
    assert.deepEqual(await readRaisedIssues(workspace.folder), []);
    for (const issue of [ISSUE, other, { ...ISSUE, key: '2' }]) {
      await rememberIssue(workspace.folder, issue);
    }
    assert.deepEqual(await readRaisedIssues(workspace.folder), [other, { ...ISSUE, key: '2' }]);
  });

  it('are none where a file holds something else', async () => {
    for (const text of ['', '[]', '{"issues":7}', '{"issues":[null,{"key":1}]}']) {
      await workspace.write({ '.chainwright/issues.json': text });
      assert.deepEqual(await readRaisedIssues(workspace.folder), []);
    }
  });

  it('are not read through a link that leads elsewhere', async () => {
    await workspace.write({ 'elsewhere.json': JSON.stringify({ issues: [ISSUE] }), '.chainwright/x': '' });
    await symlink(
      path.join(workspace.folder, 'elsewhere.json'),
      path.join(workspace.folder, '.chainwright/issues.json'),
    );
    assert.deepEqual(await readRaisedIssues(workspace.folder), []);
  });
});
