import assert from 'node:assert/strict';
import type { FormTarget } from '../../src/protocol/formEdit';
import { ORDERS, ended, fieldIs, formTests, holdFrames, namesIn, rowOf } from './formPage';
import { formSide } from './formSide';
import { called, showTexts } from './panelTests';

describe('the list of requests of the form editor', function () {
  const { open } = formTests();

  it('shows the request that is clicked', async () => {
    const page = await open(formSide(ORDERS));
    await fieldIs(page, 'URL', '{{baseUrl}}/api/login');
    await rowOf(page, 'Create order').click();
    await fieldIs(page, 'URL', '{{baseUrl}}/api/users/{{userId}}/orders?dryRun={{dry}}');
    assert.equal(await rowOf(page, 'Create order').getAttribute('aria-selected'), 'true');
  });

  it('is used by keyboard: arrows choose, Shift extends, Alt moves, Delete deletes', async () => {
    const side = formSide(ORDERS);
    const page = await open(side);
    await rowOf(page, 'Log in').focus();
    await page.keyboard.press('ArrowDown');
    await called(side, ['choose', { index: 1, id: 'create-order' }]);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await called(side, [
      'deleteRequests',
      [
        { index: 1, id: 'create-order' },
        { index: 2, id: 'read-order' },
      ],
    ]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await called(side, ['moveRequests', [{ index: 1, id: 'create-order' }], 0]);
    await showTexts(namesIn(page), ['Create order', 'Log in', 'Read order']);
    await page.keyboard.press('F2');
    await page.locator('#request-name:focus').waitFor();
  });

  it('goes to the name of the request that was gone to, however late that is shown', async () => {
    const side = formSide(ORDERS);
    const { choose } = side.implementation;
    let show = (): void => undefined;
    const awaited = new Promise<void>((resolve) => {
      show = resolve;
    });
    Object.assign(side.implementation, {
      choose: async (target: FormTarget) => {
        await awaited;
        return choose(target);
      },
    });
    const page = await open(side);
    await rowOf(page, 'Log in').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    assert.notEqual(await page.evaluate(() => document.activeElement?.id), 'request-name');
    show();
    await page.locator('#request-name[placeholder=create-order]:focus').waitFor();
  });

  it('takes keys that are pressed before a menu is drawn, and gives the focus back', async () => {
    const side = formSide(ORDERS);
    const page = await open(side);
    const more = page.getByRole('button', { name: 'More about the request' });
    await more.focus();
    await page.evaluate(holdFrames);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift');
    assert.ok(await more.evaluate((button) => button === document.activeElement));
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await called(side, ['deleteRequests', [{ index: 0, id: 'log-in' }]]);
  });

  it('takes requests to where they are dropped', async () => {
    const side = formSide(ORDERS);
    const page = await open(side);
    const target = rowOf(page, 'Read order');
    const box = await target.boundingBox();
    assert.ok(box !== null);
    await rowOf(page, 'Log in').dragTo(target, { targetPosition: { x: 40, y: box.height - 4 } });
    await showTexts(namesIn(page), ['Create order', 'Read order', 'Log in']);
    assert.deepEqual(side.calls.at(-1), ['moveRequests', [{ index: 0, id: 'log-in' }], 3]);
  });

  it('has a menu for the picked requests', async () => {
    const side = formSide(ORDERS);
    const page = await open(side);
    await rowOf(page, 'Read order').click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Requests' });
    await showTexts(menu.getByRole('menuitem'), [
      'Run',
      'Run with dependencies',
      'Run from here',
      'Rename id…',
      'Copy as cURL',
      'Show in text',
      'Duplicate',
      'Disable',
      'Delete\nDelete',
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await called(side, ['runWithDependencies', { index: 2, id: 'read-order' }]);
    await menu.waitFor({ state: 'detached' });
  });

  it('says what a blocked request needs, and how others ended', async () => {
    const rows = [
      ended('passed', { status: 200 }),
      ended('failed', { status: 500, reason: 'The status is 500, not 201.' }),
      ended('blocked', { reason: 'needs orderId from create-order' }),
    ];
    const page = await open(formSide(ORDERS, { rows }));
    await showTexts(
      page.getByRole('option'),
      [
        ['passed', 'POST', 'Log in', '34 ms'],
        ['failed', 'POST', 'Create order', '500', 'The status is 500, not 201.'],
        ['blocked', 'GET', 'Read order', 'blocked', 'needs orderId from create-order'],
      ],
      (text) => text.split(/\s*\n\s*/),
    );
  });

  it('fixes an order that breaks a dependency', async () => {
    const side = formSide(ORDERS, { orderProblems: ['Read order needs orderId, which comes later.'] });
    const page = await open(side);
    await page.getByText('Read order needs orderId, which comes later.').waitFor();
    await page.getByRole('button', { name: 'Fix order' }).click();
    await called(side, ['fixOrder']);
  });
});
