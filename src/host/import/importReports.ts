/** The reports of this window's imports, which can be looked at again as read-only documents. */
import * as vscode from 'vscode';

const SCHEME = 'chainwright-import';

/** Reports that can be looked at again in a window. */
const MAX_REPORTS = 20;

/** Texts of reports by name, oldest first. */
export type ImportReports = Map<string, string>;

/** Provides the documents for as long as the returned disposable lives. */
export function registerImportReports(reports: ImportReports): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: ({ query }) =>
      reports.get(query) ?? vscode.l10n.t('This report is no longer there. Import again to see it.'),
  });
}

/** Keeps a report under a title; the oldest goes when there are too many. Answers the document that shows it. */
export function keepReport(reports: ImportReports, title: string, text: string): vscode.Uri {
  const query = `${Date.now()}-${reports.size}`;
  reports.set(query, text);
  const [oldest] = reports.keys();
  if (reports.size > MAX_REPORTS && oldest !== undefined) {
    reports.delete(oldest);
  }
  // Without an ending of its own it would be read as what the source is.
  return vscode.Uri.from({ scheme: SCHEME, path: `/${title}.txt`, query });
}
