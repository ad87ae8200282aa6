import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { until } from '../../until';
import { smallChain } from './smallChain';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('the Chain Viewer in the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));
  before(async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  /** Opens a chain and its viewer next to it. */
  async function openViewer(name: string): Promise<FrameLocator> {
    await session.openChain(name, smallChain(name));
    await actions.lens(page, 'Chain Viewer').click();
    const viewer = actions.webviewFrame(page);
    await viewer.getByRole('button', { name: /^\d+\. POST Create/ }).waitFor();
    return viewer;
  }

  /** Agrees to the file that a dialog of VS Code proposes. */
  async function agree(): Promise<void> {
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
  }

  it('follows a run with outcomes and values, in view of the person who watches it', async () => {
    const viewer = await openViewer('drawn');
    await viewer.getByRole('button', { name: /^\d+\. POST Create not run yet/ }).waitFor();
    await actions.lens(page, 'Run All').click();
    // A click on what moves during the run can miss.
    await viewer.getByRole('button', { name: /^\d+\. GET List passed/ }).waitFor();
    await viewer.getByRole('button', { name: /^\d+\. POST Create passed · 201/ }).click();
    await viewer
      .getByText(/orderId = "ord-\w+"/)
      .first()
      .waitFor();
    await page.locator('.statusbar-item', { hasText: 'Ln 7' }).waitFor();
    assert.equal(await page.locator('.tab', { hasText: 'Results:' }).count(), 0);
  });

  it('draws what the text becomes', async () => {
    const viewer = await openViewer('changing');
    await actions.clickWord(page, '"id": "read"', 'Read');
    await page.keyboard.type('X');
    await viewer.getByRole('button', { name: /^\d+\. GET ReXad/ }).waitFor();
  });

  it('exports what is seen to the clipboard and to files', async () => {
    const viewer = await openViewer('exported');
    await viewer.getByRole('button', { name: 'Copy as Mermaid' }).click();
    await copied(/^flowchart LR/);
    for (const [button, ending, start] of [
      ['Save as SVG…', 'svg', '<svg xmlns'],
      ['Save as PNG…', 'png', '\x89PNG'],
    ] as const) {
      await viewer.getByRole('button', { name: button }).click();
      await agree();
      await written(path.join(session.workspace, `exported.${ending}`), start);
    }
  });

  it('comes back with the window', async () => {
    await openViewer('restored');
    // Reloading the page instead would lose what VS Code has not yet stored.
    await Promise.all([page.waitForEvent('load'), actions.chooseCommand(page, 'Developer: Reload Window')]);
    await actions
      .webviewFrame(page)
      .getByRole('button', { name: /^\d+\. POST Create/ })
      .waitFor({ timeout: 60_000 });
  });

  /** Waits until the clipboard holds such a text. */
  async function copied(text: RegExp): Promise<void> {
    const source = text.source;
    await page.waitForFunction(
      async (pattern) => new RegExp(pattern).test(await navigator.clipboard.readText()),
      source,
    );
  }
});

/** Waits until a file begins so. */
async function written(file: string, start: string): Promise<void> {
  await until(async () => (await readFile(file, 'latin1').catch(() => '')).startsWith(start));
}
