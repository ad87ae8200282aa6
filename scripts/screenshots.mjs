/**
 * `node scripts/screenshots.mjs [theme or picture…]`: pictures of every view in a real workbench with the sample, in
 * light, dark and high contrast, to be looked at: `.vscode-test/screenshots`. Those of the README are among them
 * and go to `media/readme`, so that they show what the extension is and not what it was. Pictures that are named are
 * taken alone; some show what an earlier one leaves behind.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
const { buildBundles } = await import('../esbuild.mjs');
const { PROJECT } = await import('./vscode/cache.mjs');
const { withCleanup } = await import('./vscode/cleanup.mjs');
const actions = await import('./vscode/workbenchActions.mjs');
const { AGAIN_PICTURES, FUNCTION_PICTURES, computeInSample, takeStepViewer } =
  await import('./vscode/functionPictures.mjs');
const { IMPORT_PICTURES, importInSample } = await import('./vscode/importPictures.mjs');
const { brokenChain, recordedChain, repairedChain } = await import('./vscode/mappingChains.mjs');
const { LOOK, PICTURES_FOLDER: ALL, openSample } = await import('./vscode/pictures.mjs');
const { PROPOSAL_PICTURES } = await import('./vscode/proposalPictures.mjs');
const { QUESTION_PICTURES, askInSample } = await import('./vscode/questionPictures.mjs');
const { STATE_PICTURES, lackInSample } = await import('./vscode/statePictures.mjs');
const { THEMES } = await import('./vscode/workbench.mjs');

const README = join(PROJECT, 'media/readme');
const SIZE = { width: 1000, height: 640 };
const WIDE = { width: 1280, height: 720 };
/** A page in it is 480 pixels wide. */
const NARROW = { width: 534, height: 720 };
/** The title of each step of the walkthrough. */
const STEPS = [
  'Run the sample',
  'Break it',
  'Extract a value by clicking',
  'Bring your own API',
  'Run an authorization test',
  'Run in CI',
];
/** What the README shows of a picture: neither the activity bar nor the status bar. */
const README_CLIP = { x: 50, y: 0, width: SIZE.width - 50, height: 480 };
const README_WIDE_CLIP = { x: 50, y: 0, width: WIDE.width - 50, height: 698 };
const README_VIEWS_CLIP = { ...README_CLIP, width: 620, height: 606 };

/** In this order: what is run for one picture gives the next ones their values. */
const PICTURES = [
  { name: 'text', take: takeText },
  { name: 'run', take: takeRun, inReadme: 'dark', size: WIDE, clip: README_WIDE_CLIP },
  { name: 'share', take: takeShare },
  { name: 'egress', take: takeEgress },
  { name: 'viewer', take: takeViewer, inReadme: 'dark' },
  { name: 'history', take: takeHistory },
  { name: 'hover', take: takeHover, inReadme: 'light' },
  { name: 'completion', take: takeCompletion },
  { name: 'preview', take: takePreview },
  { name: 'mapping', take: takeMapping, inReadme: 'dark' },
  { name: 'repair-question', take: takeRepairQuestion },
  { name: 'repair', take: takeRepair },
  { name: 'repair-diff', take: takeRepairDiff },
  { name: 'failed', take: takeFailed },
  { name: 'problems', take: takeProblems },
  { name: 'views', take: takeViews, inReadme: 'dark', clip: README_VIEWS_CLIP },
  { name: 'results', take: takeResults },
  { name: 'authorization', take: takeAuthorization },
  { name: 'flaws', take: takeFlaws },
  { name: 'tests', take: takeTests },
  { name: 'environments', take: takeEnvironments, leave: (page) => page.keyboard.press('Escape') },
  ...STEPS.map((step, at) => ({
    name: `walkthrough-${at + 1}`,
    take: (page) => takeStep(page, step),
    size: WIDE,
  })),
  ...QUESTION_PICTURES,
  ...IMPORT_PICTURES,
  ...STATE_PICTURES,
  ...PROPOSAL_PICTURES,
  ...FUNCTION_PICTURES,
  ...AGAIN_PICTURES.map(({ name, take }) => ({
    name: `${name}-narrow`,
    take: (page) => takeNarrow(page, take),
  })),
  { name: 'run-narrow', take: (page) => takeNarrow(page, takeRun) },
  { name: 'authorization-narrow', take: (page) => takeNarrow(page, takeAuthorization) },
  { name: 'mapping-loop', take: takeMappingLoop },
  { name: 'mapping-narrow', take: (page) => takeNarrow(page, takeMapping) },
  { name: 'viewer-narrow', take: (page) => takeNarrow(page, takeViewer) },
  { name: 'step-viewer-narrow', take: (page) => takeNarrow(page, takeStepViewer) },
  // The last, for VS Code remembers which editor a file was in.
  { name: 'form', take: takeForm, inReadme: 'light' },
  { name: 'form-narrow', take: (page) => takeNarrow(page, takeFormAgain) },
  { name: 'policy', take: takePolicy, inReadme: 'dark', clip: { ...README_CLIP, height: 606 } },
  { name: 'policy-narrow', take: takeNarrowPolicy },
  { name: 'policy-broken', take: takeBrokenPolicy },
];

