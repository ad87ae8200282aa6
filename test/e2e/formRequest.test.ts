import assert from 'node:assert/strict';
import { until } from '../until';
import { violationsOn } from './accessibility';
import { ORDERS, formTests, holdFrames, requestHas, requestIn } from './formPage';
import { formSide } from './formSide';
import { called, choose, selectTab } from './panelTests';
import { resultOf, sampleResults, withoutValues } from './sampleRun';

describe('a request in the form editor', function () {
  const { open, openTab } = formTests();

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

  it('has its headers moved with Alt and an arrow', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Headers');
    await page.getByRole('combobox', { name: 'Value of Accept' }).press('Alt+ArrowDown');
    await requestHas(side, 'headers', [
      { name: 'X-Trace', value: '1', disabled: true },
      { name: 'Accept', value: 'application/json' },
    ]);
    await until(async () => (await page.locator(':focus').getAttribute('aria-label')) === 'Value of Accept');
  });

  it('is signed in another way', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Authentication');
    await choose(page.getByRole('combobox', { name: 'Type' }), 'digest');
    await requestHas(side, 'auth', { type: 'digest', username: 'ann', password: '{{$secret PASSWORD}}' });
    await choose(page.getByRole('combobox', { name: 'Type' }), 'oauth2');
    await page.getByRole('combobox', { name: 'Client id' }).fill('me');
    await requestHas(side, 'auth', {
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: '',
      clientId: 'me',
    });
    await choose(page.getByRole('combobox', { name: 'Type' }), 'inherit');
    await requestHas(side, 'auth', undefined);
  });

  it('gets a condition of several comparisons, and loses it', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Settings');
    await page.getByRole('checkbox', { name: 'Send only if a condition holds' }).check();
    await page.getByLabel('Value of comparison 1').fill('{{userId}}');
    await page.getByLabel('Operand of comparison 1').fill('7');
    await requestHas(side, 'when', { value: '{{userId}}', equals: 7 });
    await page.getByRole('button', { name: 'Add a comparison' }).click();
    await choose(page.getByLabel('Comparison of comparison 2'), 'exists');
    await choose(page.getByLabel('How many have to hold'), 'any');
    await requestHas(side, 'when', {
      any: [
        { value: '{{userId}}', equals: 7 },
        { value: '', exists: true },
      ],
    });
    assert.deepEqual(await violationsOn(page), []);
    await page.getByRole('button', { name: 'Remove comparison 2' }).click();
    await requestHas(side, 'when', { value: '{{userId}}', equals: 7 });
    await page.getByRole('checkbox', { name: 'Send only if a condition holds' }).uncheck();
    await requestHas(side, 'when', undefined);
  });

  it('is sent for items, for pages, and after a pause', async () => {
    const items = {
      name: 'items',
      state: 'resolved',
      explanation: 'extracted by list',
      shown: '["x","y"]',
    } as const;
    const side = formSide(ORDERS, { variables: [items] });
    const page = await openTab(side, 'Settings');
    const sent = page.getByRole('combobox', { name: 'Sent' });
    await choose(sent, 'items');
    await page.getByText('Its last value: ["x","y"]').waitFor();
    await page.getByLabel('List', { exact: true }).fill('["a", "b"]');
    await page.getByLabel('Variable of the item').fill('name');
    await requestHas(side, 'forEach', { in: ['a', 'b'], as: 'name' });
    await choose(sent, 'pages');
    await requestHas(side, 'forEach', {
      page: { next: 'cursor', until: { path: '$.nextCursor', exists: false } },
    });
    assert.deepEqual(await violationsOn(page), []);
    await choose(sent, 'once');
    await page.getByLabel('Before it is sent (ms)').fill('20');
    await requestHas(side, 'delayMs', 20);
    await requestHas(side, 'forEach', undefined);
  });

  it('reads an event stream up to a limit, or until a condition holds', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Settings');
    const listening = page.getByRole('checkbox', { name: 'Read events, then close the connection' });
    await listening.check();
    await requestHas(side, 'stream', {});
    await page.getByLabel('At most (events)').fill('5');
    await requestHas(side, 'stream', { maxEvents: 5 });
    await page.getByLabel('At most (events)').fill('');
    await requestHas(side, 'stream', {});
    await choose(page.getByLabel('What ends the reading'), 'condition');
    await page.getByLabel('Path of the stream').fill('$.events[-1].data.state');
    await choose(page.getByLabel('Comparison of the stream'), 'equals');
    // It is a list until the comparison is another one.
    await page.locator('input').and(page.getByLabel('Operand of the stream')).fill('delivered');
    await page.getByLabel('At most (ms)').fill('500');
    await requestHas(side, 'stream', {
      until: { path: '$.events[-1].data.state', equals: 'delivered' },
      maxMs: 500,
    });
    assert.deepEqual(await violationsOn(page), []);
    await listening.uncheck();
    await requestHas(side, 'stream', undefined);
  });

  it('gets variables of its own', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Variables');
    const name = page.getByRole('textbox', { name: 'Name of a new variable' });
    await name.fill('signature');
    await name.press('Enter');
    await requestHas(side, 'variables', { signature: '' });
    await page.getByRole('combobox', { name: 'Value of signature' }).fill("{{$hash 'sha256' $request.body}}");
    await requestHas(side, 'variables', { signature: "{{$hash 'sha256' $request.body}}" });
    await page.getByRole('button', { name: 'Remove signature' }).click();
    await requestHas(side, 'variables', undefined);
  });

  it('keeps the last sound JSON while its body is not finished, and says what is wrong', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Body');
    const body = page.getByRole('textbox', { name: 'JSON body' });
    await body.fill('{"sku": "B-2",');
    await page.getByText(/This is not valid JSON yet: expected .* line 1, column 15/).waitFor();
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
    await choose(kind, 'multipart');
    await page.getByRole('button', { name: 'Add file' }).click();
    await page.getByRole('button', { name: 'Choose a file for File of part 1' }).click();
    await requestHas(side, 'body', { multipart: [{ name: 'part1', file: 'files/invoice.pdf' }] });
    await choose(kind, 'json');
    await requestHas(side, 'body', ORDERS.requests[1]?.body);
    await choose(kind, 'none');
    await requestHas(side, 'body', undefined);
  });

  it('gets extractions', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Extract');
    await page.getByLabel('Variable of a new extraction').pressSequentially('etag');
    await choose(page.getByRole('combobox', { name: 'Source of extraction 2' }), 'header');
    await page.getByLabel('Name of the header of extraction 2').fill('ETag');
    await page.getByRole('checkbox', { name: 'May be missing' }).last().check();
    await requestHas(side, 'extract', [
      { variable: 'orderId', from: 'body', path: '$.id' },
      { variable: 'etag', from: 'header', name: 'ETag', optional: true },
    ]);
  });

  it('gets an extraction that decodes what it found', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Extract');
    const decoding = page.getByRole('combobox', { name: 'Decoding of extraction 1' });
    await choose(decoding, 'decode a token (JWT)');
    const claim = page.getByLabel('Path in the decoded value of extraction 1');
    await claim.fill('$.user.id');
    const found = { variable: 'orderId', from: 'body', path: '$.id' };
    await requestHas(side, 'extract', [{ ...found, decode: { as: 'jwt', path: '$.user.id' } }]);
    await claim.fill('');
    await requestHas(side, 'extract', [{ ...found, decode: { as: 'jwt' } }]);
    await choose(decoding, 'not decoded');
    await requestHas(side, 'extract', [found]);
  });

  it('that is not complete yet says so in place of its address', async () => {
    const side = formSide(ORDERS);
    const remark = 'The request is not complete yet.';
    const preview = () => ({ method: '', url: [], headers: [], remarks: [remark], missingSecrets: [] });
    const page = await open({ ...side, implementation: { ...side.implementation, preview } });
    const shown = page.locator('.url-preview');
    await shown.getByText(remark).waitFor();
    assert.equal(await shown.locator('.codicon').count(), 0);
  });

  for (const [missingSecrets, link] of [
    [['KEY'], 'Set Secret…'],
    [['OTHER', 'KEY'], 'Set Secret KEY…'],
  ] as const) {
    it(`leads to ${missingSecrets.join(' and ')}, which it lacks before any run`, async () => {
      const side = formSide(ORDERS);
      const preview = () => ({ method: '', url: [], headers: [], remarks: [], missingSecrets });
      const page = await open({ ...side, implementation: { ...side.implementation, preview } });
      await page.locator('.url-preview').getByRole('button', { name: link }).click();
      await called(side, ['setPreviewedSecret', 'KEY']);
    });
  }

  it('takes what is typed faster than the screen draws for one text', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Extract');
    const field = page.getByLabel('Variable of a new extraction');
    await field.focus();
    await page.evaluate(holdFrames);
    await page.keyboard.type('etag');
    await requestHas(side, 'extract', [
      { variable: 'orderId', from: 'body', path: '$.id' },
      { variable: 'etag', from: 'body' },
    ]);
  });

  it('gets expectations, and leaves out those that are emptied', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Expect');
    await page.getByRole('textbox', { name: 'Status' }).fill('200, 2xx');
    await page.getByRole('button', { name: 'Add check' }).first().click();
    await page.getByLabel('Operand of headers check 1').fill('xml');
    await choose(page.getByRole('combobox', { name: 'Comparison of body check 1' }), 'lessThan');
    const contract = page.getByRole('checkbox', { name: 'Response must fit the OpenAPI description' });
    await contract.check();
    await requestHas(side, 'expect', {
      status: [200, '2xx'],
      body: [{ path: '$.amount', lessThan: 12.5 }],
      headers: [{ name: 'Content-Type', contains: 'xml' }],
      contract: true,
    });
    await page.getByRole('textbox', { name: 'Status' }).fill('');
    await page.getByRole('button', { name: 'Remove headers check 1' }).click();
    await page.getByRole('button', { name: 'Remove body check 1' }).click();
    await contract.uncheck();
    await requestHas(side, 'expect', undefined);
  });

  it('gets settings, defaults left out', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Settings');
    await page.getByRole('textbox', { name: 'Timeout (ms)' }).fill('500');
    await page.getByRole('textbox', { name: 'Tags' }).fill('a, b');
    await choose(page.getByRole('combobox', { name: 'What the retry waits for' }), 'none');
    await requestHas(side, 'retry', { times: 5 });
    await choose(page.getByRole('combobox', { name: 'Redirects' }), 'manual');
    await requestHas(side, 'redirects', 'manual');
    await choose(page.getByRole('combobox', { name: 'Redirects' }), 'follow');
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

  it('leads from a missing secret to its value', async () => {
    const side = formSide(ORDERS, { results: [withoutValues] });
    const page = await open(side);
    await page.getByRole('button', { name: 'Set Secret…' }).click();
    await called(side, ['setSecret', 1, 0, 1, 0]);
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
      ['offerExtraction', 1, 0, { from: 'body', steps: ['items', 0, 'line'] }, 0],
      ['extract', 7, { variable: 'lineId', rule: 0, uses: [] }],
    ]);
  });

  it('that was never run shows its recording, and says so', async () => {
    const recorded = { outcome: 'skipped', durationMs: 0, expectations: [] } as const;
    const reasons = [{ kind: 'not-selected', message: 'It was recorded by another tool.' }] as const;
    const side = formSide(ORDERS, { results: [resultOf('log-in', { ...recorded, reasons })] });
    const page = await open(side);
    const response = page.getByRole('region', { name: 'Response' });
    await response.getByText('Recorded, not run').waitFor();
    await response.getByText('201 Created').waitFor();
    assert.equal(await response.getByText('0 ms').count(), 0);
    assert.equal(await response.getByText('recorded by another tool').count(), 0);
    await response
      .getByRole('treeitem', { name: /^line:? ?881/ })
      .locator('.json-pick')
      .click();
    await page.getByRole('dialog', { name: 'Extract as variable' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  it('has its id and its variables renamed everywhere', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Extract');
    await page.getByRole('button', { name: 'Rename orderId everywhere…' }).click();
    await called(side, ['rename', { index: 1, id: 'create-order' }, ['extract', 0, 'variable']]);
    await page.getByRole('button', { name: 'More about the request' }).click();
    await page.getByRole('menuitem', { name: 'Rename id…' }).click();
    await called(side, ['rename', { index: 1, id: 'create-order' }, ['id']]);
  });

  it('shows how it did before', async () => {
    const side = formSide(ORDERS, { results: sampleResults });
    const page = await openTab(side, 'Extract');
    await selectTab(page, 'History');
    await page.getByText('No earlier response passed, so there is nothing to compare with.').waitFor();
  });

  it('has its problems fixed', async () => {
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
