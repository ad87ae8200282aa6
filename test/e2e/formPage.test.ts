import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { formEditorGuards, formPageGuards } from '../../src/protocol/formContract';
import type { FormEditor, FormPage } from '../../src/protocol/formContract';
import type { Suggestion, VariableDefinition } from '../../src/protocol/formVariables';
import { findViolations } from './accessibility';
import { formSide } from './formSide';
import type { FormSide } from './formSide';
import { openPanel, startPanelBrowser } from './panelPage';
import type { Look, OpenPanel, PanelBrowser, PanelKind } from './panelPage';
import { sampleResults } from './sampleRun';

const FORM: PanelKind<FormEditor, FormPage> = {
  bundle: 'editor',
  editor: formEditorGuards,
  panel: formPageGuards,
};

const HOSTILE = '</script><img src=x onerror="document.title=\'owned\'"><b>{{x}}$&\u202e';

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
      headers: [
        { name: 'Accept', value: 'application/json' },
        { name: 'X-Trace', value: '1', disabled: true },
      ],
      auth: { type: 'basic', username: 'ann', password: '{{$secret PASSWORD}}' },
      body: { json: { sku: 'A-1', note: 'for {{userId}}' } },
      extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
      expect: { status: 201, body: [{ path: '$.amount', equals: 12.5 }] },
      retry: { times: 5, until: { path: '$.state', equals: 'ready' } },
    },
    { id: 'read-order', name: 'Read order', method: 'GET', url: '{{baseUrl}}/api/orders/{{orderId}}' },
  ],
};

const VARIABLES: readonly VariableDefinition[] = [
  { name: 'baseUrl', state: 'resolved', explanation: 'environment local', shown: '"http://127.0.0.1:4010"' },
  { name: 'userId', state: 'resolved', explanation: 'from Log in', shown: '7', producer: 0 },
  { name: 'dry', state: 'unresolved', explanation: 'nothing gives it' },
  { name: '$secret PASSWORD', state: 'secret', explanation: 'a secret' },
];