/** Taken in Restricted Mode, each by itself. */
const RESTRICTED_PICTURES = [
  { name: 'restricted-views', take: takeRestrictedViews },
  { name: 'restricted-mapping', take: takeRestrictedMapping },
  { name: 'restricted-form', take: takeRestrictedForm },
];
/** VS Code trusts no workspace, and does not ask. */
const RESTRICTED = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

const wanted = process.argv.slice(2);
const themes = wanted.filter((name) => name in THEMES);
const named = wanted.filter((name) => !(name in THEMES));
await buildBundles();
if (wanted.length === 0) {
  await rm(ALL, { recursive: true, force: true });
}
await mkdir(ALL, { recursive: true });
await mkdir(README, { recursive: true });
for (const theme of themes.length > 0 ? themes : Object.keys(THEMES)) {
  await withCleanup((cleanup) => takePictures({ theme, pictures: PICTURES, settings: {} }, cleanup));
  await withCleanup((cleanup) =>
    takePictures({ theme, pictures: RESTRICTED_PICTURES, settings: RESTRICTED }, cleanup),
  );
}
console.log(`The pictures are in ${ALL} and ${README}.`);

async function takePictures({ theme, pictures: all, settings }, cleanup) {
  const pictures = all.filter(({ name }) => named.length === 0 || named.includes(name));
  if (pictures.length === 0) {
    return;
  }
  const { page, workspace } = await openSample(extendSample, {
    theme,
    size: SIZE,
    scale: 2,
    settings: {
      'window.commandCenter': false,
      'workbench.layoutControl.enabled': false,
      'breadcrumbs.enabled': false,
      'editor.stickyScroll.enabled': false,
      'editor.guides.indentation': false,
      'workbench.hover.delay': 60_000,
      ...settings,
    },
    cleanup,
  });
  for (const { name, take, leave, inReadme, clip = README_CLIP, size = SIZE } of pictures) {
    const question = page.locator('.quick-input-widget, .monaco-dialog-box').filter({ visible: true });
    if ((await question.count()) === 0) {
      await actions.closeEditors(page);
      await actions.chooseCommand(page, 'Notifications: Clear All Notifications');
      await hide(page, 'sidebar', 'Control+B');
      await hide(page, 'panel', 'Control+J');
    }
    await page.setViewportSize(size);
    try {
      await take(page, workspace);
    } catch (error) {
      const seen = join(ALL, `${name}-${theme}-error.png`);
      await page.screenshot({ path: seen });
      throw new Error(`The picture ${name} could not be taken; ${seen} shows why.`, { cause: error });
    }
    await page.screenshot({ ...LOOK, path: join(ALL, `${name}-${theme}.png`) });
    if (inReadme === theme) {
      await page.screenshot({ ...LOOK, clip, path: join(README, `${name}-${theme}.png`) });
    }
    await leave?.(page);
  }
}

/** Adds what pictures need besides the sample. */
async function extendSample(workspace, origin) {
  await writeFile(join(workspace, 'recorded.chain.json'), recordedChain());
  await askInSample(workspace, origin);
  await importInSample(workspace);
  await lackInSample(workspace, origin);
  await computeInSample(workspace, origin);
}

async function takeText(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.lens(page, 'Run with dependencies').waitFor();
}

async function takeRun(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.lens(page, 'Run All').click();
  await actions.lens(page, /201 · \d/).waitFor();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: 'Run All' }).waitFor();
  await panel.getByRole('button', { name: /Create order/ }).click();
  await panel.getByText('201 Created').waitFor();
}

