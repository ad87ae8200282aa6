/** Forms of chains as the extension has them at its start: the editor and the commands that lead to it and back. */
import * as vscode from 'vscode';
import { isMatrixFile } from '../authz/matrixDocument';
import { activeForm, isChainFile } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { namesNoChain, targetOf } from '../running/runTarget';
import type { FormEditors } from './formEditors';
import type { FormPorts } from './formPorts';
import { FORM_VIEW } from './formView';

/** Lets chains be edited as forms for as long as the returned disposable lives. */
export function registerForm(ports: FormPorts): vscode.Disposable {
  let loading: Promise<FormEditors> | undefined;
  const load = (): Promise<FormEditors> => {
    loading ??= import('./formEditors').then(({ FormEditors: Loaded }) => new Loaded(ports));
    return loading;
  };
  const register = commandRegistrar(ports.log);
  return vscode.Disposable.from(
    register('openForm', (argument) => openWith(chainOf(argument), FORM_VIEW)),
    register('openText', (argument) => openWith(fileOf(argument), 'default')),
    vscode.window.registerCustomEditorProvider(
      FORM_VIEW,
      {
        resolveCustomTextEditor: async (document, panel) => (await load()).open(document, panel),
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    new vscode.Disposable(() => void loading?.then((forms) => forms.dispose())),
  );
}

/** A chain or a matrix that is shown as a form or a grid. */
function fileOf(argument: unknown): vscode.Uri {
  const file = argument ?? activeForm();
  return file instanceof vscode.Uri && isMatrixFile(file) ? file : chainOf(argument);
}

function chainOf(argument: unknown): vscode.Uri {
  const { chain } = targetOf(argument);
  if (!isChainFile(chain)) {
    throw namesNoChain();
  }
  return chain;
}

async function openWith(file: vscode.Uri, editor: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', file, editor);
}
