import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Page } from 'playwright-core';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../examples/orders-api/ordersApi';

interface Cleanup {
  defer(stop: () => unknown): void;
  run(): Promise<void>;
}

interface WorkbenchScripts {
  openWorkbench(options: object): Promise<{ page: Page }>;
  openFile(page: Page, name: string): Promise<void>;
  webviewFrame(page: Page): FrameLocator;
}

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
  await writeFile(file, (await readFile(file, 'utf8')).replace('http://127.0.0.1:4010', origin));
  return folder;
}

describe('the sample in a real workbench', function () {
  this.timeout(180_000);
  let cleanup: Cleanup | undefined;
  let page: Page;
  let scripts: WorkbenchScripts;

  before(async function () {
    const { Cleanup } = await script<{ Cleanup: new () => Cleanup }>('cleanup.mjs');
    scripts = await script('workbench.mjs');
    const { stageExtension } = await script<{ stageExtension: (cleanup: Cleanup) => Promise<string> }>(
      'stage.mjs',
    );
    cleanup = new Cleanup();
    const api = await startOrdersApi({ port: 0 });
    cleanup.defer(() => api.close());
    const secrets = Object.entries(DEMO_SECRETS).map(([name, value]) => [
      `CHAINWRIGHT_SECRET_${name}`,
      value,
    ]);
    try {
      ({ page } = await scripts.openWorkbench({
        extension: await stageExtension(cleanup),
        workspace: await sampleWorkspace(api.origin, cleanup),
        env: Object.fromEntries(secrets) as object,
        cleanup,
      }));
    } catch (error) {
      if (error instanceof Error && error.name === 'Unavailable') {
        this.skip(); // no VS Code can be had without a registry; the in-host suite says so
      }
      throw error;
    }
  });
  after(() => cleanup?.run());

  it('runs a chain from its lens and shows every request', async () => {
    await scripts.openFile(page, 'orders.chain.json');
    await page.locator('.codelens-decoration a', { hasText: 'Run All' }).click();
    const panel = scripts.webviewFrame(page);
    await panel.getByRole('status').getByText('11 passed').waitFor();
    await panel.getByRole('button', { name: /Create order/ }).click();
    await panel.getByText('201 Created').waitFor();
  });

  it('leads from a request in the panel to its place in the file', async () => {
    const panel = scripts.webviewFrame(page);
    await panel.getByRole('button', { name: /Delete order/ }).click();
    await panel
      .getByRole('article', { name: 'Delete order' })
      .getByRole('button', { name: 'orders.chain.json' })
      .click();
    await page.locator('.view-line', { hasText: '"id": "delete-order"' }).waitFor();
  });

  it('opens a body in an editor, read-only and as it came', async () => {
    const panel = scripts.webviewFrame(page);
    await panel.getByRole('button', { name: /Read own profile/ }).click();
    await panel.getByRole('button', { name: 'Open in editor' }).click();
    await page.locator('.tab.active[data-resource-name="get-profile.json"]').waitFor();
  });
});