async function takeShare(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.chooseCommand(page, 'Chainwright: Show Last Result');
  await actions.webviewFrame(page).getByRole('button', { name: 'Share…' }).click();
  await actions.quickPickRow(page, 'HTML Report…').waitFor();
}

async function takeEgress(page) {
  await actions.quickPickRow(page, 'HTML Report…').click();
  // The results are behind it, in a frame of their own.
  const view = page.frameLocator('iframe.webview').last().frameLocator('#active-frame');
  await view.getByRole('checkbox', { name: /^Bodies/ }).check();
  await view.getByText('What was masked').click();
  await view.getByText(/masked in/).waitFor();
}

async function takeForm(page) {
  await goTo(page, 'orders.chain.json', '{');
  await actions.lens(page, 'Open as Form').click();
  const form = actions.webviewFrame(page);
  await form.getByRole('option', { name: /Create order/ }).click();
  await actions.selectTab(form, /^Body/);
  await form.getByText('As it will be sent').waitFor();
}

async function takeFormAgain(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions
    .webviewFrame(page)
    .getByRole('option', { name: /Create order/ })
    .click();
}

async function takeViewer(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.lens(page, 'Chain Viewer').click();
  await actions
    .webviewFrame(page)
    .getByRole('button', { name: /^1\. POST Create order/ })
    .waitFor();
  await actions.chooseCommand(page, 'View: Focus Next Editor Group');
  await actions.chooseCommand(page, 'View: Close Editors in Other Groups');
}

async function takeHistory(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.chooseCommand(page, 'Chainwright: Show Last Result');
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: /Create order/ }).click();
  await actions.selectTab(panel, /^History/);
  await panel.getByText('Since it was last good').waitFor();
}

async function takeHover(page) {
  await goTo(page, 'orders.chain.json', '"name": "pageSize"');
  const hover = await actions.hoverWord(page, '"name": "pageSize", "value": "2"', '"2"');
  await hover.getByText('Last value').waitFor();
}

async function takeCompletion(page) {
  await goTo(page, 'orders.chain.json', '"name": "pageSize"');
  const { x, y } = await actions.wordPlace(page, '"name": "pageSize", "value": "2"', '"2"');
  await page.mouse.dblclick(x, y);
  await page.keyboard.press('Delete');
  await page.keyboard.type('{{');
  await page.locator('.suggest-widget.visible .monaco-list-row.focused').waitFor();
}

async function takePreview(page) {
  await goTo(page, 'orders.chain.json', '{');
  await actions.lens(page, 'Preview').click();
  await page.locator('.tab.active[data-resource-name="Preview of create-order"]').waitFor();
  await page.locator('.view-line', { hasText: 'POST' }).last().waitFor();
}

async function takeMapping(page) {
  await actions.openFile(page, 'recorded.chain.json');
  await actions.lens(page, 'Auto Map').click();
  const review = actions.webviewFrame(page);
  const runAll = review.getByRole('button', { name: 'Run All' });
  const ticked = review.getByText('2 of 2 ticked');
  await runAll.or(ticked).waitFor();
  // An earlier picture ran it.
  if (await runAll.isVisible()) {
    await runAll.click();
  }
  await ticked.waitFor();
  // What is certain is folded.
  await review.getByRole('button', { name: 'Unfold all' }).click();
  await review
    .getByRole('checkbox', { name: /path segment/ })
    .first()
    .waitFor();
}

/** What Auto Mapping offers where a chain repeats a request for each item of a list. */
async function takeMappingLoop(page, workspace) {
  const read = (order) => ({
    id: order,
    name: 'Read order',
    method: 'GET',
    url: `{{baseUrl}}/api/orders/${order}`,
  });
  const chain = {
    formatVersion: 1,
    name: 'Every order',
    status: 'draft',
    environment: 'local',
    requires: ['auth/login.chain.json'],
    auth: { type: 'bearer', token: '{{token}}' },
    requests: [
      { id: 'list', name: 'List orders', method: 'GET', url: '{{baseUrl}}/api/orders' },
      ...['ord-50c9b7a35ca0', 'ord-f775750d3c67', 'ord-931a34714e2d'].map(read),
    ],
  };
  await writeFile(join(workspace, 'every.chain.json'), JSON.stringify(chain, undefined, 2));
  await actions.openFile(page, 'every.chain.json');
  await actions.lens(page, 'Auto Map').click();
  const review = actions.webviewFrame(page);
  await review.getByRole('button', { name: 'Run All' }).click();
  await review.getByText(/Requests for each item of a list/).waitFor();
}

