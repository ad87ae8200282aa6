/**
 * A panel's bundle in a real browser, under the page and the policy that the editor gives it. The editor's end
 * of the channel is the real one, in this process.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { defined } from '../../src/core/defined';
import { webviewHtml } from '../../src/host/webviewHtml';
import { Channel, type Implementation } from '../../src/protocol/channel';
import type { Functions, PanelContract } from '../../src/protocol/contract';
import {
  answeringTexts,
  withPageTexts,
  type PageTexts,
  type Translations,
} from '../../src/protocol/pageTexts';

/** Themes of VS Code with the variables that the panel uses. */
export type Theme = 'dark' | 'light' | 'highContrast' | 'highContrastLight';

/** A panel: the name of its page, and what it and the editor may ask of each other. */
export interface PanelKind<Editor extends Functions<Editor>, Panel extends Functions<Panel>> {
  readonly page: string;
  /** Digest of a style sheet that a library of the bundle puts into the page. */
  readonly styleDigest?: string;
  readonly contract: PanelContract<Editor, Panel>;
}

/** How a panel is opened; by default dark, 1000 px wide and in English. */
export interface Look {
  readonly theme?: Theme;
  readonly width?: number;
  /** Gives the texts of another language. */
  readonly translations?: () => Translations | Promise<Translations>;
}

/** An open panel. */
export interface OpenPanel<Editor extends Functions<Editor>, Panel extends Functions<Panel>> {
  readonly page: Page;
  readonly editor: Channel<Editor, Panel>;
  /** Everything the page wrote to its console, violations of the policy included. */
  readonly console: readonly string[];
  readonly close: () => Promise<void>;
}

/** A browser that tests share, and how it ends. */
export interface PanelBrowser {
  readonly browser: Browser;
  readonly stop: () => Promise<void>;
}

/** Starts the browser; nothing where there is none, and none can be had without a registry. */
export async function startPanelBrowser(): Promise<PanelBrowser | undefined> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(path.resolve(file)).href);
  const { startBrowser } = (await load('scripts/vscode/workbench.mjs')) as {
    startBrowser: (cleanup: unknown) => Promise<Browser>;
  };
  const { Cleanup } = (await load('scripts/vscode/cleanup.mjs')) as {
    Cleanup: new () => { run: () => Promise<void> };
  };
  const cleanup = new Cleanup();
  try {
    return { browser: await startBrowser(cleanup), stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    if (error instanceof Error && error.name === 'Unavailable') {
      return undefined;
    }
    throw error;
  }
}

const SESSION = 'test-session';
const MEDIA: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** Opens a panel with an editor that answers as `implementation` says. */
export async function openPanel<Editor extends Functions<Editor>, Panel extends Functions<Panel>>(
  browser: Browser,
  kind: PanelKind<Editor, Panel>,
  implementation: Implementation<Editor>,
  { theme = 'dark', width = 1000, translations }: Look = {},
): Promise<OpenPanel<Editor, Panel>> {
  const server = await serveBundle(kind, translations === undefined ? 'en' : 'x-made-up');
  const page = await browser.newPage({ viewport: { width, height: 700 } });
  const log: string[] = [];
  page.on('console', (message) => log.push(message.text()));
  page.on('pageerror', (error) => log.push(String(error)));
  const receivers = new Set<(message: unknown) => void>();
  const editor = new Channel<Editor & PageTexts, Panel>({
    port: {
      post: (message) => void page.evaluate((data) => window.postMessage(data), message as object),
      listen: (receive) => {
        receivers.add(receive);
        return () => receivers.delete(receive);
      },
    },
    session: SESSION,
    name: 'editor',
    implementation: answeringTexts(implementation, translations ?? (() => ({}))),
    checks: { offered: withPageTexts(kind.contract.editor), used: kind.contract.page },
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
  const api = {
    postMessage: post,
    setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
    getState: (): unknown => JSON.parse(sessionStorage.getItem('state') ?? 'null'),
  };
  Object.assign(window, { acquireVsCodeApi: () => api });
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

/** What the page of a panel is made from. */
type ServedPanel = Pick<PanelKind<object, object>, 'page' | 'styleDigest'>;

async function serveBundle(
  kind: ServedPanel,
  language: string,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const name = path.basename(new URL(request.url ?? '/', origin).pathname);
    if (name === '') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(pageHtml(kind, language, origin));
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

function pageHtml({ page, styleDigest }: ServedPanel, language: string, origin: string): string {
  return webviewHtml({
    title: 'Panel',
    language,
    source: origin,
    script: `${origin}/${page}.js`,
    style: `${origin}/${page}.css`,
    nonce: 'dGVzdC1ub25jZS1kZXMtdGVzdHM',
    session: SESSION,
    ...defined({ styleDigest }),
  });
}
