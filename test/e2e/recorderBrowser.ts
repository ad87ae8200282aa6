/**
 * A browser with the recorder in it, and the recorder's popup, opened and used as a person does. Playwright knows
 * no popups of extensions, so this one is spoken to by the protocol underneath.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type BrowserContext, type CDPSession, type Page, type Worker } from 'playwright-core';
import { eventually } from '../until';

/** A browser with the recorder. */
export interface RecorderBrowser {
  readonly context: BrowserContext;
  /** `chrome-extension://…`, without a slash at the end. */
  readonly origin: string;
  /** The current background process. */
  readonly worker: () => Promise<Worker>;
  /** Ends the background process, as the browser does when it likes. */
  readonly killWorker: () => Promise<void>;
  /** Opens the popup on a tab, as a click on the recorder's icon does. */
  readonly openPopup: (page: Page) => Promise<Popup>;
  /** Opens a private window on an address that no other tab has. */
  readonly openPrivate: (url: string) => Promise<PrivateWindow>;
  /** Downloads by the button of a popup; resolves to the text of the file. */
  readonly download: (popup: Popup) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** A private window, which has a recorder of its own. */
interface PrivateWindow {
  readonly worker: Worker;
  /** The page in it, which is spoken to like a popup. */
  readonly page: Popup;
  readonly openPopup: () => Promise<Popup>;
}

/** The open popup. */
interface Popup {
  /** Clicks the element with this id once it is visible and enabled. */
  readonly click: (id: string) => Promise<void>;
  /** Waits until an expression is true in the popup. */
  readonly until: (expression: string) => Promise<void>;
  /** The value of an expression in the popup. */
  readonly value: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const DEADLINE_MS = 15_000;

/** Starts a browser with the recorder; skips the tests, and says why, where there is none that loads extensions. */
export async function startRecorderBrowser(test: Mocha.Context): Promise<RecorderBrowser> {
  const started = await start();
  if ('reason' in started) {
    process.stdout.write(`    skipped: ${started.reason}\n`);
    test.skip();
  }
  return started;
}

async function start(): Promise<RecorderBrowser | { readonly reason: string }> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(path.resolve(file)).href);
  const { extensionBrowserPath } = (await load('scripts/vscode/parts.mjs')) as {
    extensionBrowserPath: () => Promise<string>;
  };
  const { buildRecorder } = (await load('scripts/bundle/recorderFolder.mjs')) as {
    buildRecorder: (folder: string) => Promise<string>;
  };
  const executablePath = await extensionBrowserPath().catch(unavailable);
  if (typeof executablePath !== 'string') {
    return executablePath;
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-recorder-'));
  const extension = await buildRecorder(path.join(folder, 'extension'));
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    executablePath,
    headless: true,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--enable-unsafe-extension-debugging'],
  });
  const close = async (): Promise<void> => {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { ...(await withRecorder(context, extension, folder)), close };
  } catch (error) {
    await close();
    return withoutExtensions(error);
  }
}

/** A machine without a browser has a reason; everything else is a failure. */
function unavailable(error: unknown): { readonly reason: string } {
  if (error instanceof Error && error.name === 'Unavailable') {
    return { reason: error.message };
  }
  throw error;
}

/** A browser that knows no extensions has a reason; one that refuses the recorder is a failure. */
function withoutExtensions(error: unknown): { readonly reason: string } {
  if (error instanceof Error && /'Extensions\.loadUnpacked' wasn't found/.test(error.message)) {
    return { reason: 'this browser loads no extensions' };
  }
  throw error;
}

