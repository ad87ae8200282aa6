/**
 * The command `Insert Variable`: puts a reference where the cursor is, or where a hover's link says.
 *
 * A link may be called long after it was drawn, or by somebody else: its arguments are data, and nothing
 * is edited when the text has changed since.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { insertionsAt, type Offer } from '../../core/language/hover';
import type { InsertionPlace } from '../../core/language/insertionPlace';
import { QUICK_BUILT_INS } from '../../core/language/quickBuiltIns';
import { activeChain, isChainFile } from '../chainDocument';
import { fileText, withoutIcons } from '../fileText';
import { namesNoChain } from '../running/runTarget';
import { say } from '../say';
import { carryOut, toWorkspaceEdit } from '../textEdits';
import { analysisOf, type InsightServices } from './insight';
import { insertReference } from '../../core/language/insertReference';
import { producerWords } from '../../core/language/referenceSuggestions';
import { shownText } from '../../core/language/available';

/**
 * Inserts a reference where a link's arguments say, else at the cursor.
 *
 * @throws UserError when no reference is allowed there, or the text has changed since
 */
export async function insertVariable(
  services: InsightServices,
  uri: unknown,
  target: unknown,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(chainOf(uri));
  const { offset, version, variable } = targetOf(target) ?? cursorIn(document);
  if (version !== document.version) {
    throw textHasChanged();
  }
  const analysis = await analysisOf(document, services);
  const found = analysis && insertionsAt(analysis, offset, services.last.values(document.uri));
  if (found === undefined) {
    throw new UserError(
      vscode.l10n.t('References are not supported here.'),
      vscode.l10n.t('Place the cursor in a URL, or in a value of the query, headers, auth or body.'),
    );
  }
  const name = variable ?? (await chooseVariable(found.offers, found.place));
  if (name === undefined) {
    return;
  }
  const offered = found.offers.find((offer) => offer.variable.name === name)?.variable;
  if (offered === undefined && !QUICK_BUILT_INS.includes(name)) {
    throw new UserError(
      vscode.l10n.t('The variable {0} has no value here.', JSON.stringify(name)),
      vscode.l10n.t('Choose one of those that are offered.'),
    );
  }
  if (document.version !== version) {
    throw textHasChanged();
  }
  await carryOut(toWorkspaceEdit(document, [insertReference(found.place, offered ?? { name })]));
}

/** Where to insert, and what; without a variable the person is asked. */
interface InsertionTarget {
  readonly offset: number;
  /** Of the document when the link was drawn. */
  readonly version: number;
  readonly variable?: string;
}

function chainOf(argument: unknown): vscode.Uri {
  if (argument === undefined) {
    return activeChain();
  }
  const uri = typeof argument === 'string' ? vscode.Uri.parse(argument) : argument;
  if (!(uri instanceof vscode.Uri) || !isChainFile(uri)) {
    throw namesNoChain();
  }
  return uri;
}

function targetOf(argument: unknown): InsertionTarget | undefined {
  if (typeof argument !== 'object' || argument === null) {
    return undefined;
  }
  const { offset, version, variable } = argument as Readonly<Record<string, unknown>>;
  return typeof offset === 'number' && typeof version === 'number'
    ? { offset, version, ...(typeof variable === 'string' ? { variable } : {}) }
    : undefined;
}

function cursorIn(document: vscode.TextDocument): InsertionTarget {
  const editor = vscode.window.activeTextEditor;
  const isActive = editor?.document.uri.toString() === document.uri.toString();
  return { offset: isActive ? document.offsetAt(editor.selection.active) : -1, version: document.version };
}

function textHasChanged(): UserError {
  return new UserError(
    vscode.l10n.t('The text has changed since, so nothing was inserted.'),
    vscode.l10n.t('Choose the variable again.'),
  );
}

async function chooseVariable(
  offers: readonly Offer[],
  { literal, replaces }: InsertionPlace,
): Promise<string | undefined> {
  const variables = offers.map(({ variable }) => ({
    label: variable.name,
    description: variable.value === undefined ? '' : withoutIcons(fileText(shownText(variable.value.shown))),
    detail: withoutIcons(fileText(producerWords(variable, say))),
  }));
  const builtIns = QUICK_BUILT_INS.map((label) => ({ label }));
  const separator = {
    label: vscode.l10n.t('Generated for each request'),
    kind: vscode.QuickPickItemKind.Separator,
  };
  const chosen = await vscode.window.showQuickPick([...variables, separator, ...builtIns], {
    title: vscode.l10n.t('Insert Variable'),
    placeHolder:
      replaces && literal !== ''
        ? vscode.l10n.t('Replace {0} by the reference', literal)
        : vscode.l10n.t('Insert the reference here'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.label;
}
