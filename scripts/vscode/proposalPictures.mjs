/** Pictures of the page that leads from an OpenAPI description to an authorization matrix. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as actions from './workbenchActions.mjs';
import { PROJECT } from './cache.mjs';

const NARROW = { width: 534, height: 720 };

/** In this order: the last writes the files. */
export const PROPOSAL_PICTURES = [
  { name: 'proposal', take: takeProposal },
  { name: 'proposal-questions', take: takeQuestions },
  { name: 'proposal-narrow', take: takeNarrow },
  { name: 'proposal-written', take: takeWritten },
];

async function openPage(page, workspace) {
  await copyFile(
    join(PROJECT, 'test/fixtures/descriptions/teams.yaml'),
    join(workspace, 'projects-openapi.yaml'),
  );
  await actions.openFile(page, 'projects-openapi.yaml');
  await actions.chooseCommand(page, 'Chainwright: Propose Authorization Matrix…');
  const proposal = actions.webviewFrame(page);
  await proposal.getByText('"mutate": false').waitFor();
  return proposal;
}

async function takeProposal(page, workspace) {
  await openPage(page, workspace);
}

/** The answer about tenants raises a question. */
async function takeQuestions(page, workspace) {
  const proposal = await openPage(page, workspace);
  await proposal.getByText('its owner; its organization may read it').click();
  const belongs = proposal.getByText('Which organization do').first();
  await belongs.scrollIntoViewIfNeeded();
}

async function takeNarrow(page, workspace) {
  const proposal = await openPage(page, workspace);
  await page.setViewportSize(NARROW);
  await proposal.getByRole('heading', { name: 'Users' }).scrollIntoViewIfNeeded();
}

async function takeWritten(page, workspace) {
  const proposal = await openPage(page, workspace);
  await proposal.getByText('Write Files').click();
  await proposal.getByText('Open as Policy Grid').scrollIntoViewIfNeeded();
}
