/** Pictures of what the editor does for functions, the variables of a request, loops, steps and OAuth 1.0. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as actions from './workbenchActions.mjs';

const openVariables = (page) => showTab(page, 'signed.chain.json', /^Variables/);
const openItems = (page) => showLoop(page, /Read large/);
const openPages = (page) => showLoop(page, /List orders/);
const openOauth1 = (page) => showTab(page, 'oauth1.chain.json', /^Auth/);

/** Tabs of forms that were open before. */
export const AGAIN_PICTURES = [
  { name: 'form-variables', take: openVariables },
  { name: 'form-oauth1', take: openOauth1 },
  { name: 'form-items', take: openItems },
];

/** In this order: the form comes last, for VS Code remembers which editor a file was in. */
export const FUNCTION_PICTURES = [
  { name: 'function-hover', take: takeHover },
  { name: 'function-completion', take: takeCompletion },
  { name: 'function-problem', take: takeProblem },
  { name: 'function-fix', take: takeFix, leave: (page) => page.keyboard.press('Escape') },
  { name: 'own-variable-hover', take: takeOwnVariable },
  { name: 'parameters-own', take: takeParameters },
  { name: 'form-variables', take: (page) => openForm(page, 'signed.chain.json', openVariables) },
  { name: 'form-oauth1', take: (page) => openForm(page, 'oauth1.chain.json', openOauth1) },
  { name: 'loop-results', take: takeLoopResults },
  { name: 'loop-viewer', take: takeLoopViewer },
  { name: 'rows-results', take: takeRows },
  { name: 'form-items', take: (page) => openForm(page, 'all-orders.chain.json', openItems) },
  { name: 'form-pages', take: openPages },
  { name: 'step-text', take: takeStepText },
  { name: 'step-results', take: takeSteps },
  { name: 'step-viewer', take: takeStepViewer },
  { name: 'form-step', take: (page) => openForm(page, 'payments.chain.json', openStep) },
  { name: 'stream-results', take: takeStream },
  { name: 'form-stream', take: (page) => openForm(page, 'delivery.chain.json', openStream) },
  { name: 'form-rows', take: (page) => openForm(page, 'order-lines.chain.json', openRows) },
];

/** Adds chains that use functions to a copy of the sample, whose API is at `origin`. */
export async function computeInSample(workspace, origin) {
  const chain = { name: 'Functions', status: 'draft', variables: { key: 'k' } };
  const requests = [
    {
      id: 'sign',
      method: 'GET',
      url: `${origin}/health`,
      headers: [
        { name: 'X-Digest', value: "{{$hash 'sha256' key}}" },
        { name: 'X-Size', value: '{{$length 12}}' },
      ],
    },
  ];
  const oauth1 = {
    type: 'oauth1',
    consumerKey: 'warehouse',
    consumerSecret: '{{$secret PARTNER_SIGNING_KEY}}',
    token: 'nnch734d00sl2jdk',
    tokenSecret: '{{$secret PARTNER_TOKEN_KEY}}',
  };
  const write = (name, content) => writeFile(join(workspace, name), JSON.stringify(content, undefined, 2));
  await write('early.chain.json', { formatVersion: 1, ...chain, requests });
  await write('oauth1.chain.json', {
    formatVersion: 2,
    ...chain,
    environment: 'local',
    requests: [{ id: 'signed', name: 'Signed', method: 'GET', url: `${origin}/health`, auth: oauth1 }],
  });
}

async function takeLoopResults(page) {
  await actions.openFile(page, 'all-orders.chain.json');
  await actions.lens(page, 'Run All').click();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: /List orders/ }).click();
  await panel.getByRole('combobox', { name: 'Item' }).selectOption({ index: 2 });
}

async function takeRows(page) {
  await actions.openFile(page, 'order-lines.chain.json');
  await actions.lens(page, 'Run All').click();
  const panel = actions.webviewFrame(page);
  await panel
    .getByRole('row', { name: /a dozen/ })
    .getByRole('button')
    .nth(1)
    .click();
}

async function takeLoopViewer(page) {
  await actions.openFile(page, 'all-orders.chain.json');
  await actions.lens(page, 'Chain Viewer').click();
  await actions
    .webviewFrame(page)
    .getByRole('button', { name: /^3\. GET Read large/ })
    .click();
}

async function takeHover(page) {
  await actions.openFile(page, 'signed.chain.json');
  await hover(page, '"X-Signature"', '$hmac', 'signature with a shared key');
}

