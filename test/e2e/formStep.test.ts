import assert from 'node:assert/strict';
import { violationsOn } from './accessibility';
import type { Page } from 'playwright-core';
import { formTests, requestHas, requestShown, rowOf } from './formPage';
import { formSide, type FormSide } from './formSide';
import { called, choose, selectTab, showTexts } from './panelTests';

const PAYING = {
  formatVersion: 2,
  requests: [
    { id: 'log-in', name: 'Log in', method: 'POST', url: '{{baseUrl}}/api/login' },
    {
      id: 'pay',
      name: 'Pay',
      chain: 'pay.chain.json',
      with: { orderId: '{{orderId}}', amount: 12.5 },
      take: ['receiptId'],
      'x-team': 'billing',
    },
  ],
};

describe('a chain as a step in the form editor', function () {
  const { open } = formTests();

  async function openStep(side: FormSide, tab: RegExp = /^Given/): Promise<Page> {
    const page = await open(side);
    await rowOf(page, 'Pay').click();
    await requestShown(page, 'pay');
    await selectTab(page, tab);
    return page;
  }

  it('has its file in the list, and no fields of a request', async () => {
    const page = await openStep(formSide(PAYING));
    const row = rowOf(page, 'Pay');
    assert.deepEqual((await row.innerText()).split(/\s+/).slice(-3), ['CALL', 'Pay', 'pay.chain.json']);
    await showTexts(page.locator('.request-pane').getByRole('tab'), ['Given 2', 'Taken 1', 'Settings']);
    assert.equal(await page.getByLabel('Method').count(), 0);
    assert.deepEqual(await violationsOn(page), []);
  });

  it('says what the chain will be given, and shows no request', async () => {
    const page = await openStep(formSide(PAYING));
    const preview = page.locator('.url-preview');
    await preview.getByText('Runs pay.chain.json with:').waitFor();
    await showTexts(preview.getByRole('listitem'), ['orderId = {{orderId}}', 'amount = 12.5']);
    await preview.getByTitle('nothing produces orderId').waitFor();
  });

  it('gets another file, values and variables, and keeps members that nobody knows', async () => {
    const side = formSide(PAYING);
    const page = await openStep(side);
    await page.getByRole('button', { name: 'Choose a file for Chain file' }).click();
    await requestHas(side, 'chain', '../billing/pay.chain.json');
    const name = page.getByRole('textbox', { name: 'Name of a new variable' });
    await name.fill('currency');
    await name.press('Enter');
    await page.getByRole('combobox', { name: 'Value of currency' }).fill('EUR');
    await page.getByRole('button', { name: 'Remove amount' }).click();
    await requestHas(side, 'with', { orderId: '{{orderId}}', currency: 'EUR' });
    await selectTab(page, /Taken/);
    await page.getByLabel('Variables', { exact: true }).fill('receiptId, state');
    await requestHas(side, 'take', ['receiptId', 'state']);
    await requestHas(side, 'x-team', 'billing');
  });

  it('offers what the chain may be given, and what can be taken from it', async () => {
    const side = formSide(PAYING);
    const page = await openStep(side, /^Given/);
    await page.getByRole('button', { name: 'Add customer' }).waitFor();
    await page.getByText('customer, needed').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add orderId' }).count(), 0);
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Add currency' }).click();
    await requestHas(side, 'with', { orderId: '{{orderId}}', amount: 12.5, currency: '{{currency}}' });
    await selectTab(page, /Taken/);
    await page.getByRole('button', { name: 'Add total' }).click();
    await requestHas(side, 'take', ['receiptId', 'total']);
    await page.getByRole('button', { name: 'Add total' }).waitFor({ state: 'detached' });
  });

  it('is run on a condition, and for items but not for pages', async () => {
    const side = formSide(PAYING);
    const page = await openStep(side, /^Settings/);
    const loop = page.getByRole('combobox', { name: 'Run', exact: true });
    await showTexts(loop.getByRole('option'), ['once', 'for each item of a list']);
    await choose(loop, 'items');
    await requestHas(side, 'forEach', { in: '{{items}}', as: 'item' });
    await page.getByLabel('Run only if a condition holds').check();
    await page.getByLabel('Disabled: kept in the chain and not run').check();
    await requestHas(side, 'disabled', true);
    await requestHas(side, 'when', { value: '', equals: '' });
    assert.deepEqual(await violationsOn(page), []);
  });

  it('is not offered as a cURL command', async () => {
    const side = formSide(PAYING);
    const page = await openStep(side);
    const titles = async (): Promise<readonly string[]> => {
      await page.getByRole('button', { name: 'More about the request' }).click();
      await page.getByRole('menuitem', { name: 'Show in text' }).waitFor();
      const texts = await page.getByRole('menuitem').allInnerTexts();
      await page.keyboard.press('Escape');
      return texts;
    };
    assert.equal((await titles()).includes('Copy as cURL'), false);
    await rowOf(page, 'Log in').click();
    await page.getByLabel('Method').waitFor();
    assert.equal((await titles()).includes('Copy as cURL'), true);
  });

  it('leads to the chain that it runs, with what was typed before', async () => {
    const side = formSide(PAYING);
    const page = await openStep(side);
    await page.getByRole('combobox', { name: 'Chain file', exact: true }).fill('other.chain.json');
    await page.getByRole('button', { name: 'Open this chain' }).click();
    await called(side, ['openCalled', { index: 1, id: 'pay' }]);
    await requestHas(side, 'chain', 'other.chain.json');
  });

  it('is added after what is chosen', async () => {
    const side = formSide(PAYING);
    const page = await open(side);
    await page.getByRole('button', { name: 'Add chain' }).click();
    await called(side, ['addStep', 1]);
  });
});
