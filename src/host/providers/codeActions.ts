/**
 * Quick fixes for the problems of a chain, and `source.fixAll` for those that can be fixed without a
 * choice. Edits are worked out when a fix is chosen.
 */
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import type { Fix } from '../../core/language/fix';
import type { Problem } from '../../core/problem';
import { CHAIN_FILES, isWorkedOn, rootOf } from '../chainDocument';
import { toRange, toWorkspaceEdit } from '../textEdits';
import { showFailure } from '../userMessage';
import { fixContext, fixEdit, type FixServices } from './fixEdits';
import { placesAround, type Places } from './linkedDocuments';

/** Applies, without asking, the fixes that have no alternative. */
const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append('chainwright');

/** Problems that fixes are offered for at once: somebody may have selected the whole file. */
const MAX_PROBLEMS = 20;

/** Offers fixes for as long as the returned disposable lives. */
export function registerCodeActions(services: FixServices): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(CHAIN_FILES, new ChainFixes(services), {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, FIX_ALL],
  });
}

/** A fix as VS Code offers it. */
class FixAction extends vscode.CodeAction {
  constructor(
    readonly fix: Fix,
    readonly chain: vscode.Uri,
    readonly places: Places,
  ) {
    super(fix.title, vscode.CodeActionKind.QuickFix);
    this.isPreferred = fix.isPreferred;
    const command = fixCommand(fix, chain, places);
    if (command !== undefined) {
      this.command = command;
    }
  }
}

/** What follows the edit of a fix, or replaces it. */
function fixCommand({ title, change }: Fix, chain: vscode.Uri, places: Places): vscode.Command | undefined {
  switch (change.kind) {
    case 'edit':
      return undefined;
    case 'create':
      return { title, command: 'vscode.open', arguments: [places.uriOf(change.file)] };
    case 'storeAsSecret': {
      const { start, end } = change.range;
      return { title, command: 'chainwright.storeAsSecret', arguments: [chain, { start, end }] };
    }
  }
}

class ChainFixes implements vscode.CodeActionProvider {
  constructor(private readonly services: FixServices) {}

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { only, diagnostics }: vscode.CodeActionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeAction[]> {
    if (!isWorkedOn(document.uri)) {
      return [];
    }
    const analysis = await this.services.analyses.of(document.uri);
    if (token.isCancellationRequested) {
      return [];
    }
    if (only !== undefined && !only.contains(vscode.CodeActionKind.QuickFix)) {
      return only.intersects(FIX_ALL) ? fixAll(document, analysis) : [];
    }
    const [{ fixesFor }, { touches }] = await Promise.all([
      import('../../core/language/fixes'),
      import('../../core/language/subject'),
    ]);
    const asked = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const problems = analysis.problems
      .filter((problem) => touches(problem.range, asked))
      .slice(0, MAX_PROBLEMS);
    if (problems.length === 0) {
      return [];
    }
    const context = await fixContext(this.services, document.uri, analysis);
    const places = placesAround(document.uri, this.services.files);
    return problems.flatMap((problem) =>
      fixesFor(problem, context).map((fix) => {
        const action = new FixAction(fix, document.uri, places);
        action.diagnostics = diagnosticsOf(problem, toRange(document, problem.range), diagnostics);
        return action;
      }),
    );
  }

  async resolveCodeAction(action: vscode.CodeAction): Promise<vscode.CodeAction> {
    if (!(action instanceof FixAction)) {
      return action;
    }
    const root = rootOf(action.chain);
    try {
      action.edit = await fixEdit(action.fix, action.places);
    } catch (error) {
      showFailure(error, root.scheme === 'file' ? root.fsPath : undefined, this.services.log);
    }
    return action;
  }
}

async function fixAll(
  document: vscode.TextDocument,
  { source }: ChainAnalysis,
): Promise<vscode.CodeAction[]> {
  const { safeEdits } = await import('../../core/language/fixes');
  const edits = safeEdits(source);
  if (edits.length === 0) {
    return [];
  }
  const action = new vscode.CodeAction(vscode.l10n.t('Add the missing request ids'), FIX_ALL);
  action.edit = toWorkspaceEdit(document, edits);
  return [action];
}

/** Those of the editor's diagnostics that a fix resolves: our own, or those of the JSON language at the same place. */
function diagnosticsOf(
  problem: Problem,
  range: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.Diagnostic[] {
  return diagnostics.filter(({ code, range: marked, source }) => {
    const name = typeof code === 'object' ? code.value : code;
    return marked.intersection(range) !== undefined && (source !== 'chainwright' || name === problem.code);
  });
}
