/**
 * The results panel's bundle in a real browser, under the page and the policy that the editor gives it.
 * The editor's end of the channel is the real one, in this process.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { webviewHtml } from '../../src/host/webviewHtml';
import { Channel } from '../../src/protocol/channel';
import type { Implementation } from '../../src/protocol/channel';
import { resultsEditorGuards, resultsPanelGuards } from '../../src/protocol/resultsContract';
import type { ResultsEditor, ResultsPanel } from '../../src/protocol/resultsContract';

/** Themes of VS Code with the variables that the panel uses. */
export type Theme = 'dark' | 'light' | 'highContrast' | 'highContrastLight';

/** An open panel. */
export interface OpenPanel {
  readonly page: Page;
  readonly editor: Channel<ResultsEditor, ResultsPanel>;
  /** Everything the page wrote to its console, violations of the policy included. */
  readonly console: readonly string[];
  readonly close: () => Promise<void>;
}

const SESSION = 'test-session';
const MEDIA: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** Opens the panel with an editor that answers as `implementation` says. */
export async function openPanel(
  browser: Browser,
  implementation: Implementation<ResultsEditor>,
  { theme = 'dark', width = 1000 }: { readonly theme?: Theme; readonly width?: number } = {},
): Promise<OpenPanel> {
  const server = await serveBundle();
  const page = await browser.newPage({ viewport: { width, height: 700 } });
  const log: string[] = [];
  page.on('console', (message) => log.push(message.text()));
  page.on('pageerror', (error) => log.push(String(error)));
  const receivers = new Set<(message: unknown) => void>();
  const editor = new Channel<ResultsEditor, ResultsPanel>({
    port: {
      post: (message) => void page.evaluate((data) => window.postMessage(data), message as object),
      listen: (receive) => {
        receivers.add(receive);
        return () => receivers.delete(receive);
      },
    },
    session: SESSION,
    name: 'editor',
    offered: { guards: resultsEditorGuards, implementation },
    used: resultsPanelGuards,
    log: (problem) => log.push(problem),
  });
  await page.exposeFunction('postToEditor', (message: unknown) =>
    receivers.forEach((receive) => receive(message)),
  );
  await page.addInitScript(inVsCode, await themeOf(theme));
  await page.goto(server.origin);
  return {
    page,
    editor,
    console: log,
    close: async () => {
      editor.dispose();
      await page.close();
      await server.close();
    },
  };
}

/** Runs in the page before anything else: what VS Code puts there. */
function inVsCode(theme: { body: string; variables: Record<string, string> }): void {
  const post = (message: unknown): void => {
    void (window as unknown as { postToEditor: (message: unknown) => Promise<void> }).postToEditor(message);
  };
  Object.assign(window, { acquireVsCodeApi: () => ({ postMessage: post, setState: () => undefined }) });
  document.addEventListener('DOMContentLoaded', () => {
    document.body.className = theme.body;
    for (const [name, value] of Object.entries(theme.variables)) {
      document.documentElement.style.setProperty(name, value);
    }
  });
}

async function themeOf(theme: Theme): Promise<{ body: string; variables: Record<string, string> }> {
  const text = await readFile('test/fixtures/e2e/themes.json', 'utf8');
  return (JSON.parse(text) as Record<Theme, { body: string; variables: Record<string, string> }>)[theme];
}

async function serveBundle(): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const name = path.basename(new URL(request.url ?? '/', origin).pathname);
    if (name === '') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(pageHtml(origin));
      return;
    }
    if (name === 'favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    readFile(path.join('dist/webview', name)).then(
      (bytes) => response.setHeader('Content-Type', MEDIA[path.extname(name)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pageHtml(origin: string): string {
  return webviewHtml({
    title: 'Results',
    language: 'en',
    source: origin,
    script: `${origin}/results.js`,
    style: `${origin}/results.css`,
    nonce: 'dGVzdC1ub25jZS1kZXMtdGVzdHM',
    session: SESSION,
  });
}
