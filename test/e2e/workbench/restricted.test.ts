import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { Page } from 'playwright-core';
import { ownSession, type WorkbenchActions, type Session } from './workbenchSession';

const COMMANDS_THAT_SEND = [
  'Run All Requests',
  'Execute Chain',
  'Run Request',
  'Run Request with Dependencies',
  'Run from Here',
  'Run to Here',
  'Rerun Failed Requests',
  'Rerun Last Request or Chain',
];

describe('a workbench that does not trust the workspace', function () {
  this.timeout(300_000);
  let server: Server;
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  /** Connections to where the chains lead, whether anything is sent over them or not. */
  let connections = 0;

  before(async function () {
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    session = await ownSession(this, { trusted: false, origin: `http://127.0.0.1:${port}` });
    ({ page, actions } = session);
    await actions.openFile(page, 'orders.chain.json');
    await actions.lens(page, 'Preview').waitFor();
  });
  after(async () => {
    await session?.close();
    server.close();
  });

  it('has no lens, command or key that sends', async () => {
    assert.equal(await page.locator('.codelens-decoration a', { hasText: /Run|Execute/ }).count(), 0);
    for (const title of COMMANDS_THAT_SEND) {
      assert.equal(await actions.offersCommand(page, `Chainwright: ${title}`), false, title);
    }
    await actions.clickWord(page, '"id": "create-order"', 'create-order');
    await page.keyboard.press('Control+Alt+R');
    await page.keyboard.press('Control+Alt+L');
    assert.equal(connections, 0);
  });

  it('reads chains all the same', async () => {
    await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
    await actions.treeRow(page, 'Chains', 'Chain Order lifecycle,').waitFor();
    await actions.treeRow(page, 'Parameter Dashboard', 'Variable orderId, Healthy').waitFor();
  });

  it('asks for trust before a test is run, and runs none without', async () => {
    await actions.chooseCommand(page, 'Testing: Focus on Test Explorer View');
    const row = page.locator('.test-explorer [role="treeitem"][aria-label^="Order lifecycle"]');
    await row.click();
    await actions.chooseCommand(page, 'Test: Run All Tests');
    const question = page.getByRole('dialog', { name: /Do you trust the authors/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel Test Run' }).waitFor({ state: 'detached' });
    assert.equal(connections, 0);
  });

  it('sends once the person trusts the workspace', async () => {
    await actions.chooseCommand(page, 'Workspaces: Manage Workspace Trust');
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ state: 'detached' });
    await actions.openFile(page, 'orders.chain.json');
    await actions.lens(page, 'Run All').click();
    await actions.webviewFrame(page).getByRole('status').getByText('failed').first().waitFor();
    assert.ok(connections > 0);
  });
});
