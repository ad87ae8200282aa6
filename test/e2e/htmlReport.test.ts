import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { renderHtml } from '../../src/formats/reporters/htmlReport';
import type { RunReport } from '../../src/core/result/runReport';
import { hostileTexts, reportWith, sampleReport, textOf } from '../formats/reporters/sampleReport';

interface View {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

describe('the HTML report in a browser', function () {
  let browser: Browser | undefined;
  let stop: () => Promise<void> = () => Promise.resolve();
  let folder = '';
  let page: Page | undefined;
  let log: string[] = [];

  before(async () => {
    const load = (script: string): Promise<unknown> =>
      import(pathToFileURL(path.resolve('scripts/vscode', script)).href);
    const { startBrowser } = (await load('workbench.mjs')) as {
      startBrowser: (cleanup: unknown) => Promise<Browser>;
    };
    const { Cleanup } = (await load('cleanup.mjs')) as { Cleanup: new () => { run: () => Promise<void> } };
    const cleanup = new Cleanup();
    stop = () => cleanup.run();
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-report-'));
    browser = await startBrowser(cleanup);
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await page?.close();
  });

  async function open(
    report: RunReport,
    hash = '',
    { colorScheme, width }: View = { colorScheme: 'light', width: 1200 },
  ) {
    assert.ok(browser !== undefined);
    const file = path.join(folder, 'report.html');
    await writeFile(file, textOf(renderHtml(report)));
    const opened = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    page = opened;
    log = [];
    opened.on('console', (message) => log.push(message.text()));
    opened.on('pageerror', (error) => log.push(String(error)));
    opened.on('request', (request) =>
      log.push(...(request.url().startsWith('file:') ? [] : [request.url()])),
    );
    await opened.goto(pathToFileURL(file).href + hash);
    return opened;
  }

  const visible = (opened: Page) => opened.locator('.request:visible').count();

  it('runs its own script under its own policy, and sends nothing', async () => {
    const opened = await open(sampleReport);
    await opened.getByRole('button', { name: 'Open all' }).click();
    await opened.getByText('"amount": 12.50').first().waitFor();
    assert.deepEqual(log, []);
  });

  it('filters by outcome and by words', async () => {
    const opened = await open(sampleReport);
    assert.equal(await visible(opened), 8);
    await opened.getByLabel('failed 2').check();
    assert.equal(await visible(opened), 2);
    await opened.keyboard.press('/');
    await opened.keyboard.type('AMOUNT patch');
    assert.equal(await visible(opened), 1);
    assert.equal(await opened.locator('#count').innerText(), '1 of 8');
  });

  it('opens what a link leads to, even when a filter hides it', async () => {
    const opened = await open(sampleReport);
    await opened.getByLabel('blocked 1').check();
    await opened.locator('.request.blocked summary').click();
    await opened.locator('.request.blocked').getByRole('link', { name: 'Change amount' }).click();
    await opened.locator('#chain-2-request-4[open]').waitFor();
    assert.equal(await opened.getByLabel('All 8').isChecked(), true);
  });

  const views: readonly View[] = [
    { colorScheme: 'light', width: 1200 },
    { colorScheme: 'dark', width: 1200 },
    { colorScheme: 'dark', width: 390 },
  ];
  for (const view of views) {
    it(`is accessible and fits into ${view.width} pixels in ${view.colorScheme} colours`, async () => {
      const opened = await open(sampleReport, '', view);
      await opened.evaluate(`document.querySelectorAll('details').forEach((part) => { part.open = true; })`);
      assert.equal(await opened.evaluate('document.documentElement.scrollWidth'), view.width);
      const axe = createRequire(path.resolve('package.json')).resolve('axe-core/axe.min.js');
      await opened.evaluate(await readFile(axe, 'utf8'));
      const findings = await opened.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))',
      );
      assert.deepEqual(findings, []);
    });
  }

  it('runs nothing of what a result says, and fits however long its words are', async () => {
    for (const text of [...hostileTexts, 'x'.repeat(3000)]) {
      const opened = await open(reportWith(text), '#chain-1-request-1', { colorScheme: 'light', width: 390 });
      await opened.evaluate(`document.querySelectorAll('details').forEach((part) => { part.open = true; })`);
      assert.equal(await opened.evaluate('document.documentElement.scrollWidth'), 390, text);
      assert.deepEqual(log, [], text);
      await opened.close();
    }
  });
});