/** What Run and Repair asks about a chain that passed, and was broken then. */
async function takeRepairQuestion(page, workspace) {
  const file = join(workspace, 'repaired.chain.json');
  await writeFile(file, repairedChain());
  await actions.openFile(page, 'repaired.chain.json');
  await actions.lens(page, 'Run All').click();
  await actions.lens(page, /201 · \d/).waitFor();
  await actions.closeEditors(page);
  await writeFile(file, brokenChain());
  await actions.openFile(page, 'repaired.chain.json');
  await actions.chooseCommand(page, 'Chainwright: Run and Repair');
  await page.locator('.monaco-dialog-box', { hasText: 'Run and repair "repaired"?' }).waitFor();
}

async function takeRepair(page) {
  const question = page.locator('.monaco-dialog-box', { hasText: 'Run and repair "repaired"?' });
  await question.getByRole('button', { name: 'Run Without Repeating' }).click();
  await actions.webviewFrame(page).getByRole('button', { name: 'Apply 1 Change' }).waitFor();
}

async function takeRepairDiff(page) {
  await actions.openFile(page, 'repaired.chain.json');
  await actions.lens(page, 'Auto Map').click();
  await actions.webviewFrame(page).getByRole('button', { name: 'Show Diff' }).click();
  await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
}

async function takeFailed(page) {
  await actions.openFile(page, 'broken.chain.json');
  await actions.lens(page, 'Run All').click();
  await actions.lens(page, /failed: /).waitFor();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: 'Rerun failed' }).waitFor();
  await panel.getByRole('button', { name: /Create order/ }).click();
}

async function takeProblems(page) {
  await actions.openFile(page, 'broken.chain.json');
  await actions.lens(page, /failed: /).waitFor();
  await page.locator('.squiggly-error, .squiggly-warning').first().waitFor();
  await actions.chooseCommand(page, 'Problems: Focus on Problems View');
  await page.locator('.markers-panel .monaco-list-row').first().waitFor();
}

async function takeViews(page) {
  await actions.openFile(page, 'broken.chain.json');
  await actions.lens(page, /failed: /).waitFor();
  await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
  await actions.clickRow(page, actions.treeRow(page, 'Chains', 'Chain Broken orders'));
  await page.keyboard.press('ArrowRight');
  await actions.treeRow(page, 'Chains', 'Request Create order').waitFor();
  await actions.treeRow(page, 'Parameter Dashboard', 'Broken').waitFor();
  await widenSideBar(page);
}

