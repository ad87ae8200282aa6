/**
 * `node scripts/screenshots.mjs`: the pictures of the README, taken from the sample in a real workbench,
 * light and dark, so that they show what the extension is and not what it was.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { buildBundles } = await import('../esbuild.mjs');
const { PROJECT } = await import('./vscode/cache.mjs');
const { withCleanup } = await import('./vscode/cleanup.mjs');
const { startSample } = await import('./vscode/sample.mjs');
const { stageExtension } = await import('./vscode/stage.mjs');
const { openFile, openWorkbench, webviewFrame } = await import('./vscode/workbench.mjs');

const FOLDER = join(PROJECT, 'media/readme');

await buildBundles();
await mkdir(FOLDER, { recursive: true });
for (const theme of ['light', 'dark']) {
  await withCleanup((cleanup) => takePictures(theme, cleanup));
}

async function takePictures(theme, cleanup) {
  const { workspace, env } = await startSample(cleanup);
  const { page } = await openWorkbench({
    extension: await stageExtension(cleanup),
    workspace,
    env,
    theme,
    size: { width: 1280, height: 720 },
    settings: {
      'window.commandCenter': false,
      'workbench.activityBar.location': 'hidden',
      'workbench.sideBar.location': 'left',
      'workbench.statusBar.visible': false,
      'workbench.layoutControl.enabled': false,
      'breadcrumbs.enabled': false,
      'editor.stickyScroll.enabled': false,
    },
    cleanup,
  });
  await openFile(page, 'orders.chain.json');
  await page.locator('.codelens-decoration a', { hasText: 'Run All' }).click();
  const panel = webviewFrame(page);
  await panel.getByRole('button', { name: 'Run All' }).waitFor();
  await panel.getByRole('button', { name: /Create order/ }).click();
  await panel.getByText('201 Created').waitFor();
  await page.keyboard.press('Control+B');
  await page.mouse.move(640, 700);
  await page.screenshot({ path: join(FOLDER, `run-${theme}.png`), animations: 'disabled', caret: 'hide' });
}
