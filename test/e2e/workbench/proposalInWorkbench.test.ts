/** From an OpenAPI description to a matrix whose dry run is clean, in a real workbench, as a person would. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import type { Session, WorkbenchActions } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('a proposed matrix in the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  const textOf = (name: string): Promise<string> => readFile(path.join(session.workspace, name), 'utf8');

  /** Opens the page for a description of several tenants, from the menu of the Explorer. */
  async function propose(name: string): Promise<FrameLocator> {
    const text = await readFile('test/fixtures/descriptions/teams.yaml', 'utf8');
    await actions.openFile(page, await session.write(name, text));
    await actions.chooseCommand(page, 'File: Focus on Files Explorer');
    await actions.chooseMenuItem(page, 'Propose Authorization Matrix…', () =>
      page.locator('.explorer-folders-view').getByText(name).click({ button: 'right' }),
    );
    const proposal = actions.webviewFrame(page);
    await proposal.getByText('"mutate": false').waitFor();
    return proposal;
  }

  it('leads from a description by a few answers to a dry run with nothing to say', async () => {
    const proposal = await propose('tenants-openapi.yaml');
    await proposal.getByRole('radio', { name: 'its owner; its organization may read it' }).check();
    const belongs = proposal.getByRole('textbox', { name: /^Which organization do alice, bob and root/ });
    await belongs.fill('acme, globex, acme');
    await belongs.press('Enter');
    await proposal.getByText('"bob": { "organization": "globex" }').waitFor();
    await proposal.getByRole('button', { name: 'Write Files' }).click();
    await proposal.getByText('tenants-openapi.authz.json was written.').waitFor();
    const matrix = await textOf('tenants-openapi.authz.json');
    assert.match(matrix, /"project\.read": \["own", "organization"\]/);
    assert.match(matrix, /"bob": \{\s+"role": "user",\s+"attributes": \{ "organization": "globex" \}/);
    await textOf('tenants-openapi.chain.json');
    await proposal.getByRole('button', { name: 'Dry Run' }).click();
    await page
      .locator('.view-line', { hasText: 'Dry run of tenants-openapi.authz.json: nothing was sent.' })
      .waitFor();
    const text = await page.locator('.view-lines').first().innerText();
    const [, count, cell] = text.split(/\s*\n\s*/).map((line) => line.replaceAll('\u00a0', ' '));
    assert.match(count ?? '', /^\d+ cells, /);
    // Notes would come before the first cell.
    assert.match(cell ?? '', /^SELF project\.list alice<-alice$/);
  });

  it('asks before it replaces, and one undo brings back what was there', async () => {
    const proposal = await propose('again-openapi.yaml');
    await session.write('kept.authz.json', '{}');
    const name = proposal.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('kept');
    await name.press('Enter');
    await proposal.getByText('kept.authz.json is replaced').waitFor();
    await proposal.getByRole('button', { name: 'Write Files' }).click();
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'kept.authz.json?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await textOf('kept.authz.json'), '{}');
    await proposal.getByRole('button', { name: 'Write Files' }).click();
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await proposal.getByText('kept.authz.json was written.').waitFor();
    assert.match(await textOf('kept.authz.json'), /"policy"/);
    await proposal.getByRole('button', { name: 'Show the text' }).click();
    await page.locator('.view-line', { hasText: '"formatVersion"' }).click();
    await page.keyboard.press('Control+Z');
    await page.locator('.view-line', { hasText: '{}' }).waitFor();
    // what was undone in a file that is not open opens it after a while, which must not be in the next test
    await page.locator('.tab.dirty', { hasText: 'environment' }).waitFor();
  });

  it('opens what it wrote as a grid', async () => {
    await session.write('127-0-0-1-8056.environment.json', '{}');
    const proposal = await propose('grid-openapi.yaml');
    await proposal.getByText('127-0-0-1-8056.environment.json is replaced').waitFor();
    await proposal.getByRole('button', { name: 'Write Files' }).click();
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Replace' }).click();
    await proposal.getByRole('button', { name: 'Open as Policy Grid' }).click();
    await actions.webviewFrame(page).getByRole('grid', { name: 'Operations by roles' }).waitFor();
  });
});
