import assert from 'node:assert/strict';
import { until } from '../until';
import { ORDERS, SUGGESTIONS, VARIABLES, fieldIs, formTests, rowOf } from './formPage';
import { formSide } from './formSide';
import { called } from './panelTests';

describe('the fields of the form editor', function () {
  const { open, openTab, panel } = formTests();

  describe('typing', () => {
    it('goes to the text after a pause, as one change, and is previewed at once', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      await page.getByRole('combobox', { name: 'URL' }).press('End');
      await page.keyboard.type('?a={{b}}');
      await page.locator('.url-preview').getByText('nothing produces b').waitFor();
      await until(() => side.text().includes('"url": "{{baseUrl}}/api/login?a={{b}}"'));
      assert.equal(side.calls.filter(([name]) => name === 'change').length, 1);
    });

    it('does not fight with typing in the text', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      const url = page.getByRole('combobox', { name: 'URL' });
      await url.press('End');
      await page.keyboard.type('/a');
      side.type(side.text().replace('"name": "Log in"', '"name": "Sign in"'));
      await page.keyboard.type('/b');
      await until(() => side.text().includes('/api/login/a/b"') && side.text().includes('"Sign in"'));
      await rowOf(page, 'Sign in').waitFor();
      assert.equal(await url.inputValue(), '{{baseUrl}}/api/login/a/b');
      side.type(side.text().replace('/api/login/a/b', '/theirs'));
      await fieldIs(page, 'URL', '{{baseUrl}}/theirs');
    });

    it('is there again after the page was hidden, though it is not valid JSON yet', async () => {
      const side = formSide(ORDERS);
      const page = await openTab(side, 'Body');
      const body = page.getByRole('textbox', { name: 'JSON body' });
      const isUnfinished = () => until(async () => (await body.inputValue()) === '{"sku": ');
      await body.fill('{"sku": ');
      await page.getByRole('tab', { name: /^Headers/ }).click();
      await page.getByRole('tab', { name: /^Body/ }).click();
      await isUnfinished();
      await body.focus();
      await body.blur();
      await page.reload();
      await isUnfinished();
      await page.getByText('This is not valid JSON yet').waitFor();
      side.type(side.text().replace('"A-1"', '"B-7"'));
      await until(async () => (await body.inputValue()).includes('B-7'));
    });

    it('is handed over before the file is saved', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      await page.getByRole('combobox', { name: 'URL' }).press('End');
      await page.keyboard.type('/x');
      const drafts = await panel().editor.call('drafts');
      assert.deepEqual(drafts, [
        {
          target: { index: 0, id: 'log-in' },
          edits: [
            {
              kind: 'set',
              path: ['url'],
              before: '"{{baseUrl}}/api/login"',
              value: '"{{baseUrl}}/api/login/x"',
            },
          ],
        },
      ]);
    });
  });

  describe('a reference', () => {
    it('is a chip that tells its value, and leads to the request that gives it', async () => {
      const side = formSide(ORDERS, { variables: VARIABLES });
      const page = await openTab(side, 'Query');
      const chips = page.locator('.reference-field:has([aria-label=URL]) .reference');
      assert.deepEqual(await chips.evaluateAll((all: Element[]) => all.map(({ className }) => className)), [
        'reference resolved',
        'reference resolved',
        'reference unresolved',
      ]);
      const box = await chips.nth(1).boundingBox();
      assert.ok(box !== null);
      await page.mouse.move(box.x + 10, box.y + 5);
      await page.locator('.reference-field[title="userId = 7: from Log in"]').waitFor();
      await page.keyboard.down('Control');
      await page.mouse.click(box.x + 10, box.y + 5);
      await page.keyboard.up('Control');
      await called(side, ['choose', { index: 0, id: 'log-in' }]);
      await fieldIs(page, 'URL', '{{baseUrl}}/api/login');
      assert.equal(await rowOf(page, 'Log in').getAttribute('aria-selected'), 'true');
    });

    it('is inserted from the list that the focus opens, with arrows and Enter', async () => {
      const side = formSide(ORDERS, { suggestions: SUGGESTIONS });
      const page = await openTab(side, 'Headers');
      const value = page.getByRole('combobox', { name: 'Value of a new header' });
      await value.focus();
      const list = page.getByRole('listbox', { name: 'Variables' });
      await list.getByRole('option', { name: /^orderId same value/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await list.waitFor({ state: 'detached' });
      await until(() => side.text().includes('"value": "{{userId}}"'));
    });

    it('is completed when its braces are typed; Escape closes the list', async () => {
      const side = formSide(ORDERS, { suggestions: SUGGESTIONS });
      const page = await open(side);
      const url = page.getByRole('combobox', { name: 'URL' });
      await url.press('End');
      await page.keyboard.type('/{{user');
      const list = page.getByRole('listbox', { name: 'Variables' });
      await until(async () => (await list.getByRole('option').count()) === 1);
      assert.equal(await url.getAttribute('aria-expanded'), 'true');
      await page.keyboard.press('Enter');
      await until(() => side.text().includes('/api/login/{{userId}}"'));
      await page.keyboard.type('/{{o');
      await list.waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
    });

    it('is inserted by a click', async () => {
      const side = formSide(ORDERS, { suggestions: SUGGESTIONS });
      const page = await open(side);
      const url = page.getByRole('combobox', { name: 'URL' });
      await url.hover();
      await page.getByRole('option', { name: /^baseUrl/ }).click();
      await until(() => side.text().includes('"url": "{{baseUrl}}{{baseUrl}}/api/login"'));
    });
  });
});
