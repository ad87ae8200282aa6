/**
 * A session with the sample in a real workbench: the orders API, a copy of the workspace that leads to it,
 * and a browser page. What a test looks at are files, the page and the requests that the API got.
 *
 * Starting one takes longer than most tests, so those that may send share one, and each test works on a
 * chain of its own in it.
 */
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../../examples/orders-api/ordersApi';
import { fileOf, smallChain } from './smallChain';

const AUTHORED_ORIGIN = 'http://127.0.0.1:4010';

/** So high that no list scrolls, whatever earlier tests left in it: a line out of sight is not in the page. */
const SIZE = { width: 1280, height: 1800 };
/** VS Code rarely forgets to ask for the lenses of a file that it opens; it asks when the file is opened again. */
const LENS_MS = 30_000;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** What `scripts/vscode/workbenchActions.mjs` offers for driving a page. */
export interface WorkbenchActions {
  openFile(page: Page, path: string): Promise<void>;
  chooseCommand(page: Page, title: string): Promise<void>;
  offersCommand(page: Page, title: string): Promise<boolean>;
  closeEditors(page: Page): Promise<void>;
  quickPickRow(page: Page, label: string): Locator;
  lens(page: Page, title: string | RegExp): Locator;
  wordPlace(page: Page, line: string, word: string): Promise<Place>;
  hoverWord(page: Page, line: string, word: string): Promise<Locator>;
  clickWord(page: Page, line: string, word: string): Promise<void>;
  chooseFix(page: Page, title: string): Promise<void>;
  treeRow(page: Page, view: string, name: string): Locator;
  clickRow(page: Page, row: Locator): Promise<void>;
  collapseAll(page: Page, view: string): Promise<void>;
  moveToRow(page: Page, view: string, name: string): Promise<void>;
  focusViewAfterRun(page: Page, view: string, chain: string): Promise<void>;
  chooseMenuItem(page: Page, label: string, open: () => Promise<void>): Promise<void>;
  notification(page: Page, text: string | RegExp): Promise<Locator>;
  webviewFrame(page: Page): FrameLocator;
  selectTab(root: FrameLocator, name: string | RegExp): Promise<void>;
}

interface WorkbenchScript {
  openWorkbench(options: object): Promise<{ page: Page }>;
}

interface Cleanup {
  defer(stop: () => unknown): void;
  run(): Promise<void>;
}

