import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChainGraph } from '../../src/core/graph/graph';
import { VIEWER_PANEL } from '../../src/host/viewer/viewerPanel';
import { CallFailure, type Implementation } from '../../src/protocol/channel';
import type { RequestProgress } from '../../src/protocol/runView';
import type { ChainView, ViewerEditor } from '../../src/protocol/viewerContract';
import { bearer, get, graphOf, orders, readChain, step, takes } from '../core/graph/graphs';
import { until } from '../until';
import { violationsOn } from './accessibility';
import type { Look } from './panelPage';
import {
  HOSTILE,
  assertSaysRefusal,
  called,
  choose,
  drawnOn,
  panelTests,
  recordCalls,
  showTexts,
  twoFrames,
} from './panelTests';

/** An editor that shows a chain, and the calls it got besides `ready`. */
function editorWith(graph: ChainGraph, more: Partial<ChainView> = {}) {
  const { calls, note } = recordCalls();
  const implementation: Implementation<ViewerEditor> = {
    ready: () => ({
      subject: 'file:///orders.chain.json',
      view: { graph, progress: [], values: [], ...more },
    }),
    reveal: note('reveal'),
    openForm: note('openForm'),
    copyMermaid: note('copyMermaid'),
    saveSvg: note('saveSvg'),
    savePng: note('savePng'),
  };
  return { implementation, calls };
}

/** A request that ended. */
function ended(outcome: 'passed' | 'failed' | 'blocked', status?: number): RequestProgress {
  const summary = { outcome, durationMs: 34, attempts: 1 };
  return { state: 'finished', summary: status === undefined ? summary : { ...summary, status } };
}

const sample = editorWith.bind(
  undefined,
  graphOf([...orders.slice(0, 5), get('late', '/{{later}}'), get('after', '/', takes('later', 'unread'))]),
  {
    progress: [
      { node: 'request-0', progress: ended('passed', 200) },
      { node: 'request-1', progress: ended('failed', 500) },
      { node: 'request-2', progress: ended('blocked') },
    ],
    values: [{ variable: 'token', shown: '"‹secret:7f3a›"' }],
  },
);

/** A chain with another one as a step, of which one request has ended. */
function withStep() {
  const source = readChain([
    get('charge', '/{{order}}', takes('chargeId')),
    get('check', '/{{chargeId}}', takes('receiptId')),
  ]);
  const pay = step('pay', { with: { order: '{{orderId}}' }, take: ['receiptId'] });
  const requests = [get('order', '/', takes('orderId')), pay, get('read', '/{{receiptId}}')];
  const graph = graphOf(requests, {}, { called: new Map([['pay.chain.json', { source, required: [] }]]) });
  return editorWith(graph, {
    progress: [
      { node: 'request-1', progress: ended('passed') },
      { node: 'request-1-0', progress: ended('passed', 200) },
    ],
  });
}

/** Waits for these lines in the list of requests, each with its texts. */
async function hasLines(page: Page, expected: readonly (readonly string[])[]): Promise<void> {
  const lines = page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  await showTexts(lines, expected, (text) => text.split(/\n+/));
}

