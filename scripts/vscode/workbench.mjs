/**
 * A real VS Code workbench in a browser, with the extension under development loaded: for the
 * in-host suite (with a test index) and for driving it as a person does (without).
 */
import { basename } from 'node:path';
import { chromium } from 'playwright-core';
import { withDeadline } from './cleanup.mjs';
import { browserPath } from './parts.mjs';
import { startServer } from './server.mjs';

const OPEN_DEADLINE_MS = 90_000;

const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** Colour themes that come with VS Code: their names, and the file that a page in them bears as a class. */
export const THEMES = {
  dark: { name: 'Dark Modern', file: 'dark_modern' },
  light: { name: 'Light Modern', file: 'light_modern' },
  highContrast: { name: 'Default High Contrast', file: 'hc_black' },
  highContrastLight: { name: 'Default High Contrast Light', file: 'hc_light' },
};

/**
 * Starts a headless browser that speaks to nothing but the pages it is told to open.
 *
 * @param {import('./cleanup.mjs').Cleanup} cleanup
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function startBrowser(cleanup) {
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: BROWSER_ARGUMENTS,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  cleanup.defer(() => browser.close());
  return browser;
}

/**
 * Opens `workspace` in a workbench that has the extension in `extension`.
 *
 * @param {{
 *   readonly extension: string,
 *   readonly workspace: string,
 *   readonly tests?: string,
 *   readonly theme?: keyof typeof THEMES,
 *   readonly settings?: Readonly<Record<string, unknown>>,
 *   readonly env?: Readonly<Record<string, string>>,
 *   readonly size?: { readonly width: number, readonly height: number },
 *   readonly onLog?: (text: string) => void,
 *   readonly cleanup: import('./cleanup.mjs').Cleanup,
 * }} options absolute paths; `tests` is the compiled test index; `onLog` gets the console of the extension host
 * @returns {Promise<{
 *   readonly page: import('playwright-core').Page,
 *   readonly exit: Promise<number>,
 *   readonly serverOutput: () => string,
 * }>} `exit` is 0 or 1 when the test index's `run()` settled
 */
export async function openWorkbench(options) {
  const { theme = 'dark', settings = {}, env = {}, size = { width: 1280, height: 800 }, cleanup } = options;
  const server = await startServer({
    settings: { 'workbench.colorTheme': THEMES[theme].name, ...settings },
    env,
    cleanup,
  });
  const browser = await startBrowser(cleanup);
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1 });
  const exit = new Promise((resolve) => {
    void page.exposeFunction('codeAutomationExit', (code) => resolve(code));
  });
  await page.exposeFunction('codeAutomationLog', (_type, parts) =>
    options.onLog?.(parts.map(String).join(' ')),
  );
  await page.goto(workbenchUrl(server, options), { timeout: OPEN_DEADLINE_MS });
  if (options.tests === undefined) {
    // a workbench may begin in a theme of its own, before it has read its settings
    const themed = `.monaco-workbench[class*="${THEMES[theme].file}"] .part.editor`;
    await page.locator(themed).waitFor({ timeout: OPEN_DEADLINE_MS });
  }
  return { page, exit, serverOutput: server.output };
}

/**
 * The address of a workspace in the workbench, with the development extension as payload.
 *
 * `localhost` and not `127.0.0.1`, so that webviews get a secure context.
 *
 * @param {{ readonly port: number, readonly token: string }} server
 * @param {{ readonly workspace: string, readonly extension: string, readonly tests?: string }} paths
 * @returns {string}
 */
export function workbenchUrl({ port, token }, { workspace, extension, tests }) {
  const remote = (path) => `vscode-remote://localhost:${port}${path}`;
  const payload = [
    ['extensionDevelopmentPath', remote(extension)],
    ...(tests === undefined ? [] : [['extensionTestsPath', remote(tests)]]),
    ['skipWelcome', 'true'],
  ];
  const query = new URLSearchParams({ tkn: token, folder: workspace, payload: JSON.stringify(payload) });
  return `http://localhost:${port}/?${query}`;
}

/**
 * Opens a file as a person does, by quick open.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} path a name in the workspace, or an absolute path: a file that is new may not be found by its name yet
 */
export async function openFile(page, path) {
  const name = basename(path);
  await page.keyboard.press('Control+P');
  await page.locator('.quick-input-widget input').fill(path);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
}

/**
 * Chooses a command from the palette; `title` with its category, as the palette shows it.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} title such as `View: Close All Editors`
 */
