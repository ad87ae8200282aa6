import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { showTexts } from '../panelTests';
import { answerQuestion } from './quickQuestions';
import { fileOf, requestIds, smallChain } from './smallChain';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('the views of the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  /** Opens a chain, and its requests in the Chains view, as the only ones there. */
  async function openInView(name: string): Promise<void> {
    await session.openChain(name);
    await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
    await actions.collapseAll(page, 'Chains');
    await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
    await actions.moveToRow(page, 'Chains', `Chain ${name},`);
    await page.keyboard.press('ArrowRight');
    // The requests of a chain at the lower edge are out of sight.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
      await page.keyboard.press(key);
    }
    await actions.treeRow(page, 'Chains', 'Request Create,').waitFor();
  }

  it('reorders requests that are dragged, and takes back what breaks a dependency', async () => {
    await openInView('drag');
    const create = actions.treeRow(page, 'Chains', 'Request Create,');
    await create.dragTo(actions.treeRow(page, 'Chains', 'Request Read,'));
    const warning = await actions.notification(page, '"read" has no {{orderId}}');
    assert.deepEqual(requestIds(await session.saved(fileOf('drag'))), ['read', 'create', 'list']);
    await warning.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    assert.equal(await session.saved(fileOf('drag')), smallChain('drag'));
  });

  it('moves a request by the keyboard, and fixes the order when asked to', async () => {
    await openInView('keys');
    const readAt = (place: number) =>
      page.locator(`[role="treeitem"][aria-label^="Request Read,"][aria-posinset="${String(place)}"]`);
    await actions.clickRow(page, actions.treeRow(page, 'Chains', 'Request Read,'));
    await page.locator('.statusbar-item', { hasText: 'Ln 13' }).waitFor(); // the editor has followed
    await page.keyboard.press('Alt+ArrowDown');
    assert.deepEqual(requestIds(await session.saved(fileOf('keys'))), ['create', 'list', 'read']);
    await readAt(3).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    assert.equal(await session.saved(fileOf('keys')), smallChain('keys'));
    await readAt(2).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await readAt(1).waitFor();
    const warning = await actions.notification(page, '"read" has no {{orderId}}');
    await warning.getByRole('button', { name: 'Fix Order' }).click();
    await readAt(2).waitFor();
    assert.deepEqual(requestIds(await session.saved(fileOf('keys'))), ['create', 'read', 'list']);
  });

  it('has every action of a request in a menu that the keyboard opens', async () => {
    await openInView('menu');
    await actions.clickRow(page, actions.treeRow(page, 'Chains', 'Request Read,'));
    await page.keyboard.press('Shift+F10');
    const menu = page.locator('.monaco-menu');
    await menu.getByText('Move Request Up').waitFor();
    await showTexts(menu.locator('.action-menu-item .action-label'), [
      'Show in File',
      'Run Request',
      'Run Request with Dependencies',
      'Run from Here',
      'Run to Here',
      'Add Request…',
      'Duplicate',
      'Import Requests…',
      'Move Request Up',
      'Move Request Down',
      'Copy ID',
      'Share Result…',
      'Rename…',
      'Delete…',
    ]);
    await page.keyboard.press('Escape');
  });

  it('gives every line of the views a name that is read aloud', async () => {
    await openInView('spoken');
    await actions.lens(page, 'Run All').click();
    await actions.lens(page, /201 · \d/).waitFor();
    await actions.focusViewAfterRun(page, 'Results', 'spoken');
    await actions.moveToRow(page, 'Results', 'Results of chain spoken');
    await page.keyboard.press('ArrowRight');
    await actions.treeRow(page, 'Parameter Dashboard', 'Variable orderId').waitFor();
    for (const view of ['Chains', 'Parameter Dashboard', 'Results']) {
      const lines = page.locator(`[role="tree"][aria-label^="${view}"] [role="treeitem"]`);
      const names = await lines.evaluateAll((rows) =>
        rows.map((row) => row.getAttribute('aria-label') ?? ''),
      );
      assert.ok(names.length > 0, `${view} has lines`);
      assert.deepEqual(
        names.filter((name) => !/^\p{L}|^\d/u.test(name)),
        [],
        view,
      );
    }
  });

  it('groups the variables of a chain by what is wrong with them, and leads to their places', async () => {
    await session.openChain('groups', smallChain('groups').replace('{{orderId}}', '{{missing}}'));
    await actions.chooseCommand(page, 'Chainwright: Focus on Parameter Dashboard View');
    const row = (name: string) => actions.treeRow(page, 'Parameter Dashboard', name);
    await row('Broken: 1 variable').waitFor();
    await row('Variable missing, Broken').waitFor();
    await row('Unused: 1 variable').waitFor();
    await row('Variable orderId, Unused').waitFor();
    await row('Healthy:').waitFor();
    const badge = page.locator(
      '.activitybar .badge[aria-label="Chainwright - 2 variables are broken or unused"]',
    );
    await badge.waitFor();
    await row('Consumer read').click();
    await page.locator('.statusbar-item', { hasText: 'Ln 15' }).waitFor();
  });

  it('leads from a reference in the text to its line in the Parameter Dashboard', async () => {
    await session.openChain('revealed');
    await actions.clickWord(page, '/{{orderId}}', 'orderId');
    await actions.chooseCommand(page, 'Chainwright: Reveal in Parameter Dashboard');
    await page.locator('.focused[role="treeitem"][aria-label^="Variable orderId"]').waitFor();
  });

  it('adds a request that is described by the keyboard alone, its URL behind the base URL', async () => {
    await session.openChain('added');
    await actions.chooseCommand(page, 'Chainwright: Add Request…');
    await answerQuestion(page, 'Add Request (1/3)', 'Cancel order');
    await answerQuestion(page, 'Add Request (2/3)', 'POST');
    const question = page.locator('.quick-input-widget', { hasText: 'Add Request (3/3)' });
    await question.locator('input').first().pressSequentially('api/orders/7/cancel');
    await answerQuestion(page, 'Add Request (3/3)', '');
    const text = await session.saved(fileOf('added'));
    assert.match(text, /"id": "cancel-order",\s+"name": "Cancel order",\s+"method": "POST",/);
    assert.match(text, /"url": "\{\{baseUrl\}\}\/api\/orders\/7\/cancel"/);
  });

  it('keeps the results of a chain and opens one from the list', async () => {
    const shorter = smallChain('history').replace('"id": "list"', '"id": "list", "disabled": true');
    await session.openChain('history', shorter);
    await actions.lens(page, 'Run All').click();
    await actions.focusViewAfterRun(page, 'Results', 'history');
    await actions.moveToRow(page, 'Results', 'Results of chain history');
    await page.keyboard.press('ArrowRight');
    const result = page.getByRole('treeitem', { name: /, passed, 4 passed, .*local, .*, Run All$/ });
    await actions.closeEditors(page);
    await result.first().click();
    const panel = actions.webviewFrame(page);
    await panel.getByRole('status').getByText('4 passed').waitFor();
    await panel.getByRole('heading', { name: 'history' }).waitFor();
  });

  it('runs a chain as a test and shows which request failed', async () => {
    await session.openChain(
      'tested',
      smallChain('tested').replace('{{orderId}}"', '{{orderId}}", "expect": { "status": 418 }'),
    );
    await actions.chooseCommand(page, 'Testing: Focus on Test Explorer View');
    const row = (name: string) => page.locator(`.test-explorer [role="treeitem"][aria-label^="${name}"]`);
    await row('tested (').click();
    await row('Read (Not yet run)').waitFor();
    await page.keyboard.press('Shift+F10');
    await page.locator('.monaco-menu .action-menu-item', { hasText: 'Run Test' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await row('tested (Failed)').waitFor();
    await row('Create (Passed)').waitFor();
    await row('Read (Failed)').waitFor();
    await row('List (Passed)').waitFor();
  });

  it('runs a chain as a test in the environment of a profile', async () => {
    const elsewhere = {
      formatVersion: 1,
      name: 'elsewhere',
      variables: { baseUrl: `${session.origin}/else` },
    };
    await session.write('elsewhere.environment.json', JSON.stringify(elsewhere));
    await session.openChain('profiled', smallChain('profiled').replace(/\n.*"(?:requires|auth)": .*/g, ''));
    await actions.chooseCommand(page, 'Testing: Focus on Test Explorer View');
    const row = page.locator('.test-explorer [role="treeitem"][aria-label^="profiled ("]');
    const before = session.answered.length;
    await actions.chooseMenuItem(page, 'Execute Using Profile...', async () => {
      await actions.clickRow(page, row);
      await page.keyboard.press('Shift+F10');
    });
    await actions.quickPickRow(page, 'Run in elsewhere').click();
    await page.locator('.test-explorer [role="treeitem"][aria-label^="Create (Failed)"]').waitFor();
    const targets = session.answered.slice(before);
    assert.ok(targets.length > 0 && targets.every((target) => target.includes(' /else/')), targets.join());
  });
});
