import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { fileOf } from './smallChain';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

/** Who signs in has this id in every instance of the sample API. */
const USER_ID = '9007199254740993';

/** A chain that says the id which its first answer has. */
function profileChain(name: string): string {
  return `{
  "formatVersion": 1, "name": "${name}", "status": "active", "environment": "local",
  "requires": ["auth/login.chain.json"],
  "auth": { "type": "bearer", "token": "{{token}}" },
  "requests": [
    { "id": "me", "name": "Who am I", "method": "GET", "url": "{{baseUrl}}/api/me" },
    // Whoever that is.
    { "id": "user", "name": "User", "method": "GET", "url": "{{baseUrl}}/api/users/${USER_ID}" },
    { "id": "orders", "name": "Orders", "method": "GET", "url": "{{baseUrl}}/api/users/${USER_ID}/orders" }
  ]
}
`;
}

describe('Auto Map in the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  /** Opens a chain, maps it, and lets it run from the review. */
  async function review(name: string): Promise<FrameLocator> {
    await session.openChain(name, profileChain(name));
    await actions.lens(page, 'Auto Map').click();
    const frame = actions.webviewFrame(page);
    await frame.getByText('This chain has no responses yet.').waitFor();
    await frame.getByRole('button', { name: 'Run All' }).click();
    await frame.getByText('2 of 2 ticked').waitFor({ timeout: 60_000 });
    return frame;
  }

  it('maps what a run got, as one step that undo takes back', async () => {
    const frame = await review('mapped');
    assert.equal(await page.locator('.tab', { hasText: 'Results:' }).count(), 0);
    await frame.getByRole('button', { name: 'Apply 2' }).click();
    await frame.getByText('2 places refer to what an earlier request extracts now.').waitFor();
    await frame.getByText('Nothing is left to map').waitFor();
    await page.locator('.tab', { hasText: fileOf('mapped') }).click();
    const text = await session.saved(fileOf('mapped'));
    assert.match(text, /"extract": \[\{ "variable": "meId", "from": "body", "path": "\$\.id" \}\]/);
    assert.match(text, /\/api\/users\/\{\{meId\}\}"/);
    assert.match(text, /\/api\/users\/\{\{\w+\}\}\/orders"/);
    assert.match(text, /\/\/ Whoever that is\./);
    await page.keyboard.press('Control+Z');
    assert.equal(await session.saved(fileOf('mapped')), profileChain('mapped'));
    await frame.getByText('2 of 2 ticked').waitFor();
  });

  it('stays in sight when it shows the chain that it changed', async () => {
    const frame = await review('beside');
    const tab = page.locator('.tab', { hasText: fileOf('beside') });
    // Whichever of the two has the focus: this closes the tab that is clicked.
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
    await frame.getByRole('button', { name: 'Apply 2' }).click();
    await tab.waitFor();
    await frame.getByText('2 places refer to what an earlier request extracts now.').waitFor();
  });

  it('judges what was applied by a run', async () => {
    const frame = await review('tried');
    await frame.getByRole('button', { name: 'Apply 2' }).click();
    await frame.getByRole('button', { name: 'Run to verify' }).click();
    const trial = frame.getByRole('region', { name: 'Verified by a run' });
    await trial.getByText('0 confirmed, 0 rejected, 2 with nothing for or against.').waitFor();
    assert.equal(await trial.getByText('the same value again, which proves nothing').count(), 2);
  });

  it('repairs a chain by running it, as one step that undo takes back', async () => {
    const sound = profileChain('repaired')
      .replace(
        '/api/me" }',
        '/api/me", "extract": [{ "variable": "meId", "from": "body", "path": "$.id" }, { "variable": "mail", "from": "body", "path": "$.email" }] }',
      )
      .replaceAll(USER_ID, '{{meId}}');
    await session.openChain('repaired', sound);
    await actions.lens(page, 'Run All').click();
    await actions.lens(page, /200 · \d/).waitFor();
    await actions.closeEditors(page);
    const broken = sound.replace('/{{meId}}/orders', '/{{mail}}/orders');
    await session.openChain('repaired', broken);
    await actions.chooseCommand(page, 'Chainwright: Run and Repair');
    await page.getByRole('dialog').getByRole('button', { name: 'Run Without Repeating' }).click();
    const frame = actions.webviewFrame(page);
    await frame.getByRole('button', { name: 'Apply 1 Change' }).click();
    await frame.getByText('The changes are applied. Undo in the chain takes them back.').waitFor();
    await page.locator('.tab', { hasText: fileOf('repaired') }).click();
    assert.equal(await session.saved(fileOf('repaired')), sound);
    await page.keyboard.press('Control+Z');
    assert.equal(await session.saved(fileOf('repaired')), broken);
  });

  it('remembers what was rejected', async () => {
    const frame = await review('rejected');
    await frame.getByRole('button', { name: `user ${USER_ID}` }).click();
    await frame.getByRole('button', { name: /^Reject .* of User$/ }).click();
    await frame.getByText('1 of 1 ticked').waitFor();
    await actions.closeEditors(page);
    await actions.openFile(page, `${session.workspace}/${fileOf('rejected')}`);
    await actions.lens(page, 'Auto Map').click();
    const again = actions.webviewFrame(page);
    await again.getByText('1 of 1 ticked').waitFor();
    await again.getByText('Rejected (1)').click();
    await again.getByRole('button', { name: /^Bring back .* of User$/ }).click();
    await again.getByText('2 of 2 ticked').waitFor();
  });

  it('comes back with the window', async () => {
    await review('reviewed');
    // Reloading the page instead would lose what VS Code has not yet stored.
    await Promise.all([page.waitForEvent('load'), actions.chooseCommand(page, 'Developer: Reload Window')]);
    await actions.webviewFrame(page).getByText('2 of 2 ticked').waitFor({ timeout: 60_000 });
  });
});
