import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { fileOf, smallChain } from './smallChain';
import { sharedSession } from './workbenchSession';
import type { Hands, Session } from './workbenchSession';

describe('a chain in the text editor', function () {
  this.timeout(180_000);
  let session: Session;
  let page: Page;
  let hands: Hands;

  before(async function () {
    session = await sharedSession(this);
    ({ page, hands } = session);
  });
  beforeEach(() => hands.closeEditors(page));

  function line(text: string) {
    return page.locator('.editor-group-container.active .view-line', { hasText: text }).first();
  }

  it('is run from its lens, in order, and says above each request how it ended', async () => {
    await session.openChain('lens');
    const before = session.answered.length;
    await hands.lens(page, 'Run All').click();
    await hands.lens(page, /201 · \d/).waitFor();
    await hands.lens(page, /200 · \d/).waitFor();
    assert.deepEqual(
      session.answered.slice(before).map((request) => request.replace(/[\w-]+$/, '…')),
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
    const hover = await hands.hoverWord(page, '"name": "page", "value": "1"', '"1"');
    await hover.getByRole('link').first().getByText('size').click();
    await line('"name": "page", "value": "{{size}}"').waitFor();
    const inserted = smallChain('hover').replace('"value": "1"', '"value": "{{size}}"');
    assert.equal(await session.saved(fileOf('hover')), inserted);
    await hands.clickWord(page, '"id": "list"', 'list');
    await page.keyboard.press('Control+Z');
    await line('"name": "page", "value": "1"').waitFor();
    assert.equal(await session.saved(fileOf('hover')), smallChain('hover'));
  });

  it('renames a variable where it is extracted and wherever it is used', async () => {
    await session.openChain('rename');
    await hands.clickWord(page, '"variable": "orderId"', 'orderId');
    await page.keyboard.press('F2');
    await page.locator('.rename-input').fill('order.number');
    await page.keyboard.press('Enter');
    await line('"variable": "order.number"').waitFor();
    const renamed = smallChain('rename').replaceAll('orderId', 'order.number');
    assert.equal(await session.saved(fileOf('rename')), renamed);
  });

  it('mends a misspelt reference by its quick fix', async () => {
    await session.openChain('mend', smallChain('mend').replace('{{orderId}}', '{{oderId}}'));
    await page.locator('.squiggly-error').first().waitFor();
    await hands.clickWord(page, '{{oderId}}', 'oderId');
    await hands.chooseFix(page, 'Change to orderId');
    await line('{{orderId}}').waitFor();
    assert.equal(await session.saved(fileOf('mend')), smallChain('mend'));
  });

  it('completes a reference that is being written, with its closing braces', async () => {
    await session.openChain('complete');
    const { x, y } = await hands.wordPlace(page, '"name": "page", "value": "1"', '"1"');
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
    await hands.lens(page, 'Preview').click();
    await page.locator('.tab.active[data-resource-name="Preview of create"]').waitFor();
    await page
      .locator('.view-line', { hasText: /^POST\shttp:\/\/127\.0\.0\.1:\d+\/api\/orders\sHTTP/ })
      .waitFor();
    assert.deepEqual(session.answered.slice(before), []);
  });
});
