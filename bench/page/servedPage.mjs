/**
 * The page of a view as the editor makes it, in a browser, with an editor that answers at once: what is measured is
 * the page alone.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { Unavailable } from '../../scripts/vscode/cache.mjs';
import { withCleanup } from '../../scripts/vscode/cleanup.mjs';
import { startBrowser } from '../../scripts/vscode/workbench.mjs';

const MEDIA = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };
const SESSION = 'bench';
/** With Cytoscape's own style sheet, as `viewerPanel.ts` allows it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8='",
  "font-src 'self'",
].join('; ');

/**
 * Does something with a browser and the pages that are served; where there is no browser the row says so.
 *
 * @param {string} root of the project
 * @param {string} what the row is called when it is skipped
 * @param {(pages: Pages) => Promise<readonly import('../table.mjs').Row[]>} measure
 */
export async function withPages(root, what, measure) {
  try {
    return await withCleanup(async (cleanup) => {
      const browser = await startBrowser(cleanup);
      const { origin, close } = await serve(root);
      cleanup.defer(close);
      return measure(pagesOf(browser, origin));
    });
  } catch (error) {
    if (error instanceof Unavailable) {
      return [{ what, figure: error.message, verdict: 'skipped' }];
    }
    throw error;
  }
}

/**
 * @typedef {{
 *   readonly blank: () => Promise<import('playwright-core').Page>,
 *   readonly address: (bundle: string) => string,
 * }} Pages
 *
 * `blank` is a page with an editor that answers calls by the name of the call, before any view is in it.
 */

function pagesOf(browser, origin) {
  return {
    address: (bundle) => `${origin}/${bundle}.html`,
    blank: async (answers) => {
      const page = await browser.newPage({ viewport: { width: 1300, height: 800 } });
      await page.addInitScript(asEditor, { answers, session: SESSION });
      return page;
    },
  };
}

async function serve(root) {
  const server = createServer((request, response) => {
    const name = path.basename(request.url);
    if (name.endsWith('.html')) {
      response.setHeader('Content-Type', 'text/html').setHeader('Content-Security-Policy', POLICY);
      response.end(pageOf(path.basename(name, '.html')));
      return;
    }
    readFile(path.join(root, 'dist/webview', name)).then(
      (bytes) => response.setHeader('Content-Type', MEDIA[path.extname(name)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function pageOf(bundle) {
  return `<!DOCTYPE html><html><head><meta name="chainwright-session" content="${SESSION}">
<link rel="stylesheet" href="${bundle}.css"></head><body><div id="root"></div><script src="${bundle}.js"></script></body></html>`;
}

/** Runs in the page before anything else: the editor, and a note of when it answered each call last. */
function asEditor({ answers, session }) {
  const colours = ['foreground', 'descriptionForeground', 'textLink-foreground', 'focusBorder'];
  document.addEventListener('DOMContentLoaded', () => {
    colours.forEach((name) => document.documentElement.style.setProperty(`--vscode-${name}`, '#0066cc'));
  });
  window.answers = { translations: {}, ...answers };
  window.answeredAt = {};
  window.acquireVsCodeApi = () => ({
    setState: () => undefined,
    getState: () => undefined,
    postMessage: ({ kind, id, name, args }) => {
      const answer = window.answers[name];
      if (kind === 'call' && answer !== undefined) {
        window.answeredAt[name] = performance.now();
        const value = typeof answer === 'function' ? answer(...args) : answer;
        window.postMessage({ session, kind: 'result', id, value });
      }
    },
  });
}
