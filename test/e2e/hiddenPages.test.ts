/** Pages are destroyed whenever they are hidden: what a person had before them is there again. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { RequestResult } from '../../src/core/result/result';
import { VIEWER_PANEL } from '../../src/host/viewer/viewerPanel';
import { authzContract, type AuthzEditor, type AuthzPanel } from '../../src/protocol/authzPanel';
import type { ExtractionOffer } from '../../src/protocol/extractionOffer';
import { resultsContract, type ResultsEditor, type ResultsPanel } from '../../src/protocol/resultsContract';
import { viewerContract } from '../../src/protocol/viewerContract';
import { get, graphOf, takes } from '../core/graph/graphs';
import { until } from '../until';
import { ORDERS, formTests, openChainSettings, requestHas, requestShown, rowOf } from './formPage';
import { formSide } from './formSide';
import type { PanelKind } from './panelPage';
import { called, choose, notingEditor, panelTests, selectTab } from './panelTests';
import { evidenceOf, viewOf as matrixOf } from './sampleMatrix';
import { resultOf, sampleResults, viewOf } from './sampleRun';

const RESULTS: PanelKind<ResultsEditor, ResultsPanel> = {
  page: 'results',
  contract: resultsContract,
};

const AUTHZ: PanelKind<AuthzEditor, AuthzPanel> = {
  page: 'authz',
  contract: authzContract,
};

/** An offer with two ways and two places, as a page gets it with this number. */
function offerOf(id: number): ExtractionOffer {
  const now = { count: 1, text: '881' };
  const tried = { now, earlier: [{ ...now, startedAt: '2026-11-20T14:02:00.000Z' }], worksIn: 1 };
  return {
    id,
    variable: 'line',
    rules: [
      { text: '$.items[0].line', all: false, ...tried },
      { text: "$.items[?@.sku == 'A-1'].line", all: false, ...tried },
    ],
    uses: [
      { requestName: 'Read order', location: { in: 'path' } },
      { requestName: 'Delete order', location: { in: 'path' } },
    ],
  };
}

describe('results whose page was hidden', function () {
  const { open } = panelTests(RESULTS);

  function editorWith(results: readonly RequestResult[]) {
    let offers = 0;
    return notingEditor(resultsContract.editor, {
      ready: () => ({ subject: 'file:///orders.chain.json', view: viewOf(results) }),
      details: (_run, index) => results[index] ?? resultOf('other'),
      offerExtraction: () => {
        offers += 1;
        return offerOf(offers);
      },
    });
  }

  it('have their tree folded, and searched, as before', async () => {
    const page = await open(editorWith([resultOf('create-order')]).implementation);
    const items = page.getByRole('treeitem', { name: /^items/ });
    await items.locator('.json-fold').click();
    await page.getByRole('treeitem', { name: /sku/ }).waitFor({ state: 'detached' });
    await selectTab(page, 'Timing');
    await page.getByRole('tab', { name: 'Body' }).click();
    await folded(items);
    await page.reload();
    await folded(items);
    await page.getByRole('searchbox', { name: 'Find in the body' }).fill('e');
    await page.getByRole('searchbox', { name: 'Find in the body' }).press('Enter');
    await page.getByText('2 of 4', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('2 of 4', { exact: true }).waitFor();
  });

  it('have their dialog open with what was decided in it, and extract by an offer of their own', async () => {
    const editor = editorWith([resultOf('create-order')]);
    const page = await open(editor.implementation);
    await page
      .getByRole('treeitem', { name: /^line:? ?881/ })
      .locator('.json-pick')
      .click();
    const dialog = page.getByRole('dialog', { name: 'Extract as variable' });
    await dialog.getByRole('radio', { name: /A-1/ }).check();
    await dialog.getByRole('checkbox', { name: /Read order/ }).uncheck();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('lineId');
    await page.reload();
    await dialog.waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'lineId');
    await dialog.getByText('Extract', { exact: true }).click();
    await called(editor, ['extract', 2, { variable: 'lineId', rule: 1, uses: [1] }]);
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('tree').waitFor();
    assert.equal(await dialog.count(), 0);
  });
});

describe('a page that was scrolled and then hidden', function () {
  const { open } = panelTests(RESULTS);

  /** A body that goes far beyond the page. */
  const received = JSON.stringify(Array.from({ length: 80 }, (_, at) => ({ line: at })));
  const { implementation } = notingEditor(resultsContract.editor, {
    ready: () => ({ subject: 'file:///orders.chain.json', view: viewOf([resultOf('create-order')]) }),
    details: () => {
      const { exchange, ...result } = resultOf('create-order');
      assert.ok(exchange?.response !== undefined);
      const body = { ...exchange.response.body, content: received, size: received.length };
      return { ...result, exchange: { ...exchange, response: { ...exchange.response, body } } };
    },
  });

  it('is there again where it was, once what it shows is long enough', async () => {
    const page = await open(implementation);
    const details = page.locator('.results-details');
    const top = (): Promise<number> => details.evaluate(({ scrollTop }) => scrollTop);
    await page.getByRole('treeitem').first().hover();
    const ended = page.evaluate(
      () => new Promise((resolve) => document.addEventListener('scrollend', resolve, true)),
    );
    await page.mouse.wheel(0, 700);
    await ended;
    const reached = await top();
    assert.ok(reached > 0);
    await page.reload();
    await until(async () => (await top()) === reached);
  });
});

