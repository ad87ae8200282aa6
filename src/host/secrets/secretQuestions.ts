/** What is asked about a secret: its name, its value, and where it may be sent. */
import * as vscode from 'vscode';
import { variableNameFault } from '../../core/language/names';
import { originOf } from '../../core/permission/origin';

/** A name that may be meant, and what is known about it. */
export interface SuggestedName {
  readonly name: string;
  readonly description: string;
}

/** Asks which secret; absent when the person gives up. */
export async function askName(suggestions: readonly SuggestedName[]): Promise<string | undefined> {
  if (suggestions.length === 0) {
    return askNewName('', new Set());
  }
  const other = vscode.l10n.t('Another Name…');
  const items = [
    ...suggestions.map(({ name, description }) => ({ label: name, description })),
    { label: other, description: '' },
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Set Secret'),
    placeHolder: vscode.l10n.t('Which secret do you want to give a value?'),
  });
  return chosen?.label === other ? askNewName('', new Set()) : chosen?.label;
}

/** Asks for a name by text; one that is taken is refused. */
export async function askNewName(value: string, taken: ReadonlySet<string>): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Name of the Secret'),
    prompt: vscode.l10n.t('Chains refer to it as {0}.', '{{$secret NAME}}'),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => nameFault(text, taken),
  });
}

/** Whether secrets can have this name. */
export function isSecretName(name: unknown): name is string {
  return typeof name === 'string' && variableNameFault(name) === undefined;
}

/** Asks for the value, which is not shown. */
export async function askValue(name: string): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Value of {0}', name),
    prompt: vscode.l10n.t('It is kept by VS Code for this workspace, never in a file.'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' ? vscode.l10n.t('Enter the value.') : undefined),
  });
}

/** Origins to choose from. */
export interface OriginChoice {
  /** Where the secret probably belongs. */
  readonly likely: readonly string[];
  /** Others that are known. */
  readonly possible: readonly string[];
}

/** Asks where a secret may be sent: at least one origin, in comparable form; absent when the person gives up. */
export async function askOrigins(name: string, choice: OriginChoice): Promise<readonly string[] | undefined> {
  const likely = [...new Set(choice.likely)];
  const known = [...new Set([...likely, ...choice.possible])];
  if (known.length === 0) {
    return askOtherOrigins(name);
  }
  const other = { label: vscode.l10n.t('Other Origins…'), picked: false };
  const chosen = await vscode.window.showQuickPick(
    [...known.map((label) => ({ label, picked: likely.includes(label) })), other],
    {
      title: vscode.l10n.t('Allowed Origins for {0}', name),
      placeHolder: vscode.l10n.t('It is sent nowhere else, whatever a chain says.'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (chosen === undefined) {
    return undefined;
  }
  const origins = chosen.filter((item) => item !== other).map(({ label }) => label);
  if (origins.length === chosen.length && origins.length > 0) {
    return origins;
  }
  const others = await askOtherOrigins(name);
  return others === undefined ? undefined : [...new Set([...origins, ...others])];
}

async function askOtherOrigins(name: string): Promise<readonly string[] | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Allowed Origins for {0}', name),
    prompt: vscode.l10n.t('Origins separated by spaces, for example https://api.example.com.'),
    ignoreFocusOut: true,
    validateInput: originsFault,
  });
  return text === undefined ? undefined : wordsOf(text).flatMap((word) => originOf(word) ?? []);
}

function nameFault(text: string, taken: ReadonlySet<string>): string | undefined {
  if (!isSecretName(text)) {
    return vscode.l10n.t('Start with a letter or _, followed by letters, digits, _, . or -.');
  }
  return taken.has(text)
    ? vscode.l10n.t('{0} already has another value. Choose another name.', text)
    : undefined;
}

function originsFault(text: string): string | undefined {
  const words = wordsOf(text);
  const wrong = words.find((word) => originOf(word) === undefined || !BARE_ORIGIN.test(word));
  if (wrong !== undefined) {
    return vscode.l10n.t('"{0}" is not an origin. Write the scheme, host and port, without a path.', wrong);
  }
  return words.length === 0 ? vscode.l10n.t('Name at least one origin.') : undefined;
}

const BARE_ORIGIN = /^https?:\/\/[^/?#]+\/?$/i;

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