async function withRecorder(
  context: BrowserContext,
  extension: string,
  folder: string,
): Promise<Omit<RecorderBrowser, 'close'>> {
  const browser = context.browser();
  if (browser === null) {
    throw new Error('The browser cannot be spoken to.');
  }
  const session = await browser.newBrowserCDPSession();
  const { id } = (await sendUntyped(session, 'Extensions.loadUnpacked', {
    path: extension,
    enableInIncognito: true,
  })) as { id: string };
  const origin = `chrome-extension://${id}`;
  const worker = async (): Promise<Worker> =>
    context.serviceWorkers().find((one) => one.url().startsWith(origin)) ??
    (await context.waitForEvent('serviceworker', { timeout: DEADLINE_MS }));
  const openPopupOf = async (one: Worker): Promise<Popup> => {
    await one.evaluate('chrome.action.openPopup()');
    return attachPage(session, `${origin}/popup.html`);
  };
  await worker();
  return {
    context,
    origin,
    worker,
    killWorker: () => killWorker(session, origin),
    openPopup: async (page) => {
      await page.bringToFront();
      return openPopupOf(await worker());
    },
    openPrivate: async (url) => {
      const started = context.waitForEvent('serviceworker', { timeout: DEADLINE_MS });
      await (
        await worker()
      ).evaluate(`chrome.windows.create({ incognito: true, url: ${JSON.stringify(url)} })`);
      const own = await started;
      return { worker: own, page: await attachPage(session, url), openPopup: () => openPopupOf(own) };
    },
    download: async (popup) => {
      const arrived = downloaded(session, folder);
      await sendUntyped(session, 'Browser.setDownloadBehavior', {
        behavior: 'allow',
        downloadPath: folder,
        eventsEnabled: true,
      });
      await popup.click('download');
      return arrived;
    },
  };
}

async function killWorker(session: CDPSession, origin: string): Promise<void> {
  const { targetInfos } = await session.send('Target.getTargets');
  const target = targetInfos.find(({ type, url }) => type === 'service_worker' && url.startsWith(origin));
  if (target === undefined) {
    throw new Error('The background process is not running.');
  }
  await session.send('Target.closeTarget', { targetId: target.targetId });
}

function downloaded(session: CDPSession, folder: string): Promise<string> {
  const names = new Map<string, string>();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Nothing was downloaded.')), DEADLINE_MS);
    session.on('Browser.downloadWillBegin', ({ guid, suggestedFilename }) =>
      names.set(guid, suggestedFilename),
    );
    session.on('Browser.downloadProgress', ({ guid, state }) => {
      const name = names.get(guid);
      if (state === 'completed' && name !== undefined) {
        clearTimeout(timer);
        resolve(readFile(path.join(folder, name), 'utf8'));
      }
    });
  });
}

async function attachPage(session: CDPSession, url: string): Promise<Popup> {
  const { targetId } = await eventually(async () => {
    const { targetInfos } = await session.send('Target.getTargets');
    return targetInfos.find((one) => one.url === url);
  });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const value = evaluator(session, sessionId);
  const until = async (expression: string): Promise<void> => {
    await value(`new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('not true in time: ' + ${JSON.stringify(expression)} + ' in: ' + document.body.innerText)), ${DEADLINE_MS});
      const look = () => {
        if (${expression}) {
          clearTimeout(timer);
          resolve(true);
        } else {
          requestAnimationFrame(look);
        }
      };
      look();
    })`);
  };
  return {
    value,
    until,
    click: async (id) => {
      await until(`(({ hidden, disabled }) => !hidden && !disabled)(document.getElementById('${id}'))`);
      await value(`document.getElementById('${id}').click()`);
    },
    close: async () => {
      await session.send('Target.closeTarget', { targetId });
    },
  };
}

/** Speaks to a target that Playwright does not know. */
function evaluator(session: CDPSession, sessionId: string): (expression: string) => Promise<unknown> {
  interface Answer {
    readonly id: number;
    readonly result?: {
      readonly result: { readonly value?: unknown };
      readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
    };
  }
  const waiting = new Map<number, (answer: Answer) => void>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    const answer = JSON.parse(event.message) as Answer;
    if (event.sessionId === sessionId) {
      waiting.get(answer.id)?.(answer);
    }
  });
  return async (expression) => {
    const id = waiting.size + 1;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method: 'Runtime.evaluate', params }),
    });
    const { result } = await answered;
    if (result?.exceptionDetails !== undefined) {
      throw new Error(result.exceptionDetails.exception?.description ?? 'The popup threw.');
    }
    return result?.result.value;
  };
}

/** Commands that Playwright's types do not have. */
function sendUntyped(session: CDPSession, method: string, params: object): Promise<unknown> {
  return (session.send as (method: string, params: object) => Promise<unknown>).call(session, method, params);
}
