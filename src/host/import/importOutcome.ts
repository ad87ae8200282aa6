/** Reports an import: what was created, its report, and the secrets that need values. */
import * as vscode from 'vscode';
import { needsAttention, type SourceReport } from '../../formats/importers/write/importReport';
import type { ImportedSecret } from '../../formats/importers/secrets/secretOrigins';
import { fileText, withoutLinks } from '../fileText';
import type { MappingDisplay } from '../mapping/registerMapping';
import { showFailure } from '../userMessage';
import { newSecrets, storeImported, type SecretPorts } from './importedSecrets';
import type { ComposedOverview } from './importSession';
import { hasRecordedResponses } from './recordedResponses';
import { keepReport, type ImportReports } from './importReports';

/** How the outcome is shown. */
export interface OutcomePorts extends SecretPorts, Pick<MappingDisplay, 'autoMap'> {
  readonly reports: ImportReports;
  readonly log: vscode.LogOutputChannel;
}

/** An import that is done. */
export type Outcome = Pick<ComposedOverview, 'sources' | 'report' | 'summaries' | 'secrets'> & {
  /** The chain or environment that is shown. */
  readonly shown: vscode.Uri;
  /** How many responses were kept. */
  readonly responses: number;
};

/** Reports the outcome of an import; the report opens to the side when something in it needs attention. */
export async function reportImport(ports: OutcomePorts, outcome: Outcome): Promise<void> {
  const { sources } = outcome;
  const document = keepReport(ports.reports, titleOf(sources), outcome.report);
  if (sources.some(needsAttention)) {
    await showReport(document);
  }
  const unknown = newSecrets(ports, outcome.secrets);
  const store = vscode.l10n.t('Store Secrets…');
  const show = vscode.l10n.t('Show Report');
  const message = [
    vscode.l10n.t('Imported: {0}.', outcome.summaries.join('; ')),
    ...(outcome.responses === 0
      ? []
      : [vscode.l10n.t('Responses kept, secrets masked: {0}.', outcome.responses)]),
  ].join(' ');
  const offersStoring = unknown.length > 0 && vscode.workspace.isTrusted;
  const map = vscode.l10n.t('Auto Map');
  const offersMapping = await hasRecordedResponses(outcome.shown);
  const actions = [...(offersMapping ? [map] : []), ...(offersStoring ? [store] : []), show];
  void vscode.window
    .showInformationMessage(withoutLinks(message), ...actions)
    .then((chosen) => {
      switch (chosen) {
        case show:
          return showReport(document);
        case map:
          return ports.autoMap(outcome.shown);
        case store:
          return showStored(ports, unknown);
        default:
          return undefined;
      }
    })
    .then(undefined, (error: unknown) => showFailure(error, undefined, ports.log));
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

async function showStored(ports: SecretPorts, secrets: readonly ImportedSecret[]): Promise<void> {
  const stored = await storeImported(ports, secrets);
  if (stored.length > 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Kept for this workspace: {0}.', stored.join(', ')),
    );
  }
}
