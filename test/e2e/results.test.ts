import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { causePath } from '../../src/core/run/causePath';
import type { RequestPast } from '../../src/core/compare/requestPast';
import type { RecordedBody, RequestResult } from '../../src/core/result/result';
import { CallFailure, type Implementation } from '../../src/protocol/channel';
import { plainView } from '../../src/protocol/bodyTree';
import { resultsContract, type ResultsEditor, type ResultsPanel } from '../../src/protocol/resultsContract';
import { BodyTree } from '../../src/core/bodyTree/bodyTree';
import { lookFrom } from '../../src/core/bodyTree/treeLook';
import type { SelectedValue } from '../../src/core/extraction/selectedValue';
import type { ExtractionOffer } from '../../src/protocol/extractionOffer';
import type { RunView } from '../../src/protocol/runView';
import { until, untilEqual } from '../until';
import { violationsOn } from './accessibility';
import type { Look, PanelKind } from './panelPage';
import {
  HOSTILE,
  assertLeadsToEnvironment,
  assertLeadsToTrust,
  assertSaysRefusal,
  called,
  drawnOn,
  panelTests,
  recordCalls,
  refuseMissingEnvironment,
  refuseUntrusted,
  selectTab,
  showTexts,
  twoFrames,
} from './panelTests';
import {
  ORDER_BODY,
  calledChain,
  resultOf,
  sampleResults,
  unreached,
  viewOf,
  withExamples,
  withoutValues,
} from './sampleRun';

const RESULTS: PanelKind<ResultsEditor, ResultsPanel> = {
  page: 'results',
  contract: resultsContract,
};

/** An editor that shows `results`, and the calls it got besides `ready` and `details`. */
function editorWith(results: readonly RequestResult[] | null, view?: Partial<RunView>) {
  const { calls, note } = recordCalls();
  const implementation: Implementation<ResultsEditor> = {
    ready: () => ({
      subject: 'file:///orders.chain.json',
      view: results === null ? null : viewOf(results, view),
    }),
    details: (_run, index) => {
      const result = results?.[index];
      if (result === undefined) {
        throw new CallFailure('This result is no longer there. Run the chain again.');
      }
      return result;
    },
    causes: (_run, index) => causePath(new Map((results ?? []).entries()), index),
    past: () => ORDER_PAST,
    runAll: note('runAll'),
    manageTrust: note('manageTrust'),
    selectEnvironment: note('selectEnvironment'),
    startSampleApi: note('startSampleApi'),
    rerunFailed: note('rerunFailed'),
    repair: note('repair'),
    runRequest: note('runRequest'),
    runWithDependencies: note('runWithDependencies'),
    runFromHere: note('runFromHere'),
    cancel: note('cancel'),
    openRequest: note('openRequest'),
    openBody: note('openBody'),
    setSecret: note('setSecret'),
    bodyTree: (_run, _index, { look, act }) =>
      plainView(LONG_TREE.view(look === null ? undefined : lookFrom(look), act)),
    openLog: note('openLog'),
    share: note('share'),
    notify: note('notify'),
    issue: () => null,
    raiseIssue: (...at) => {
      note('raiseIssue')(...at);
      return '#12';
    },
    openIssue: note('openIssue'),
    offerExtraction: (...args) => {
      note('offerExtraction')(...args);
      return ORDER_OFFER;
    },
    extract: (offer, choice) => {
      note('extract')(offer, choice);
      if (choice.variable === 'taken') {
        throw new CallFailure('The chain has changed since.');
      }
    },
  };
  return { implementation, calls };
}

/** A body that only the editor has. */
const LONG_TREE = new BodyTree({
  orders: Array.from({ length: 5_000 }, (_, id) => ({ id, sku: id === 4321 ? 'needle' : 'A-1' })),
});

/** A value that a rule selects. */
function selected(text: string): SelectedValue {
  return { count: text === '' ? 0 : 1, text };
}

/** What a rule selects in six answers; in the first ones nothing. */
function earlierValues(nothing: number): ExtractionOffer['rules'][number]['earlier'] {
  return Array.from({ length: 6 }, (_, index) => ({
    startedAt: `2026-11-2${index}T14:02:00.000Z`,
    ...selected(index < nothing ? '' : String(700 + index)),
  }));
}

/** An offer with a rule that fails at times, and a use. */
const ORDER_OFFER: ExtractionOffer = {
  id: 7,
  variable: 'orderId',
  rules: [
    { text: '$.items[0].line', all: false, now: selected('881'), earlier: earlierValues(4), worksIn: 2 },
    {
      text: "$.items[?@.sku == 'A-1'].line",
      all: false,
      now: selected('881'),
      earlier: earlierValues(0),
      worksIn: 6,
    },
  ],
  uses: [
    { requestName: 'Read order', location: { in: 'path' } },
    { requestName: 'Delete order', location: { in: 'path' } },
  ],
};

