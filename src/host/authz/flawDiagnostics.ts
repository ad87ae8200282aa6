/**
 * Flaws of the last run on the lines of their matrix. The next run takes them away, and so does editing the
 * operation that one is about: the finding may no longer apply.
 */
import * as vscode from 'vscode';
import type { AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import { isFailure } from '../../core/authz/model/verdict';
import { nodeAt, parseDocument } from '../../core/json/jsonDocument';
import { oneLine } from '../../core/shownText';
import { openDocument } from '../chainDocument';
import type { ChainFiles } from '../services';
import { attackOf } from './cellEvidence';
import { cellFinder, requestLocation } from './cellLinks';
import { isMatrixFile, type MatrixPlace } from './matrixDocument';
import type { MatrixChange, MatrixRuns } from './matrixRuns';
import { reasonTexts, verdictText } from './verdictText';

/** More problems of one matrix are too many for a reader; the grid has them all. */
const MAX_SHOWN = 200;

/** What was found, and the operations it was found in as they were then. */
interface Found {
  readonly place: MatrixPlace;
  readonly result: AuthzResult;
  /** Texts of operations by name. */
  readonly operations: ReadonlyMap<string, string>;
}

/** A flaw as its line shows it. */
export interface FlawProblem {
  readonly cell: CellResult;
  readonly problem: vscode.Diagnostic;
}

/** Keeps the problems up to date for as long as it lives. */
export class FlawDiagnostics implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('chainwright-authz');
  readonly #found = new Map<string, Found>();
  readonly #shown = new Map<string, readonly FlawProblem[]>();
  readonly #watching: vscode.Disposable;

  constructor(
    runs: MatrixRuns,
    private readonly files: ChainFiles,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#watching = vscode.Disposable.from(
      runs.onDidChange((change) => this.#follow(change)),
      files.onDidChange((changed) => changed.filter(isMatrixFile).forEach((uri) => this.#refresh(uri))),
    );
  }

  /** The flaws on the lines of a range. */
  at(matrix: vscode.Uri, range: vscode.Range): readonly FlawProblem[] {
    const shown = this.#shown.get(matrix.toString()) ?? [];
    return shown.filter(({ problem }) => problem.range.intersection(range) !== undefined);
  }

  dispose(): void {
    vscode.Disposable.from(this.#watching, this.#problems).dispose();
  }

  #follow(change: MatrixChange): void {
    const { place, result } = change.run;
    if (change.type === 'started') {
      this.#found.delete(place.uri.toString());
      this.#set(place.uri, []);
    } else if (change.type === 'ended' && result !== undefined) {
      void this.#take(place, result);
    }
  }

  async #take(place: MatrixPlace, result: AuthzResult): Promise<void> {
    if (await isOutdated(place, result)) {
      return;
    }
    const text = await this.#textOf(place.uri);
    const names = result.cells.filter(isFlaw).map(({ cell }) => cell.operation);
    this.#found.set(place.uri.toString(), { place, result, operations: operationTexts(text, names) });
    this.#refresh(place.uri);
  }

  #refresh(matrix: vscode.Uri): void {
    const found = this.#found.get(matrix.toString());
    if (found !== undefined) {
      this.#show(found).catch((error: unknown) => this.log.error(String(error)));
    }
  }

  async #show(found: Found): Promise<void> {
    const { place, result, operations } = found;
    const now = operationTexts(await this.#textOf(place.uri), [...operations.keys()]);
    const flaws = result.cells.filter(
      (cell) => isFlaw(cell) && now.get(cell.cell.operation) === operations.get(cell.cell.operation),
    );
    const find = await cellFinder(place, this.files);
    const problems: FlawProblem[] = [];
    for (const cell of flaws.slice(0, MAX_SHOWN)) {
      const { main, rule } = find(cell.cell);
      if (main !== undefined) {
        const related = await relatedPlaces(cell, rule, found, this.files);
        problems.push({ cell, problem: problemOf(cell, main, related) });
      }
    }
    if (this.#found.get(place.uri.toString()) === found) {
      this.#set(place.uri, problems);
    }
  }

  #set(matrix: vscode.Uri, shown: readonly FlawProblem[]): void {
    this.#shown.set(matrix.toString(), shown);
    this.#problems.set(
      matrix,
      shown.map(({ problem }) => problem),
    );
  }

  async #textOf(uri: vscode.Uri): Promise<string> {
    try {
      return await this.files.text(uri);
    } catch {
      // A matrix that is gone has no lines.
      return '';
    }
  }
}

function isFlaw({ class: outcome }: CellResult): boolean {
  return isFailure(outcome);
}

/** A result of an earlier window says nothing of a matrix that was changed after it. */
async function isOutdated({ uri }: MatrixPlace, { startedAt, durationMs }: AuthzResult): Promise<boolean> {
  if (openDocument(uri)?.isDirty === true) {
    // What the editor shows is what was run.
    return false;
  }
  try {
    const { mtime } = await vscode.workspace.fs.stat(uri);
    return mtime > Date.parse(startedAt) + durationMs;
  } catch {
    return true;
  }
}

function operationTexts(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  const { root } = parseDocument(text, '');
  return new Map(
    [...new Set(names)].flatMap((name) => {
      const node = nodeAt(root, ['operations', name]);
      return node === undefined ? [] : [[name, text.slice(node.start, node.end)] as const];
    }),
  );
}

function problemOf(
  result: CellResult,
  range: vscode.Range,
  related: vscode.DiagnosticRelatedInformation[],
): vscode.Diagnostic {
  const problem = new vscode.Diagnostic(
    range,
    [`${verdictText(result)}.`, ...reasonTexts(result).slice(0, 1)].map(oneLine).join(' '),
    vscode.DiagnosticSeverity.Error,
  );
  problem.source = 'chainwright';
  problem.code = result.class;
  problem.relatedInformation = related;
  return problem;
}

/** The request that the attack sends, and the rule that it goes against. */
async function relatedPlaces(
  cell: CellResult,
  rule: vscode.Range | undefined,
  { place, result }: Found,
  files: ChainFiles,
): Promise<vscode.DiagnosticRelatedInformation[]> {
  const attack = attackOf(cell, result);
  const location = attack === undefined ? undefined : await requestLocation(place, attack.request, files);
  const inMatrix = rule === undefined ? undefined : new vscode.Location(place.uri, rule);
  const places = [
    { location, words: vscode.l10n.t('The attack sends this request.') },
    { location: inMatrix, words: vscode.l10n.t('The policy says here who may do that.') },
  ];
  return places.flatMap(({ location: at, words }) =>
    at === undefined ? [] : [new vscode.DiagnosticRelatedInformation(at, words)],
  );
}
