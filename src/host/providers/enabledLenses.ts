/** Which lenses a person wants to see; in an untrusted workspace there are none that send. */
import * as vscode from 'vscode';

/** Names of lenses, as the setting `chainwright.codeLens` lists them. */
const LENSES = [
  'runAll',
  'execute',
  'chainViewer',
  'autoMap',
  'form',
  'run',
  'runWithDependencies',
  'preview',
  'uses',
  'outcome',
] as const;

/** The name of a lens in the setting. */
export type LensName = (typeof LENSES)[number];

/** Lenses that send requests. */
const SENDING: ReadonlySet<LensName> = new Set(['runAll', 'execute', 'run', 'runWithDependencies']);

/** The lenses that a file shows. */
export function enabledLenses(uri: vscode.Uri): ReadonlySet<LensName> {
  const setting: unknown = vscode.workspace.getConfiguration('chainwright', uri).get('codeLens');
  const named = Array.isArray(setting) ? LENSES.filter((name) => setting.includes(name)) : LENSES;
  return new Set(named.filter((name) => vscode.workspace.isTrusted || !SENDING.has(name)));
}
