/** The policy of a matrix, changed in its grid in a real workbench, as a person would. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Session, WorkbenchActions } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('the policy grid in the workbench', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  let grid: FrameLocator;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  /** Opens a copy of the sample's matrix as a grid; gives its text. */
  async function openGrid(name: string): Promise<string> {
    const text = await readFile(path.join(session.workspace, 'orders.authz.json'), 'utf8');
    await actions.openFile(page, await session.write(name, text));
    await actions.lens(page, 'Open as Policy Grid').click();
    grid = actions.webviewFrame(page);
    await cellWith('order.*').waitFor();
    return text;
  }

  /** What customers may do with `order.delete`, once the cell has a text. */
  function cellWith(text: string): Locator {
    const name = grid.getByRole('button', { name: 'order.delete', exact: true });
    const row = grid.getByRole('row').filter({ has: name });
    return row.getByRole('gridcell').first().filter({ hasText: text });
  }

  it('writes what is chosen in a cell, which one undo takes back', async () => {
    const name = 'granted.authz.json';
    const before = await openGrid(name);
    await cellWith('order.*').click();
    await grid.getByRole('menuitemradio', { name: 'none: must be refused' }).click();
    await cellWith('by name').waitFor();
    assert.equal(
      await session.saved(name),
      before.replace('"order.*": "own",\n', '"order.*": "own",\n      "order.delete": "none",\n'),
    );
    await page.keyboard.press('Control+Z');
    await cellWith('order.*').waitFor();
    assert.equal(await session.saved(name), before);
  });

  it('leads from a cell to the line that decides', async () => {
    await openGrid('shown.authz.json');
    await cellWith('order.*').click();
    await grid.getByRole('menuitem', { name: 'Show in text' }).click();
    await page.locator('.view-line', { hasText: '"order.*": "own"' }).first().waitFor();
  });
});
