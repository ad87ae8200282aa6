import type { Page } from 'playwright-core';
import { fileOf, smallChain } from './smallChain';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('the results of runs in the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  it('tell what is different since a request was last good, and how long it took each time', async () => {
    await session.openChain('past', smallChain('past'));
    await actions.lens(page, 'Run All').click();
    await actions.lens(page, /201 · \d/).waitFor();
    await session.write(fileOf('past'), smallChain('past').replace('"quantity": 1', '"quantity": 2'));
    await page.locator('.view-line', { hasText: /quantity.*2/ }).waitFor();
    const panel = actions.webviewFrame(page);
    await panel.getByRole('button', { name: 'Run All' }).click();
    await panel.getByRole('button', { name: /Create/ }).click();
    await actions.selectTab(panel, 'History');
    const changes = panel.getByRole('table', { name: 'What changed' });
    await changes.getByRole('row', { name: '$.quantity 1 2' }).waitFor();
    await panel.getByText(/2 times, from \d.* to \d.*; this time/).waitFor();
    await panel.getByText(/\d+ more that differ at every answer/).waitFor();
  });
});
