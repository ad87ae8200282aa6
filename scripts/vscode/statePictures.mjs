/**
 * Pictures of pages on which something is in the way: an environment that does not exist or that nobody chose, a
 * secret without a value, an API that is not there. Each run is one that a person would start.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as actions from './workbenchActions.mjs';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** In this order: the environment that is gone was there for the first run. */
export const STATE_PICTURES = [
  { name: 'results-environment', take: takeMissingEnvironment },
  { name: 'form-environment', take: (page) => openForm(page, 'gone.chain.json') },
  { name: 'parameters-environment', take: takeParameters },
  { name: 'mapping-environment', take: takeMapping },
  { name: 'authorization-environment', take: takeMatrixWithoutEnvironment },
  { name: 'results-blocked', take: takeBlocked },
  { name: 'form-secret', take: takeFormWithoutSecret },
  { name: 'results-offline', take: takeOffline },
  { name: 'authorization-offline', take: takeOfflineMatrix },
];

let workspaceFolder;

/** Adds to a copy of the sample, whose API is at `origin`, chains and matrices that lack something. */
export async function lackInSample(workspace, origin) {
  workspaceFolder = workspace;
  const write = (name, content) => writeFile(join(workspace, name), JSON.stringify(content, undefined, 2));
  const chain = { formatVersion: 1, status: 'draft' };
  const environment = (name, baseUrl) => ({ formatVersion: 1, name, variables: { baseUrl } });
  const health = { id: 'health', name: 'Health', method: 'GET', url: '{{baseUrl}}/health' };
  await write('gone.environment.json', environment('gone', origin));
  await write('offline.environment.json', environment('offline', NOWHERE));
  await write('gone.chain.json', { ...chain, name: 'Gone', environment: 'gone', requests: [health] });
  await write('unmapped.chain.json', {
    ...chain,
    name: 'Unmapped',
    environment: 'never',
    requests: [health],
  });
  await write('offline.chain.json', {
    ...chain,
    name: 'Offline',
    environment: 'offline',
    requests: [health],
  });
  const key = [{ name: 'X-Key', value: '{{$secret MISSING_KEY}}' }];
  await write('lacking.chain.json', {
    ...chain,
    name: 'Lacking',
    requests: [
      { ...health, url: `${origin}/health`, headers: key },
      { ...health, id: 'again', name: 'Again' },
    ],
  });
  const matrix = await readFile(join(workspace, 'orders.authz.json'), 'utf8');
  for (const name of ['never', 'offline']) {
    await writeFile(
      join(workspace, `${name}.authz.json`),
      matrix.replace('"environment": "local"', `"environment": "${name}"`),
    );
  }
}

async function takeMissingEnvironment(page) {
  await writeFile(
    join(workspaceFolder, 'gone.environment.json'),
    await readFile(join(workspaceFolder, 'offline.environment.json'), 'utf8').then((text) =>
      text.replace('"offline"', '"gone"'),
    ),
  );
  await actions.openFile(page, 'gone.chain.json');
  await actions.lens(page, 'Run All').click();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: 'Run All' }).waitFor();
  await rm(join(workspaceFolder, 'gone.environment.json'));
  await panel.getByRole('button', { name: 'Run All' }).click();
  await panel.getByRole('button', { name: 'Select Environment…' }).waitFor();
}

async function openForm(page, name) {
  await actions.openFile(page, name);
  await actions.lens(page, 'Open as Form').click();
  await actions.webviewFrame(page).getByText('The environment gone does not exist.').waitFor();
}

async function takeParameters(page) {
  await actions.openFile(page, 'unmapped.chain.json');
  await actions.chooseCommand(page, 'Chainwright: Focus on Parameter Dashboard View');
  await actions.treeRow(page, 'Parameter Dashboard', 'Variable baseUrl, Broken').waitFor();
}

async function takeMapping(page) {
  await actions.openFile(page, 'unmapped.chain.json');
  await actions.lens(page, 'Auto Map').click();
  const review = actions.webviewFrame(page);
  await review.getByRole('button', { name: 'Run All' }).click();
  await review.getByRole('button', { name: 'Select Environment…' }).waitFor();
}

async function takeMatrixWithoutEnvironment(page) {
  await actions.openFile(page, 'never.authz.json');
  await actions.lens(page, 'Run Authorization Tests').click();
  await actions.notification(page, /The environment "never"/);
}

async function takeBlocked(page) {
  await actions.openFile(page, 'lacking.chain.json');
  await actions.lens(page, 'Run All').click();
  const question = page.getByRole('dialog', { name: /have no value: MISSING_KEY/ });
  await question.getByRole('button', { name: 'Run Anyway' }).click();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('button', { name: 'Set Secret…' }).waitFor();
}

async function takeFormWithoutSecret(page) {
  await actions.openFile(page, 'lacking.chain.json');
  await actions.lens(page, 'Open as Form').click();
  const form = actions.webviewFrame(page);
  await form.getByRole('option', { name: /Health/ }).click();
  await form.getByRole('region', { name: 'Request' }).getByRole('button', { name: 'Set Secret…' }).waitFor();
}

async function takeOffline(page) {
  await actions.openFile(page, 'offline.chain.json');
  await actions.lens(page, 'Run All').click();
  const panel = actions.webviewFrame(page);
  await panel.getByRole('article').getByText('Start the API or correct the address.').waitFor();
}

async function takeOfflineMatrix(page) {
  await actions.openFile(page, 'offline.authz.json');
  await actions.lens(page, 'Run Authorization Tests').click();
  const question = page.getByRole('dialog', { name: /create, change or delete something/ });
  await question.getByRole('button', { name: 'Run', exact: true }).click();
  const panel = actions.webviewFrame(page);
  await panel
    .getByText(/Nothing listens/)
    .first()
    .waitFor();
}