/** A request that was good once and failed since. */
const ORDER_PAST: RequestPast = {
  points: [
    { startedAt: '2026-11-20T14:02:00.000Z', durationMs: 8, outcome: 'passed', status: 201, isShown: false },
    { startedAt: '2026-11-21T14:02:00.000Z', durationMs: 34, outcome: 'failed', status: 500, isShown: true },
  ],
  lastGood: {
    startedAt: '2026-11-20T14:02:00.000Z',
    comparison: {
      changes: [
        { place: 'status', name: '', before: '201 Created', after: '500 Internal Server Error' },
        { place: 'body', name: '$.state', before: '"pending"' },
      ],
      volatile: [{ place: 'header', name: 'ETag', before: '"v1"', after: '"v2"', why: 'token' }],
      notes: ['Only the first 200 differences are listed.'],
    },
  },
};

describe('the results panel in a browser', function () {
  const { open: openPanel, panel } = panelTests(RESULTS);

  async function open(editor: ReturnType<typeof editorWith>, look: Look = {}) {
    const page = await openPanel(editor.implementation, look);
    await page.locator('main').waitFor();
    return page;
  }

  it('shows the first failure with its reason', async () => {
    const page = await open(editorWith(sampleResults));
    const details = page.getByRole('article', { name: 'change amount' });
    await details.getByText('The status is 500, not 201.').waitFor();
    const counts = await page.getByRole('status').filter({ hasText: 'passed' }).innerText();
    assert.deepEqual(counts.split(/\s*\n/), ['1 failed', '1 blocked', '2 passed', '1 skipped']);
  });

  it('shows rows of data by requests, through which keys lead, and those alone that did not pass', async () => {
    const ofRow = (number: number, label: string, id: string, change: Partial<RequestResult> = {}) =>
      resultOf(id, { row: { number, label }, ...change });
    const results = [
      resultOf('login'),
      ofRow(1, 'ada', 'create-order'),
      ofRow(1, 'ada', 'read-order'),
      ofRow(2, 'bob', 'create-order', {
        outcome: 'failed',
        reasons: [{ kind: 'expectation', message: 'No.' }],
      }),
      ofRow(2, 'bob', 'read-order'),
    ];
    const page = await open(editorWith(results, { data: { file: 'users.csv', columns: ['user'] } }));
    await page.getByRole('button', { name: /login/ }).waitFor();
    const matrix = page.getByRole('grid', { name: 'Rows by requests' });
    await showTexts(
      matrix.getByRole('row'),
      ['Row create order read order', '1 ada passed passed', '2 bob failed passed'],
      (text) => text.split(/\s+/).join(' ').trim(),
    );
    await page.getByRole('article', { name: 'create order' }).getByText('row 2 bob').waitFor();
    await matrix.locator('[tabindex="0"]').press('ArrowRight');
    await page.getByRole('article', { name: 'read order' }).getByText('row 2 bob').waitFor();
    await page.getByRole('checkbox', { name: 'Only the 1 of 2 rows that did not pass' }).check();
    await matrix.getByRole('row', { name: /ada/ }).waitFor({ state: 'detached' });
    await matrix.getByRole('row', { name: /bob/ }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  it('shows the requests of a chain that is a step below each item, and what was chosen of them', async () => {
    const editor = editorWith([resultOf('create-order'), calledChain]);
    const page = await open(editor);
    const list = page.getByRole('list', { name: 'Requests of this step' });
    await list.waitFor();
    await showTexts(
      list.getByRole('listitem'),
      [
        'failed CALL pay failed · 120 ms',
        'passed CALL Item 1 passed · 60 ms',
        'passed POST open payment 201 Created · 34 ms',
        'passed POST charge card 201 Created · 34 ms',
        'failed CALL Item 2 failed · 60 ms',
        'passed POST open payment 201 Created · 34 ms',
        'failed POST charge card 500 Internal Server Error · 34 ms',
      ],
      (text) => text.split(/\s+/).join(' ').trim(),
    );
    await showTexts(page.getByRole('tab'), ['Variables', 'History']);
    await page.getByText('Nothing was taken from it.').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    const chosen = list.getByRole('button').nth(4);
    await chosen.focus();
    await chosen.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const details = page.getByRole('article', { name: 'charge card' });
    await selectTab(page, /Body/);
    await details.getByRole('treeitem', { name: /item:? ?1/ }).waitFor();
    await details.getByRole('button', { name: 'pay.chain.json' }).click();
    await called(editor, ['openRequest', 1, 1, 5]);
    await list.getByRole('button').first().click();
    await page.getByRole('tab', { name: 'Body' }).waitFor({ state: 'detached' });
    await showTexts(page.getByRole('tab'), ['Variables', 'History']);
  });

  it('shows a body laid out, every digit kept, and as it came', async () => {
    const page = await open(editorWith([resultOf('create-order')]));
    await page.getByRole('button', { name: 'Pretty' }).click();
    const body = page.locator('.body-text');
    await seen(body, /^\{\n {2}"id": 9007199254740993,\n {2}"amount": 12\.50,/);
    await page.getByRole('button', { name: 'Raw' }).click();
    await seen(body, ORDER_BODY);
  });

  it('offers a value of the tree as a variable, and extracts as chosen', async () => {
    const editor = editorWith([resultOf('create-order')]);
    const page = await open(editor);
    await page
      .getByRole('treeitem', { name: /^line:? ?881/ })
      .locator('.json-pick')
      .click();
    const dialog = page.getByRole('dialog', { name: 'Extract as variable' });
    await dialog.getByText('selects exactly one value, here and in the last 6 results').waitFor();
    const values = dialog.getByRole('table', { name: 'What it selects' });
    const inRow = (row: number) => values.getByRole('cell').nth(row * 2 + 1);
    await seen(inRow(0), '881');
    await seen(inRow(1), 'nothing');
    await seen(inRow(6), '705');
    await dialog.getByRole('radio', { name: /A-1/ }).check();
    await seen(inRow(1), '700');
    await seen(inRow(6), '705');
    await dialog.getByRole('checkbox', { name: /Delete order/ }).uncheck();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('lineId');
    await dialog.getByText('Extract', { exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(editor.calls, [
      ['offerExtraction', 1, 0, { from: 'body', steps: ['items', 0, 'line'] }, 0],
      ['extract', 7, { variable: 'lineId', rule: 1, uses: [0] }],
    ]);
  });

  it('says quietly that a variable has the value that was picked', async () => {
    const editor = editorWith([resultOf('create-order')]);
    const note = 'lineId already has this value. Later requests can use it as {{lineId}}.';
    const page = await open({
      ...editor,
      implementation: { ...editor.implementation, offerExtraction: () => ({ note }) },
    });
    await page
      .getByRole('treeitem', { name: /^line:? ?881/ })
      .locator('.json-pick')
      .click();
    await page.getByRole('status').filter({ hasText: note }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: 'Pretty' }).click();
    await page.getByText(note).waitFor({ state: 'detached' });
  });

  it('finds in the tree, and folds and unfolds it', async () => {
    const page = await open(editorWith([resultOf('create-order')]));
    await page.getByRole('button', { name: 'Fold all', exact: true }).click();
    await page.getByRole('treeitem', { name: /sku/ }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Find in the body' }).fill('a-1');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.locator('.json-row.found').getByText('"A-1"').waitFor();
    await page.getByRole('button', { name: 'Unfold all' }).click();
    assert.equal(await page.getByRole('treeitem').count(), 9);
  });

  it('extracts by keyboard alone', async () => {
    const editor = editorWith([resultOf('create-order')]);
    const page = await open(editor);
    await page.getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(await page.locator(':focus').innerText(), /^id/);
    assert.deepEqual(editor.calls, [
      ['offerExtraction', 1, 0, { from: 'body', steps: ['id'] }, 0],
      ['extract', 7, { variable: 'orderId', rule: 0, uses: [0, 1] }],
    ]);
  });

  it('says in the dialog why nothing was extracted', async () => {
    const page = await open(editorWith([resultOf('create-order')]));
    await page.getByRole('tab', { name: 'Headers' }).click();
    await page.getByRole('button', { name: '"v1"' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('taken');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    await page.getByRole('alert').getByText('The chain has changed since.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('offers a cookie that the response set as a variable', async () => {
    const editor = editorWith([resultOf('create-order')]);
    const page = await open(editor);
    await page.getByRole('tab', { name: 'Cookies' }).click();
    const set = page.getByRole('table', { name: 'Cookies that the response set' });
    await set.getByRole('button', { name: '7f3a' }).click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(editor.calls, [['offerExtraction', 1, 0, { from: 'cookie', name: 'session' }, 0]]);
  });

  it('searches, unfolds and extracts from a body that only the editor has', async () => {
    const result = resultOf('create-order');
    const { exchange } = result;
    const { response } = exchange ?? {};
    assert.ok(exchange !== undefined && response !== undefined);
    const body = { ...response.body, content: '{"orders":[{"id"', size: 50_000_000, stored: '0-response' };
    const editor = editorWith([{ ...result, exchange: { ...exchange, response: { ...response, body } } }]);
    const page = await open(editor);
    const more = page.getByText('4900 more', { exact: true });
    await more.waitFor();
    const first = page.getByRole('treeitem', { name: /^id:? ?0$/ });
    await first.waitFor();
    await page.getByRole('treeitem', { name: /^0/ }).locator('.json-fold').click();
    await first.waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Find in the body' }).fill('NEEDLE');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.getByText('4300 before', { exact: true }).waitFor();
    await page.locator('.json-row.found').getByText('"needle"').click();
    await page.getByRole('dialog', { name: 'Extract as variable' }).waitFor();
    assert.deepEqual(editor.calls, [
      ['offerExtraction', 1, 0, { from: 'body', steps: ['orders', 4321, 'sku'] }, 0],
    ]);
  });

  it('shows the saved examples of an imported request, chosen by keyboard', async () => {
    const editor = editorWith([withExamples]);
    const page = await open(editor);
    const choice = page.getByRole('combobox', { name: 'Example' });
    await choice.waitFor();
    await showTexts(choice.locator('option'), [
      '200 OK – An open order',
      '404 Not Found – No such order',
      '422 Unprocessable Content',
    ]);
    const details = page.getByRole('article', { name: 'read order' });
    await details.getByRole('treeitem', { name: /^state:? ?"open"/ }).waitFor();
    await choice.focus();
    await page.keyboard.press('ArrowDown');
    await details.getByText('404 Not Found', { exact: true }).waitFor();
    assert.equal(await choice.inputValue(), '1');
    await details
      .getByRole('treeitem', { name: /order_not_found/ })
      .locator('.json-pick')
      .last()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Extract as variable' });
    await dialog.waitFor();
    assert.deepEqual(editor.calls, [
      ['offerExtraction', 1, 0, { from: 'body', steps: ['error', 'code'] }, 1],
    ]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await details.getByRole('button', { name: 'Open in editor' }).click();
    await called(editor, ['openBody', 1, 0, 1]);
  });

  it('shows the first example where none succeeded, and no choice of a single one', async () => {
    const { exchange: _none, exampleName: _unnamed, examples = [], ...failed } = withExamples;
    const single = { ...failed, request: { ...failed.request, id: 'one' }, name: 'one' };
    const page = await open(
      editorWith([
        { ...failed, examples },
        { ...single, examples: examples.slice(0, 1) },
      ]),
    );
    await page.getByRole('button', { name: /read order/ }).click();
    const details = page.getByRole('article', { name: 'read order' });
    await details.getByText('404 Not Found', { exact: true }).waitFor();
    assert.equal(await details.getByRole('combobox', { name: 'Example' }).inputValue(), '0');
    await page.getByRole('button', { name: /\bone\b/ }).click();
    const other = page.getByRole('article', { name: 'one' });
    await other.getByText('404 Not Found – No such order').waitFor();
    assert.equal(await other.getByRole('combobox').count(), 0);
  });

  it('says why earlier results could not be read, and reads them when asked again', async () => {
    const editor = editorWith([resultOf('create-order')]);
    let asked = 0;
    const past = (): RequestPast => {
      asked += 1;
      if (asked === 1) {
        throw new CallFailure('The disk is busy.');
      }
      return ORDER_PAST;
    };
    const page = await open({ ...editor, implementation: { ...editor.implementation, past } });
    await selectTab(page, 'History');
    const alert = page.getByRole('alert').filter({ hasText: 'The disk is busy.' });
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Every time it was sent' }).waitFor();
    await alert.waitFor({ state: 'detached' });
  });

  it('goes through the requests by arrow keys', async () => {
    const page = await open(editorWith(sampleResults));
    await page.getByRole('button', { name: /login/ }).click();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('article', { name: 'create order' }).waitFor();
  });

  for (const [title, look] of [
    ['next to it', { width: 1000 }],
    ['below it', { width: 500 }],
  ] as const) {
    it(`has the line of the request in sight that it tells about ${title}`, async () => {
      const requests = Array.from({ length: 450 }, (_, index) => resultOf(`order-${index}`));
      const page = await open(editorWith(requests), look);
      await page.getByRole('article', { name: 'order 449' }).waitFor();
      const list = page.getByRole('list', { name: 'Requests' });
      const line = page.locator('.request-line[aria-current]');
      await until(async () => {
        const [frame, box] = [await list.boundingBox(), await line.boundingBox()];
        return (
          frame !== null && box !== null && box.y >= frame.y && box.y + box.height <= frame.y + frame.height
        );
      });
      assert.equal(
        await page.evaluate(() => window.scrollY),
        0,
        'the page around the list stays where it is',
      );
    });
  }

  const tabs: [tab: string, text: RegExp][] = [
    ['Headers', /ETag\s+"v1"/],
    ['Cookies', /session\s+7f3a\s+Path=\/; HttpOnly[^]*region\s+eu\s+cart/],
    ['Cookies', /way\s+north\s+Secure\s+307 of POST http:\/\/127\.0\.0\.1:4010\/orders/],
    ['Expectations', /failed\s+status is 200\s+500/],
    ['Variables', /orderId\s+body \$\.id\s+9007199254740993/],
    ['Variables', /token\s+auth token\s+"‹secret:7f3a›"\s+login in auth\/login\.chain\.json/],
    ['Request', /POST http:\/\/127\.0\.0\.1:4010\/api\/orders/],
    [
      'History',
      /Where\s+Before\s+Now\s+status\s+201 Created\s+500 Internal[^]*\$\.state\s+"pending"\s+nothing/,
    ],
    ['History', /1 more that differ at every answer/],
    ['History', /2 times, from 8 ms to 34 ms; this time 34 ms/],
    ['Timing', /First byte\s+30 ms/],
    ['Timing', /Total\s+34 ms[^]*Sent directly, over a new connection, to 127\.0\.0\.1\. HTTP 1\.1\./],
  ];
  for (const [tab, text] of tabs) {
    it(`tells under ${tab} what it promises: ${text.source}`, async () => {
      const page = await open(editorWith(sampleResults));
      await selectTab(page, tab);
      await seen(page.getByRole('tabpanel').filter({ visible: true }), text);
    });
  }

  it('leads from a blocked request to what went wrong first', async () => {
    const page = await open(editorWith(sampleResults));
    await page.getByRole('button', { name: /read invoice/ }).click();
    const way = page.getByRole('list', { name: 'Way to the root cause' });
    await seen(way, /^change amount failed: The status is 500, not 201\.$/);
    await way.getByRole('button').click();
    await page.getByRole('article', { name: 'change amount' }).waitFor();
  });

  it('leads from a missing secret to its value', async () => {
    const editor = editorWith([withoutValues]);
    const page = await open(editor);
    const reason = page.getByRole('listitem').filter({ hasText: 'The secret API_KEY has no value.' });
    await reason.getByRole('button', { name: 'Set Secret…' }).click();
    await called(editor, ['setSecret', 1, 0, 1, 0]);
    assert.equal(await page.getByRole('button', { name: 'Set Secret…' }).count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Select Environment…' }).count(), 0);
  });

  it('leads from a variable that nothing defines to an environment, where the run had none', async () => {
    const editor = editorWith([withoutValues]);
    const { environment: _local, ...view } = viewOf([withoutValues]);
    const ready = () => ({ subject: 'file:///orders.chain.json', view });
    const page = await open({ ...editor, implementation: { ...editor.implementation, ready } });
    const reason = page.getByRole('listitem').filter({ hasText: 'Nothing defines amount.' });
    await reason.getByRole('button', { name: 'Select Environment…' }).click();
    await called(editor, ['selectEnvironment']);
    assert.equal(await page.getByRole('button', { name: 'Select Environment…' }).count(), 1);
  });

  for (const isSample of [true, false]) {
    it(`${isSample ? 'offers' : 'does not offer'} the sample API ${isSample ? 'in' : 'outside'} the sample`, async () => {
      const editor = editorWith([unreached]);
      const ready = () => ({ subject: 'file:///orders.chain.json', view: viewOf([unreached]), isSample });
      const page = await open({ ...editor, implementation: { ...editor.implementation, ready } });
      const reason = page.getByRole('article').getByText('Start the API or correct the address.');
      await reason.waitFor();
      assert.equal(await reason.count(), 1);
      const start = page.getByRole('button', { name: 'Start Sample API' });
      assert.equal(await start.count(), isSample ? 1 : 0);
      if (isSample) {
        await start.click();
        await called(editor, ['startSampleApi']);
      }
    });
  }

  it('draws when each request was on its way, once the run is over', async () => {
    const page = await open(editorWith(sampleResults));
    await page.getByRole('article').waitFor();
    assert.equal(await page.locator('.request-line .span-bar').count(), 3);
  });

  it('follows a run in progress', async () => {
    const editor = editorWith([resultOf('create-order')], {
      outcome: 'running',
      requests: [
        {
          planned: {
            request: { chain: 'orders.chain.json', id: 'create-order' },
            name: 'create order',
            method: 'POST',
          },
          progress: { state: 'waiting' },
        },
      ],
    });
    const page = await open(editor);
    await page.getByText('1 to go').waitFor();
    panel().editor.notify('update', { type: 'request-started', run: 1, index: 0, attempt: 1 });
    await page.getByRole('button', { name: /running/ }).waitFor();
    const summary = { outcome: 'passed', status: 201, durationMs: 34, attempts: 1 } as const;
    panel().editor.notify('update', { type: 'request-finished', run: 1, index: 0, summary });
    await page.getByRole('article', { name: 'create order' }).waitFor();
    panel().editor.notify('update', {
      type: 'run-finished',
      run: 1,
      outcome: 'passed',
      durationMs: 40,
      notes: [],
    });
    await page.getByRole('button', { name: 'Run All' }).waitFor();
  });

  it('asks the editor by numbers only', async () => {
    const editor = editorWith(sampleResults);
    const page = await open(editor);
    await page.getByRole('button', { name: /read invoice/ }).click();
    await page.getByRole('button', { name: 'Run with the requests it depends on' }).click();
    await page.getByRole('button', { name: 'orders.chain.json', exact: true }).click();
    await page.getByRole('button', { name: /create order/ }).click();
    await page.getByRole('button', { name: 'Open in editor' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Run from here' }).click();
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await page.getByRole('button', { name: 'Share…' }).click();
    await page.getByRole('button', { name: 'Notify…' }).click();
    await page.getByRole('button', { name: /read invoice/ }).click();
    await page.getByRole('button', { name: 'Run and Repair…' }).click();
    await page.getByRole('button', { name: 'Rerun Failed' }).click();
    await page.getByRole('button', { name: 'Run All' }).click();
    await untilEqual(
      () => editor.calls,
      [
        ['runWithDependencies', 1, 3],
        ['openRequest', 1, 3, 0],
        ['openBody', 1, 1, 0],
        ['runRequest', 1, 1],
        ['runFromHere', 1, 1],
        ['openLog'],
        ['share'],
        ['notify'],
        ['repair'],
        ['rerunFailed'],
        ['runAll'],
      ],
    );
  });

  it('raises an issue about a request that did not pass, and leads to it from then on', async () => {
    const editor = editorWith(sampleResults);
    const page = await open(editor);
    await page.getByRole('button', { name: /read invoice/ }).click();
    await page.getByRole('button', { name: 'Raise issue…' }).click();
    await page.getByRole('button', { name: 'Issue #12' }).click();
    await untilEqual(
      () => editor.calls,
      [
        ['raiseIssue', 1, 3],
        ['openIssue', 1, 3],
      ],
    );
  });

  it('offers to rerun what failed only where something failed', async () => {
    const page = await open(editorWith([resultOf('create-order')]));
    await page.getByRole('button', { name: 'Run All' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Rerun Failed|Run and Repair/ }).count(), 0);
  });

  it('says why an action did not work', async () => {
    const editor = editorWith([resultOf('create-order')]);
    const page = await open({
      ...editor,
      implementation: {
        ...editor.implementation,
        runAll: () => Promise.reject(new CallFailure('This chain is being run already.')),
      },
    });
    await page.getByRole('button', { name: 'Run All' }).click();
    await page.getByRole('alert').getByText('This chain is being run already.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Manage Workspace Trust' }).count(), 0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('leads from a run that the workspace may not do yet to where it is trusted', async () => {
    const editor = editorWith(null);
    const { implementation } = editor;
    const page = await open({ ...editor, implementation: { ...implementation, runAll: refuseUntrusted } });
    await assertLeadsToTrust(page, editor);
  });

  it('leads from an environment that does not exist to the choice of another', async () => {
    const editor = editorWith(null);
    const { implementation } = editor;
    const runAll = refuseMissingEnvironment;
    const page = await open({ ...editor, implementation: { ...implementation, runAll } });
    await assertLeadsToEnvironment(page, editor);
  });

  it('says that it waits for the editor, and why that was for nothing', async () => {
    const { implementation } = editorWith(null);
    await assertSaysRefusal(
      (answer) => openPanel({ ...implementation, ready: () => answer }),
      'Loading the results…',
    );
  });

  it('offers to run a chain that has not been run', async () => {
    const editor = editorWith(null);
    const page = await open(editor);
    await page.getByText('This chain has not been run in this window.').waitFor();
    await page.getByRole('button', { name: 'Run All' }).click();
    await untilEqual(() => editor.calls, [['runAll']]);
  });

  it('renders hostile text as text, everywhere', async () => {
    const base = resultOf('hostile');
    assert.ok(base.exchange?.response !== undefined);
    const { exchange } = base;
    const body = {
      encoding: 'utf8',
      content: HOSTILE,
      size: HOSTILE.length,
      mediaType: 'text/html',
    } as const;
    const hostile: RequestResult = {
      ...base,
      name: HOSTILE,
      method: HOSTILE,
      outcome: 'failed',
      reasons: [{ kind: 'expectation', message: HOSTILE }],
      exchange: {
        ...exchange,
        request: { method: HOSTILE, url: HOSTILE, headers: [{ name: HOSTILE, value: HOSTILE }], body },
        response: {
          ...base.exchange.response,
          statusText: HOSTILE,
          headers: [
            { name: HOSTILE, value: HOSTILE },
            { name: 'Set-Cookie', value: `${HOSTILE}; ${HOSTILE}` },
          ],
          body,
        },
      },
      extractions: [{ variable: HOSTILE, from: HOSTILE, found: true, value: HOSTILE }],
      substitutions: [
        { variable: HOSTILE, location: { in: 'body', name: HOSTILE }, value: HOSTILE, source: 'chain' },
      ],
      expectations: [{ condition: HOSTILE, passed: false, actual: HOSTILE }],
    };
    const page = await open(
      editorWith([hostile], {
        chain: { file: HOSTILE, name: HOSTILE },
        environment: HOSTILE,
        notes: [HOSTILE],
      }),
    );
    await seen(page.locator('.body-text'), HOSTILE);
    for (const [tab] of tabs) {
      await selectTab(page, tab);
    }
    assert.equal(await page.locator('#root img, #root b > b').count(), 0);
    assert.equal(await page.title(), 'Panel');
    assert.deepEqual(panel().console, []);
  });

  it('shows the beginning of a body that is too long for a page', async () => {
    const long = `"${'x'.repeat(900_000)}"`;
    const base = resultOf('long');
    assert.ok(base.exchange?.response !== undefined);
    const body = {
      encoding: 'utf8',
      content: long,
      size: long.length,
      mediaType: 'application/json',
    } as const;
    const response = { ...base.exchange.response, body };
    const page = await open(editorWith([{ ...base, exchange: { ...base.exchange, response } }]));
    await page.getByRole('button', { name: 'Pretty' }).click();
    await page.getByText('This is the beginning of 900 kB.').waitFor();
  });

  it('ignores messages of others', async () => {
    const page = await open(editorWith(sampleResults));
    await page.getByRole('tree').waitFor();
    const before = await page.locator('main').innerText();
    await page.evaluate(
      (view) => {
        window.postMessage({ kind: 'notify', name: 'show', args: [view] });
        window.postMessage({ session: 'other', kind: 'notify', name: 'show', args: [view] });
        window.postMessage({ session: 'test-session', kind: 'notify', name: 'show', args: ['<img>'] });
      },
      viewOf([]) as object,
    );
    await twoFrames(page);
    assert.equal(await page.locator('main').innerText(), before);
  });

  it('loads a run of 5,000 requests', async () => {
    const results = Array.from({ length: 5000 }, (_none, index) => resultOf(`request-${index}`));
    const page = await open(editorWith(results, { outcome: 'passed' }));
    await page.getByRole('status').getByText('5000').waitFor();
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    it(`is accessible and breaks no rule of its policy in ${theme}`, async () => {
      const page = await open(editorWith(sampleResults), { theme });
      await page.getByText('The status is 500, not 201.').last().waitFor();
      const violations: string[] = [];
      for (const [tab] of [...tabs, ['Body']] as const) {
        await selectTab(page, tab);
        violations.push(...(await violationsOn(page)));
      }
      assert.deepEqual(violations, []);
      assert.deepEqual(panel().console, []);
    });
  }

  const states: [title: string, results: readonly RequestResult[] | null, view: Partial<RunView>][] = [
    ['that was never run', null, {}],
    ['that runs', sampleResults.slice(0, 2), { outcome: 'running' }],
  ];
  for (const [title, results, view] of states) {
    it(`is accessible for a chain ${title}`, async () => {
      const page = await open(editorWith(results, view));
      await page.getByRole('button', { name: /Run All|Cancel/ }).waitFor();
      assert.deepEqual(await violationsOn(page), []);
      assert.deepEqual(panel().console, []);
    });
  }

  it('says of answers that were recorded elsewhere that nothing was run', async () => {
    const skipped = sampleResults.slice(0, 2).map((one) => ({ ...one, outcome: 'skipped' as const }));
    const page = await open(editorWith([...skipped, withExamples], { recorded: true }));
    await page.getByText(/^Recorded, not run · /).waitFor();
    await page.getByRole('status').getByText('3 recorded').waitFor();
    await page.getByRole('combobox', { name: 'Example' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  it('has an accessible dialog', async () => {
    const page = await open(editorWith([resultOf('create-order')]));
    await page
      .getByRole('treeitem', { name: /amount/ })
      .locator('.json-pick')
      .click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    assert.deepEqual(panel().console, []);
  });

  it('shows an image drawn from its pixels, and says when it is damaged', async () => {
    const [whole, damaged] = [await readFile('media/icon.png'), await readFile('media/icon.png')];
    damaged.fill(0, 40);
    const page = await open(editorWith([imageResult('icon', whole), imageResult('torn', damaged)]));
    await page.getByRole('button', { name: /icon/ }).click();
    const image = page.getByRole('img', { name: /^PNG image, \d+ × \d+$/ });
    await image.waitFor();
    await drawnOn(image);
    await page.getByRole('button', { name: /torn/ }).click();
    await page.getByText('This image is damaged and cannot be shown.').waitFor();
    assert.deepEqual(panel().console, []);
  });

  it('stays where somebody folds while the match of a search is elsewhere', async () => {
    const members = Array.from({ length: 80 }, (_, index) => `"member${index}":${index}`).join();
    const page = await open(editorWith([jsonResult('long', `{"needle":1,${members},"last":{"x":1}}`)]));
    await page.getByRole('searchbox').fill('needle');
    await page.locator('.json-row.found').waitFor();
    const last = page.getByRole('treeitem', { name: /^last/ });
    await last.locator('.json-fold').click();
    await until(async () => (await last.getAttribute('aria-expanded')) === 'false');
    await twoFrames(page);
    assert.equal(await page.locator('.json-row.found').evaluate(isInWindow), false);
    assert.equal(await last.evaluate(isInWindow), true);
  });

  it('shows the whole of a photograph that was taken sideways', async () => {
    const page = await open(editorWith([imageResult('photo', SIDEWAYS_JPEG)]));
    await page.getByRole('button', { name: /photo/ }).click();
    const image = page.getByRole('img', { name: 'JPEG image, 16 × 8' });
    await drawnOn(image);
    const size = await image.evaluate((drawn) => [drawn.getAttribute('width'), drawn.getAttribute('height')]);
    assert.deepEqual(size, ['8', '16']);
  });

  it('is looked at as before when its page was hidden', async () => {
    const page = await open(editorWith(sampleResults));
    await page.getByRole('article', { name: 'change amount' }).waitFor();
    await page.getByRole('button', { name: /create order/ }).click();
    await page.getByRole('tab', { name: /^Headers/ }).click();
    await page.getByRole('article', { name: 'create order' }).waitFor();
    await page.getByRole('table', { name: 'Response headers' }).waitFor();
    await page.reload();
    await page.getByRole('article', { name: 'create order' }).waitFor();
    await page.getByRole('table', { name: 'Response headers' }).waitFor();
  });

  it('stacks its panes in a narrow column without losing anything to the side', async () => {
    const page = await open(editorWith(sampleResults), { width: 380 });
    await page.getByRole('article').waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.equal(overflow, 0);
  });
});

/** Waits until an element reads as expected; fails with what it reads instead. */
async function seen(place: Locator, expected: string | RegExp): Promise<void> {
  let text = '';
  const isRead = async (): Promise<boolean> => {
    text = await place.innerText();
    return typeof expected === 'string' ? text === expected : expected.test(text);
  };
  await until(isRead, { otherwise: () => `${String(expected)} was expected, not ${text}` });
}

/** A request that was answered with an image. */
function imageResult(id: string, bytes: Buffer): RequestResult {
  const content = bytes.toString('base64');
  return bodyResult(id, { encoding: 'base64', content, size: bytes.length, mediaType: 'image/png' });
}

/** A request that was answered with JSON. */
function jsonResult(id: string, content: string): RequestResult {
  return bodyResult(id, { encoding: 'utf8', content, size: content.length, mediaType: 'application/json' });
}

function bodyResult(id: string, body: RecordedBody): RequestResult {
  const result = resultOf(id);
  const response = result.exchange?.response;
  assert.ok(result.exchange !== undefined && response !== undefined);
  return { ...result, exchange: { ...result.exchange, response: { ...response, body } } };
}

/** Runs in the page: whether an element is within the window. */
function isInWindow(element: HTMLElement | SVGElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/** 16 × 8 black pixels, which Exif says to turn by a quarter (orientation 6). */
const SIDEWAYS_JPEG = Buffer.from(
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWv' +
    'uZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////' +
    '////////////////////////////////////////////////////////////wAARCAAIABADASIAAhEBAxEB/8QA' +
    'FQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/E' +
    'ABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AIgAf//Z',
  'base64',
);
