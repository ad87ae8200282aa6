import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { formEditorGuards, formPageGuards } from '../../src/protocol/formContract';
import type { FormEditor, FormPage } from '../../src/protocol/formContract';
import { findViolations } from './accessibility';
import { formSide } from './formSide';
import type { FormSide } from './formSide';
import { openPanel, startPanelBrowser } from './panelPage';
import type { Look, OpenPanel, PanelBrowser, PanelKind } from './panelPage';

const FORM: PanelKind<FormEditor, FormPage> = {
  bundle: 'editor',
  editor: formEditorGuards,
  panel: formPageGuards,
};

const ORDERS = {
  status: 'active',
  environment: 'local',
  tags: ['orders', 'smoke'],
  requests: [
    { id: 'log-in', name: 'Log in', method: 'POST', url: '{{baseUrl}}/api/login' },
    {
      id: 'create-order',
      name: 'Create order',
      method: 'POST',
      url: '{{baseUrl}}/api/users/{{userId}}/orders?dryRun={{dry}}',
      headers: [{ name: 'Accept', value: 'application/json' }],
    },
    { id: 'read-order', name: 'Read order', method: 'GET', url: '{{baseUrl}}/api/orders/{{orderId}}' },
  ],
};

describe('the form editor in a browser', function () {
  this.timeout(60_000);
  let shared: PanelBrowser | undefined;
  let panel: OpenPanel<FormEditor, FormPage> | undefined;

  before(async function () {
    shared = await startPanelBrowser();
    if (shared === undefined) {
      this.skip();
    }
  });
  after(() => shared?.stop());
  afterEach(async () => {
    await panel?.close();
    panel = undefined;
  });

  async function open(side: FormSide, look: Look = {}): Promise<Page> {
    assert.ok(shared !== undefined);
    const opened = await openPanel(shared.browser, FORM, side.implementation, look);
    panel = opened;
    side.show = (view) => opened.editor.tell('show', view);
    await opened.page.getByRole('region', { name: 'Chain' }).waitFor();
    return opened.page;
  }

  it('shows the requests and the one that is chosen, and another one after a click', async () => {
    const page = await open(formSide(ORDERS));
    const rows = page.getByRole('listbox', { name: 'Requests' }).getByRole('option');
    assert.equal(await rows.count(), 3);
    await fieldIs(page, 'URL', '{{baseUrl}}/api/login');
    await rows.nth(1).click();
    await fieldIs(page, 'URL', '{{baseUrl}}/api/users/{{userId}}/orders?dryRun={{dry}}');
    assert.equal(await rows.nth(1).getAttribute('aria-selected'), 'true');
  });

  it('writes what is typed into the text after a pause, and previews it at once', async () => {
    const side = formSide(ORDERS);
    const page = await open(side);
    await page.getByRole('combobox', { name: 'URL' }).press('End');
    await page.keyboard.type('?a={{b}}');
    await page.locator('.url-preview').getByText('nothing produces b').waitFor();
    await until(() => side.text().includes('"url": "{{baseUrl}}/api/login?a={{b}}"'));
    assert.equal(side.calls.filter(([name]) => name === 'change').length, 1);
  });

  it('adds a header by typing into the empty row, and removes the member with the last one', async () => {
    const side = formSide(ORDERS);
    const before = side.text();
    const page = await open(side);
    await page.getByRole('tab', { name: /^Headers/ }).click();
    await page.getByLabel('Name of a new header').pressSequentially('If-Match');
    await page.getByLabel('Value of If-Match').pressSequentially('*');
    await until(() => side.text().includes('"headers": [{ "name": "If-Match", "value": "*" }]'));
    await page.getByRole('button', { name: 'Remove If-Match' }).click();
    await until(() => side.text() === before);
    assert.deepEqual(panel?.console, []);
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    for (const width of [1240, 600]) {
      it(`has no accessibility violation and no complaint in the console: ${theme}, ${width} px`, async () => {
        const page = await open(formSide(ORDERS), { theme, width });
        await fieldIs(page, 'URL', '{{baseUrl}}/api/login');
        const axe = createRequire(path.resolve('package.json')).resolve('axe-core/axe.min.js');
        await page.evaluate(await readFile(axe, 'utf8'));
        assert.deepEqual(await page.evaluate(findViolations), []);
        assert.deepEqual(panel?.console, []);
      });
    }
  }
});

/** Waits until a field holds a text. */
async function fieldIs(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name });
  await field.waitFor();
  await until(async () => (await field.inputValue()) === text);
}

/** Waits until something is true; the time limit of the test ends it. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
