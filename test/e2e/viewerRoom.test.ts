/** How much of a chain the Chain Viewer shows, and in how much room. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChainGraph } from '../../src/core/graph/graph';
import { VIEWER_PANEL } from '../../src/host/viewer/viewerPanel';
import { viewerContract } from '../../src/protocol/viewerContract';
import { LEGIBLE_ZOOM } from '../../webview-ui/viewer/viewport';
import { get, graphOf, orders, takes } from '../core/graph/graphs';
import { until, untilEqual } from '../until';
import type { Look } from './panelPage';
import { drawnOn, notingEditor, panelTests } from './panelTests';

describe('the room of the Chain Viewer', function () {
  this.timeout(60_000);
  const { open: openPanel } = panelTests(VIEWER_PANEL);

  async function open(graph: ChainGraph, look: Look = {}): Promise<Page> {
    const { implementation } = notingEditor(viewerContract.editor, {
      ready: () => ({ subject: 'file:///orders.chain.json', view: { graph, progress: [], values: [] } }),
    });
    const page = await openPanel(implementation, look);
    await drawnOn(page.locator('#cy canvas').last());
    return page;
  }

  it('shows a minimap while not everything is in view, and goes where it is pressed', async () => {
    const steps = Array.from({ length: 60 }, (_, at) =>
      get(`s${at}`, at === 0 ? '/' : `/{{v${at - 1}}}`, takes(`v${at}`)),
    );
    const page = await open(graphOf(steps));
    const seen = page.locator('.minimap-seen');
    const left = async (): Promise<number> => Number(await seen.getAttribute('x'));
    await until(async () => (await left()) < 0);
    const map = await page.locator('.minimap').boundingBox();
    assert.ok(map !== null);
    await page.mouse.click(map.x + map.width * 0.8, map.y + map.height / 2);
    await until(async () => (await left()) > 500);
    await page.getByRole('button', { name: 'Fit: show everything' }).click();
    await seen.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await seen.waitFor();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await seen.waitFor({ state: 'detached' });
  });

  it('opens with the whole chain in view where its names can be read so', async () => {
    const page = await open(graphOf(orders));
    await page.getByText('6 requests', { exact: true }).waitFor();
    assert.equal(await page.locator('.minimap').count(), 0);
  });

  it('opens a narrow panel at the beginning of the chain, large enough to read', async () => {
    const page = await open(graphOf(orders), { width: 480 });
    const seen = page.locator('.minimap-seen');
    const rounded = async (name: string): Promise<number> =>
      Math.round(Number(await seen.getAttribute(name)));
    await untilEqual(() => rounded('width'), 480 / LEGIBLE_ZOOM);
    assert.ok((await rounded('x')) < 0);
  });

  it('leaves most of a narrow panel to the drawing', async () => {
    const page = await open(graphOf(orders), { width: 480 });
    await page.getByRole('button', { name: /^2\. GET CREATE/ }).click();
    await page.getByRole('region', { name: 'GET CREATE' }).waitFor();
    const [drawing, side] = await Promise.all(
      ['.viewer-drawing', '.viewer-side'].map((part) => page.locator(part).boundingBox()),
    );
    assert.ok(drawing !== null && side !== undefined && side !== null);
    assert.ok(drawing !== undefined && side.height < drawing.height / 2);
  });

  for (const width of [480, 270]) {
    it(`has its buttons on one line each, and none at the edge: ${width} px`, async () => {
      const page = await open(graphOf(orders), { width });
      for (const button of await page.getByRole('toolbar').getByRole('button').all()) {
        const box = await button.boundingBox();
        assert.ok(box !== null && box.height < 32 && box.x + box.width <= width - 8, JSON.stringify(box));
      }
    });
  }

  it('is not cut off at its old size in the first picture after a resize', async () => {
    const page = await open(graphOf(orders));
    const widths = await page.locator('.viewer').evaluate(async (viewer) => {
      viewer.style.width = '600px';
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const place = viewer.querySelector('#cy')?.clientWidth;
      return [...viewer.querySelectorAll('canvas')].map(({ width }) => [width / devicePixelRatio, place]);
    });
    assert.ok(widths.length > 0);
    assert.deepEqual(
      widths.filter(([layer, place]) => layer !== place),
      [],
    );
  });

  it('shows everything once there is room for it', async () => {
    const page = await open(graphOf(orders), { width: 480 });
    await page.locator('.minimap').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator('.minimap').waitFor({ state: 'detached' });
  });

  it('fits again where there is more room, unless somebody has moved', async () => {
    const steps = Array.from({ length: 40 }, (_, at) =>
      get(`s${at}`, at === 0 ? '/' : `/{{v${at - 1}}}`, takes(`v${at}`)),
    );
    const page = await open(graphOf(steps));
    const seen = async (side: 'y' | 'height'): Promise<number> =>
      Number(await page.locator('.minimap-seen').getAttribute(side));
    const begun = await seen('y');
    await page.setViewportSize({ width: 1000, height: 1000 });
    await until(async () => (await seen('y')) < begun);
    const roomy = await seen('height');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await until(async () => (await seen('height')) < roomy);
    const moved = { y: await seen('y'), height: await seen('height') };
    await page.setViewportSize({ width: 1000, height: 700 });
    await until(async () => (await seen('height')) < moved.height);
    assert.equal(await seen('y'), moved.y);
  });
});
