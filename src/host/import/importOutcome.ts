/** Reports an import: what was created, its report, and what to do next. */
import * as vscode from 'vscode';
import {
  needsAttention,
  renderImportReport,
  summarizeImport,
  type SourceReport,
} from '../../formats/importers/write/importReport';
import { fileText } from '../fileText';
import { say, sayOrTranslate } from '../say';
import type { ComposedOverview } from './importSession';
import { keepReport, type ImportReports } from './importReports';
import { offerNextSteps, type ImportedFiles, type StepPorts } from './nextSteps';

/** How the outcome is shown. */
export interface OutcomePorts extends StepPorts {
  readonly reports: ImportReports;
}

/** An import that is done. */
export type Outcome = Pick<ComposedOverview, 'sources' | 'secrets' | 'run'> & {
  /** The folder of new files. */
  readonly folder: vscode.Uri;
  /** The chain or environment that is shown. */
  readonly shown: vscode.Uri;
  /** How many responses were kept. */
  readonly responses: number;
};

/** Reports the outcome of an import; the report opens to the side when something in it needs attention. */
export async function reportImport(ports: OutcomePorts, outcome: Outcome): Promise<void> {
  const { sources, shown, secrets } = outcome;
  const report = renderImportReport({ formatVersion: 1, sources }, sayOrTranslate);
  const document = keepReport(ports.reports, titleOf(sources), report);
  const isShown = sources.some(needsAttention);
  if (isShown) {
    await showReport(document);
  }
  await offerNextSteps(ports, messageFor(outcome), {
    shown,
    secrets,
    ...createdFiles(outcome),
    report: { show: () => showReport(document), isShown },
  });
}

function createdFiles({ folder, run, sources }: Outcome): Pick<ImportedFiles, 'created'> {
  const imported = sources.filter((source) => source.kind === 'imported');
  const environments = imported.flatMap((source) => source.environments.map(({ name }) => name));
  return run === undefined ? {} : { created: { folder, run, environments } };
}

function messageFor({ sources, responses, run }: Outcome): string {
  const missing = run?.toFillIn?.missing ?? [];
  const summaries = sources.flatMap((source) =>
    source.kind === 'imported' ? summarizeImport(source, say) : [],
  );
  return [
    vscode.l10n.t('Imported: {0}.', summaries.join('; ')),
    ...(missing.length === 0
      ? []
      : [vscode.l10n.t('Variables without a value: {0}.', fileText(missing.join(', ')))]),
    ...(responses === 0 ? [] : [vscode.l10n.t('Responses kept, secrets masked: {0}.', responses)]),
  ].join(' ');
}

function titleOf(sources: readonly SourceReport[]): string {
  const imported = sources.filter(({ kind }) => kind === 'imported');
  const name = fileText(imported.map(({ source }) => source).join(', ')).replaceAll('/', ' ');
  return vscode.l10n.t('Import of {0}', name);
}

/** With colours and wrapped lines: its sentences are long, and it is shown next to the chain. */
async function showReport(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(
    await vscode.languages.setTextDocumentLanguage(document, 'chainwright-report'),
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true },
  );
}
