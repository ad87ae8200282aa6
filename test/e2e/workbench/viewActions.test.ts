import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { answerQuestion, makeChain } from './quickQuestions';
import { fileOf, requestIds, smallChain } from './smallChain';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('what is done in the views by keyboard', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  async function focusChains(): Promise<void> {
    await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
    await page.locator('[role="tree"][aria-label^="Chains"]:focus').waitFor();
  }

  async function confirm(question: RegExp): Promise<void> {
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  }

  it('makes a chain of a name, opens it as a form, and shows it among the others', async () => {
    await makeChain(page, actions, 'Return an order');
    await page.locator('.tab.active[data-resource-name="return-an-order.chain.json"]').waitFor();
    await actions.webviewFrame(page).getByText('This chain has no requests yet.').waitFor();
    const file = path.join(session.workspace, 'return-an-order.chain.json');
    const withoutComments = (await readFile(file, 'utf8')).replace(/^\s*\/\/.*$/gm, '');
    assert.deepEqual(JSON.parse(withoutComments), {
      formatVersion: 1,
      name: 'Return an order',
      status: 'active',
      requests: [],
    });
    await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
    await actions.treeRow(page, 'Chains', 'Chain Return an order, return-an-order.chain.json').waitFor();
  });

  it('renames and deletes a request by the keys that the Explorer has for files', async () => {
    await session.openChain('changed');
    await focusChains();
    await actions.treeRow(page, 'Chains', 'Chain changed,').waitFor();
    await actions.moveToRow(page, 'Chains', 'Chain changed,');
    await page.keyboard.press('ArrowRight');
    await actions.treeRow(page, 'Chains', 'Request List,').waitFor();
    await actions.moveToRow(page, 'Chains', 'Request List,');
    await page.keyboard.press('F2');
    await answerQuestion(page, 'Its id stays "list"', 'All of them');
    await actions.treeRow(page, 'Chains', 'Request All of them,').waitFor();
    await focusChains();
    await actions.moveToRow(page, 'Chains', 'Request All of them,');
    await page.keyboard.press('Delete');
    await confirm(/Delete the request/);
    await actions.treeRow(page, 'Chains', 'Request All of them,').waitFor({ state: 'detached' });
    assert.deepEqual(requestIds(await session.saved(fileOf('changed'))), ['create', 'read']);
  });

  it('keeps the Parameter Dashboard with one chain, until it is to follow the editor again', async () => {
    const shown = (name: string) =>
      page.locator('.pane-header[aria-label^="Parameter Dashboard"] .description', {
        hasText: fileOf(name),
      });
    const press = async (title: string): Promise<void> => {
      await actions.chooseCommand(page, 'Chainwright: Focus on Parameter Dashboard View');
      await page.getByRole('button', { name: title }).press('Enter');
    };
    await session.openChain('kept');
    await actions.chooseCommand(page, 'Chainwright: Focus on Parameter Dashboard View');
    await shown('kept').waitFor();
    await press('Pin This Chain');
    await page.getByRole('button', { name: 'Follow the Editor' }).waitFor();
    await session.openChain('followed', smallChain('followed').replaceAll('orderId', 'other'));
    await shown('kept').waitFor();
    await press('Follow the Editor');
    await shown('followed').waitFor();
  });

  it('deletes a result after asking, and its file with it', async () => {
    await session.openChain('forgotten');
    await actions.lens(page, 'Run All').click();
    await actions.lens(page, /201 · \d/).waitFor();
    await actions.focusViewAfterRun(page, 'Results', 'forgotten');
    await actions.moveToRow(page, 'Results', 'Results of chain forgotten');
    const kept = await readdir(path.join(session.workspace, '.chainwright/results/forgotten'));
    assert.equal(kept.filter((name) => name.endsWith('.json')).length, 1);
    await page.keyboard.press('ArrowRight');
    await page
      .locator('[role="treeitem"][aria-expanded="true"][aria-label^="Results of chain forgotten"]')
      .waitFor();
    await actions.chooseMenuItem(page, 'Delete Result', async () => {
      await actions.moveToRow(page, 'Results', 'Results of chain forgotten');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+F10');
    });
    await confirm(/Delete the result/);
    await actions.treeRow(page, 'Results', 'Results of chain forgotten').waitFor({ state: 'detached' });
  });
});
