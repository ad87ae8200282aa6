import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ownSession, type WorkbenchActions, type Session } from './workbenchSession';

const FOLDERS = ['one', 'two'];
const VARIABLE = 'listSize';

/** Two folders with files of the same names: only the targets of their environments differ. */
async function twoFolders(parent: string, origin: string): Promise<string> {
  for (const name of FOLDERS) {
    const folder = path.join(parent, name);
    await mkdir(folder);
    const variables = { baseUrl: `${origin}/${name}` };
    const chain = {
      formatVersion: 1,
      name: `Chain of ${name}`,
      environment: 'same',
      variables: { [VARIABLE]: name },
      requests: [{ id: 'ask', method: 'GET', url: `{{baseUrl}}/{{${VARIABLE}}}` }],
    };
    const environment = { formatVersion: 1, name: 'same', variables };
    await writeFile(path.join(folder, 'same.environment.json'), JSON.stringify(environment));
    await writeFile(path.join(folder, 'same.chain.json'), JSON.stringify(chain, null, 2));
  }
  const workspace = path.join(parent, 'both.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: FOLDERS.map((name) => ({ path: name })) }));
  return workspace;
}

describe('a workspace of several folders', function () {
  this.timeout(300_000);
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;

  before(async function () {
    session = await ownSession(this, { prepare: twoFolders });
    ({ page, actions } = session);
    // VS Code may read the folders of a workspace file after it has opened the window.
    await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
    for (const folder of FOLDERS) {
      await actions.treeRow(page, 'Chains', `Chain Chain of ${folder}`).waitFor();
    }
  });
  after(() => session.close());

  const fileIn = (folder: string): string => path.join(session.workspace, folder, 'same.chain.json');

  it('runs each chain in the environment of its folder, and tells their results apart', async () => {
    for (const folder of FOLDERS) {
      await actions.openFile(page, fileIn(folder));
      await actions.lens(page, 'Run All').click();
      await actions.lens(page, /failed/).waitFor();
      await page.getByRole('tab', { name: `Results: same · ${folder}` }).waitFor();
      await actions.closeEditors(page);
    }
    assert.deepEqual(session.answered, ['GET /one/one', 'GET /two/two']);
    await actions.chooseCommand(page, 'Chainwright: Focus on Results View');
    for (const folder of FOLDERS) {
      await actions.treeRow(page, 'Results', `Results of chain same, ${folder}`).waitFor();
    }
  });

  it('renames a variable in its own folder only', async () => {
    const other = await readFile(fileIn('two'), 'utf8');
    await actions.openFile(page, fileIn('one'));
    await actions.clickWord(page, `"${VARIABLE}"`, VARIABLE);
    await page.keyboard.press('F2');
    const name = page.locator('.rename-box input');
    await name.fill('count');
    await name.press('Enter');
    const renamed = await session.saved(path.join('one', 'same.chain.json'));
    assert.match(renamed, /"count": "one"[^]*\{\{count\}\}/);
    assert.equal(await readFile(fileIn('two'), 'utf8'), other);
  });
});
