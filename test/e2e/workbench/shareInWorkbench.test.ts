import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { until } from '../../until';
import { smallChain } from './smallChain';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('sharing in the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));
  before(async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  /** The page in front; the results stay behind it. */
  const front = (): FrameLocator => page.frameLocator('iframe.webview').last().frameLocator('#active-frame');

  /** Waits until the view is gone; the focus went with it, and a page without it may not read the clipboard. */
  const closed = async (title: string): Promise<void> => {
    await page.locator('.tab', { hasText: title }).waitFor({ state: 'detached' });
    await page.locator('.view-line').first().click();
  };

  it('leads from a run to a summary on the clipboard, by way of what leaves', async () => {
    await session.openChain('shared', smallChain('shared'));
    await actions.lens(page, 'Run All').click();
    await actions.lens(page, /201 · \d/).waitFor();
    await actions.webviewFrame(page).getByRole('button', { name: 'Share…' }).click();
    await actions.quickPickRow(page, 'Markdown Summary').click();
    const text = front().getByRole('group', { name: 'Text of Markdown Summary' });
    await text.getByText(/POST Create/).waitFor();
    await front().getByRole('checkbox', { name: 'POST Create' }).check();
    await text.getByText('Left out before this was shared').waitFor();
    const shown = await text.textContent();
    await front().getByRole('button', { name: 'Copy' }).click();
    await closed('Share shared');
    await actions.notification(page, 'The summary is on the clipboard.');
    await until(async () => (await page.evaluate(() => navigator.clipboard.readText())) === shown);
    assert.match(shown ?? '', /1 request/);
  });

  it('shares nothing when the view is cancelled', async () => {
    await session.openChain('unshared', smallChain('unshared'));
    await actions.lens(page, 'Run All').click();
    await actions.lens(page, /201 · \d/).waitFor();
    await page.evaluate(() => navigator.clipboard.writeText('before'));
    await actions.chooseCommand(page, 'Chainwright: Share Result…');
    await actions.quickPickRow(page, 'Markdown Summary').click();
    await front().getByRole('button', { name: 'Cancel' }).click();
    await closed('Share unshared');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'before');
  });
});
