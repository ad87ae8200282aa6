/**
 * What the tests of all panels share: one browser for a suite, a panel for each test, an editor that notes what it
 * is asked, and waiting for the outcome.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { MissingEnvironmentError, UntrustedError } from '../../src/core/errors';
import { CallFailure, type Implementation } from '../../src/protocol/channel';
import type { Calls, Functions } from '../../src/protocol/contract';
import { until, untilEqual } from '../until';
import {
  openPanel,
  startPanelBrowser,
  type Look,
  type OpenPanel,
  type PanelBrowser,
  type PanelKind,
} from './panelPage';

/** A text that would do harm anywhere but as text. */
export const HOSTILE = '</script><img src=x onerror="document.title=\'owned\'"><b>{{x}}$&\u202e';

/** The panel that a test has open. */
export interface PanelTests<Editor extends Functions<Editor>, Panel extends Functions<Panel>> {
  readonly open: (implementation: Implementation<Editor>, look?: Look) => Promise<Page>;
  /** The panel that is open; fails when there is none. */
  readonly panel: () => OpenPanel<Editor, Panel>;
}

/** A browser for the tests of a suite, which are skipped where there is none; panels are closed after each. */
export function panelTests<Editor extends Functions<Editor>, Panel extends Functions<Panel>>(
  kind: PanelKind<Editor, Panel>,
): PanelTests<Editor, Panel> {
  let shared: PanelBrowser | undefined;
  let opened: OpenPanel<Editor, Panel> | undefined;
  before(async function () {
    shared = await startPanelBrowser();
    if (shared === undefined) {
      this.skip();
    }
  });
  after(() => shared?.stop());
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });
  return {
    open: async (implementation, look) => {
      assert.ok(shared !== undefined);
      opened = await openPanel(shared.browser, kind, implementation, look);
      return opened.page;
    },
    panel: () => {
      assert.ok(opened !== undefined);
      return opened;
    },
  };
}

/**
 * Chooses from a list as a person does: with a key first, upon which the page draws what is waiting to be drawn.
 * The browser's own `selectOption` does without, and so may meet a page that still shows what was before.
 */
export async function choose(
  list: Locator,
  option: string | { index: number } | { label: string },
): Promise<void> {
  await list.press('Shift');
  await list.selectOption(option);
}

/** Selects a tab, which may be in the menu of those that have no room. */
export async function selectTab(page: Page, name: string | RegExp): Promise<void> {
  const script = pathToFileURL(path.resolve('scripts/vscode/workbenchActions.mjs')).href;
  const actions = (await import(script)) as {
    selectTab: (root: Page, name: string | RegExp) => Promise<void>;
  };
  await actions.selectTab(page, name);
}

/** What an editor was asked, in order: names with what was said. */
export interface RecordedCalls {
  readonly calls: unknown[][];
}

/** Notes calls: `note(name)` is a call that answers nothing and is remembered. */
export function recordCalls(): RecordedCalls & {
  readonly note: (name: string) => (...args: unknown[]) => void;
} {
  const calls: unknown[][] = [];
  return {
    calls,
    note:
      (name) =>
      (...args) =>
        void calls.push([name, ...args]),
  };
}

/** An editor that answers what `known` says, and notes everything else that it is asked. */
export function notingEditor<Editor extends Functions<Editor>>(
  offered: Calls<Editor>,
  known: Partial<Implementation<NoInfer<Editor>>>,
): RecordedCalls & { readonly implementation: Implementation<Editor> } {
  const { calls, note } = recordCalls();
  const noted = Object.fromEntries(Object.keys(offered).map((name) => [name, note(name)]));
  return { calls, implementation: { ...(noted as unknown as Implementation<Editor>), ...known } };
}

/** Waits until anything is drawn on a canvas. */
export async function drawnOn(canvas: Locator): Promise<void> {
  await until(() => canvas.evaluate(hasColours));
}

/** Runs in the page: whether anything was drawn on a canvas. */
function hasColours(canvas: HTMLElement | SVGElement): boolean {
  const drawn = canvas as HTMLCanvasElement;
  const { data } = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? { data: [] };
  return data.some((value) => value !== 0);
}

/** Waits until the page has drawn what has changed, where nothing that can be waited for shows it. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Fails unless a page says that it waits for the editor, and then why that was for nothing. */
export async function assertSaysRefusal(
  open: (answer: Promise<never>) => Promise<Page>,
  loading: string,
): Promise<void> {
  let refuse = (): void => undefined;
  const answer = new Promise<never>((_, reject) => {
    refuse = () => reject(new CallFailure('The file is gone.'));
  });
  const page = await open(answer);
  await page.getByRole('status').getByText(loading).waitFor();
  refuse();
  await page.getByRole('alert').getByText('The file is gone.').waitFor();
  await page.getByText(loading).waitFor({ state: 'detached' });
}

/** What an editor answers that may not run anything in this workspace yet. */
export function refuseUntrusted(): Promise<never> {
  return Promise.reject(new UntrustedError('Nothing is sent yet.', 'Trust the workspace.'));
}

/** Fails unless a run that is refused so leads to where the workspace is trusted. */
export async function assertLeadsToTrust(page: Page, editor: RecordedCalls): Promise<void> {
  await page.getByRole('button', { name: 'Run All' }).click();
  const alert = page.getByRole('alert');
  await alert.getByRole('button', { name: 'Manage Workspace Trust' }).click();
  await called(editor, ['manageTrust']);
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'detached' });
}

/** What an editor answers whose environment does not exist. */
export function refuseMissingEnvironment(): Promise<never> {
  return Promise.reject(
    new MissingEnvironmentError('The environment "gone" does not exist.', 'Found was local.'),
  );
}

/** Fails unless a run that is refused so leads to the choice of another environment. */
export async function assertLeadsToEnvironment(page: Page, editor: RecordedCalls): Promise<void> {
  await page.getByRole('button', { name: 'Run All' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The environment "gone" does not exist. Found was local.').waitFor();
  await alert.getByRole('button', { name: 'Select Environment…' }).click();
  await called(editor, ['selectEnvironment']);
}

/** Waits until the last call of the editor is this one. */
export async function called({ calls }: RecordedCalls, call: unknown[]): Promise<void> {
  await until(() => isDeepStrictEqual(calls.at(-1), call), {
    otherwise: () => `${JSON.stringify(call)} was expected after ${JSON.stringify(calls)}`,
  });
}

/**
 * Waits until these are the texts of elements. The browser looks for the elements first and reads them after that, so
 * what is read once, next to a change, can be the new texts of the elements that there were before.
 *
 * @param read - what is compared of a text; all of it, without the space around it, if not given
 */
export async function showTexts(
  elements: Locator,
  expected: readonly (string | readonly string[])[],
  read: (text: string) => string | readonly string[] = (text) => text.trim(),
): Promise<void> {
  await untilEqual<typeof expected>(async () => (await elements.allInnerTexts()).map(read), expected);
}
