/** Problems in the editor's terms: their severity, the page that explains them, and which of them VS Code tells itself. */
import * as vscode from 'vscode';
import type { Problem } from '../../core/problem';
import { oneLine } from '../../core/shownText';
import { engineText } from '../engineText';

/** A problem with its place in the editor's terms. */
export interface PlacedProblem {
  readonly problem: Problem;
  readonly range: vscode.Range;
  readonly related: readonly vscode.DiagnosticRelatedInformation[];
}

const DOCUMENTATION = 'https://github.com/chainwright/chainwright/blob/main/docs/problems.md';

const SEVERITY: Readonly<Record<Problem['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** Codes of what the JSON language reports as well, from the grammar and from our schemas. */
const TOLD_BY_VS_CODE: ReadonlySet<string> = new Set([
  'syntax',
  'duplicate-member',
  'wrong-type',
  'missing-member',
  'invalid-value',
]);

/** A problem as the editor shows it. */
export function toDiagnostic({ problem, range, related }: PlacedProblem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    range,
    oneLine(engineText(problem.message)),
    SEVERITY[problem.severity],
  );
  diagnostic.source = 'chainwright';
  diagnostic.code = {
    value: problem.code,
    target: vscode.Uri.parse(`${DOCUMENTATION}#${problem.code}`),
  };
  diagnostic.relatedInformation = [...related];
  if (problem.code === 'unused') {
    diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  }
  return diagnostic;
}

/** Whether VS Code says it: it does not check files that are not open, or whose language is another one. */
export function isToldByVSCode({ code }: Problem, document: vscode.TextDocument | undefined): boolean {
  return (
    TOLD_BY_VS_CODE.has(code) &&
    (document?.languageId === 'json' || document?.languageId === 'jsonc') &&
    vscode.extensions.getExtension('vscode.json-language-features') !== undefined &&
    vscode.workspace.getConfiguration('json', document).get('validate.enable', true)
  );
}

/** What is said of a chain that is too long to be explained. */
export function tooLong(file: string): PlacedProblem {
  const message = vscode.l10n.t(
    'This chain is too long to be checked while it is written; it can be run. Split it into several chains linked by `requires`.',
  );
  const range = { start: 0, end: 0 };
  const problem: Problem = {
    code: 'too-long',
    severity: 'information',
    message,
    range,
    place: { file, line: 1, column: 1 },
  };
  return { problem, range: FILE_START, related: [] };
}

/** The beginning of a file. */
export const FILE_START = new vscode.Range(0, 0, 0, 0);
