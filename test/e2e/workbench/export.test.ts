import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { answerQuestion } from './quickQuestions';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('Export Chain… in the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  /** Takes the place that is proposed, which the dialog writes when it knows the folder. */
  async function takePlace(name: string): Promise<void> {
    await page.waitForFunction(
      (end) => document.querySelector<HTMLInputElement>('.quick-input-widget input')?.value.endsWith(end),
      name,
    );
    await answerQuestion(page, 'Export To', '');
  }

  it('asks for format and place, writes the file, and opens it', async () => {
    await session.openChain('carried');
    await actions.chooseCommand(page, 'Chainwright: Export Chain…');
    await actions.quickPickRow(page, 'Markdown documentation').click();
    await takePlace('carried.md');
    const message = await actions.notification(page, 'Exported to carried.md: 5 requests.');
    await message.getByRole('button', { name: 'Open' }).click();
    await page.locator('.tab.active[data-resource-name="carried.md"]').waitFor();
    assert.match(await readFile(path.join(session.workspace, 'carried.md'), 'utf8'), /^# carried\n/);
  });

  it('is in the menu of a chain, and shows what could not be carried over', async () => {
    await session.openChain('menu-export');
    await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
    await actions.chooseMenuItem(page, 'Export Chain…', async () => {
      await actions.clickRow(page, actions.treeRow(page, 'Chains', 'Chain menu-export,'));
      await page.keyboard.press('Shift+F10');
    });
    await actions.quickPickRow(page, 'cURL commands').click();
    await takePlace('menu-export.sh');
    const message = await actions.notification(page, 'Exported to menu-export.sh');
    await message.getByRole('button', { name: 'What Is Missing' }).click();
    await page.locator('.view-line', { hasText: 'Cookies are not kept' }).first().waitFor();
  });
});
