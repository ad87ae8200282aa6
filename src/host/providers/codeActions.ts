/**
 * Quick fixes for the problems of a chain, and `source.fixAll` for those that can be mended without a
 * choice. Edits are worked out when a fix is chosen.
 */
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import type { Fix, FixContext } from '../../core/language/fix';
import type { Problem } from '../../core/problem';
import type { TextEdit } from '../../core/edit/textEdit';
import { CHAIN_FILES, rootOf } from '../chainDocument';
import { loadLanguage } from '../lazyBundles';
import type { Environments, LastResults } from '../services';
import { toRange, toWorkspaceEdit } from '../textEdits';
import { showFailure } from '../userMessage';
import { placesAround } from './linkedDocuments';
import type { NavigationServices, Places } from './linkedDocuments';

/** What fixes are made from. */
export interface FixServices extends NavigationServices {
  readonly last: LastResults;
  readonly environments: Environments;
  readonly log: vscode.LogOutputChannel;
}

/** Mends without asking what has only one way to be mended. */
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
    const command = commandOf(fix, chain, places);
    if (command !== undefined) {
      this.command = command;
    }
  }
}

/** What follows the edit, or stands in its place. */
function commandOf({ title, change }: Fix, chain: vscode.Uri, places: Places): vscode.Command | undefined {
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
    const analysis = await this.services.analyses.of(document.uri);
    if (token.isCancellationRequested) {
      return [];
    }
    if (only !== undefined && !only.contains(vscode.CodeActionKind.QuickFix)) {
      return only.intersects(FIX_ALL) ? fixAll(document, analysis) : [];
    }
    const { fixesFor, touches } = await loadLanguage();
    const asked = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
    const problems = analysis.problems
      .filter((problem) => touches(problem.range, asked))
      .slice(0, MAX_PROBLEMS);
    if (problems.length === 0) {
      return [];
    }
    const context = await this.#contextOf(document.uri, analysis);
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
      action.edit = await editOf(action);
    } catch (error) {
      showFailure(error, root.scheme === 'file' ? root.fsPath : undefined, this.services.log);
    }
    return action;
  }

  async #contextOf(chain: vscode.Uri, analysis: ChainAnalysis): Promise<FixContext> {
    const { environments, files, last } = this.services;
    const { lastResponse } = await loadLanguage();
    const { environment } = analysis.surroundings;
    const available = await environments.available(chain);
    const environmentText =
      environment === undefined
        ? undefined
        : await files.text(placesAround(chain, files).uriOf(environment.file));
    return {
      analysis,
      lastResponse: (id) => lastResponse(last.of(chain, id)),
      environments: available.map(({ name }) => name),
      ...(environmentText === undefined ? {} : { environmentText }),
    };
  }
}

async function editOf({ fix: { change }, places }: FixAction): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  switch (change.kind) {
    case 'edit':
      await addEdits(edit, { file: change.file, edits: change.edits(), places });
      break;
    case 'create':
      edit.createFile(places.uriOf(change.file), { contents: new TextEncoder().encode(change.content) });
      break;
    case 'storeAsSecret':
      break;
  }
  return edit;
}

async function fixAll(
  document: vscode.TextDocument,
  { source }: ChainAnalysis,
): Promise<vscode.CodeAction[]> {
  const { safeEdits } = await loadLanguage();
  const edits = safeEdits(source);
  if (edits.length === 0) {
    return [];
  }
  const action = new vscode.CodeAction(vscode.l10n.t('Add the missing request ids'), FIX_ALL);
  action.edit = toWorkspaceEdit(document, edits);
  return [action];
}

async function addEdits(
  edit: vscode.WorkspaceEdit,
  {
    file,
    edits,
    places,
  }: { readonly file: string; readonly edits: readonly TextEdit[]; readonly places: Places },
): Promise<void> {
  const replaced = edits.map(({ offset, length }) => ({ start: offset, end: offset + length }));
  const ranges = await places.rangesIn(file, replaced);
  ranges.forEach((range, index) => edit.replace(places.uriOf(file), range, edits[index]?.text ?? ''));
}

/** Those of the editor's diagnostics that a fix mends: our own, or what the JSON language says of the same place. */
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
