/**
 * The commands of the Results view: open a result, compare two, delete, show the file.
 *
 * Comparing shows two texts made for it in VS Code's own diff editor: what a run did and got, without
 * what differs every time.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { fileTitle } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import type { ResultHistory } from './resultHistory';
import { endingText, timeText, type ResultNode, type StoredNode } from './resultsTree';
import { chainOf, isSubject, type ShownRuns } from './shownRuns';

const SCHEME = 'chainwright-result';

/** What the commands work on. */
export interface ResultCommandPorts {
  readonly history: ResultHistory;
  readonly shown: ShownRuns;
  /** What is selected in the view, in its order. */
  readonly selection: () => readonly ResultNode[];
  /** Shows an opened result next to the editor. */
  readonly show: (subject: vscode.Uri) => void;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the commands for as long as the returned disposable lives. */
export function registerResultCommands(ports: ResultCommandPorts): vscode.Disposable {
  const register = commandRegistrar(ports.log);
  return vscode.Disposable.from(
    register('openResult', (argument) => openResult(ports, resultArguments(ports, argument)[0])),
    register('compareResults', (argument, selected) => compareResults(ports, argument, selected)),
    register('deleteResult', (argument, selected) => deleteResults(ports, argument, selected)),
    register('revealResultFile', (argument) => revealFile(resultArguments(ports, argument)[0])),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: (uri) => textOf(ports.history, vscode.Uri.parse(uri.query, true)),
    }),
  );
}

/**
 * Shows a result from disk.
 *
 * @throws UserError when there is none, or its file cannot be read
 */
export async function openResult(
  { shown, show }: Pick<ResultCommandPorts, 'shown' | 'show'>,
  wanted: vscode.Uri | undefined,
): Promise<void> {
  const subject = requireResult(wanted);
  await shown.open(subject);
  show(subject);
}

/** Compares two results that are selected, or one with another one that the person picks. */
async function compareResults(
  ports: ResultCommandPorts,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const [first, second, ...more] = resultArguments(ports, argument, selected);
  if (first === undefined || more.length > 0) {
    throw new UserError(
      vscode.l10n.t('Two results are compared at a time.'),
      vscode.l10n.t('Select one or two in the Results view.'),
    );
  }
  const other = second ?? (await pickOther(ports.history, first));
  if (other === undefined) {
    return;
  }
  const [older, newer] = nameOf(first) < nameOf(other) ? [first, other] : [other, first];
  const name = fileTitle(chainOf(newer));
  const title = vscode.l10n.t('{0}: {1} ↔ {2}', name, timeOf(older), timeOf(newer));
  await vscode.commands.executeCommand('vscode.diff', textUri(older), textUri(newer), title);
}

async function pickOther(history: ResultHistory, subject: vscode.Uri): Promise<vscode.Uri | undefined> {
  const chain = chainOf(subject);
  const others = (await history.list(chain)).filter(({ file }) => file !== subject.fsPath);
  if (others.length === 0) {
    throw new UserError(
      vscode.l10n.t('This chain has no other result.'),
      vscode.l10n.t('Run it again to compare.'),
    );
  }
  const items = others.map(({ file, head }) => ({
    label: timeText(head),
    description: endingText(head),
    uri: vscode.Uri.file(file),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Compare with Which Result?'),
  });
  return chosen?.uri;
}

async function deleteResults(ports: ResultCommandPorts, argument: unknown, selected: unknown): Promise<void> {
  const subjects = resultArguments(ports, argument, selected);
  const [first] = subjects;
  if (first === undefined) {
    return;
  }
  const button = vscode.l10n.t('Delete');
  const question =
    subjects.length === 1
      ? vscode.l10n.t('Delete the result of {0}?', timeOf(first))
      : vscode.l10n.t('Delete {0} results?', subjects.length);
  const detail = vscode.l10n.t('It cannot be brought back.');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, button)) !== button) {
    return;
  }
  for (const subject of subjects) {
    await ports.history.remove(chainOf(subject), subject.fsPath);
  }
}

async function revealFile(wanted: vscode.Uri | undefined): Promise<void> {
  await vscode.commands.executeCommand('revealInExplorer', requireResult(wanted));
}

async function textOf(history: ResultHistory, subject: vscode.Uri): Promise<string> {
  const [{ comparableText }, result] = await Promise.all([
    import('../../formats/comparableText'),
    history.read(chainOf(subject), subject.fsPath),
  ]);
  return comparableText(result);
}

function textUri(subject: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({
    scheme: SCHEME,
    path: `/${nameOf(subject)}.txt`,
    query: subject.toString(),
  });
}

/** The time in a result's name, which sorts. */
function nameOf(subject: vscode.Uri): string {
  return path.posix.basename(subject.path, '.json');
}

/** The time in a result's name as the Results view shows it; the name itself when there is none in it. */
function timeOf(subject: vscode.Uri): string {
  const name = nameOf(subject);
  const startedAt = name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:');
  return Number.isNaN(Date.parse(startedAt)) ? name : timeText({ startedAt });
}

/** The whole selection when it includes the argument, as in VS Code's own menus. */
function resultArguments(
  { selection }: ResultCommandPorts,
  argument: unknown,
  selected?: unknown,
): readonly vscode.Uri[] {
  const several = Array.isArray(selected) ? (selected as readonly unknown[]) : [];
  const chosen: readonly unknown[] =
    several.length > 0 ? several : argument === undefined ? selection() : [argument];
  return chosen.flatMap((value) => subjectOf(value) ?? []);
}

function requireResult(subject: vscode.Uri | undefined): vscode.Uri {
  if (subject === undefined) {
    throw new UserError(
      vscode.l10n.t('No result is selected.'),
      vscode.l10n.t('Select one in the Results view.'),
    );
  }
  return subject;
}

/** The result that an argument of a command names. Arguments may come from anywhere: only files where results are kept count. */
export function subjectOf(value: unknown): vscode.Uri | undefined {
  const uri = value instanceof vscode.Uri ? value : isStored(value) ? vscode.Uri.file(value.file) : undefined;
  return uri !== undefined && isSubject(uri) && !uri.path.endsWith('.chain.json') ? uri : undefined;
}

function isStored(value: unknown): value is StoredNode {
  const node = value as Partial<ResultNode> | null | undefined;
  return (
    typeof node === 'object' &&
    node !== null &&
    node.kind === 'result' &&
    'file' in node &&
    typeof node.file === 'string'
  );
}
