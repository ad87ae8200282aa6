/** The results panel in little room: tabs on one line, and names that give way to what matters more. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { CallFailure } from '../../src/protocol/channel';
import { resultsContract } from '../../src/protocol/resultsContract';
import { violationsOn } from './accessibility';
import type { Look } from './panelPage';
import { notingEditor, panelTests, showTexts } from './panelTests';
import { resultOf, sampleResults, viewOf } from './sampleRun';

const LONG = 'Read the orders of a customer who has many of them and whose name is very long indeed';
const RESULTS = [...sampleResults, resultOf('long', { name: LONG, method: 'DELETE' })];

describe('the room of the results panel', function () {
  this.timeout(60_000);
  const { open: openPanel } = panelTests({ page: 'results', contract: resultsContract });

  async function open(look: Look): Promise<Page> {
    const { implementation } = notingEditor(resultsContract.editor, {
      ready: () => ({ subject: 'file:///orders.chain.json', view: viewOf(RESULTS) }),
      details: (_run, index) => RESULTS[index] ?? assert.fail(new CallFailure(`no result ${index}`)),
    });
    const page = await openPanel(implementation, look);
    await page
      .getByRole('button', { name: 'More tabs' })
      .or(page.getByRole('tab', { name: 'History' }))
      .waitFor();
    return page;
  }

  const tops = (page: Page): Promise<readonly number[]> =>
    page
      .locator('vscode-tab-header')
      .evaluateAll((tabs) => [...new Set(tabs.map((tab) => tab.getBoundingClientRect().top))]);

  it('has its tabs on one line, the last ones in a menu that is used by keyboard', async () => {
    const page = await open({ width: 480 });
    assert.equal((await tops(page)).length, 1);
    await page.getByRole('tab', { name: 'Body' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const items = page.getByRole('menu', { name: 'More tabs' }).getByRole('menuitem');
    await showTexts(items, ['Request', 'Timing', 'History']);
    assert.deepEqual(await violationsOn(page), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Timing', selected: true }).waitFor();
    await page.getByRole('tabpanel', { name: 'Timing' }).getByText('First byte').waitFor();
    assert.equal((await tops(page)).length, 1);
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'More tabs');
  });

  it('has all tabs, and the same one selected, once there is room for them', async () => {
    const page = await open({ width: 480 });
    await page.getByRole('button', { name: 'More tabs' }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'More tabs' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('tab').count(), 8);
    assert.equal((await tops(page)).length, 1);
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
    await page.setViewportSize({ width: 270, height: 720 });
    await page.getByRole('button', { name: 'More tabs' }).waitFor();
    await page.getByRole('tab', { name: 'History', selected: true }).waitFor();
    assert.equal((await tops(page)).length, 1);
  });

  for (const width of [480, 270]) {
    it(`shortens a long name, and shows method and status whole: ${width} px`, async () => {
      const page = await open({ width });
      const line = page.getByRole('button', { name: LONG });
      await line.click();
      const headline = page.getByRole('heading', { name: LONG });
      assert.equal(await headline.getAttribute('title'), `DELETE ${LONG}`);
      assert.equal(await line.locator('.request-name').getAttribute('title'), LONG);
      for (const part of [
        line.locator('.method'),
        line.locator('.request-figures'),
        headline.locator('.method'),
      ]) {
        const place = await part.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return {
            left,
            right,
            isWhole: element.scrollWidth <= element.clientWidth || element.clientWidth === 0,
          };
        });
        assert.ok(place.left > 0 && place.right < width && place.isWhole, JSON.stringify(place));
      }
      const heights = await Promise.all(
        [line, headline].map(async (part) => (await part.boundingBox())?.height ?? 0),
      );
      assert.ok(
        heights.every((height) => height < 36),
        String(heights),
      );
    });
  }

  it('leaves half of a narrow panel to what is under the tabs', async () => {
    const page = await open({ width: 480 });
    const tab = await page.getByRole('tab', { name: 'Body' }).boundingBox();
    assert.ok(tab !== null && tab.y + tab.height < 480, JSON.stringify(tab));
  });
});
