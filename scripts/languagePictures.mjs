/**
 * `node scripts/languagePictures.mjs [language] [theme…]`: pictures of the views, the form, the results, the Chain
 * Viewer, Auto Mapping, a repair, an import, authorization tests and the walkthrough in a language, German without one, to
 * look for texts that are cut or do not fit: `.vscode-test/screenshots`.
 * VS Code's own texts are English, as no language pack is installed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { buildBundles } = await import('../esbuild.mjs');
const { PROJECT } = await import('./vscode/cache.mjs');
const { withCleanup } = await import('./vscode/cleanup.mjs');
const { LOOK, PICTURES_FOLDER: FOLDER, openSample } = await import('./vscode/pictures.mjs');
const { importInSample } = await import('./vscode/importPictures.mjs');
const { brokenChain, recordedChain, repairedChain } = await import('./vscode/mappingChains.mjs');
const actions = await import('./vscode/workbenchActions.mjs');
const { THEMES } = await import('./vscode/workbench.mjs');

const [language = 'de', ...named] = process.argv.slice(2).filter((name) => name !== '--');
const themes = named.length > 0 ? named : ['dark', 'light'];
const textsOf = async (file) => JSON.parse(await readFile(join(PROJECT, file), 'utf8'));
const TEXTS = await textsOf(`l10n/bundle.l10n.${language}.json`);
const MANIFEST = await textsOf(`package.nls.${language}.json`);
/** A text as the extension shows it. */
const said = (text) => TEXTS[text] ?? text;

const PICTURES = [
  { name: 'walkthrough', take: takeWalkthrough },
  { name: 'results', take: takeResults },
  { name: 'failed', take: takeFailed },
  { name: 'viewer', take: takeViewer },
  { name: 'views', take: takeViews },
  { name: 'form', take: takeForm },
  { name: 'mapping', take: takeMapping },
  { name: 'repair', take: takeRepair },
  { name: 'import-report', take: takeImportReport },
  { name: 'authorization', take: takeAuthorization },
];

await buildBundles();
await mkdir(FOLDER, { recursive: true });
for (const theme of themes) {
  await withCleanup((cleanup) => takePictures(theme, cleanup));
}
console.log(`The pictures are in ${FOLDER}.`);

async function takePictures(theme, cleanup) {
  const { page, workspace } = await openSample(importInSample, {
    theme: theme in THEMES ? theme : 'dark',
    size: { width: 1280, height: 720 },
    language,
    cleanup,
  });
  for (const { name, take } of PICTURES) {
    await actions.closeEditors(page);
    const picture = join(FOLDER, `${language}-${name}-${theme}.png`);
    try {
      await take(page, workspace);
    } finally {
      await page.screenshot({ ...LOOK, path: picture });
    }
  }
}

async function runChain(page, file) {
  await actions.openFile(page, file);
  await actions.lens(page, said('Run All')).click();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: /Create order/ }).click();
  return panel;
}

async function takeResults(page) {
  await (await runChain(page, 'orders.chain.json')).getByText('201 Created').waitFor();
}

async function takeFailed(page) {
  await (await runChain(page, 'broken.chain.json')).locator('.reasons').first().waitFor();
  await actions.chooseCommand(page, 'View: Focus Problems');
}

async function takeViewer(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.lens(page, said('Chain Viewer')).click();
  await actions
    .webviewFrame(page)
    .getByRole('button', { name: /Create order/ })
    .first()
    .waitFor();
}

async function takeViews(page) {
  await page.locator('.activitybar [aria-label^="Chainwright"]').first().click();
  await actions.openFile(page, 'orders.chain.json');
  await actions.lens(page, said('Run with dependencies')).waitFor();
}

async function takeWalkthrough(page) {
  // its drawing needs the room of the side bar
  await page.keyboard.press('Control+B');
  await actions.chooseCommand(page, 'Welcome: Open Walkthrough...');
  await actions.quickPickRow(page, MANIFEST['walkthrough.title']).click();
  const step = page.locator('.getting-started-step', { hasText: MANIFEST['walkthrough.break.title'] });
  await step.locator('.step-title').click();
  await page
    .locator('.getting-started-step.expanded', { hasText: MANIFEST['walkthrough.break.title'] })
    .waitFor();
  const drawing = page.frameLocator('.getting-started-media iframe').frameLocator('#active-frame');
  await drawing.locator('svg text').first().waitFor({ timeout: 20_000 });
}

async function takeForm(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.lens(page, said('Open as Form')).click();
  const form = actions.webviewFrame(page);
  await form.getByRole('option', { name: /Create order/ }).click();
  await actions.selectTab(form, new RegExp(`^${said('Body')}`));
  await form.getByText(said('As it will be sent')).waitFor();
}

async function takeMapping(page, workspace) {
  // the page needs the room of the problems
  await page.keyboard.press('Control+J');
  await writeFile(join(workspace, 'recorded.chain.json'), recordedChain());
  await actions.openFile(page, 'recorded.chain.json');
  await actions.lens(page, said('Auto Map')).click();
  const review = actions.webviewFrame(page);
  await review.getByRole('button', { name: said('Run All') }).click();
  await review.getByRole('button', { name: said('Unfold all') }).click();
  await review.getByRole('checkbox', { name: /2/ }).first().waitFor();
}

async function takeRepair(page, workspace) {
  const file = join(workspace, 'repaired.chain.json');
  await writeFile(file, repairedChain());
  const panel = await runChain(page, 'repaired.chain.json');
  await panel.getByRole('button', { name: said('Run All') }).waitFor();
  await actions.closeEditors(page);
  await writeFile(file, brokenChain());
  await actions.openFile(page, 'repaired.chain.json');
  await actions.chooseCommand(page, `Chainwright: ${MANIFEST['command.repairChain']}`);
  await page.getByRole('button', { name: said('Run Without Repeating') }).click();
  await actions
    .webviewFrame(page)
    .getByRole('button', { name: said('Apply 1 Change') })
    .waitFor();
}

async function takeImportReport(page) {
  await actions.openFile(page, 'postman-export.json');
  await actions.chooseCommand(page, 'File: Focus on Files Explorer');
  await actions.chooseMenuItem(page, MANIFEST['command.import'], () =>
    page.locator('.explorer-folders-view').getByText('postman-export.json').click({ button: 'right' }),
  );
  await actions.quickPickRow(page, 'Log in').waitFor();
  await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
  await actions.quickPickRow(page, said('New Chain')).click();
  await actions.quickPickRow(page, said('Tags of the Requests')).click();
  await actions.lens(page, said('Run All')).waitFor();
}

async function takeAuthorization(page) {
  await actions.openFile(page, 'orders.authz.json');
  await actions.lens(page, said('Run Authorization Tests')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: said('Run'), exact: true })
    .click();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: said('Run All') }).waitFor();
  await panel.getByRole('article').waitFor();
}
