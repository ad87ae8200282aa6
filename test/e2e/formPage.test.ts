import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { JsonObject } from '../../src/core/json/json';
import { until } from '../until';
import { violationsOn } from './accessibility';
import {
  ORDERS,
  SUGGESTIONS,
  VARIABLES,
  ended,
  fieldIs,
  formTests,
  openChainSettings,
  requestShown,
  rowOf,
} from './formPage';
import { formSide, type ViewParts } from './formSide';
import { HOSTILE, called, choose, selectTab } from './panelTests';
import { sampleResults } from './sampleRun';

describe('the form editor in a browser', function () {
  const { open, panel } = formTests();

  describe('the settings of the chain', () => {
    it('change what it says of itself, defaults left out', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      await page.getByRole('button', { name: 'Orders', exact: true }).click();
      await choose(page.getByRole('combobox', { name: 'Status' }), 'draft');
      await until(() => !side.text().includes('"status": "active"'));
      await page.getByRole('textbox', { name: 'Tags' }).fill('');
      await until(() => !side.text().includes('"tags"'));
      await page.getByRole('button', { name: 'Choose a file…' }).click();
      await until(() => side.text().includes('"requires": ["files/invoice.pdf"]'));
      await page.getByRole('tab', { name: /^Variables/ }).click();
      await page.getByLabel('Name of a new variable').fill('quantity');
      await page.keyboard.press('Enter');
      await page.getByLabel('Value of quantity').fill('2');
      await until(() => side.text().includes('"variables": { "quantity": 2 }'));
    });
  });

  it('shows for which rows a chain runs, and the first of them', async () => {
    const side = formSide(
      { ...ORDERS, data: 'users.csv' },
      { data: { columns: ['user', 'plan'], rows: [['ada', 'pro']], count: 7 } },
    );
    const page = await open(side);
    await openChainSettings(page);
    await page.getByRole('tab', { name: 'Data' }).click();
    await fieldIs(page, 'Data file', 'users.csv');
    await page.getByRole('heading', { name: 'The first 1 of 7 rows' }).waitFor();
    await page.getByRole('cell', { name: 'ada' }).waitFor();
    await page.getByLabel('Data file', { exact: true }).fill('more.jsonl');
    await until(() => side.text().includes('"data": "more.jsonl"'));
    await page.getByRole('checkbox', { name: 'Rows may run at the same time' }).check();
    await until(() => side.text().includes('"independentRows": true'));
    await choose(page.getByRole('combobox', { name: 'Runs' }), { label: 'for each of these rows' });
    await until(() => side.text().includes('"data": [{ "name": "" }]'));
    await choose(page.getByRole('combobox', { name: 'Runs' }), { label: 'once' });
    await until(() => !side.text().includes('"data"'));
  });

  describe('a chain', () => {
    it('without requests offers the ways to a first one next to its settings', async () => {
      const side = formSide({ requests: [] });
      const page = await open(side);
      const first = page.getByRole('region', { name: 'First request' });
      await first.getByText('This chain has no requests yet.').waitFor();
      await page.getByRole('textbox', { name: 'Description' }).waitFor();
      await first.getByText('Paste cURL', { exact: true }).click();
      await called(side, ['pasteCurl']);
      await first.getByText('Import…', { exact: true }).click();
      await called(side, ['importRequests']);
      await first.getByText('Add Request', { exact: true }).click();
      await fieldIs(page, 'URL', '{{baseUrl}}/');
      await first.waitFor({ state: 'detached' });
    });

    it('without an environment offers to keep the server of its first request in one', async () => {
      const side = formSide(ORDERS, { environments: [], firstOrigin: 'https://api.example.com' });
      const page = await open(side);
      await page.getByText(/^Keep https:\/\/api\.example\.com in an environment/).waitFor();
      await page.getByRole('button', { name: 'Create environment' }).click();
      await called(side, ['createEnvironment']);
    });

    it('whose text is broken is shown as it was, and comes back when it is fixed', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      const broken = { message: 'expected , or }', line: 12, column: 7 };
      side.show({ ...side.view(), revision: 2, broken });
      await page.getByText(/expected , or \} \(line 12, column 7\)/).waitFor();
      const url = page.getByRole('combobox', { name: 'URL' });
      assert.equal(await url.getAttribute('readonly'), '');
      await page.getByRole('button', { name: 'Show the text' }).click();
      await called(side, ['reveal', null]);
      side.show({ ...side.view(), revision: 3 });
      await until(async () => (await url.getAttribute('readonly')) === null);
    });

    it('of an environment that does not exist says so, and leads to the choice of another', async () => {
      const side = formSide({ ...ORDERS, environment: 'nowhere' }, { environment: 'nowhere' });
      const page = await open(side);
      await page.getByText('The environment nowhere does not exist.').waitFor();
      await page.getByRole('button', { name: 'Choose another' }).click();
      await page.getByRole('combobox', { name: 'Environment' }).waitFor();
    });

    it('leads from a chosen environment that does not exist to the choice of the workspace', async () => {
      const side = formSide({ ...ORDERS, environment: 'local' }, { environment: 'nowhere' });
      const page = await open(side);
      const notice = page.getByRole('status').filter({ hasText: 'The environment nowhere does not exist.' });
      await notice.getByRole('button', { name: 'Select Environment…' }).click();
      await called(side, ['selectEnvironment']);
    });

    it('of a workspace that is not trusted is edited and not run', async () => {
      const side = formSide(ORDERS, { trusted: false });
      const page = await open(side);
      await page.getByText(/This workspace is not trusted/).waitFor();
      await page.getByRole('button', { name: 'Manage Workspace Trust' }).click();
      await called(side, ['manageTrust']);
      for (const name of ['Run All', 'Execute', 'Run']) {
        const button = page.locator(`vscode-button:text-is("${name}")`);
        assert.equal(await button.evaluate((element) => (element as HTMLButtonElement).disabled), true);
      }
      await rowOf(page, 'Log in').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
      assert.equal(await page.getByRole('menuitem', { name: 'Run', exact: true }).count(), 0);
    });

    it('is mapped, whether its workspace is trusted or not', async () => {
      const side = formSide(ORDERS, { trusted: false });
      const page = await open(side);
      await page.getByRole('button', { name: 'Auto Map' }).click();
      await called(side, ['autoMap']);
    });

    it('that is running can be cancelled', async () => {
      const side = formSide(ORDERS, { running: true });
      const page = await open(side);
      panel().editor.notify('progress', 0, { state: 'running', attempt: 1 });
      await page.getByRole('option', { name: /^running/ }).waitFor();
      await page.getByText('Cancel').first().click();
      await called(side, ['cancel']);
    });

    it('says why something did not work', async () => {
      const side = formSide(ORDERS, { results: [] });
      const page = await open(side);
      panel().editor.notify('show', {
        ...side.view(),
        chosen: { index: 0, text: '{"id":"log-in"}', run: 9, runIndex: 9 },
      });
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
    });

    it('with a thousand requests is typed into as if it had one', async () => {
      const requests = Array.from({ length: 1000 }, (_, at) => ({
        id: `r${at}`,
        method: 'GET',
        url: `/${at}`,
      }));
      const side = formSide({ requests });
      const page = await open(side);
      await page.getByRole('option', { name: /r999$/ }).waitFor({ state: 'attached' });
      const drawn = await page.evaluate(countRowsDrawn);
      assert.equal(drawn, 0);
      await fieldIs(page, 'URL', '/0x');
    });

    const turningAway: [title: string, turn: (page: Page) => Promise<unknown>][] = [
      ['looks elsewhere', (page) => page.evaluate(() => window.dispatchEvent(new Event('blur')))],
      [
        'leaves it with the mouse',
        (page) => page.evaluate(() => document.documentElement.dispatchEvent(new Event('mouseleave'))),
      ],
      ['presses a key that may close it', (page) => page.keyboard.press('Control')],
    ];
    for (const [title, turn] of turningAway) {
      it(`brings what was typed into the text at once when the person ${title}`, async () => {
        const side = formSide(ORDERS);
        const page = await open(side);
        const url = page.getByLabel('URL', { exact: true });
        await url.waitFor();
        // No pause ever ends.
        await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
        await url.press('End');
        await url.press('x');
        assert.deepEqual(side.calls, []);
        await turn(page);
        const value = '"{{baseUrl}}/api/loginx"';
        const before = '"{{baseUrl}}/api/login"';
        const edits = [{ kind: 'set', path: ['url'], before, value }];
        await called(side, ['change', { target: { index: 0, id: 'log-in' }, edits }]);
      });
    }

    it('shows hostile names and values as text, in every place', async () => {
      const request = {
        id: 'a',
        name: HOSTILE,
        method: HOSTILE,
        url: HOSTILE,
        headers: [{ name: HOSTILE, value: HOSTILE }],
        extract: [{ variable: HOSTILE, from: HOSTILE, path: HOSTILE }],
        expect: { status: HOSTILE, body: [{ path: HOSTILE, equals: HOSTILE }] },
        body: { json: { [HOSTILE]: HOSTILE, ['__proto__']: 1 } },
        description: HOSTILE,
        auth: { type: HOSTILE },
        tags: [HOSTILE, 7],
        query: 'no list',
      };
      const side = formSide(
        { name: HOSTILE, tags: [HOSTILE], requests: [request, 7], variables: { [HOSTILE]: HOSTILE } },
        {
          orderProblems: [HOSTILE],
          problems: [{ path: [HOSTILE], severity: 'error', message: HOSTILE, fixes: [HOSTILE] }],
          variables: [{ name: 'x', state: 'resolved', explanation: HOSTILE, shown: HOSTILE }],
        },
      );
      const page = await open(side);
      for (const tab of [
        'Query',
        'Headers',
        'Authentication',
        'Variables',
        'Body',
        'Extract',
        'Expect',
        'Settings',
      ]) {
        await selectTab(page, new RegExp(`^${tab}`));
        await page.locator('vscode-tab-panel:not([hidden]) *').first().waitFor({ state: 'attached' });
      }
      await openChainSettings(page);
      await page.getByRole('tab', { name: /^Variables/ }).click();
      await page.getByLabel(`Name of ${HOSTILE}`).waitFor();
      assert.equal(await page.locator('img, b').count(), 0);
      assert.notEqual(await page.title(), 'owned');
      assert.deepEqual(panel().console, []);
    });
  });

  const states: [title: string, chain: JsonObject, parts: ViewParts][] = [
    ['without requests', { requests: [] }, {}],
    ['whose text is broken', ORDERS, { broken: { message: 'A comma is missing.', line: 3, column: 7 } }],
    ['that runs', ORDERS, { running: true }],
    ['that is not trusted', ORDERS, { trusted: false }],
  ];
  for (const [title, chain, parts] of states) {
    it(`is accessible for a chain ${title}`, async () => {
      const page = await open(formSide(chain, parts));
      assert.deepEqual(await violationsOn(page), []);
      assert.deepEqual(panel().console, []);
    });
  }

  it('names every tab in full in a narrow column, those without room in a menu', async () => {
    const page = await open(formSide(ORDERS), { width: 380 });
    await page.getByRole('button', { name: 'More tabs' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    const cut = await page.getByRole('tab').evaluateAll((tabs) =>
      tabs
        .filter((tab) => {
          const words = document.createRange();
          words.selectNodeContents(tab);
          return words.getBoundingClientRect().right > tab.getBoundingClientRect().right;
        })
        .map(({ textContent }) => textContent),
    );
    assert.deepEqual(cut, []);
  });

  const looks = [
    ['dark', 'dark', 'transparent'],
    ['light', 'normal', 'of the theme'],
    ['highContrast', 'dark', 'transparent'],
    ['highContrastLight', 'normal', 'of the theme'],
  ] as const;
  for (const [theme, scheme, quiet] of looks) {
    it(`lets hints, boxes and quiet buttons look as the theme has them: ${theme}`, async () => {
      const page = await open(formSide(ORDERS), { theme });
      await rowOf(page, 'Create order').click();
      await requestShown(page, 'create-order');
      await page.getByRole('tab', { name: /^Extract/ }).click();
      const hint = page.getByRole('combobox', { name: 'Variable of a new extraction' });
      await hint.waitFor();
      const [typed, hinted] = await hint.evaluate((field) => [
        getComputedStyle(field).color,
        getComputedStyle(field, '::placeholder').color,
      ]);
      assert.notEqual(hinted, typed);
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).colorScheme), scheme);
      const fill = await page
        .locator('vscode-button[secondary]')
        .first()
        .evaluate((button) => {
          const base = button.shadowRoot?.querySelector('[part=base]');
          return base ? getComputedStyle(base).backgroundColor : '';
        });
      assert.equal(fill === 'rgba(0, 0, 0, 0)' ? 'transparent' : 'of the theme', quiet);
    });
  }

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    for (const width of [1240, 600]) {
      it(`has no accessibility violation and no complaint in the console: ${theme}, ${width} px`, async () => {
        const rows = [
          ended('passed', { status: 200 }),
          ended('failed', { status: 500, reason: 'The status is 500.' }),
        ];
        const side = formSide(ORDERS, {
          variables: VARIABLES,
          suggestions: SUGGESTIONS,
          rows,
          results: sampleResults,
        });
        const page = await open(side, { theme, width });
        await rowOf(page, 'Create order').click();
        await requestShown(page, 'create-order');
        for (const tab of [
          'Headers',
          'Authentication',
          'Variables',
          'Body',
          'Extract',
          'Expect',
          'Settings',
        ]) {
          await selectTab(page, new RegExp(`^${tab}`));
          assert.deepEqual(await violationsOn(page), [], tab);
        }
        await page.getByRole('combobox', { name: 'URL' }).focus();
        await page.getByRole('listbox', { name: 'Variables' }).waitFor();
        assert.deepEqual(await violationsOn(page), [], 'suggestions');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Orders', exact: true }).click();
        await page.getByRole('combobox', { name: 'Environment' }).waitFor();
        assert.deepEqual(await violationsOn(page), [], 'settings of the chain');
        assert.deepEqual(panel().console, []);
      });
    }
  }
});

/** Runs in the page: types a letter into the URL and counts the rows of the list that are drawn again. */
async function countRowsDrawn(): Promise<number> {
  let drawn = 0;
  const observer = new MutationObserver((changes) => (drawn += changes.length));
  const list = document.querySelector('.requests');
  const url = document.querySelector<HTMLInputElement>('[aria-label=URL]');
  if (list === null || url === null) {
    return -1;
  }
  observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
  url.setRangeText('x', url.value.length, url.value.length, 'end');
  url.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  observer.disconnect();
  return drawn;
}
