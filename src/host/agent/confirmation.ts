/** What a person is shown before a model changes something. */
import * as vscode from 'vscode';
import type { Confirmation } from '../../agent/confirmation';
import type { Tool } from '../../agent/tool';
import { fileText } from '../fileText';

/** The question whether a tool may do what it is called for. */
export function callConfirmation({ title }: Tool, input: object): Confirmation {
  const lines = Object.entries(input).map(([name, value]) => `${name}: ${fileText(JSON.stringify(value))}`);
  return { title: vscode.l10n.t('Let the model use "{0}"?', title), lines };
}
