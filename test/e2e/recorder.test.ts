import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Entry, Har } from 'har-format';
import type { Page, Worker } from 'playwright-core';
import { untilEqual } from '../until';
import { violationsOn } from './accessibility';
import { startRecorderBrowser, type RecorderBrowser } from './recorderBrowser';
import { startRecorderLab, type RecorderLab } from './recorderLab';

describe('the recorder in a browser', function () {
  let recorder: RecorderBrowser;
  let lab: RecorderLab;
  let page: Page;
  /** The popup in a tab of its own, which stays. */
  let control: Page;

  before(async function () {
    recorder = await startRecorderBrowser(this);
    lab = await startRecorderLab();
  });
  after(async () => {
    await recorder?.close();
    await lab?.close();
  });
  beforeEach(async () => {
    control = await recorder.context.newPage();
    await control.goto(`${recorder.origin}/popup.html?tab`);
    page = await recorder.context.newPage();
    await page.goto(`${lab.origin}/page`);
    await page.bringToFront();
  });
  afterEach(async () => {
    const [first = page] = recorder.context.pages();
    const popup = await recorder.openPopup(first);
    await popup.until('document.body.dataset.phase !== "loading"');
    if ((await popup.value('document.body.dataset.phase')) === 'recording') {
      await popup.click('stop');
      await popup.until('document.body.dataset.phase === "stopped"');
    }
    // What the background tells between the two clicks takes no question back.
    if ((await popup.value('document.body.dataset.phase')) === 'stopped') {
      await popup.click('discard');
      await popup.until(`document.getElementById('discard').textContent === 'Delete for good'`);
      await popup.click('discard');
    }
    await popup.until('document.body.dataset.phase === "empty"');
    await popup.close();
    await Promise.all(
      recorder.context
        .pages()
        .slice(1)
        .map((one) => one.close()),
    );
  });

  async function begin(): Promise<void> {
    const popup = await recorder.openPopup(page);
    await popup.click('start');
    await popup.until('document.body.dataset.phase === "recording"');
    await popup.close();
  }

  /** Waits until the popup says something. */
  const said = (text: string): Promise<void> => control.locator('#summary', { hasText: text }).waitFor();

  /** Waits until every call so far is written down with its body: the browser ends a process that is idle. */
  const written = (): Promise<unknown> =>
    control.waitForFunction(async () => {
      const answered = <Result>(request: IDBRequest<Result>): Promise<Result> =>
        new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
      const database = await answered(indexedDB.open('chainwright-recorder'));
      const calls = await answered(database.transaction('calls').objectStore('calls').getAll());
      database.close();
      return calls.length > 0 && calls.every((call: { readonly body?: unknown }) => call.body !== undefined);
    });

  /** Opens a tab as a person does, and waits until it is recorded, as the given number of tabs. */
  async function openTab(id: string, tabs: number): Promise<Page> {
    const opened = recorder.context.waitForEvent('page');
    await page.bringToFront();
    await page.click(`#${id}`);
    const tab = await opened;
    await said(`${tabs} tabs`);
    return tab;
  }

  /** Waits until the popup counts as many calls, stops and downloads. */
  async function end(calls: number, prepare: readonly string[] = []): Promise<Har> {
    const popup = await recorder.openPopup(page);
    await popup.until(`parseInt(document.getElementById('count').textContent) >= ${calls}`);
    await popup.click('stop');
    await popup.until('document.body.dataset.phase === "stopped"');
    for (const id of prepare) {
      await popup.click(id);
    }
    const text = await recorder.download(popup);
    await popup.close();
    return JSON.parse(text) as Har;
  }

  const ask = (target: string, init: object = {}): Promise<string> =>
    page.evaluate(([url, options]) => fetch(url, options).then((answer) => answer.text()), [
      target,
      init,
    ] as const);

  const lines = ({ log }: Har): readonly string[] =>
    log.entries.map(
      ({ request, response }) =>
        `${request.method} ${request.url.replace(lab.origin, '')} ${response.status}`,
    );

  const entry = ({ log }: Har, target: string): Entry => {
    const found = log.entries.find(({ request }) => request.url.endsWith(target));
    assert.ok(found !== undefined, target);
    return found;
  };

  /** Answers whose body is missing; the debugger need not be there in time for that of a new tab's page. */
  const withoutBody = ({ log }: Har): unknown =>
    log.entries
      .filter(({ request, pageref }) => !(request.url.endsWith('/second') && pageref !== 'tab_1'))
      .filter(({ response }) => response.status === 200 && response.content.text === undefined)
      .map(({ request, pageref, response }) => [request.url, pageref, response.content.comment]);

  it('keeps bodies, cookies and redirects of what a page calls', async () => {
    await begin();
    await ask('/api/one', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json' },
    });
    await ask('/redirect');
    await ask('/api/empty', { method: 'DELETE' });
    await ask('/api/bytes');
    const har = await end(5);
    assert.deepEqual(lines(har), [
      'POST /api/one 200',
      'GET /redirect 302',
      'GET /api/landed 200',
      'DELETE /api/empty 204',
      'GET /api/bytes 200',
    ]);
    assert.equal(entry(har, '/api/one').request.postData?.text, '{"a":1}');
    assert.equal(entry(har, '/api/one').response.content.text, '{"path":"/api/one","id":9007199254740993}');
    assert.deepEqual(entry(har, '/api/landed').request.cookies, [{ name: 'hop', value: 'masked-1' }]);
    assert.equal(entry(har, '/api/bytes').response.content.text, 'AP+A');
    assert.equal(har.log.comment, undefined);
  });

  it('continues through navigation, forms, frames and new tabs', async () => {
    await begin();
    await page.goto(`${lab.origin}/second`);
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/form' });
      form.innerHTML = '<input name="user" value="bob">';
      document.body.append(form);
      form.submit();
    });
    await page.waitForURL('**/page');
    const tab = await openTab('tab', 2);
    const window = await openTab('window', 3);
    await tab.evaluate(() => fetch('/api/tab').then((answer) => answer.text()));
    await window.evaluate(() => fetch('/api/window').then((answer) => answer.text()));
    await page.bringToFront();
    await page.goto(`${lab.origin}/framed`);
    const har = await end(7);
    // the page of a new tab may be faster than the debugger: then it is said to be missing
    const isMissing = har.log.comment?.includes(`${lab.origin}/second`) === true;
    assert.equal(lines(har).filter((line) => line === 'GET /second 200').length === 3, !isMissing);
    assert.deepEqual(
      lines(har).filter((line) => line !== 'GET /second 200'),
      [
        'POST /form 303',
        'GET /page 200',
        'GET /api/tab 200',
        'GET /api/window 200',
        'GET /framed 200',
        'GET /page 200',
      ],
    );
    assert.deepEqual(
      ['/api/tab', '/api/window', '/framed'].map((target) => entry(har, target).pageref),
      ['tab_2', 'tab_3', 'tab_1'],
    );
    assert.deepEqual(withoutBody(har), []);
    assert.match(entry(har, '/form').request.postData?.text ?? '', /user=bob/);
  });

  it('notes event streams, WebSockets and what failed', async () => {
    await begin();
    await page.evaluate(
      (socket) =>
        Promise.all([
          new Promise<void>((resolve) => {
            const stream = new EventSource('/events');
            stream.onmessage = ({ data }) => (data === '2' ? resolve() : undefined);
          }),
          new Promise<void>((resolve) => {
            const line = new WebSocket(socket);
            line.onmessage = () => resolve();
          }),
        ]),
      `${lab.origin.replace('http', 'ws')}/socket`,
    );
    await ask('/api/dropped').catch(() => undefined);
    const har = await end(3);
    assert.deepEqual(
      [entry(har, '/events'), entry(har, '/socket'), entry(har, '/api/dropped')].map((one) => [
        one._resourceType,
        one.response.status,
        one.comment ?? one.response.comment,
      ]),
      [
        ['eventsource', 200, 'Messages are not recorded: 0 sent, 2 received.'],
        ['websocket', 101, 'Messages are not recorded: 0 sent, 1 received.'],
        ['fetch', 0, 'No response: net::ERR_EMPTY_RESPONSE.'],
      ],
    );
  });

  it('continues when the browser ends its process', async () => {
    await begin();
    await ask('/api/before');
    await said('1 call');
    await written();
    await recorder.killWorker();
    await ask('/api/between');
    await said('2 calls');
    await written();
    await recorder.killWorker();
    await said('2 calls');
    const tab = await openTab('tab', 2);
    await tab.evaluate(() => fetch('/api/tab').then((answer) => answer.text()));
    await page.bringToFront();
    await ask('/api/after');
    const har = await end(4);
    assert.deepEqual(
      lines(har).filter((line) => line.includes('/api/')),
      ['GET /api/before 200', 'GET /api/between 200', 'GET /api/tab 200', 'GET /api/after 200'],
    );
    assert.deepEqual(withoutBody(har), []);
  });

  it('keeps parts by name, and bodies too long for an event', async () => {
    await begin();
    const long = 'x'.repeat(1_500_000);
    await ask('/api/long', { method: 'POST', body: long });
    await page.evaluate(() => {
      const form = new FormData();
      form.append('note', 'hello');
      form.append('file', new File(['content'], 'a.txt', { type: 'text/plain' }));
      return fetch('/api/upload', { method: 'POST', body: form }).then((answer) => answer.text());
    });
    const har = await end(2);
    assert.equal(entry(har, '/api/long').request.postData?.text, long);
    assert.deepEqual(entry(har, '/api/upload').request.postData?.params, [
      { name: 'note', value: 'hello' },
      { name: 'file', fileName: 'a.txt', contentType: 'text/plain' },
    ]);
  });

  it('says when a tab could not be recorded, and takes it up again', async () => {
    await begin();
    await ask('/api/before');
    await page.goto('chrome://version');
    await page.goto(`${lab.origin}/page`);
    const popup = await recorder.openPopup(page);
    await popup.until(`document.getElementById('details').textContent.includes('1 tab')`);
    await popup.close();
    await ask('/api/after');
    const har = await end(2);
    assert.deepEqual(
      lines(har).filter((line) => line.includes('/api/')),
      ['GET /api/before 200', 'GET /api/after 200'],
    );
    const [lost, ...missing] = har.log.comment?.split('\n') ?? [];
    assert.equal(lost, 'Tab 1 was not recorded for a while: the browser said target_closed.');
    assert.equal(lines(har).includes('GET /page 200'), missing.length === 0);
  });

  it('ends with its last tab', async () => {
    await begin();
    await ask('/api/before');
    await page.close();
    const [first = page] = recorder.context.pages();
    const popup = await recorder.openPopup(first);
    await popup.until('document.body.dataset.phase === "stopped"');
    await popup.until(
      `document.getElementById('problem-list').textContent.includes('The recording ended with its last tab.')`,
    );
    const har = JSON.parse(await recorder.download(popup)) as Har;
    await popup.close();
    assert.deepEqual(lines(har), ['GET /api/before 200']);
  });

  it('refuses pages of the browser, and says what to do', async () => {
    await page.goto('chrome://version');
    const popup = await recorder.openPopup(page);
    await popup.click('start');
    await popup.until(
      `document.getElementById('failure').textContent.includes('Open the page that you want to record')`,
    );
    await popup.until('document.body.dataset.phase === "empty"');
    await popup.close();
  });

  /** What the icon says in the tabs that a background process sees. */
  const badges = (worker: Worker): Promise<readonly string[]> =>
    worker.evaluate(`chrome.tabs.query({}).then((tabs) =>
      Promise.all(tabs.map(({ id }) => chrome.action.getBadgeText({ tabId: id }))))`);

  const counted = (worker: Worker, texts: readonly string[]): Promise<void> =>
    untilEqual(() => badges(worker), texts);

  it('shows a count on the icon of the tab that it records, whatever page that goes to', async () => {
    const worker = await recorder.worker();
    await counted(worker, ['', '', '']);
    await begin();
    await ask('/api/one');
    await said('1');
    await counted(worker, ['', '', '1']);
    await page.goto('about:blank'); // which calls nothing
    await counted(worker, ['', '', '1']);
    const popup = await recorder.openPopup(page);
    await popup.click('stop');
    await popup.until('document.body.dataset.phase === "stopped"');
    await counted(worker, ['', '', '']);
    await popup.close();
  });

  it('counts in private windows and in others what is recorded there', async () => {
    const worker = await recorder.worker();
    await begin();
    await ask('/api/one');
    await counted(worker, ['', '', '1']);
    const secret = await recorder.openPrivate(`${lab.origin}/second`);
    assert.deepEqual(await badges(secret.worker), ['']);
    const popup = await secret.openPopup();
    await popup.click('start');
    await popup.until('document.body.dataset.phase === "recording"');
    await secret.page.value(`Promise.all(['/api/a', '/api/b'].map((path) => fetch(path)))`);
    await counted(secret.worker, ['2']);
    assert.deepEqual(await badges(worker), ['', '', '1']);
    await popup.close();
    await secret.page.close();
  });

  it('downloads calls of APIs alone when asked, with their credentials when asked', async () => {
    await begin();
    await page.goto(`${lab.origin}/page`);
    await ask('/api/one', { headers: { Authorization: 'Bearer abcdef-12345' } });
    const har = await end(2, ['api-only', 'keep']);
    assert.deepEqual(lines(har), ['GET /api/one 200']);
    const { headers } = entry(har, '/api/one').request;
    assert.equal(headers.find(({ name }) => /^authorization$/i.test(name))?.value, 'Bearer abcdef-12345');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has nothing that axe minds, in ${colorScheme} colours`, async () => {
      await begin();
      await ask('/api/one');
      const popup = await recorder.context.newPage();
      const problems: string[] = [];
      popup.on('console', (message) => problems.push(message.text()));
      await popup.emulateMedia({ colorScheme });
      await popup.goto(`${recorder.origin}/popup.html`);
      const states = ['recording', 'stopped', 'empty'];
      for (const state of states) {
        await popup.waitForSelector(`body[data-phase=${state}]`);
        assert.deepEqual(await violationsOn(popup), []);
        if (state === 'recording') {
          await popup.click('#stop');
        } else if (state === 'stopped') {
          await popup.dblclick('#discard');
        }
      }
      assert.deepEqual(problems, []);
      await popup.close();
    });
  }

  it('asks for no permission but the one that it needs', async () => {
    const manifest = JSON.parse(await readFile(path.resolve('recorder/manifest.json'), 'utf8')) as {
      permissions: readonly string[];
    };
    assert.deepEqual(manifest.permissions, ['debugger']);
    assert.ok(!('host_permissions' in manifest));
  });
});
