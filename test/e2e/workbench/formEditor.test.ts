/** A chain made from nothing by form alone, in a real workbench against the sample API, as a person would. */
import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { untilEqual } from '../../until';
import { makeChain } from './quickQuestions';
import { sharedSession, type WorkbenchActions, type Session } from './workbenchSession';

const FILE = 'formed.chain.json';

const FORMED = `{
  "formatVersion": 1,
  "name": "Formed",
  "status": "active",
  "environment": "local",
  // Requests are sent in this order. What a response has is kept by
  //   "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }]
  // and used in later requests as {{orderId}}: in the URL, a header, the body, anywhere.
  "requests": [
    {
      "id": "log-in",
      "name": "Log in",
      "method": "POST",
      "url": "{{baseUrl}}/login",
      "body": { "json": { "email": "alice@example.com", "password": "{{$secret ALICE_PASSWORD}}" } },
      "extract": [{ "variable": "token", "from": "body", "path": "$.token" }]
    },
    {
      "id": "create-order",
      "name": "Create order",
      "method": "POST",
      "url": "{{baseUrl}}/api/orders",
      "auth": { "type": "bearer", "token": "{{token}}" },
      "body": { "json": { "sku": "A-1", "quantity": 2 } },
      "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }]
    },
    {
      "id": "read-order",
      "name": "Read order",
      "method": "GET",
      "url": "{{baseUrl}}/api/orders/{{orderId}}",
      "auth": { "type": "bearer", "token": "{{token}}" }
    }
  ]
}
`;

describe('the form of a chain in the workbench', function () {
  this.timeout(300_000);
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  let form: FrameLocator;

  before(async function () {
    session = await sharedSession(this);
    ({ page, actions } = session);
    await actions.closeEditors(page);
  });

  const field = (name: string) => form.getByLabel(name, { exact: true });
  const row = (name: string) => form.getByRole('option', { name: new RegExp(name) }).first();

  async function addRequest(name: string): Promise<void> {
    await form
      .getByRole('button', { name: /add request/i })
      .first()
      .click();
    const input = page.locator('.quick-input-widget input');
    await input.fill(name);
    await input.press('Enter');
    await row(name).and(form.locator('[aria-selected=true]')).waitFor();
    await form.locator(`#request-name[placeholder="${name.toLowerCase().replace(' ', '-')}"]`).waitFor();
  }

  async function openTab(name: string): Promise<void> {
    await actions.selectTab(form, new RegExp(`^${name}`));
  }

  async function writeBody(json: string): Promise<void> {
    await openTab('Body');
    await form.getByRole('combobox', { name: 'Kind of body' }).selectOption('json');
    await field('JSON body').fill(json);
    await page.keyboard.press('Escape');
  }

  /** Inserts the variable from the list that comes with the focus, or when the pointer rests on the field. */
  async function writeToken(by: 'click' | 'hover'): Promise<void> {
    await openTab('Authentication');
    await form.getByRole('combobox', { name: 'Type' }).selectOption('bearer');
    await form.getByRole('combobox', { name: /^Token/ })[by]();
    await form.getByRole('listbox', { name: 'Variables' }).getByText('token', { exact: true }).click();
    await page.keyboard.press('Escape');
  }

  /** What was extracted from a response that came before has its value after the next run only. */
  async function run(): Promise<void> {
    await form.getByRole('button', { name: 'More ways to run' }).click();
    await form.getByRole('menuitem', { name: 'Run with dependencies' }).click();
    await form.getByRole('tree', { name: 'Response body' }).waitFor();
  }

  async function extract(member: string, variable: string): Promise<void> {
    const tree = form.getByRole('tree', { name: 'Response body' });
    const named = form.locator('.json-name').getByText(member, { exact: true });
    await tree.getByRole('treeitem').filter({ has: named }).first().locator('.json-pick').click();
    const dialog = form.getByRole('dialog', { name: 'Extract as variable' });
    await dialog.getByLabel('Name').fill(variable);
    await dialog.getByText('Extract', { exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('makes a chain that reads as if it was written by hand', async () => {
    await makeChain(page, actions, 'Formed');
    await page.locator(`.tab.active[data-resource-name="${FILE}"]`).waitFor();
    form = actions.webviewFrame(page);
    await form.getByRole('combobox', { name: 'Environment' }).selectOption('local');

    await addRequest('Log in');
    await field('Method').fill('POST');
    await field('URL').fill('{{baseUrl}}/login');
    await writeBody('{"email": "alice@example.com", "password": "{{$secret ALICE_PASSWORD}}"}');
    await run();
    await extract('token', 'token');

    await addRequest('Create order');
    await field('Method').fill('POST');
    await field('URL').fill('{{baseUrl}}/api/orders');
    await form
      .locator('.url-preview')
      .getByText(/^http\S*\/api\/orders$/)
      .waitFor();
    await writeToken('hover');
    await writeBody('{"sku": "A-1", "quantity": 2}');
    await run();
    await extract('id', 'orderId');

    await addRequest('Read order');
    await field('URL').fill('{{baseUrl}}/api/orders/');
    await field('URL').pressSequentially('{{ord');
    await form.getByRole('listbox', { name: 'Variables' }).getByText('orderId', { exact: true }).click();
    await writeToken('click');

    await row('Read order').press('Alt+ArrowUp');
    await form.getByRole('button', { name: 'Fix order' }).click();
    await form.getByRole('button', { name: 'Fix order' }).waitFor({ state: 'detached' });

    const before = session.answered.length;
    await form.getByRole('button', { name: /Run All/ }).click();
    await row('Read order')
      .getByText(/200|ms/)
      .first()
      .waitFor();
    assert.deepEqual(
      session.answered.slice(before).map((line) => line.replace(/orders\/.*/, 'orders/…')),
      ['POST /login', 'POST /api/orders', 'GET /api/orders/…'],
    );
    assert.equal(await session.saved(FILE), FORMED);
  });

  it('undoes a change by the keyboard, in the form itself', async () => {
    const name = form.getByRole('textbox', { name: 'Name', exact: true });
    await row('Read order').click();
    await name.fill('Read it again');
    await name.press('Enter');
    await row('Read it again').waitFor();
    await page.locator(`.tab.active.dirty`).waitFor();
    await page.keyboard.press('Control+Z');
    await row('Read order').waitFor();
    await untilEqual(() => name.inputValue(), 'Read order');
    await page.locator(`.tab.active.dirty`).waitFor({ state: 'detached' });
  });

  it('leads to the Chain Viewer', async () => {
    await form.getByRole('button', { name: 'More about the chain' }).click();
    await form.getByRole('menuitem', { name: 'Open Chain Viewer' }).click();
    await page.locator('.tab', { hasText: 'Chain Viewer: formed' }).waitFor();
  });

  it('leads to the results of its run', async () => {
    await actions.chooseCommand(page, 'Chainwright: Show Last Result');
    await page.locator('.tab', { hasText: 'Results: formed' }).waitFor();
    await actions.chooseCommand(page, 'View: Focus Next Editor Group');
    await actions.chooseCommand(page, 'View: Close Editors in Other Groups');
    const panel = actions.webviewFrame(page);
    await panel.getByRole('status').getByText('3 passed').waitFor();
    await panel.getByRole('button', { name: /Read order/ }).click();
    await panel.getByRole('article', { name: 'Read order' }).getByText('200 OK').waitFor();
    await actions.selectTab(panel, /^Variables/);
    const substituted = panel.getByRole('table', { name: 'Substitutions' });
    await substituted.getByRole('row', { name: /^orderId path .* create-order in formed/ }).waitFor();
  });
});
