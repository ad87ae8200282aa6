/**
 * `Export Chain…`: writes a chain in the format of another tool, or a recorded result as HAR, where the person wants it.
 * Nothing is sent, and no secret is in what is written.
 */
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { renderExportReport, summarizeExport, type ExportReport } from '../../formats/exporters/exportReport';
import { chainPlace, openText, type ChainPlace } from '../chainDocument';
import { exists } from '../createFile';
import { engineText } from '../engineText';
import { fileText, withoutLinks } from '../fileText';
import { say } from '../say';
import type { Environments } from '../services';
import { chosenName, writeChosen } from '../writeChosen';
import { windowExportQuestions, type ExportQuestions } from './exportQuestions';
import { exporters, exportChain } from '../../formats/exporters/exporters';
import { readExportFiles } from '../../node/files/exportFiles';
import { readStoredRun } from '../../node/results/storedRun';
import { renderHar } from '../../formats/reporters/harReport';

/** What an export needs to know of its surroundings, and who is asked. */
export interface ExportPorts {
  readonly environments: Pick<Environments, 'nameFor'>;
  /** Of the extension, for formats that say who wrote them. */
  readonly version: string;
  readonly ask?: ExportQuestions;
}

/** The format that is written from a result. */
const HAR = 'har';

/**
 * Exports a chain as the editor shows it, saved or not.
 *
 * @returns the file, or nothing when the person gave up
 * @throws UserError when the chain or a file around it cannot be read, or the file cannot be written
 */
export async function exportChainFile(
  chain: vscode.Uri,
  { environments, version, ask = windowExportQuestions }: ExportPorts,
): Promise<vscode.Uri | undefined> {
  const place = chainPlace(chain);
  const har = { name: HAR, title: vscode.l10n.t('HAR of the newest result') };
  const format = await ask.format([
    ...exporters.map(({ name, title }) => ({ name, title: engineText(title) })),
    har,
  ]);
  if (format === HAR) {
    return exportResult(chain, { version, ask });
  }
  const exporter = exporters.find(({ name }) => name === format);
  const target = exporter === undefined ? undefined : await ask.place(besideChain(place, exporter.extension));
  if (exporter === undefined || target === undefined) {
    return undefined;
  }
  const environment = await environments.nameFor(chain);
  const text = openText(chain);
  const files = await readExportFiles(
    {
      file: place.file,
      workspace: place.root,
      ...defined({ text, environment }),
    },
    target.fsPath,
  );
  const { text: written, others, report } = await exportChain(files, exporter);
  const companions = others.map((one) => ({
    file: vscode.Uri.joinPath(target, '..', one.name),
    text: one.text,
  }));
  if (!(await mayWrite(companions, ask))) {
    return undefined;
  }
  await writeChosen(target, written);
  for (const one of companions) {
    await writeChosen(one.file, one.text);
  }
  await showOutcome(target, report, ask);
  return target;
}

/** A file that is written next to the one that was chosen. */
interface Companion {
  readonly file: vscode.Uri;
  readonly text: string;
}

/** Whether companions can be written: a person is asked about those that exist with other content. */
async function mayWrite(companions: readonly Companion[], ask: ExportQuestions): Promise<boolean> {
  const changed: string[] = [];
  for (const { file, text } of companions) {
    const isSame = (content: string): boolean => content === text;
    if ((await exists(file)) && !(await readFile(file.fsPath, 'utf8').then(isSame, () => false))) {
      changed.push(chosenName(file));
    }
  }
  return changed.length === 0 || ask.replace(changed.join(', '));
}

/**
 * Exports a recorded result as HAR.
 *
 * @param subject file of a result, or a chain, which means its newest one
 * @returns the file, or nothing when the person gave up
 */
export async function exportResult(
  subject: vscode.Uri,
  { version, ask = windowExportQuestions }: Pick<ExportPorts, 'version' | 'ask'>,
): Promise<vscode.Uri | undefined> {
  const workspace = vscode.workspace.getWorkspaceFolder(subject)?.uri ?? vscode.Uri.joinPath(subject, '..');
  const result = await readStoredRun(subject.fsPath, workspace.fsPath);
  const name = `${path.posix.basename(subject.path).replace(/(?:\.chain)?\.json$/, '')}.har`;
  const target = await ask.place(vscode.Uri.joinPath(workspace, name));
  if (target === undefined) {
    return undefined;
  }
  const tool = { name: 'chainwright', version };
  await writeChosen(target, renderHar({ tool, results: [result], generatedAt: new Date().toISOString() }));
  const open = vscode.l10n.t('Open');
  const message = vscode.l10n.t('The result was exported to {0}.', chosenName(target));
  if ((await ask.done(withoutLinks(message), [open])) === open) {
    await vscode.window.showTextDocument(target);
  }
  return target;
}

function besideChain({ uri }: ChainPlace, extension: string): vscode.Uri {
  const name = path.posix.basename(uri.path).replace(/\.chain\.json$/, '');
  return vscode.Uri.joinPath(uri, '..', `${name}.${extension}`);
}

/** Says what was exported and what has to be given along, and offers to look at it. */
async function showOutcome(target: vscode.Uri, report: ExportReport, ask: ExportQuestions): Promise<void> {
  const needed = [...report.secrets, ...report.undefinedVariables].map(fileText).join(', ');
  const sentences = [
    vscode.l10n.t('Exported to {0}: {1}.', chosenName(target), summarizeExport(report, say)),
    ...(needed === '' ? [] : [vscode.l10n.t('Required to run: {0}.', needed)]),
  ];
  const open = vscode.l10n.t('Open');
  const showReport = vscode.l10n.t('What Is Missing');
  const isWhole =
    report.remarks.length === 0 &&
    report.requests.every(({ leftOut, remarks }) => leftOut === undefined && remarks.length === 0);
  const answer = await ask.done(withoutLinks(sentences.join(' ')), isWhole ? [open] : [open, showReport]);
  if (answer === open) {
    await vscode.window.showTextDocument(target);
  } else if (answer === showReport) {
    const content = renderExportReport(report, { say, translate: engineText });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
  }
}