describe('a Chain Viewer whose page was hidden', function () {
  const { open } = panelTests(VIEWER_PANEL);
  const steps = Array.from({ length: 60 }, (_, at) =>
    get(`s${at}`, at === 0 ? '/' : `/{{v${at - 1}}}`, takes(`v${at}`)),
  );
  const { implementation } = notingEditor(viewerContract.editor, {
    ready: () => ({
      subject: 'file:///orders.chain.json',
      view: { graph: graphOf(steps), progress: [], values: [] },
    }),
  });

  it('shows the place that was looked at, as large as it was, wherever the chosen request is', async () => {
    const page = await open(implementation);
    const seen = page.locator('.minimap-seen');
    const box = (): Promise<readonly (string | null)[]> =>
      Promise.all(['x', 'y', 'width', 'height'].map((side) => seen.getAttribute(side)));
    const first = page.getByRole('button', { name: /^\d+\. GET S0/ });
    await first.focus();
    const begun = await box();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await until(async () => (await box())[2] !== begun[2]);
    const near = await box();
    const map = await page.locator('.minimap').boundingBox();
    assert.ok(map !== null);
    await page.mouse.click(map.x + map.width * 0.8, map.y + map.height / 2);
    await until(async () => (await box())[0] !== near[0]);
    const moved = await box();
    await page.reload();
    await seen.waitFor();
    await until(async () => JSON.stringify(await box()) === JSON.stringify(moved));
    await page.getByRole('region', { name: 'GET S0' }).waitFor();
  });
});

describe('a form whose page was hidden', function () {
  const { open, openTab } = formTests();

  it('has its dialog open with what was decided in it', async () => {
    const side = formSide(ORDERS, { results: sampleResults });
    const page = await open(side);
    await page
      .getByRole('treeitem', { name: /^line:? ?881/ })
      .locator('.json-pick')
      .click();
    const name = page.getByRole('dialog', { name: 'Extract as variable' }).getByRole('textbox');
    await name.fill('myLine');
    await page.reload();
    await until(async () => (await name.inputValue()) === 'myLine');
  });

  it('has the name that was typed for a variable, and takes it', async () => {
    const side = formSide({ ...ORDERS, variables: { region: 'eu' } });
    const page = await open(side);
    await openChainSettings(page);
    await page.getByRole('tab', { name: /^Variables/ }).click();
    const added = page.getByRole('textbox', { name: 'Name of a new variable' });
    await added.fill('region');
    await page.getByText('There is a variable of this name.').waitFor();
    await page.reload();
    await page.getByText('There is a variable of this name.').waitFor();
    await added.fill('zone');
    await added.press('Enter');
    await until(() => side.text().includes('"zone": ""'));
    await until(async () => (await added.inputValue()) === '');
  });

  it('has the requests picked that were, unless another one is shown', async () => {
    const side = formSide(ORDERS);
    const page = await open(side);
    const picked = page.getByRole('option', { selected: true });
    await rowOf(page, 'Create order').click();
    await requestShown(page, 'create-order');
    await rowOf(page, 'Log in').click({ modifiers: ['Shift'] });
    await requestShown(page, 'log-in');
    await until(async () => (await picked.count()) === 2);
    await page.reload();
    await until(async () => (await picked.count()) === 2);
  });

  it('edits its headers as text, as before', async () => {
    const page = await openTab(formSide(ORDERS), 'Headers');
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.reload();
    await page.getByLabel('All headers, a line each').waitFor();
  });

  it('has the body of another kind back when that is chosen again', async () => {
    const side = formSide(ORDERS);
    const page = await openTab(side, 'Body');
    const kind = page.getByRole('combobox', { name: 'Kind of body' });
    await choose(kind, 'text');
    await requestHas(side, 'body', { text: '' });
    await page.reload();
    await choose(kind, 'json');
    await requestHas(side, 'body', ORDERS.requests[1]?.body);
  });
});

describe('an authorization panel whose page was hidden', function () {
  const { open } = panelTests(AUTHZ);

  it('shows the cell that was chosen, of the rows that were asked for', async () => {
    const view = matrixOf();
    const { implementation } = notingEditor(authzContract.editor, {
      ready: () => ({ subject: 'file:///orders.authz.json', view }),
      evidence: (_run, cell) => evidenceOf(view, cell),
    });
    const page = await open(implementation);
    const heading = page.getByRole('article').getByRole('heading').first();
    await heading.waitFor();
    const filter = page.getByRole('button', { name: 'Not passed' });
    await filter.click();
    const last = page.getByRole('grid').getByRole('gridcell').last();
    await last.click();
    await until(async () => (await last.getAttribute('aria-selected')) === 'true');
    const title = await heading.innerText();
    const rows = await page.getByRole('row').count();
    await page.reload();
    await until(async () => (await heading.innerText()) === title);
    assert.equal(await page.getByRole('row').count(), rows);
    assert.equal(await filter.getAttribute('aria-pressed'), 'true');
  });

  it('has those parts open that were', async () => {
    const view = matrixOf();
    const { implementation } = notingEditor(authzContract.editor, {
      ready: () => ({ subject: 'file:///orders.authz.json', view }),
      evidence: (_run, cell) => evidenceOf(view, cell),
    });
    const page = await open(implementation);
    const [request, answer] = ['Request of the attack', 'Its answer'].map((title) =>
      page.getByRole('table', { name: `${title}: headers` }),
    );
    await page.getByText('Request of the attack').click();
    await request?.waitFor();
    // A part says that it was opened after it is drawn.
    await until(() => page.evaluate(() => (sessionStorage.getItem('state') ?? '').includes('"open":["')));
    await page.reload();
    await request?.waitFor();
    assert.equal(await answer?.isVisible(), false);
  });
});

async function folded(row: Locator): Promise<void> {
  await until(async () => (await row.getAttribute('aria-expanded')) === 'false');
}
