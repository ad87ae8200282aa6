import type { FrameLocator, Page } from 'playwright-core';
import { sharedSession, type WorkbenchActions } from './workbenchSession';

describe('the results of the sample in a real workbench', function () {
  this.timeout(300_000);
  let page: Page;
  let actions: WorkbenchActions;
  let panel: FrameLocator;

  before(async function () {
    ({ page, actions } = await sharedSession(this));
    await actions.closeEditors(page);
    panel = actions.webviewFrame(page);
  });

  it('shows every request of a chain that was run from its lens', async () => {
    await actions.openFile(page, 'orders.chain.json');
    await actions.lens(page, 'Run All').click();
    await panel.getByRole('status').getByText('11 passed').waitFor();
    await panel.getByRole('button', { name: /Create order/ }).click();
    await panel.getByText('201 Created').waitFor();
  });

  it('leads from a request in the panel to its place in the file', async () => {
    await panel.getByRole('button', { name: /Delete order/ }).click();
    await panel
      .getByRole('article', { name: 'Delete order' })
      .getByRole('button', { name: 'orders.chain.json' })
      .click();
    await page.locator('.view-line', { hasText: '"id": "delete-order"' }).waitFor();
  });

  it('opens a body in an editor, read-only and as it came', async () => {
    await panel.getByRole('button', { name: /Read own profile/ }).click();
    await panel.getByRole('button', { name: 'Open in editor' }).click();
    await page.locator('.tab.active[data-resource-name="get-profile.json"]').waitFor();
  });
});
