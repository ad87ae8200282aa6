/**
 * Pictures of what comes and goes: the questions before a run, secrets as they are entered and listed, the menus of
 * the views, and the log. Each leaves the workbench without anything open that takes keys.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as actions from './workbenchActions.mjs';

/** In this order: a secret that was entered is asked about and listed. */
export const QUESTION_PICTURES = [
  { name: 'protected', take: takeProtected },
  { name: 'protected-question', take: takeProtectedQuestion, leave: leaveProtected },
  { name: 'secret-names', take: takeSecretNames },
  { name: 'secret-value', take: takeSecretValue },
  { name: 'secret-origins', take: takeSecretOrigins },
  { name: 'contact', take: takeContact, leave: cancel },
  { name: 'secrets', take: takeSecrets, leave: escape },
  { name: 'chain-menu', take: (page) => takeMenu(page, 'Chains', 'Chain Order lifecycle'), leave: escape },
  { name: 'request-menu', take: takeRequestMenu, leave: escape },
  { name: 'result-menu', take: takeResultMenu, leave: escape },
  { name: 'execution-log', take: takeExecutionLog },
];

/** Adds to a copy of the sample, whose API is at `origin`, what the questions are asked about. */
export async function askInSample(workspace, origin) {
  const staging = { formatVersion: 1, name: 'staging', variables: { baseUrl: origin }, protected: true };
  await writeFile(join(workspace, 'staging.environment.json'), JSON.stringify(staging));
  const partner = {
    formatVersion: 1,
    name: 'Partner stock',
    auth: { type: 'bearer', token: '{{$secret PARTNER_KEY}}' },
    requests: [
      {
        id: 'stock',
        method: 'GET',
        url: 'https://api.partner.example/stock',
        extract: [{ variable: 'ticket', from: 'body', path: '$.ticket' }],
      },
      {
        id: 'ship',
        method: 'POST',
        url: 'https://ship.partner.example/parcels',
        auth: { type: 'none' },
        body: { json: { ticket: '{{ticket}}' } },
      },
    ],
  };
  await writeFile(join(workspace, 'partner.chain.json'), JSON.stringify(partner, undefined, 2));
}

async function chooseEnvironment(page, label) {
  await page.locator('.statusbar-item[id$="chainwright.environment"]').click();
  await actions.quickPickRow(page, label).click();
}

async function takeProtected(page) {
  await actions.openFile(page, 'orders.chain.json');
  await chooseEnvironment(page, 'staging');
  await page.locator('.statusbar-item.warning-kind', { hasText: 'staging' }).waitFor();
}

async function takeProtectedQuestion(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.lens(page, 'Run All').click();
  await page.getByRole('dialog', { name: /The environment staging is protected/ }).waitFor();
}

async function leaveProtected(page) {
  await cancel(page);
  await chooseEnvironment(page, "Use Each Chain's Environment");
}

async function takeSecretNames(page) {
  await actions.openFile(page, 'partner.chain.json');
  await actions.lens(page, 'Run All').waitFor();
  await actions.chooseCommand(page, 'Chainwright: Set Secret…');
  await actions.quickPickRow(page, 'PARTNER_KEY').waitFor();
}

async function takeSecretValue(page) {
  await actions.quickPickRow(page, 'PARTNER_KEY').click();
  await page.locator('.quick-input-widget input[type="password"]').fill('what nobody sees');
}

async function takeSecretOrigins(page) {
  await page.keyboard.press('Enter');
  await actions.quickPickRow(page, 'https://api.partner.example').waitFor();
}

async function takeContact(page) {
  await page.keyboard.press('Enter');
  await actions.openFile(page, 'partner.chain.json');
  await actions.lens(page, 'Run All').click();
  await page.getByRole('dialog', { name: /contact/ }).waitFor();
}

async function takeSecrets(page) {
  await actions.openFile(page, 'partner.chain.json');
  await actions.chooseCommand(page, 'Chainwright: List Secrets');
  await actions.quickPickRow(page, 'PARTNER_KEY').waitFor();
}

async function takeMenu(page, view, name) {
  await actions.chooseCommand(page, `Chainwright: Focus on ${view} View`);
  await actions.treeRow(page, view, name).click({ button: 'right' });
  await page.locator('.monaco-menu').waitFor();
}

async function takeRequestMenu(page) {
  await actions.chooseCommand(page, 'Chainwright: Focus on Chains View');
  await actions.clickRow(page, actions.treeRow(page, 'Chains', 'Chain Order lifecycle'));
  await page.keyboard.press('ArrowRight');
  await takeMenu(page, 'Chains', 'Request Create order');
}

async function takeResultMenu(page) {
  await actions.chooseCommand(page, 'Chainwright: Focus on Results View');
  await actions.clickRow(page, actions.treeRow(page, 'Results', 'Results of chain orders'));
  await page.keyboard.press('ArrowRight');
  const row = page.getByRole('treeitem', { name: / passed, local/ }).first();
  await row.click({ button: 'right' });
  await page.locator('.monaco-menu').waitFor();
}

async function takeExecutionLog(page) {
  await actions.openFile(page, 'orders.chain.json');
  await actions.chooseCommand(page, 'Chainwright: Show Execution Log');
  await page.locator('.tab.active', { hasText: 'orders.log' }).waitFor();
  await page.locator('.view-line', { hasText: 'POST' }).first().waitFor();
}

async function cancel(page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function escape(page) {
  await page.keyboard.press('Escape');
}
