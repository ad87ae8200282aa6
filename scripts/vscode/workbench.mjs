/**
 * A real VS Code workbench in a browser, with the extension under development loaded: for the
 * in-host suite (with a test index) and for driving it as a person does (without).
 */
import { chromium } from 'playwright-core';
import { withDeadline } from './cleanup.mjs';
import { browserPath } from './parts.mjs';
import { startServer } from './server.mjs';

const OPEN_DEADLINE_MS = 90_000;
/** Only for what never comes: a busy machine may take several times as long as a quiet one. */
const SHOWN_DEADLINE_MS = 90_000;

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
 * Starts a headless browser that connects only to the pages it has to open.
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
 *   readonly scale?: number,
 *   readonly language?: string,
 *   readonly onLog?: (text: string) => void,
 *   readonly cleanup: import('./cleanup.mjs').Cleanup,
 * }} options absolute paths; `scale` is pixels of a picture per pixel of the page; `language` is that of extensions, without a language pack for VS Code itself; `tests` is the compiled test index; `onLog` gets the console of the extension host
 * @returns {Promise<{
 *   readonly page: import('playwright-core').Page,
 *   readonly exit: Promise<number>,
 *   readonly serverOutput: () => string,
 * }>} `exit` is 0 or 1 when the test index's `run()` settled
 */
export async function openWorkbench(options) {
  const {
    theme = 'dark',
    settings = {},
    env = {},
    size = { width: 1280, height: 800 },
    scale = 1,
    language,
    cleanup,
  } = options;
  const server = await startServer({
    settings: { 'workbench.colorTheme': THEMES[theme].name, ...settings },
    env,
    cleanup,
  });
  const browser = await startBrowser(cleanup);
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: scale });
  page.setDefaultTimeout(SHOWN_DEADLINE_MS);
  if (language !== undefined) {
    // what a language pack would set, with texts of VS Code that are not there
    await page.addInitScript((name) => (globalThis._VSCODE_NLS_LANGUAGE = name), language);
  }
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
 * The address of a folder or of a `.code-workspace` in the workbench, with the development extension as payload.
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
  const opened = workspace.endsWith('.code-workspace') ? { workspace } : { folder: workspace };
  const query = new URLSearchParams({ tkn: token, ...opened, payload: JSON.stringify(payload) });
  return `http://localhost:${port}/?${query}`;
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