/** A workbench with the sample in it. */
export interface Session {
  readonly page: Page;
  readonly actions: WorkbenchActions;
  /** Absolute path of the workspace folder. */
  readonly workspace: string;
  /** Where the environment of the workspace leads. */
  readonly origin: string;
  /** What the sample API answered so far, such as `GET /api/orders`. */
  readonly answered: readonly string[];
  /** Writes a file of the workspace and gives its absolute path. */
  readonly write: (name: string, text: string) => Promise<string>;
  /** Writes a chain, a small one by default, and opens it in the text editor. */
  readonly openChain: (name: string, text?: string) => Promise<void>;
  /** Saves the changes of the editor in front, which shows the file of this name, and reads what is then on disk. */
  readonly saved: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** What differs from the sample in a trusted workspace. */
export interface SessionOptions {
  /** Whether VS Code trusts the workspace; by default it does. */
  readonly trusted?: boolean;
  /** Where the sample's environment leads; by default to the sample API. */
  readonly origin?: string;
  /** Changes the folder of the sample before it is opened, and says what is opened in its place. */
  readonly prepare?: (folder: string, origin: string) => Promise<string>;
  /** Settings of the user. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

let shared: Promise<Session> | undefined;
/** Sessions that are open, for what they show when a test fails. */
const open = new Set<Session>();

/** The one trusted session; skips the test, visibly, where no VS Code can be had. */
export async function sharedSession(test: Mocha.Context): Promise<Session> {
  shared ??= openSession();
  return available(test, shared);
}

/** A session of one's own; the caller closes it. */
export async function ownSession(test: Mocha.Context, options: SessionOptions): Promise<Session> {
  return available(test, openSession(options));
}

/** A test that fails tells what the workbench shows, and leaves a picture: what it waited for is rarely the reason. */
// eslint-disable-next-line no-restricted-syntax -- one session for the tests of all files
afterEach(async function () {
  const { currentTest } = this;
  if (currentTest?.state !== 'failed') {
    return;
  }
  const name = currentTest.fullTitle().replace(/\W+/g, '-');
  for (const [index, { page }] of [...open].entries()) {
    await page.screenshot({ path: path.resolve('.vscode-test/failures', `${name}-${index}.png`) });
    if (currentTest.err) {
      currentTest.err.stack += `\n${await shownBy(page)}`;
    }
  }
});

/** The tabs, the messages and the lenses of a workbench, as text. */
async function shownBy(page: Page): Promise<string> {
  const parts = ['.tab', '.notification-list-item-message', '.codelens-decoration', '.monaco-dialog-box'];
  const texts = parts.map(async (part) => {
    const all = await page.locator(part).filter({ visible: true }).allInnerTexts();
    return `  ${part}: ${all.map((text) => text.replace(/\s+/g, ' ').trim()).join(' · ')}`;
  });
  return ['What the workbench shows:', ...(await Promise.all(texts))].join('\n');
}

// eslint-disable-next-line no-restricted-syntax -- one session for the tests of all files
after(async () => {
  await (await shared?.catch(() => undefined))?.close();
});

async function available(test: Mocha.Context, session: Promise<Session>): Promise<Session> {
  try {
    return await session;
  } catch (error) {
    if (error instanceof Error && error.name === 'Unavailable') {
      test.skip(); // no VS Code can be had without a registry; the in-host suite says so
    }
    throw error;
  }
}

async function openSession({
  trusted = true,
  origin,
  prepare,
  settings = {},
}: SessionOptions = {}): Promise<Session> {
  const actions = await script<WorkbenchActions>('workbenchActions.mjs');
  const workbench = await script<WorkbenchScript>('workbench.mjs');
  const { Cleanup } = await script<{ Cleanup: new () => Cleanup }>('cleanup.mjs');
  const { stageExtension } = await script<{ stageExtension: (cleanup: Cleanup) => Promise<string> }>(
    'stage.mjs',
  );
  const cleanup = new Cleanup();
  try {
    const answered: string[] = [];
    const api = await startOrdersApi({
      port: 0,
      onAnswer: ({ method, target }) => answered.push(`${method} ${target}`),
    });
    cleanup.defer(() => api.close());
    const target = origin ?? api.origin;
    const workspace = await sampleWorkspace(target, cleanup);
    const { page } = await workbench.openWorkbench({
      extension: await stageExtension(cleanup),
      workspace: (await prepare?.(workspace, target)) ?? workspace,
      env: sampleSecrets(),
      size: SIZE,
      settings: { ...settings, ...(trusted ? {} : RESTRICTED) },
      cleanup,
    });
    const file = (name: string): string => path.join(workspace, name);
    const write = async (name: string, text: string): Promise<string> => {
      // as a whole: an editor that has the file open would read it while it is empty
      await writeFile(file(`${name}.part`), text);
      await rename(file(`${name}.part`), file(name));
      return file(name);
    };
    const session: Session = {
      page,
      actions,
      workspace,
      origin: target,
      answered,
      write,
      openChain: async (name, text = smallChain(name)) => {
        const written = await write(fileOf(name), text);
        await actions.openFile(page, written);
        const runAll = actions.lens(page, 'Run All');
        const isShown = await runAll.waitFor({ timeout: LENS_MS }).then(
          () => true,
          () => false,
        );
        if (!isShown) {
          await actions.closeEditors(page);
          await actions.openFile(page, written);
          await runAll.waitFor();
        }
      },
      saved: async (name) => {
        const tab = `.tab.active[data-resource-name="${path.basename(name)}"]`;
        await page.locator(`${tab}.dirty`).waitFor();
        await page.keyboard.press('Control+S');
        await page.locator(`${tab}:not(.dirty)`).waitFor();
        return readFile(file(name), 'utf8');
      },
      close: () => cleanup.run(),
    };
    open.add(session);
    cleanup.defer(() => open.delete(session));
    return session;
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

const RESTRICTED = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

/** Loads one of the project's own scripts, which are ES modules. */
function script<T>(name: string): Promise<T> {
  return import(pathToFileURL(path.resolve('scripts/vscode', name)).href) as Promise<T>;
}

/** A copy of the sample workspace whose environment leads to `origin`. */
async function sampleWorkspace(origin: string, cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chainwright-e2e-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  await cp('examples/workspace', folder, { recursive: true });
  const file = path.join(folder, 'local.environment.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace(AUTHORED_ORIGIN, origin));
  return folder;
}

function sampleSecrets(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(DEMO_SECRETS).map(([name, value]) => [`CHAINWRIGHT_SECRET_${name}`, value]),
  );
}
