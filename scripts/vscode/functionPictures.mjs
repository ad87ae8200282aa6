/** Pictures of what the editor does for functions, the variables of a request and OAuth 1.0. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as actions from './workbenchActions.mjs';

/** In this order: the form comes last, for VS Code remembers which editor a file was in. */
export const FUNCTION_PICTURES = [
  { name: 'function-hover', take: takeHover },
  { name: 'function-completion', take: takeCompletion },
  { name: 'function-problem', take: takeProblem },
  { name: 'function-fix', take: takeFix, leave: (page) => page.keyboard.press('Escape') },
  { name: 'own-variable-hover', take: takeOwnVariable },
  { name: 'form-variables', take: (page) => openForm(page, 'signed.chain.json', /^Variables/) },
  { name: 'form-oauth1', take: (page) => openForm(page, 'oauth1.chain.json', /^Auth/) },
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

async function takeHover(page) {
  await actions.openFile(page, 'signed.chain.json');
  const hover = await actions.hoverWord(page, '"X-Signature"', '$hmac');
  await hover.getByText('signature with a shared key').waitFor();
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
  const hover = await actions.hoverWord(page, '"{{$length 12}}"', '$length');
  await hover.getByText('$length takes a text').waitFor();
}

async function takeFix(page) {
  await actions.openFile(page, 'early.chain.json');
  await actions.clickWord(page, '$hash', '$hash');
  await page.keyboard.press('Control+.');
  await page.getByText('Use format version 2').first().waitFor();
}

async function takeOwnVariable(page) {
  await actions.openFile(page, 'signed.chain.json');
  const hover = await actions.hoverWord(page, '"X-Timestamp"', 'sentAt');
  await hover.getByText('Variable of this request').waitFor();
}

async function openForm(page, file, tab) {
  await actions.openFile(page, file);
  await actions.lens(page, 'Open as Form').click();
  const form = actions.webviewFrame(page);
  await form.getByRole('option').first().click();
  await actions.selectTab(form, tab);
}