/** Makes the side bar wider, so that its lines are not cut off in every picture from here on. */
async function widenSideBar(page) {
  const { x, y, width, height } = await page.locator('.part.sidebar').boundingBox();
  const middle = y + height / 2;
  await page.mouse.move(x + width, middle);
  await page.mouse.down();
  await page.mouse.move(x + width + 90, middle, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(SIZE.width / 2, 2);
}

async function takeResults(page) {
  await actions.chooseCommand(page, 'Chainwright: Focus on Results View');
  await actions.clickRow(page, actions.treeRow(page, 'Results', 'Results of chain orders'));
  await page.keyboard.press('ArrowRight');
  await page
    .getByRole('treeitem', { name: / passed, local/ })
    .first()
    .click();
  await actions.webviewFrame(page).getByRole('status').getByText('passed').waitFor();
}

async function takeAuthorization(page) {
  await actions.openFile(page, 'orders.authz.json');
  await actions.lens(page, 'Run Authorization Tests').click();
  const question = page.getByRole('dialog', { name: /create, change or delete something/ });
  await question.getByRole('button', { name: 'Run', exact: true }).click();
  const panel = actions.webviewFrame(page);
  await panel.getByText(/\d+ flaws/).waitFor();
  await panel.getByRole('button', { name: 'Run All' }).waitFor();
  await panel.getByRole('article').waitFor();
}

/** The grid of the sample, with an operation that no line of the policy is about. */
async function takePolicy(page, workspace) {
  const sample = await readFile(join(workspace, 'orders.authz.json'), 'utf8');
  await writeFile(
    join(workspace, 'policy.authz.json'),
    sample
      .replace(
        '"stats.read": {',
        '"report.export": { "request": "admin.chain.json#stats" },\n    "stats.read": {',
      )
      .replace('"order.*": "own",', '"order.*": "own",\n      "order.delete": "none",'),
  );
  await actions.openFile(page, 'policy.authz.json');
  await actions.lens(page, 'Open as Policy Grid').click();
  await policyCell(page, 'stats.read').scrollIntoViewIfNeeded();
  await page.mouse.move(SIZE.width / 2, 2);
}

/** With what can be chosen in a cell. */
async function takeNarrowPolicy(page) {
  await takeNarrow(page, () => actions.openFile(page, 'policy.authz.json'));
  await policyCell(page, 'order.readByQuery').click();
  await actions.webviewFrame(page).getByRole('menu').waitFor();
}

async function takeBrokenPolicy(page, workspace) {
  const file = join(workspace, 'policy.authz.json');
  await actions.openFile(page, 'policy.authz.json');
  await policyCell(page, 'order.read').waitFor();
  await writeFile(file, (await readFile(file, 'utf8')).replace('"policy": {', '"policy": '));
  await actions.webviewFrame(page).getByRole('alert').waitFor();
}

/** The cell of the first role. */
function policyCell(page, operation) {
  const panel = actions.webviewFrame(page);
  const name = panel.getByRole('button', { name: operation, exact: true });
  return panel.getByRole('row').filter({ has: name }).getByRole('gridcell').first();
}

async function takeFlaws(page) {
  await goTo(page, 'orders.authz.json', '"order.read": {');
  await actions.lens(page, /flaw/).waitFor();
  await actions.chooseCommand(page, 'Problems: Focus on Problems View');
  await page.locator('.markers-panel .monaco-list-row').first().waitFor();
}

async function takeTests(page) {
  await actions.chooseCommand(page, 'Testing: Focus on Test Explorer View');
  const row = (name) => page.locator(`.test-explorer [role="treeitem"][aria-label^="${name}"]`);
  await row('Broken orders').click();
  await row('Create order').waitFor();
  await actions.chooseMenuItem(page, 'Run Test', () => row('Broken orders').click({ button: 'right' }));
  await row('Create order (Failed)').waitFor();
  await page.mouse.move(SIZE.width / 2, 2);
}

async function takeEnvironments(page) {
  await actions.openFile(page, 'orders.chain.json');
  await page.locator('.statusbar-item[id$="chainwright.environment"]').click();
  await actions.quickPickRow(page, 'staging').waitFor();
}

async function takeStep(page, title) {
  await actions.chooseCommand(page, 'Welcome: Open Walkthrough...');
  await actions.quickPickRow(page, 'Get Started with Chainwright').click();
  const step = page.locator('.getting-started-step', { hasText: title });
  await step.locator('.step-title').click();
  await page.locator('.getting-started-step.expanded', { hasText: title }).waitFor();
}

/** A page alone in a narrow window, as it is after the window was made smaller. */
async function takeNarrow(page, take) {
  await take(page);
  if ((await page.locator('.editor-group-container').count()) > 1) {
    await actions.chooseCommand(page, 'View: Focus Last Editor Group');
    await actions.chooseCommand(page, 'View: Close Editors in Other Groups');
  }
  await page.setViewportSize(NARROW);
}

async function takeRestrictedViews(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
  await actions.treeRow(page, 'Chains', 'Chain Order lifecycle').waitFor();
}

async function takeRestrictedForm(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.lens(page, 'Open as Form').click();
  await actions.webviewFrame(page).getByText('Manage Workspace Trust').waitFor();
}

async function takeRestrictedMapping(page) {
  await actions.openFile(page, 'recorded.chain.json');
  await actions.lens(page, 'Auto Map').click();
  await actions.webviewFrame(page).getByText('Manage Workspace Trust').waitFor();
}

/** Closes a part of the window, if it is open, by the key that opens and closes it. */
async function hide(page, part, key) {
  const shown = page.locator(`.part.${part}`);
  if (await shown.isVisible()) {
    await page.keyboard.press(key);
    await shown.waitFor({ state: 'hidden' });
  }
}

/** Opens a file at the line that has this text. */
async function goTo(page, name, text) {
  const lines = (await readFile(join(PROJECT, 'examples/workspace', name), 'utf8')).split('\n');
  await actions.openFile(page, name);
  await actions.lens(page, /Run/).waitFor();
  await page.keyboard.press('Control+G');
  await page.keyboard.type(String(lines.findIndex((line) => line.includes(text)) + 1));
  await page.keyboard.press('Enter');
}
