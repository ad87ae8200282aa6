/** The results panel without a mouse: the Tab key gets everywhere, in the order of the page, and is seen there. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Implementation } from '../../src/protocol/channel';
import { CallFailure } from '../../src/protocol/channel';
import { resultsEditorGuards, resultsPanelGuards } from '../../src/protocol/resultsContract';
import type { ResultsEditor, ResultsPanel } from '../../src/protocol/resultsContract';
import { walkFocus } from './focusOrder';
import { openPanel, startPanelBrowser } from './panelPage';
import type { OpenPanel, PanelBrowser, Theme } from './panelPage';
import { sampleResults, viewOf } from './sampleRun';

const TABS = ['Body', 'Headers', 'Expectations', 'Variables', 'Request', 'Timing'];

describe('the results panel by keyboard', function () {
  this.timeout(60_000);
  let shared: PanelBrowser | undefined;
  let panel: OpenPanel<ResultsEditor, ResultsPanel> | undefined;
  let calls: unknown[][] = [];

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

  async function open(theme: Theme = 'dark'): Promise<Page> {
    assert.ok(shared !== undefined);
    calls = [];
    const kind = { bundle: 'results', editor: resultsEditorGuards, panel: resultsPanelGuards };
    panel = await openPanel<ResultsEditor, ResultsPanel>(shared.browser, kind, editor(), { theme });
    await panel.page.getByRole('article').waitFor();
    return panel.page;
  }

  /** An editor that shows a run with every outcome, and notes what it is asked to do. */
  function editor(): Implementation<ResultsEditor> {
    const known: Pick<Implementation<ResultsEditor>, 'ready' | 'details'> = {
      ready: () => ({ subject: 'file:///orders.chain.json', view: viewOf(sampleResults) }),
      details: (_run, index) => {
        const result = sampleResults[index];
        if (result === undefined) {
          throw new CallFailure('This result is no longer there. Run the chain again.');
        }
        return result;
      },
    };
    const noted = Object.keys(resultsEditorGuards).map((name) => [
      name,
      (...args: unknown[]) => void calls.push([name, ...args]),
    ]);
    return { ...(Object.fromEntries(noted) as Implementation<ResultsEditor>), ...known };
  }

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    it(`is walked through by Tab, in the order of the page, the focus always seen, in ${theme}`, async () => {
      const page = await open(theme);
      await page.getByRole('button', { name: /create order/ }).click();
      await page.getByRole('article', { name: 'create order' }).waitFor();
      for (const tab of TABS) {
        await page.getByRole('tab', { name: tab }).click();
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
    ] as const) {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      assert.ok(await called(call), `${name} calls ${call}`);
    }
  });

  it('shows another tab by arrow key', async () => {
    const page = await open();
    await page.getByRole('tab', { name: 'Body' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Headers', selected: true }).waitFor();
  });

  /** Whether the editor is asked to do something; the page's message may take a moment. */
  async function called(name: string): Promise<boolean> {
    for (let tries = 0; tries < 100 && !calls.some(([one]) => one === name); tries += 1) {
      await panel?.page.evaluate(() => new Promise(requestAnimationFrame));
    }
    return calls.some(([one]) => one === name);
  }
});
