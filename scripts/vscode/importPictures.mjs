/** Pictures of an import from its list of requests to the run that it leads to, and of an export. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as actions from './workbenchActions.mjs';

const NARROW = { width: 534, height: 720 };

/** In this order: one import is asked about and carried out, and the messages of others are answered. */
export const IMPORT_PICTURES = [
  { name: 'import-list', take: takeList },
  { name: 'import-report', take: takeReport },
  { name: 'import-outcome', take: takeOutcome },
  { name: 'import-outcome-narrow', take: takeNarrow },
  { name: 'import-variables', take: takeVariables },
  { name: 'import-run-question', take: takeRunQuestion },
  { name: 'import-run', take: takeRun },
  { name: 'export-formats', take: takeFormats, leave: (page) => page.keyboard.press('Escape') },
  { name: 'export-replace', take: takeReplace, leave: (page) => page.keyboard.press('Escape') },
];

/** Adds a collection to a copy of the sample in which some is lost: what is sent, checks, and documentation. */
export async function importInSample(workspace) {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] };
  const json = (value) => ({
    mode: 'raw',
    raw: JSON.stringify(value),
    options: { raw: { language: 'json' } },
  });
  const script = (listen, ...exec) => ({ event: [{ listen, script: { exec } }] });
  const users = [
    {
      name: 'Log in',
      ...script('test', "pm.environment.set('token', pm.response.json().token);"),
      request: {
        method: 'POST',
        url: '{{shopUrl}}/login',
        body: json({ email: 'alice@example.com', password: 'correct-horse-7' }),
      },
    },
    { name: 'Who am I', request: { method: 'GET', url: '{{shopUrl}}/api/me', auth } },
  ];
  const orders = [
    {
      name: 'Create order',
      ...script(
        'prerequest',
        "const cart = buildCart(pm.environment.get('region'));",
        "pm.environment.set('cart', cart.join(';'));",
      ),
      request: {
        method: 'POST',
        url: '{{shopUrl}}/api/orders',
        auth,
        body: json({ cart: '{{cart}}', region: '{{region}}' }),
      },
    },
    {
      name: 'List orders',
      ...script(
        'test',
        "pm.test('is sorted', () => { pm.response.json().items.forEach((order, at) => pm.expect(order.number).to.be.above(at)); });",
      ),
      request: { method: 'GET', url: '{{shopUrl}}/api/orders', auth },
    },
    { name: 'Cancel order', request: { method: 'GET', url: '' } },
  ];
  const item = [
    { name: 'Users', item: users },
    { name: 'Orders', item: orders },
  ];
  const collection = { info: { name: 'Web shop', schema }, item };
  await writeFile(join(workspace, 'postman-export.json'), JSON.stringify(collection, undefined, 2));
}

async function takeList(page) {
  await actions.openFile(page, 'postman-export.json');
  await actions.chooseCommand(page, 'File: Focus on Files Explorer');
  await actions.chooseMenuItem(page, 'Import Requests…', () =>
    page.locator('.explorer-folders-view').getByText('postman-export.json').click({ button: 'right' }),
  );
  await actions.quickPickRow(page, 'Log in').waitFor();
}

async function takeReport(page) {
  await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
  await actions.quickPickRow(page, 'New Chain').click();
  await actions.quickPickRow(page, 'Tags of the Requests').click();
  await actions.lens(page, 'Run All').waitFor();
  await page.locator('.view-line', { hasText: 'Changes what is sent' }).waitFor();
}

async function importAll(page) {
  await takeList(page);
  await takeReport(page);
  return actions.notification(page, /Imported:/);
}

async function takeOutcome(page) {
  const message = await importAll(page);
  await message.getByRole('button', { name: 'Run', exact: true }).waitFor();
}

async function takeNarrow(page) {
  await takeOutcome(page);
  await page.setViewportSize(NARROW);
}

async function takeVariables(page) {
  const message = await importAll(page);
  await message.getByRole('button', { name: 'Fill In Variables' }).click();
  await page.locator('.view-line', { hasText: '"shopUrl": ""' }).waitFor();
  await actions.notification(page, /Remove the/);
}

async function takeRunQuestion(page) {
  const message = await importAll(page);
  await message.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.monaco-dialog-box', { hasText: 'have no value: PASSWORD' }).waitFor();
}

/** Nothing is sent, and the results say why. */
async function takeRun(page) {
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Run Anyway' }).click();
  const results = actions.webviewFrame(page);
  await results.getByRole('button', { name: 'Run All' }).waitFor();
  await results.getByText('shopUrl').first().waitFor();
}

async function takeFormats(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.chooseCommand(page, 'Chainwright: Export Chain…');
  await actions.quickPickRow(page, 'Markdown documentation').waitFor();
}

/** What an export asks that would write a second file over one that is there. */
async function takeReplace(page, workspace) {
  await writeFile(join(workspace, 'orders.arazzo.openapi.json'), '{}');
  await takeFormats(page);
  await actions.quickPickRow(page, 'Arazzo document with its OpenAPI').click();
  const place = page.locator('.quick-input-widget', { hasText: 'Export To' });
  await place.getByRole('button', { name: 'OK' }).click();
  await page.locator('.monaco-dialog-box', { hasText: 'Replace' }).waitFor();
}
