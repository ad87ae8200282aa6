/** The results panel without a mouse: the Tab key gets everywhere, in the order of the page, and is seen there. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { CallFailure } from '../../src/protocol/channel';
import { resultsContract, type ResultsEditor, type ResultsPanel } from '../../src/protocol/resultsContract';
import { until } from '../until';
import { walkFocus } from './focusOrder';
import type { PanelKind, Theme } from './panelPage';
import { notingEditor, panelTests, selectTab } from './panelTests';
import { sampleResults, viewOf } from './sampleRun';

const RESULTS: PanelKind<ResultsEditor, ResultsPanel> = {
  page: 'results',
  contract: resultsContract,
};

const TABS = ['Body', 'Headers', 'Cookies', 'Expectations', 'Variables', 'Request', 'Timing'];

describe('the results panel by keyboard', function () {
  const { open: openPanel } = panelTests(RESULTS);
  /** An editor that shows a run with every outcome, and records its calls. */
  const editor = notingEditor(resultsContract.editor, {
    ready: () => ({ subject: 'file:///orders.chain.json', view: viewOf(sampleResults) }),
    details: (_run, index) => {
      const result = sampleResults[index];
      if (result === undefined) {
        throw new CallFailure('This result is no longer there. Run the chain again.');
      }
      return result;
    },
  });

  async function open(theme: Theme = 'dark'): Promise<Page> {
    const page = await openPanel(editor.implementation, { theme });
    await page.getByRole('article').waitFor();
    return page;
  }

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    it(`is walked through by Tab, in the order of the page, the focus always seen, in ${theme}`, async () => {
      const page = await open(theme);
      await page.getByRole('button', { name: /create order/ }).click();
      await page.getByRole('article', { name: 'create order' }).waitFor();
      for (const tab of TABS) {
        await selectTab(page, tab);
        const { reachable, reached, unseen } = await walkFocus(page, 'Tab');
        assert.deepEqual(reached, reachable, tab);
        assert.deepEqual(unseen, [], `${tab}: the focus is seen`);
        assert.ok(
          reached.every((label) => label !== ''),
          `${tab}: everything has a name`,
        );
      }
    });
  }

  it('is walked through backwards, too', async () => {
    const page = await open();
    const { reachable, reached } = await walkFocus(page, 'Shift+Tab');
    assert.deepEqual(reached.toReversed(), reachable);
  });

  it('does by Enter what a click does', async () => {
    const page = await open();
    for (const [name, call] of [
      ['Run All', 'runAll'],
      ['Rerun Failed', 'rerunFailed'],
      ['Run from here', 'runFromHere'],
      ['Log', 'openLog'],
      ['Share…', 'share'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await until(() => editor.calls.at(-1)?.[0] === call, { otherwise: () => `${name} calls ${call}` });
    }
  });

  it('shows another tab by arrow key', async () => {
    const page = await open();
    await page.getByRole('tab', { name: 'Body' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Headers', selected: true }).waitFor();
  });
});