async function takeCompletion(page) {
  await actions.openFile(page, 'signed.chain.json');
  const { x, y } = await actions.wordPlace(page, '"X-Signature"', 'sha256');
  await page.mouse.dblclick(x, y);
  await page.keyboard.press('Delete');
  await actions.chooseCommand(page, 'Trigger Suggest');
  await page.locator('.suggest-widget.visible .monaco-list-row.focused').waitFor();
}

async function takeProblem(page) {
  await actions.openFile(page, 'early.chain.json');
  await hover(page, '"{{$length 12}}"', '$length', '$length takes a text');
}

async function takeFix(page) {
  await actions.openFile(page, 'early.chain.json');
  await actions.clickWord(page, '$hash', '$hash');
  await page.keyboard.press('Control+.');
  await page.getByText('Use format version 2').first().waitFor();
}

async function takeOwnVariable(page) {
  await actions.openFile(page, 'signed.chain.json');
  await hover(page, '"X-Timestamp"', 'sentAt', 'Variable of this request');
}

/** Shows the hover of a word by its key, which a line that moves does not close. */
async function hover(page, line, word, text) {
  await actions.clickWord(page, line, word);
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+I');
  await page.locator('.monaco-editor .monaco-hover:not(.hidden)').getByText(text).waitFor();
}

async function takeParameters(page) {
  await actions.openFile(page, 'signed.chain.json');
  await actions.chooseCommand(page, 'Chainwright: Focus on Parameter Dashboard View');
  await actions
    .treeRow(page, 'Parameter Dashboard', 'Variable signedText of the request signature')
    .waitFor();
}

async function openForm(page, file, show) {
  await actions.openFile(page, file);
  await actions.lens(page, 'Open as Form').click();
  await show(page);
}

async function takeStream(page) {
  await actions.openFile(page, 'delivery.chain.json');
  await actions.lens(page, 'Run All').click();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: /Wait for the delivery/ }).click();
}

async function takeStepText(page) {
  await actions.openFile(page, 'payments.chain.json');
  await hover(page, '"chain": "order-and-pay.chain.json"', 'order-and-pay', 'Order and pay');
}

async function takeSteps(page) {
  await actions.openFile(page, 'payments.chain.json');
  await actions.lens(page, 'Run All').click();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: /Order and pay each/ }).click();
  await panel.getByText('Wait until paid').first().waitFor();
}

/** A chain with steps that are open. */
export async function takeStepViewer(page) {
  await actions.openFile(page, 'payments.chain.json');
  await actions.lens(page, 'Chain Viewer').click();
  const viewer = actions.webviewFrame(page);
  await viewer.getByRole('button', { name: /^3\. CALL Order and pay each/ }).click();
  for (const opened of [0, 1, 2]) {
    await viewer.getByRole('button', { name: 'Show its requests' }).first().click();
    await viewer.getByRole('button', { name: 'Hide its requests' }).nth(opened).waitFor();
  }
}

async function openStep(page) {
  const form = actions.webviewFrame(page);
  await form
    .getByRole('option', { name: /Order and pay/ })
    .first()
    .click();
  await form.getByText('order-and-pay.chain.json').first().waitFor();
}

async function openStream(page) {
  await showTab(page, 'delivery.chain.json', /^Settings/, /Wait for the delivery/);
  const form = actions.webviewFrame(page);
  await form
    .getByRole('checkbox', { name: /^Read events/ })
    .and(form.locator(':checked'))
    .waitFor();
  const heading = form.getByRole('heading', { name: /stream/i });
  await heading.evaluate((element) => element.scrollIntoView());
}

async function openRows(page) {
  const form = actions.webviewFrame(page);
  await form.getByTitle('Chain settings').click();
  await form.getByRole('tab', { name: 'Data' }).click();
  await form.getByRole('table', { name: 'Rows of data' }).waitFor();
}

async function showLoop(page, request) {
  await showTab(page, 'all-orders.chain.json', /^Settings/, request);
  const heading = actions.webviewFrame(page).getByRole('heading', { name: 'Condition' });
  await heading.evaluate((element) => element.scrollIntoView());
}

async function showTab(page, file, tab, request = /./) {
  await actions.openFile(page, file);
  const form = actions.webviewFrame(page);
  await form.getByRole('option', { name: request }).first().click();
  await actions.selectTab(form, tab);
}
