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

  it('lead from what is missing to the question for it', async () => {
    const requests = ['{{$secret MISSING_ID}}', '{{stage}}'].map((part, place) => ({
      id: `request${place}`,
      name: `Request ${place}`,
      method: 'GET',
      url: `${session.origin}/api/orders/${part}`,
    }));
    const chain = { formatVersion: 1, name: 'missing', status: 'active', requests };
    await session.openChain('missing', JSON.stringify(chain, null, 2));
    await actions.lens(page, 'Run All').click();
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Run Anyway' }).click();
    const panel = actions.webviewFrame(page);
    await panel.getByRole('button', { name: 'Set Secret…' }).click();
    const question = page.locator('.quick-input-widget');
    await question.getByText('Value of MISSING_ID').waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Request 1' }).click();
    await panel.getByRole('button', { name: 'Select Environment…' }).click();
    await actions.quickPickRow(page, 'local').waitFor();
    await page.keyboard.press('Escape');
  });
});