describe('the Chain Viewer in a browser', function () {
  const { open: openPanel, panel } = panelTests(VIEWER_PANEL);

  async function open(editor: ReturnType<typeof editorWith>, look: Look = {}): Promise<Page> {
    const page = await openPanel(editor.implementation, look);
    await page.locator('#cy canvas').first().waitFor();
    return page;
  }

  it('lists every request with how it ended and what it takes', async () => {
    const page = await open(sample());
    await hasLines(page, [
      ['1. GET LOGIN', 'passed · 200 · 34 ms'],
      [
        '2. GET CREATE',
        'failed · 500 · 34 ms',
        'takes userId from GET LOGIN; token (authentication) from GET LOGIN',
      ],
      ['3. GET READ', 'blocked', 'takes orderId from GET CREATE; token (authentication) from GET LOGIN'],
      ['4. GET CHANGE', 'not run yet', 'takes orderId from GET CREATE'],
      ['5. GET INVOICE', 'not run yet', 'takes invoiceId from GET CHANGE'],
      ['6. GET LATE', 'not run yet', 'takes later (out of order) from GET AFTER'],
      ['7. GET AFTER', 'not run yet · unused: unread'],
    ]);
  });

  it('shows a chain as a step with its file, and what flows through it', async () => {
    const page = await open(withStep());
    await hasLines(page, [
      ['1. GET ORDER', 'not run yet'],
      ['2. CALL PAY', 'passed · runs pay.chain.json', 'takes orderId from GET ORDER', 'Show its requests'],
      ['3. GET READ', 'not run yet', 'takes receiptId from CALL PAY'],
    ]);
    await page.getByRole('button', { name: /^2\. CALL PAY/ }).focus();
    await page.getByRole('button', { name: /^2\. CALL PAY/ }).press('ArrowUp');
    await page.getByRole('button', { name: 'Go to request' }).waitFor();
    await page.getByRole('button', { name: /^1\. GET ORDER/ }).press('ArrowDown');
    await page.getByRole('button', { name: 'Go to step' }).waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  it('opens a step: its requests, how they ended, and what flows between them', async () => {
    const editor = withStep();
    const page = await open(editor);
    await page.getByRole('button', { name: 'Show its requests' }).click();
    await hasLines(page, [
      ['1. GET ORDER', 'not run yet'],
      ['2. CALL PAY', 'passed · runs pay.chain.json', 'Hide its requests'],
      ['1. GET CHARGE', 'passed · 200 · 34 ms', 'takes orderId from GET ORDER'],
      ['2. GET CHECK', 'not run yet', 'takes chargeId from GET CHARGE'],
      ['3. GET READ', 'not run yet', 'takes receiptId from GET CHECK'],
    ]);
    await page.getByRole('button', { name: /^2\. GET CHECK/ }).click();
    await called(editor, ['reveal', 'request-1-1']);
    assert.deepEqual(await violationsOn(page), []);
  });

  it('is used by keyboard: arrows choose, the flows are listed with values, Enter goes to the text', async () => {
    const editor = sample();
    const page = await open(editor);
    await page.getByRole('button', { name: /^\d+\. GET LOGIN/ }).focus();
    await page.keyboard.press('ArrowDown');
    const flows = page.getByRole('region', { name: 'GET CREATE' });
    await flows.getByText('token = "‹secret:7f3a›" (authentication) from GET LOGIN').waitFor();
    await flows.getByRole('button', { name: 'to GET CHANGE' }).waitFor();
    assert.deepEqual(editor.calls, []);
    await page.keyboard.press('Enter');
    await called(editor, ['reveal', 'request-1']);
  });

  it('goes to the text of a line that is pressed as long as a hand takes, which stays where it is', async () => {
    const editor = sample();
    const page = await open(editor);
    const line = page.getByRole('button', { name: /^\d+\. GET READ/ });
    const before = await line.boundingBox();
    assert.ok(before !== null);
    await line.hover();
    await page.mouse.down();
    await twoFrames(page);
    await page.mouse.up();
    await called(editor, ['reveal', 'request-2']);
    await page.getByRole('region', { name: 'GET READ' }).waitFor();
    assert.deepEqual(await line.boundingBox(), before);
  });

  it('chooses the node that is clicked in the drawing', async () => {
    const page = await open(editorWith(graphOf([get('only')])));
    await drawnOn(page.locator('#cy canvas').last());
    const box = await page.locator('#cy').boundingBox();
    assert.ok(box !== null);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByRole('region', { name: 'GET ONLY' }).waitFor();
  });

  it('goes to the text of the node that is clicked twice', async () => {
    const editor = editorWith(graphOf([get('only')]));
    const page = await open(editor);
    await drawnOn(page.locator('#cy canvas').last());
    const box = await page.locator('#cy').boundingBox();
    assert.ok(box !== null);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await called(editor, ['reveal', 'request-0']);
  });

  it('draws names in another colour than their boxes', async () => {
    const page = await open(sample());
    const colours = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.getPropertyValue('--node').trim(), style.getPropertyValue('--vscode-foreground').trim()];
    });
    assert.deepEqual(colours, ['#181818', '#cccccc']);
  });

  it('shows in the minimap, too, what failed, where a theme has no colour for that', async () => {
    const page = await open(sample(), { theme: 'highContrast', width: 420 });
    const failed = page.locator('.minimap-failed');
    await failed.waitFor();
    assert.equal(await failed.evaluate((shape) => getComputedStyle(shape).fill), 'rgb(255, 255, 255)');
  });

  it('says what a request lacks and what nothing uses', async () => {
    const page = await open(editorWith(graphOf([get('only', '/{{missing}}', takes('unread'))])));
    await page
      .getByRole('button', { name: '1. GET ONLY not run yet · lacks missing · unused: unread' })
      .waitFor();
  });

  it('finds requests and variables, one after the other', async () => {
    const page = await open(sample());
    await page.getByRole('searchbox').fill('orderid');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'GET CREATE' }).waitFor();
    await page.getByRole('searchbox').fill('invoice');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'GET CHANGE' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'GET INVOICE' }).waitFor();
  });

  it('shows the way of one variable only', async () => {
    const page = await open(sample());
    await choose(page.getByRole('combobox'), 'invoiceId');
    const lines = page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
    await page.getByRole('button', { name: /^\d+\. GET LOGIN/ }).waitFor({ state: 'detached' });
    assert.equal(await lines.count(), 2);
  });

  it('opens and closes required chains, and shows nodes outside', async () => {
    const required = [readChain([get('in', '/', takes('token'))], { name: 'Login' }, 'login.chain.json')];
    const requests = [get('a', '{{baseUrl}}/', bearer('token'))];
    const page = await open(editorWith(graphOf(requests, { requires: ['login.chain.json'] }, { required })));
    await page.getByRole('button', { name: 'Show its requests' }).click();
    await page.getByRole('button', { name: /^\d+\. GET IN/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Constants and environment' }).check();
    await page.getByText('takes baseUrl from Environment').waitFor();
    await page.getByRole('button', { name: 'Hide its requests' }).click();
    await page.getByRole('button', { name: /^\d+\. GET IN/ }).waitFor({ state: 'detached' });
  });

  it('follows a run, with the values that it brings', async () => {
    const page = await open(editorWith(graphOf(orders)));
    await page.getByRole('button', { name: /^\d+\. GET LOGIN/ }).focus();
    panel().editor.notify('progress', { node: 'request-0', progress: { state: 'running', attempt: 1 } });
    await page.getByRole('button', { name: '1. GET LOGIN running' }).waitFor();
    panel().editor.notify('progress', {
      node: 'request-0',
      progress: ended('passed', 200),
      values: [{ variable: 'userId', shown: '7' }],
    });
    await page.getByText('userId = 7 to GET CREATE').waitFor();
  });

  it('keeps what is chosen when the chain changes', async () => {
    const page = await open(editorWith(graphOf(orders)));
    await page.getByRole('button', { name: /^\d+\. GET CREATE/ }).focus();
    const graph = graphOf([...orders, get('more')]);
    panel().editor.notify('show', { graph, progress: [], values: [] });
    await page.getByRole('button', { name: /^\d+\. GET MORE/ }).waitFor();
    await page.getByRole('region', { name: 'GET CREATE' }).waitFor();
  });

  it('is looked at as before when its page was hidden', async () => {
    const page = await open(sample());
    await page.getByRole('button', { name: /^\d+\. GET CREATE/ }).focus();
    await page.getByRole('searchbox').fill('invoice');
    await choose(page.getByRole('combobox'), 'orderId');
    await page.getByRole('button', { name: /^\d+\. GET LOGIN/ }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'GET CREATE' }).waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'invoice');
    assert.equal(await page.getByRole('combobox').inputValue(), 'orderId');
    assert.equal(await page.getByRole('button', { name: /^\d+\. GET LOGIN/ }).count(), 0);
  });

  it('exports what is seen', async () => {
    const editor = editorWith(graphOf(orders));
    const page = await open(editor);
    await choose(page.getByRole('combobox'), 'token');
    await page.getByRole('button', { name: 'Copy as Mermaid' }).click();
    const part = { variable: 'token', open: [], outside: 'hidden' };
    await called(editor, ['copyMermaid', part]);
    await page.getByRole('button', { name: 'Save as SVG…' }).click();
    await called(editor, ['saveSvg', part]);
    await page.getByRole('button', { name: 'Save as PNG…' }).click();
    await until(() => editor.calls.at(-1)?.[0] === 'savePng');
    const bytes = Buffer.from(String(editor.calls.at(-1)?.[1]), 'base64');
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  });

  it('says why an action did not work', async () => {
    const editor = editorWith(graphOf(orders));
    const reveal = () => Promise.reject(new CallFailure('This request is no longer there.'));
    const page = await open({ ...editor, implementation: { ...editor.implementation, reveal } });
    await page.getByRole('button', { name: /^\d+\. GET LOGIN/ }).click();
    await page.getByRole('alert').getByText('This request is no longer there.').waitFor();
  });

  it('says that it waits for the editor, and why that was for nothing', async () => {
    const { implementation } = editorWith(graphOf([]));
    await assertSaysRefusal(
      (answer) => openPanel({ ...implementation, ready: () => answer }),
      'Loading the chain…',
    );
  });

  it('says that a chain has no requests, and opens the form to add some', async () => {
    const editor = editorWith(graphOf([]));
    const page = await openPanel(editor.implementation);
    await page.getByText('This chain has no requests yet.').waitFor();
    await page.getByRole('button', { name: 'Open as Form' }).click();
    await called(editor, ['openForm']);
  });

  it('draws hostile names as text, in every place', async () => {
    const hostile = { ...get('a', '/', takes('x')), name: HOSTILE, method: HOSTILE };
    const graph = graphOf([hostile, get('b', '/{{x}}')]);
    const { edges, nodes } = graph;
    const names = {
      ...graph,
      nodes,
      edges: edges.map((edge) => ({ ...edge, variables: [HOSTILE, '__proto__'] })),
    };
    const page = await open(editorWith(names, { values: [{ variable: HOSTILE, shown: HOSTILE }] }));
    await page.getByRole('list', { name: 'Requests' }).getByRole('button').first().focus();
    await page.getByText('Flows out').waitFor();
    assert.equal(await page.locator('img, b').count(), 0);
    assert.notEqual(await page.title(), 'owned');
    assert.deepEqual(panel().console, []);
  });

  it('draws a thousand requests', async () => {
    const requests = Array.from({ length: 1000 }, (_, at) =>
      get(`r${at}`, at === 0 ? '/' : `/{{v${Math.floor(at / 3)}}}`, takes(`v${at}`)),
    );
    const page = await open(editorWith(graphOf(requests)));
    await page.getByRole('button', { name: /^\d+\. GET R999/ }).waitFor();
    assert.deepEqual(panel().console, []);
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    for (const width of [1000, 420]) {
      it(`has no accessibility violation and no complaint in the console: ${theme}, ${width} px`, async () => {
        const page = await open(sample(), { theme, width });
        await page.getByRole('button', { name: /^\d+\. GET CREATE/ }).focus();
        assert.deepEqual(await violationsOn(page), []);
        assert.deepEqual(panel().console, []);
      });
    }
  }
});
