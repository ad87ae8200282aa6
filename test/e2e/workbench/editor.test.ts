import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { until, untilEqual } from '../../until';
import { fileOf, smallChain } from './smallChain';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('a chain in the text editor', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  function line(text: string) {
    return page.locator('.editor-group-container.active .view-line', { hasText: text }).first();
  }

  it('is run from its lens, in order, and says above each request how it ended', async () => {
    await session.openChain('lens');
    const before = session.answered.length;
    await actions.lens(page, 'Run All').click();
    await actions.lens(page, /201 · \d/).waitFor();
    await actions.lens(page, /200 · \d/).waitFor();
    await untilEqual(
      () => session.answered.slice(before).map((request) => request.replace(/[\w-]+$/, '…')),
      [
        'POST /…',
        'GET /api/users/…',
        'POST /api/…',
        'GET /api/orders/…',
        'GET /api/orders?page=1&pageSize=…',
      ],
    );
  });

  it('takes the reference that a hover offers in place of a value, best match first, and takes it back', async () => {
    await session.openChain('hover');
    const hover = await actions.hoverWord(page, '"name": "page", "value": "1"', '"1"');
    await hover.getByRole('link').first().getByText('size').click();
    await line('"name": "page", "value": "{{size}}"').waitFor();
    const inserted = smallChain('hover').replace('"value": "1"', '"value": "{{size}}"');
    assert.equal(await session.saved(fileOf('hover')), inserted);
    await actions.clickWord(page, '"id": "list"', 'list');
    await page.keyboard.press('Control+Z');
    await line('"name": "page", "value": "1"').waitFor();
    assert.equal(await session.saved(fileOf('hover')), smallChain('hover'));
  });

  it('has the commands of chains in the palette while it is shown, as text or as form, and no longer', async () => {
    const offered = (title: string) => actions.offersCommand(page, `Chainwright: ${title}`);
    await session.openChain('palette');
    assert.ok(await offered('Run Request'));
    await actions.chooseCommand(page, 'Chainwright: Open as Form');
    // What needs the cursor is offered in the text only.
    await until(async () => !(await offered('Run Request')));
    await actions.chooseCommand(page, 'Chainwright: Open Chain Viewer');
    await session.write('palette.json', '{}');
    await actions.openFile(page, 'palette.json');
    await until(async () => !(await offered('Run All Requests')));
    assert.ok(await offered('Set Secret…'));
  });

  it('renames a variable where it is extracted and wherever it is used', async () => {
    await session.openChain('rename');
    await actions.clickWord(page, '"variable": "orderId"', 'orderId');
    await page.keyboard.press('F2');
    const name = page.locator('.rename-input');
    await name.fill('order.number');
    await name.press('Enter');
    await line('"variable": "order.number"').waitFor();
    const renamed = smallChain('rename').replaceAll('orderId', 'order.number');
    assert.equal(await session.saved(fileOf('rename')), renamed);
  });

  it('fixes a misspelt reference by its quick fix', async () => {
    await session.openChain('fix', smallChain('fix').replace('{{orderId}}', '{{oderId}}'));
    await page.locator('.squiggly-error').first().waitFor();
    await actions.clickWord(page, '{{oderId}}', 'oderId');
    await actions.chooseFix(page, 'Change to orderId');
    await line('{{orderId}}').waitFor();
    assert.equal(await session.saved(fileOf('fix')), smallChain('fix'));
  });

  it('completes a reference that is being written, with its closing braces', async () => {
    await session.openChain('complete');
    const { x, y } = await actions.wordPlace(page, '"name": "page", "value": "1"', '"1"');
    await page.mouse.dblclick(x, y);
    await page.keyboard.press('Delete');
    await page.keyboard.type('{{ord');
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'orderId' }).click();
    await line('"name": "page", "value": "{{orderId}}"').waitFor();
    const completed = smallChain('complete').replace('"value": "1"', '"value": "{{orderId}}"');
    assert.equal(await session.saved(fileOf('complete')), completed);
  });

  it('shows a request as it would be sent, and sends nothing for it', async () => {
    await session.openChain('preview');
    const before = session.answered.length;
    await actions.lens(page, 'Preview').click();
    await page.locator('.tab.active[data-resource-name="Preview of create"]').waitFor();
    await page
      .locator('.view-line', { hasText: /^POST\shttp:\/\/127\.0\.0\.1:\d+\/api\/orders\sHTTP/ })
      .waitFor();
    assert.deepEqual(session.answered.slice(before), []);
  });

  it('is run at the cursor, and run again, by keys', async () => {
    await session.openChain('keys');
    await actions.clickWord(page, '"id": "list"', 'list');
    const before = session.answered.length;
    for (const [key, count] of [
      ['Control+Alt+R', 1],
      ['Control+Alt+L', 2],
    ] as const) {
      await page.keyboard.press(key);
      await until(() => listings(session.answered.slice(before)) === count);
      await actions.lens(page, /200 · \d/).waitFor();
    }
  });

  it('is cancelled by a key, and its environment chosen by another', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    try {
      const { port } = silent.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      const chain = { formatVersion: 1, name: 'silent', requests: [{ id: 'wait', method: 'GET', url }] };
      await session.openChain('silent', JSON.stringify(chain, undefined, 2));
      const connected = new Promise((resolve) => silent.once('connection', resolve));
      await actions.lens(page, 'Run All').click();
      await connected;
      await actions.clickWord(page, '"id": "wait"', 'wait');
      await page.keyboard.press('Control+Alt+K');
      await page.locator('.statusbar-item', { hasText: 'Cancelled' }).waitFor();
      await page.keyboard.press('Control+Alt+E');
      await actions.quickPickRow(page, 'local').waitFor();
      await page.keyboard.press('Escape');
    } finally {
      silent.close();
      silent.closeAllConnections();
    }
  });
});

function listings(answered: readonly string[]): number {
  return answered.filter((request) => request.startsWith('GET /api/orders?')).length;
}
