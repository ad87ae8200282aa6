/** Messages for Teams: read strictly and drawn by Microsoft's own renderer of Adaptive Cards, in a real browser. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as AdaptiveCardsPackage from 'adaptivecards';
import type { Browser, Page } from 'playwright-core';
import { teamsMessage, type AdaptiveCard } from '../../src/sharing/notifiers/teamsMessage';
import { sampleNews } from '../sharing/notifiers/sampleNews';

declare const AdaptiveCards: typeof AdaptiveCardsPackage;

/** What the renderer makes of a card. */
interface Drawn {
  /** Faults that it found while it read and checked the card. */
  readonly faults: readonly string[];
  readonly text: string;
  /** Texts that were read as Markdown. */
  readonly asMarkdown: readonly string[];
  readonly elements: readonly string[];
}

const MENTIONS = [{ id: 'ann@example.com', name: 'Ann' }];

/** Teams refuses larger messages of workflows. */
const MAX_BYTES = 28_000;

describe('messages for Teams, drawn by the official renderer', function () {
  let browser: Browser | undefined;
  let page: Page | undefined;
  let stop: () => Promise<void> = () => Promise.resolve();
  const log: string[] = [];

  before(async () => {
    const load = (script: string): Promise<unknown> =>
      import(pathToFileURL(path.resolve('scripts/vscode', script)).href);
    const { startBrowser } = (await load('workbench.mjs')) as {
      startBrowser: (cleanup: unknown) => Promise<Browser>;
    };
    const { Cleanup } = (await load('cleanup.mjs')) as { Cleanup: new () => { run: () => Promise<void> } };
    const cleanup = new Cleanup();
    stop = () => cleanup.run();
    browser = await startBrowser(cleanup);
    page = await browser.newPage({ viewport: { width: 600, height: 500 } });
    page.on('console', (message) => log.push(message.text()));
    page.on('pageerror', (error) => log.push(String(error)));
    page.on('request', (request) => log.push(request.url()));
    await page.setContent('<!doctype html><body></body>');
    await page.addScriptTag({
      path: createRequire(path.resolve('package.json')).resolve('adaptivecards/dist/adaptivecards.js'),
    });
  });
  after(() => stop());
  beforeEach(() => {
    log.length = 0;
  });

  function draw(card: object): Promise<Drawn> {
    assert.ok(page !== undefined);
    return page.evaluate((json) => {
      const context = new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_4);
      const read = new AdaptiveCards.AdaptiveCard();
      read.parse(json, context);
      // Teams reads text blocks as Markdown: what comes by here could be a link or a picture.
      const asMarkdown: string[] = [];
      AdaptiveCards.AdaptiveCard.onProcessMarkdown = (text, result) => {
        asMarkdown.push(text);
        const paragraph = document.createElement('p');
        paragraph.textContent = text;
        Object.assign(result, { didProcess: true, outputHtml: paragraph.outerHTML });
      };
      const { validationEvents } = read.validateProperties();
      const faults = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index));
      const element = read.render();
      document.body.replaceChildren(...(element === undefined ? [] : [element]));
      return {
        faults: [...faults, ...validationEvents].map(({ message }) => message),
        text: element?.innerText ?? '',
        asMarkdown,
        elements: [...(element?.querySelectorAll('*') ?? [])].map(({ tagName }) => tagName.toLowerCase()),
      };
    }, card);
  }

  for (const [title, news] of sampleNews) {
    it(`are valid and only ever text: ${title}`, async () => {
      const message = teamsMessage(news, MENTIONS);
      assert.ok(Buffer.byteLength(JSON.stringify(message)) < MAX_BYTES);
      const [{ content }] = message.attachments;
      const { faults, text, asMarkdown, elements } = await draw(content);
      assert.deepEqual(faults, []);
      const flat = (words: string): string => words.replace(/\s+/g, '');
      assert.ok(flat(text).startsWith(flat(news.headline)), text.slice(0, 300));
      for (const { name, value } of news.facts) {
        assert.ok(flat(text).includes(flat(`${name}: ${value}`)), name);
      }
      for (const { subject, reason } of news.failures) {
        assert.ok(flat(text).includes(flat(subject)) && flat(text).includes(flat(reason)));
      }
      assert.deepEqual(
        elements.filter((tag) => !['div', 'p', 'span', 'button'].includes(tag)),
        [],
      );
      assert.deepEqual([...new Set(asMarkdown)], ['<at>Ann</at>']);
      assert.deepEqual(log, []);
    });
  }

  it('are found wrong by the renderer when they are', async () => {
    const [{ content }] = teamsMessage(sampleNews[0]?.[1] ?? assert.fail()).attachments;
    const wrong = {
      ...content,
      body: [...content.body, { type: 'NoSuchElement' }],
    } as unknown as AdaptiveCard;
    assert.notDeepEqual((await draw(wrong)).faults, []);
  });

  it('have a button that opens the page of the build', async () => {
    const [{ content }] = teamsMessage(sampleNews[0]?.[1] ?? assert.fail(), MENTIONS).attachments;
    await draw(content);
    assert.equal(await page?.getByRole('link', { name: 'Open the run' }).count(), 1);
    await mkdir('out/pictures', { recursive: true });
    await page?.screenshot({ path: 'out/pictures/adaptiveCard.png' });
  });
});