export async function chooseCommand(page, title) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').fill(`>${title}`);
  await quickPickRow(page, title).click();
}

/** Closes every editor, and drops what was not saved. */
export async function closeEditors(page) {
  const unsaved = await page.locator('.tab.dirty').count();
  await chooseCommand(page, 'View: Close All Editors');
  if (unsaved > 0) {
    await page.getByRole('button', { name: /^Don.t Save$/ }).click();
  }
  await page.locator('.tab').first().waitFor({ state: 'detached' });
}

/** The line of a quick pick that has this label. */
export function quickPickRow(page, label) {
  const named = page.locator('.label-name').getByText(label, { exact: true });
  return page.locator('.quick-input-list .monaco-list-row', { has: named }).first();
}

/**
 * The lens of the active editor with this text, the first of several.
 *
 * @param {import('playwright-core').Page} page
 * @param {string | RegExp} title
 */
export function lens(page, title) {
  const lenses = page.locator('.editor-group-container.active .codelens-decoration a');
  return lenses.filter({ hasText: title }).first();
}

/**
 * The middle of a word in the text of the active editor; its line has to be in sight.
 *
 * The mouse is led there, instead of an element of the page: the editor draws words as they come, several
 * in one element or one in several, and scrolls when an element is asked to come into sight.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} line text of the line, or a part of it that no other line has
 * @param {string} word part of that text
 * @returns {Promise<{ readonly x: number, readonly y: number }>} in pixels of the page
 */
export async function wordPlace(page, line, word) {
  const found = page.locator('.editor-group-container.active .view-line', { hasText: line }).first();
  await found.waitFor();
  return found.evaluate(middleOf, { line, word });
}

/** Runs in the page: the middle of the word after the beginning of `line` in the drawn text. */
function middleOf(element, { line, word }) {
  const nodes = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push(node);
  }
  // the editor writes blanks as no-break spaces
  const text = nodes
    .map(({ data }) => data)
    .join('')
    .replaceAll('\u00a0', ' ');
  const start = text.indexOf(word, Math.max(text.indexOf(line), 0));
  if (start < 0) {
    throw new Error(`The line has no ${word}: ${text}`);
  }
  let offset = start + Math.floor(word.length / 2);
  let index = 0;
  while (offset >= nodes[index].length) {
    offset -= nodes[index].length;
    index += 1;
  }
  const range = document.createRange();
  range.setStart(nodes[index], offset);
  range.setEnd(nodes[index], offset + 1);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Points at a word of the active editor and waits for what is shown about it. */
export async function hoverWord(page, line, word) {
  const { x, y } = await wordPlace(page, line, word);
  await page.mouse.move(x, y);
  const hover = page.locator('.monaco-editor .monaco-hover:not(.hidden)').first();
  await hover.waitFor();
  return hover;
}

/** Clicks into a word of the active editor, which puts the cursor there. */
export async function clickWord(page, line, word) {
  const { x, y } = await wordPlace(page, line, word);
  await page.mouse.click(x, y);
}

/**
 * The line of a view's tree whose accessible name begins with this text.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} view accessible name of the tree, such as `Chains`
 * @param {string} name
 */
export function treeRow(page, view, name) {
  return page
    .locator(`[role="tree"][aria-label^="${view}"] [role="treeitem"][aria-label^="${name}"]`)
    .first();
}

/**
 * A message in the notification centre, which is opened for it: under test VS Code shows no toasts.
 *
 * @param {import('playwright-core').Page} page
 * @param {string | RegExp} text
 */
export async function notification(page, text) {
  const centre = page.locator('.notifications-center');
  if (!(await centre.isVisible())) {
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Control+Shift+N');
  }
  const message = centre.locator('.notification-list-item', { hasText: text }).first();
  await message.waitFor();
  return message;
}

/** The page of the webview in front, inside the frames that VS Code puts around it. */
export function webviewFrame(page) {
  return page.frameLocator('iframe.webview').frameLocator('#active-frame');
}

/**
 * Waits for the in-host suite's end.
 *
 * @param {{ readonly exit: Promise<number>, readonly serverOutput: () => string }} workbench
 * @param {number} ms
 * @returns {Promise<number>}
 */
export async function suiteExit(workbench, ms) {
  try {
    return await withDeadline(workbench.exit, ms, `The suite did not end within ${ms / 1000} seconds.`);
  } catch (error) {
    throw new Error(`${error.message}\n${workbench.serverOutput()}`, { cause: error });
  }
}
