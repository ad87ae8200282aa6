/** `Add Request…`: asks for name, method and URL, writes the request into its chain and shows it. */
import * as vscode from 'vscode';
import { outlineChain } from '../../core/files/outline';
import { requestIdFor } from '../../core/edit/plainNames';
import { showInText } from './chainActions';
import { changeFile, requestsIn } from './chainEdits';
import { isRequestTarget, type ChainTarget, type RequestTarget } from './chainNode';
import { askInSteps, type AskStep, type Step } from './quickSteps';
import { insertRequest } from '../../core/edit/chainEdit';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/**
 * Adds a request after another one, or at the end of a chain.
 *
 * @returns its id, or nothing when the person gave up
 * @throws UserError when the chain is not JSON, or the other request is no longer there
 */
export async function addRequest(
  target: ChainTarget | RequestTarget,
  ask?: AskStep,
): Promise<string | undefined> {
  const answers = await askInSteps(vscode.l10n.t('Add Request'), requestSteps(), ask);
  if (answers === undefined) {
    return undefined;
  }
  const [name = '', method = '', url = ''] = answers.map((answer) => answer.trim());
  let id = '';
  await changeFile(target.chain, (text) => {
    const { requests } = outlineChain(text);
    const [after] = isRequestTarget(target) ? requestsIn(text, [target]) : [];
    id = requestIdFor(
      name,
      requests.map((request) => request.id),
    );
    const place = after === undefined ? Number.MAX_SAFE_INTEGER : after.index + 1;
    return insertRequest(text, place, { id, name, method, url });
  });
  await showInText({ chain: target.chain, requestId: id });
  return id;
}

function requestSteps(): readonly Step[] {
  const needed = (text: string): string | undefined =>
    text.trim() === '' ? vscode.l10n.t('This cannot be empty.') : undefined;
  return [
    {
      kind: 'text',
      prompt: vscode.l10n.t('What is the request called?'),
      placeholder: vscode.l10n.t('Create order'),
      fault: needed,
    },
    {
      kind: 'choice',
      prompt: vscode.l10n.t('Which method does it use?'),
      choices: METHODS.map((method) => ({ label: method, value: method })),
    },
    {
      kind: 'text',
      prompt: vscode.l10n.t('URL. Write variables as {0}.', '{{name}}'),
      value: () => '{{baseUrl}}/',
      isBeginning: true,
      fault: needed,
    },
  ];
}