const SUGGESTIONS: readonly Suggestion[] = ['orderId', 'userId', 'baseUrl'].map((name) => ({
  name,
  explanation: 'from Log in',
  shown: '7',
  matches: name === 'orderId',
  start: 0,
  end: 0,
  text: `{{${name}}}`,
}));

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
    await opened.page.getByRole('region', { name: 'Chain', exact: true }).waitFor();
    return opened.page;
  }

  /** Opens the second request at a tab. */
  async function openTab(side: FormSide, tab: string): Promise<Page> {
    const page = await open(side);
    await rowOf(page, 'Create order').click();
    await page
      .getByRole('textbox', { name: 'Name', exact: true })
      .and(page.locator('[placeholder=create-order]'))
      .waitFor();
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    return page;
  }

  describe('the list of requests', () => {
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
      await until(async () => (await namesIn(page)).join() === 'Create order,Log in,Read order');
      await page.keyboard.press('F2');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'request-name');
    });

    it('takes requests to where they are dropped', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      const target = rowOf(page, 'Read order');
      const box = await target.boundingBox();
      assert.ok(box !== null);
      await rowOf(page, 'Log in').dragTo(target, { targetPosition: { x: 40, y: box.height - 4 } });
      await until(async () => (await namesIn(page)).join() === 'Create order,Read order,Log in');
      assert.deepEqual(side.calls.at(-1), ['moveRequests', [{ index: 0, id: 'log-in' }], 3]);
    });

    it('has a menu for the picked requests', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      await rowOf(page, 'Read order').click({ button: 'right' });
      const menu = page.getByRole('menu', { name: 'Requests' });
      assert.deepEqual(
        (await menu.getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0]),
        [
          'Run',
          'Run with dependencies',
          'Run from here',
          'Copy as cURL',
          'Show in text',
          'Duplicate',
          'Disable',
          'Delete',
        ],
      );
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
      const lines = (await page.getByRole('option').allInnerTexts()).map((text) => text.split(/\s*\n\s*/));
      assert.deepEqual(lines, [
        ['passed', 'POST', 'Log in', '34 ms'],
        ['failed', 'POST', 'Create order', '500', 'The status is 500, not 201.'],
        ['blocked', 'GET', 'Read order', 'blocked', 'needs orderId from create-order'],
      ]);
    });

    it('mends an order that breaks a dependency', async () => {
      const side = formSide(ORDERS, { orderProblems: ['Read order needs orderId, which comes later.'] });
      const page = await open(side);
      await page.getByText('Read order needs orderId, which comes later.').waitFor();
      await page.getByRole('button', { name: 'Mend order' }).click();
      await called(side, ['mendOrder']);
    });
  });

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

    it('is handed over before the file is saved', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      await page.getByRole('combobox', { name: 'URL' }).press('End');
      await page.keyboard.type('/x');
      const drafts = await panel?.editor.call('drafts');
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

  describe('a request', () => {
    it('gets a header by typing into the empty row, and loses the member with the last one', async () => {
      const side = formSide(ORDERS);
      const before = side.text();
      const page = await open(side);
      await page.getByRole('tab', { name: /^Headers/ }).click();
      await page.getByLabel('Name of a new header').pressSequentially('If-Match');
      await page.getByLabel('Value of If-Match').pressSequentially('*');
      await until(() => side.text().includes('"headers": [{ "name": "If-Match", "value": "*" }]'));
      await page.getByRole('button', { name: 'Remove If-Match' }).click();
      await until(() => side.text() === before);
    });

    it('has its headers switched on, and edited as text', async () => {
      const side = formSide(ORDERS);
      const page = await openTab(side, 'Headers');
      await page.getByRole('checkbox', { name: 'X-Trace is sent' }).check();
      await until(() => !side.text().includes('"disabled"'));
      await page.getByRole('button', { name: 'Edit as text' }).click();
      const all = page.getByLabel('All headers, a line each');
      assert.equal(await all.inputValue(), 'Accept: application/json\nX-Trace: 1');
      await all.fill('Accept: text/html\n# X-Trace: 1\nX: {{userId}}');
      await until(() => requestIn(side)['headers'] !== undefined && side.text().includes('{{userId}}" }'));
      assert.deepEqual(requestIn(side)['headers'], [
        { name: 'Accept', value: 'text/html' },
        { name: 'X-Trace', value: '1', disabled: true },
        { name: 'X', value: '{{userId}}' },
      ]);
    });

    it('is signed in another way', async () => {
      const side = formSide(ORDERS);
      const page = await openTab(side, 'Authentication');
      await page.getByRole('combobox', { name: 'Type' }).selectOption('digest');
      await requestHas(side, 'auth', { type: 'digest', username: 'ann', password: '{{$secret PASSWORD}}' });
      await page.getByRole('combobox', { name: 'Type' }).selectOption('oauth2');
      await page.getByRole('combobox', { name: 'Client id' }).fill('me');
      await requestHas(side, 'auth', {
        type: 'oauth2',
        grant: 'clientCredentials',
        tokenUrl: '',
        clientId: 'me',
      });
      await page.getByRole('combobox', { name: 'Type' }).selectOption('inherit');
      await requestHas(side, 'auth', undefined);
    });

    it('keeps the last sound JSON while its body is not finished, and says what is wrong', async () => {
      const side = formSide(ORDERS);
      const page = await openTab(side, 'Body');
      const body = page.getByRole('textbox', { name: 'JSON body' });
      await body.fill('{"sku": "B-2",');
      await page.getByText(/This is no JSON yet: expected .* line 1, column 15/).waitFor();
      await body.blur();
      assert.equal(await body.inputValue(), '{"sku": "B-2",');
      await body.fill('{"sku": "B-2", "id": 9007199254740993}');
      await page
        .getByRole('region', { name: 'Body as it will be sent' })
        .getByText('9007199254740993')
        .waitFor();
      await until(() => side.text().includes('"json": { "sku": "B-2", "id": 9007199254740993 }'));
      await page.getByRole('button', { name: 'Format' }).click();
      const laidOut = '{\n  "sku": "B-2",\n  "id": 9007199254740993\n}';
      await until(async () => (await body.inputValue()) === laidOut);
    });

    it('gets a body of another kind, and the former one back', async () => {
      const side = formSide(ORDERS);
      const page = await openTab(side, 'Body');
      const kind = page.getByRole('combobox', { name: 'Kind of body' });
      await kind.selectOption('multipart');
      await page.getByRole('button', { name: 'Add file' }).click();
      await page.getByRole('button', { name: 'Choose a file for File of part 1' }).click();
      await requestHas(side, 'body', { multipart: [{ name: 'part1', file: 'files/invoice.pdf' }] });
      await kind.selectOption('json');
      await requestHas(side, 'body', ORDERS.requests[1]?.body);
      await kind.selectOption('none');
      await requestHas(side, 'body', undefined);
    });

    it('gets extractions', async () => {
      const side = formSide(ORDERS);
      const page = await openTab(side, 'Extract');
      await page.getByLabel('Variable of a new extraction').pressSequentially('etag');
      await page.getByRole('combobox', { name: 'Source of extraction 2' }).selectOption('header');
      await page.getByLabel('Name of the header of extraction 2').fill('ETag');
      await page.getByRole('checkbox', { name: 'May be missing' }).last().check();
      await requestHas(side, 'extract', [
        { variable: 'orderId', from: 'body', path: '$.id' },
        { variable: 'etag', from: 'header', name: 'ETag', optional: true },
      ]);
    });

    it('gets expectations, and leaves out those that are emptied', async () => {
      const side = formSide(ORDERS);
      const page = await openTab(side, 'Expect');
      await page.getByRole('textbox', { name: 'Status' }).fill('200, 2xx');
      await page.getByRole('button', { name: 'Add check' }).first().click();
      await page.getByLabel('Operand of headers check 1').fill('xml');
      await page.getByRole('combobox', { name: 'Comparison of body check 1' }).selectOption('lessThan');
      await requestHas(side, 'expect', {
        status: [200, '2xx'],
        body: [{ path: '$.amount', lessThan: 12.5 }],
        headers: [{ name: 'Content-Type', contains: 'xml' }],
      });
      await page.getByRole('textbox', { name: 'Status' }).fill('');
      await page.getByRole('button', { name: 'Remove headers check 1' }).click();
      await page.getByRole('button', { name: 'Remove body check 1' }).click();
      await requestHas(side, 'expect', undefined);
    });

    it('gets settings, defaults left out', async () => {
      const side = formSide(ORDERS);
      const page = await openTab(side, 'Settings');
      await page.getByRole('textbox', { name: 'Timeout (ms)' }).fill('500');
      await page.getByRole('textbox', { name: 'Tags' }).fill('a, b');
      await page.getByRole('combobox', { name: 'What the retry waits for' }).selectOption('none');
      await requestHas(side, 'retry', { times: 5 });
      await page.getByRole('combobox', { name: 'Redirects' }).selectOption('manual');
      await requestHas(side, 'redirects', 'manual');
      await page.getByRole('combobox', { name: 'Redirects' }).selectOption('follow');
      await requestHas(side, 'redirects', undefined);
      assert.equal(requestIn(side)['timeoutMs'], 500);
      assert.deepEqual(requestIn(side)['tags'], ['a', 'b']);
    });

    it('is run, with what was typed before', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      await page.getByRole('combobox', { name: 'URL' }).press('End');
      await page.keyboard.type('/x');
      await page.locator('vscode-button').getByText('Run', { exact: true }).click();
      await called(side, ['runRequest', { index: 0, id: 'log-in' }]);
      assert.ok(side.calls.some(([name]) => name === 'change'));
      await page.getByRole('button', { name: 'More ways to run' }).click();
      await page.getByRole('menuitem', { name: 'Run with dependencies' }).click();
      await called(side, ['runWithDependencies', { index: 0, id: 'log-in' }]);
    });

    it('shows its last response, of which a value is kept as a variable', async () => {
      const side = formSide(ORDERS, { results: sampleResults });
      const page = await open(side);
      const response = page.getByRole('region', { name: 'Response' });
      await response.getByText('201 Created').waitFor();
      await response
        .getByRole('treeitem', { name: /^line:? ?881/ })
        .locator('.json-pick')
        .click();
      const dialog = page.getByRole('dialog', { name: 'Extract as variable' });
      await dialog.getByText('Extract', { exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(side.calls.slice(-2), [
        ['offerExtraction', 1, 0, { from: 'body', steps: ['items', 0, 'line'] }],
        ['extract', 7, { variable: 'lineId', rule: 0, uses: [] }],
      ]);
    });

    it('has its problems mended', async () => {
      const problems = [
        {
          path: ['url'],
          severity: 'error',
          message: 'Nothing gives dry a value.',
          fixes: ['Add it', 'Extract it'],
        },
      ] as const;
      const side = formSide(ORDERS, { problems });
      const page = await open(side);
      await page.getByRole('button', { name: 'Extract it' }).click();
      await called(side, ['fix', 1, 0, 1]);
    });
  });

  describe('the settings of the chain', () => {
    it('change what it says of itself, defaults left out', async () => {
      const side = formSide(ORDERS);
      const page = await open(side);
      await page.getByRole('button', { name: 'Orders', exact: true }).click();
      await page.getByRole('combobox', { name: 'Status' }).selectOption('draft');
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

  describe('a chain', () => {
    it('without requests invites to add one', async () => {
      const side = formSide({ requests: [] });
      const page = await open(side);
      await page.getByText('This chain has no requests yet.').waitFor();
      await page.getByText('Add Request', { exact: true }).click();
      await fieldIs(page, 'URL', '{{baseUrl}}/');
    });

    it('whose text is broken is shown as it was, and comes back when it is mended', async () => {
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

    it('of a workspace that is not trusted is edited and not run', async () => {
      const side = formSide(ORDERS, { trusted: false });
      const page = await open(side);
      await page.getByText(/This workspace is not trusted/).waitFor();
      for (const name of ['Run All', 'Execute', 'Run']) {
        const button = page.locator(`vscode-button:text-is("${name}")`);
        assert.equal(await button.evaluate((element) => (element as HTMLButtonElement).disabled), true);
      }
      await rowOf(page, 'Log in').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
      assert.equal(await page.getByRole('menuitem', { name: 'Run', exact: true }).count(), 0);
    });

    it('that is running can be cancelled', async () => {
      const side = formSide(ORDERS, { running: true });
      const page = await open(side);
      panel?.editor.tell('progress', 0, { state: 'running', attempt: 1 });
      await page.getByRole('option', { name: /^running/ }).waitFor();
      await page.getByText('Cancel').first().click();
      await called(side, ['cancel']);
    });

    it('says why something did not work', async () => {
      const side = formSide(ORDERS, { results: [] });
      const page = await open(side);
      panel?.editor.tell('show', {
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
      for (const tab of ['Query', 'Headers', 'Authentication', 'Body', 'Extract', 'Expect', 'Settings']) {
        await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await page.locator('vscode-tab-panel:not([hidden]) *').first().waitFor({ state: 'attached' });
      }
      await page.locator('.chain-name button').click();
      await page.getByRole('tab', { name: /^Variables/ }).click();
      await page.getByLabel(`Name of ${HOSTILE}`).waitFor();
      assert.equal(await page.locator('img, b').count(), 0);
      assert.notEqual(await page.title(), 'owned');
      assert.deepEqual(panel?.console, []);
    });
  });

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
        const axe = createRequire(path.resolve('package.json')).resolve('axe-core/axe.min.js');
        await page.evaluate(await readFile(axe, 'utf8'));
        for (const tab of ['Headers', 'Authentication', 'Body', 'Extract', 'Expect', 'Settings']) {
          await page
            .getByRole('tab', { name: new RegExp(`^${tab}`) })
            .first()
            .click();
          assert.deepEqual(await page.evaluate(findViolations), [], tab);
        }
        await page.getByRole('combobox', { name: 'URL' }).focus();
        await page.getByRole('listbox', { name: 'Variables' }).waitFor();
        assert.deepEqual(await page.evaluate(findViolations), [], 'suggestions');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Orders', exact: true }).click();
        await page.getByRole('combobox', { name: 'Environment' }).waitFor();
        assert.deepEqual(await page.evaluate(findViolations), [], 'settings of the chain');
        assert.deepEqual(panel?.console, []);
      });
    }
  }
});

/** A row whose request ended. */
function ended(outcome: 'passed' | 'failed' | 'blocked', more: { status?: number; reason?: string }) {
  return {
    progress: { state: 'finished', summary: { outcome, durationMs: 34, attempts: 1, ...more } },
  } as const;
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('listbox', { name: 'Requests' }).getByRole('option').filter({ hasText: name });
}

function namesIn(page: Page): Promise<readonly string[]> {
  return page.locator('.row-name').allInnerTexts();
}

/** The second request, as the text says it. */
function requestIn(side: FormSide): Readonly<Record<string, unknown>> {
  const { requests } = JSON.parse(side.text()) as { requests: Readonly<Record<string, unknown>>[] };
  return requests[1] ?? {};
}

/** Waits until the text says of the second request what it should. */
async function requestHas(side: FormSide, member: string, value: unknown): Promise<void> {
  const expected = JSON.stringify(value);
  await until(() => JSON.stringify(requestIn(side)[member]) === expected);
}

/** Runs in the page: types a letter into the URL and counts the rows of the list that are drawn anew for it. */
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

/** Waits until the editor was called so. */
async function called({ calls }: FormSide, call: unknown[]): Promise<void> {
  const expected = JSON.stringify(call);
  await until(() => JSON.stringify(calls.at(-1)) === expected);
}

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
