/** What a person in the editor does about what the engine refuses, by its settings and commands. */
import * as vscode from 'vscode';
import type { Remedies } from '../core/remedies';

/** The editor's words. */
export const remedies: Remedies = {
  allowOrigin: (origin) =>
    vscode.l10n.t('If it is right, add {0} to the setting chainwright.allowedHosts.', origin),
  bindSecret: ({ label, name }, origin) =>
    label === `secret ${name}`
      ? vscode.l10n.t(
          'If it belongs there, bind it to {0} with the command "Chainwright: Set Secret…".',
          origin,
        )
      : vscode.l10n.t(
          'If it belongs there, store it with the command "Chainwright: Set Secret…", bound to {0}, and use {1}.',
          origin,
          `{{$secret ${name}}}`,
        ),
  allowDerived: (origin) =>
    vscode.l10n.t('If it belongs there, add {0} to the setting chainwright.allowedHosts.', origin),
  setSecret: (name) =>
    vscode.l10n.t(
      'Set it with the command "Chainwright: Set Secret…", or write {0}=… into a git-ignored .env file.',
      name,
    ),
  grantVariable: (name) =>
    vscode.l10n.t(
      'Add {0} to the setting chainwright.allowedEnvironmentVariables, or use {1}.',
      name,
      `{{$secret ${name}}}`,
    ),
  defineVariable: vscode.l10n.t(
    'Extract it from an earlier response, or add it to the variables of the chain or of the environment.',
  ),
  allowChanges: vscode.l10n.t('Run it again, and choose Run when the editor asks about changes.'),
};
